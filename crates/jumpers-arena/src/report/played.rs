//! The pairs of a journal, checked and in the order of the schedule.

use jumpers_core::BoardSize;
use jumpers_record::{EndingKind, Winner};

use super::error::ReportError;
use crate::journal::{Header, PairEntry, round_text};
use crate::stats::ratings::RatedPair;
use crate::stats::{PairCounts, PairScore};

/// A pair of games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    pub entry: &'a PairEntry,
    /// Red in the first game, and the other engine.
    pub engines: [usize; 2],
    pub board: BoardSize,
    /// Who won each game: 0 and 1 stand for the first and the second of `engines`.
    winners: [usize; 2],
}

impl<'a> Pair<'a> {
    fn new(header: &Header, entry: &'a PairEntry) -> Result<Self, ReportError> {
        let pair = entry.index;
        let contestants = &header.tournament.engines;
        let engines = [entry.first, entry.second];
        let warned = entry.warnings.iter().map(|warning| warning.engine);
        for engine in engines.into_iter().chain(warned) {
            if engine >= contestants.len() {
                return Err(ReportError::NoSuchEngine {
                    pair,
                    engine,
                    count: contestants.len(),
                });
            }
        }
        if entry.first == entry.second {
            return Err(ReportError::SameEngine {
                pair,
                engine: entry.first,
            });
        }
        let mut winners = [0; 2];
        for (place, record) in entry.games.iter().enumerate() {
            let game = place + 1;
            // The engine with this place in the pair is Red.
            let red = place;
            for (side, player, name) in [
                (Winner::Red, red, &record.red.name),
                (Winner::Teal, 1 - red, &record.teal.name),
            ] {
                let expected = &contestants[engines[player]].name;
                if name != expected {
                    return Err(ReportError::Name {
                        pair,
                        game,
                        side,
                        found: name.clone(),
                        expected: expected.clone(),
                    });
                }
            }
            winners[place] = match record.winner {
                Winner::Red => red,
                Winner::Teal => 1 - red,
                Winner::None => return Err(ReportError::Unfinished { pair, game }),
            };
        }
        let [first, second] = &entry.games;
        if first.position != second.position {
            return Err(ReportError::Openings { pair });
        }
        let board =
            BoardSize::of_position_text(&first.position).map_err(|source| ReportError::Board {
                pair,
                game: 1,
                source,
            })?;
        Ok(Pair {
            entry,
            engines,
            board,
            winners,
        })
    }

    /// The engines that play Red and Teal in a game, 0 or 1.
    pub fn sides(&self, game: usize) -> [usize; 2] {
        let [first, second] = self.engines;
        if game == 0 {
            [first, second]
        } else {
            [second, first]
        }
    }

    /// The engine that won a game, and the one that lost it.
    pub fn won_and_lost(&self, game: usize) -> [usize; 2] {
        let winner = self.winners[game];
        [self.engines[winner], self.engines[1 - winner]]
    }

    /// Whether Red won a game.
    pub fn red_won(&self, game: usize) -> bool {
        self.won_and_lost(game)[0] == self.sides(game)[0]
    }

    /// Whether Teal makes the first turn of a game's record.
    pub fn teal_begins(&self, game: usize) -> bool {
        let side = self.entry.games[game]
            .position
            .split_ascii_whitespace()
            .nth(1);
        side == Some("t")
    }

    /// Which game of the tournament it is, as the record says; if it does not, as others would.
    pub fn round(&self, game: usize) -> String {
        let round = &self.entry.games[game].round;
        if round.is_empty() {
            round_text(self.entry.index, game)
        } else {
            round.clone()
        }
    }

    /// Whether an engine plays in it.
    pub fn has(&self, engine: usize) -> bool {
        self.engines.contains(&engine)
    }

    /// What an engine that plays in it made of it.
    pub fn score_of(&self, engine: usize) -> PairScore {
        PairScore::of_games([0, 1].map(|game| self.won_and_lost(game)[0] == engine))
    }

    /// What Red made of it.
    pub fn score_of_red(&self) -> PairScore {
        PairScore::of_games([0, 1].map(|game| self.red_won(game)))
    }

    /// The pair as ratings take it.
    pub fn rated(&self) -> RatedPair {
        let [first, second] = self.engines;
        RatedPair {
            first,
            second,
            size: self.board.points(),
            red_won: [0, 1].map(|game| self.red_won(game)),
        }
    }

    /// Its games that ended with a fault.
    pub fn faults(&self) -> impl Iterator<Item = usize> {
        (0..2).filter(|&game| self.entry.games[game].ending.kind != EndingKind::Rules)
    }
}

/// The pairs of a journal by their index.
///
/// # Errors
/// If the journal contradicts itself.
pub(super) fn pairs<'a>(
    header: &Header,
    entries: &'a [PairEntry],
) -> Result<Vec<Pair<'a>>, ReportError> {
    let mut pairs = entries
        .iter()
        .map(|entry| Pair::new(header, entry))
        .collect::<Result<Vec<_>, _>>()?;
    pairs.sort_by_key(|pair| pair.entry.index);
    match pairs
        .windows(2)
        .find(|two| two[0].entry.index == two[1].entry.index)
    {
        Some(two) => Err(ReportError::Twice {
            pair: two[0].entry.index,
        }),
        None => Ok(pairs),
    }
}

/// Counts pairs by their scores.
pub(super) fn count(pairs: &[Pair<'_>], score: impl Fn(&Pair<'_>) -> PairScore) -> PairCounts {
    pairs.iter().map(score).collect()
}
