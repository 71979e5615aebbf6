//! Whether pairs of games are those of a tournament.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Place;

use jumpers_record::{EndingKind, GameRecord};

use super::{Header, Interrupt, LineError, PairEntry, Shard, round_text};
use crate::openings::Openings;
use crate::schedule::Schedule;

/// Checks the pairs of a journal, one after the other: each is in the schedule and in the shard,
/// stands there once, has the engines and the opening that the schedule says, and its games are by
/// the rules.
#[derive(Debug)]
pub struct Checker<'a> {
    schedule: Schedule,
    shard: Option<Shard>,
    event: String,
    /// The engines' names and limits.
    engines: Vec<(String, String)>,
    openings: Option<&'a Openings>,
    /// The lines of the pairs seen.
    seen: HashMap<u64, u64>,
    /// The positions of the openings seen.
    positions: HashMap<u64, String>,
}

impl<'a> Checker<'a> {
    /// For the journal with this header, whose tournament has passed its own check. With openings,
    /// games must begin from them; without, those of one opening must begin from one position.
    pub fn new(header: &Header, openings: Option<&'a Openings>) -> Self {
        let tournament = &header.tournament;
        let engines = tournament.engines.iter();
        Checker {
            schedule: Schedule::new(tournament),
            shard: header.shard,
            event: tournament.event.clone(),
            engines: engines
                .map(|engine| (engine.name.clone(), engine.limit.to_string()))
                .collect(),
            openings,
            seen: HashMap::new(),
            positions: HashMap::new(),
        }
    }

    /// Checks a pair; `line` is where it stands, for messages about a later one.
    ///
    /// # Errors
    /// If it is not as it should be.
    pub fn check(&mut self, pair: &PairEntry, line: u64) -> Result<(), LineError> {
        let index = pair.index;
        self.check_index(index)?;
        let scheduled = self
            .schedule
            .pair(index)
            .ok_or(LineError::NotScheduled(index, self.schedule.len()))?;
        for (what, found, expected) in [
            ("first", pair.first as u64, scheduled.first as u64),
            ("second", pair.second as u64, scheduled.second as u64),
            ("opening", pair.opening, scheduled.opening),
        ] {
            if found != expected {
                return Err(LineError::Scheduled {
                    index,
                    what,
                    found,
                    expected,
                });
            }
        }
        for warning in &pair.warnings {
            if ![pair.first, pair.second].contains(&warning.engine) {
                return Err(LineError::Warning(index, warning.engine));
            }
        }
        match self.seen.entry(index) {
            Place::Occupied(earlier) => return Err(LineError::Twice(index, *earlier.get())),
            Place::Vacant(place) => place.insert(line),
        };
        for (game, record) in pair.games.iter().enumerate() {
            self.check_game(pair, game, record)?;
        }
        Ok(())
    }

    /// Checks that the pairs that a note of a stop names are in the schedule and in the shard.
    ///
    /// # Errors
    /// If one is not.
    pub fn check_interrupt(&self, interrupt: &Interrupt) -> Result<(), LineError> {
        let mut unfinished = interrupt.unfinished.iter();
        unfinished.try_for_each(|&index| self.check_index(index))
    }

    fn check_index(&self, index: u64) -> Result<(), LineError> {
        if index >= self.schedule.len() {
            return Err(LineError::NotScheduled(index, self.schedule.len()));
        }
        match self.shard {
            Some(shard) if !shard.contains(index) => {
                Err(LineError::NotInShard(index, shard.to_string()))
            }
            _ => Ok(()),
        }
    }

    fn check_game(
        &mut self,
        pair: &PairEntry,
        game: usize,
        record: &GameRecord,
    ) -> Result<(), LineError> {
        let round = round_text(pair.index, game);
        let (red, teal) = match game {
            0 => (pair.first, pair.second),
            _ => (pair.second, pair.first),
        };
        let (red, teal) = (&self.engines[red], &self.engines[teal]);
        let position = match self.openings {
            Some(openings) => openings.get(pair.opening).map(|opening| opening.text()),
            None => self.positions.get(&pair.opening).map(String::as_str),
        };
        let same = |what, found: &str, expected: &str| match found == expected {
            true => Ok(()),
            false => Err(LineError::Game {
                round: round.clone(),
                what,
                found: found.to_owned(),
                expected: expected.to_owned(),
            }),
        };
        same("round", &record.round, &round)?;
        same("event", &record.event, &self.event)?;
        same("Red", &record.red.name, &red.0)?;
        same("Red's limit", &record.red.limit, &red.1)?;
        same("Teal", &record.teal.name, &teal.0)?;
        same("Teal's limit", &record.teal.limit, &teal.1)?;
        same(
            "position",
            &record.position,
            position.unwrap_or(&record.position),
        )?;
        if record.ending.kind == EndingKind::Interrupt || record.winner.color().is_none() {
            return Err(LineError::Unfinished(round));
        }
        record.replay().map_err(|cause| LineError::Replay {
            round,
            cause: cause.to_string(),
        })?;
        if position.is_none() {
            self.positions.insert(pair.opening, record.position.clone());
        }
        Ok(())
    }
}
