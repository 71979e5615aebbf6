//! Positions and games to ask about.

use std::sync::atomic::AtomicBool;

use jumpers_core::{BoardSize, Color};
use jumpers_protocol::PerftParams;
use jumpers_record::Referee;

use crate::player::answer;
use crate::player::lot::Lot;

/// Positions of special kinds: turns that must be captures, two ways to take, a capture that ends
/// where it began and has two paths, hops that end in captures, a turn with many paths, an empty
/// reserve, more tokens than a game has, and boards of all sizes.
pub(super) const SPECIAL: [&str; 9] = [
    "6/6/t5/6/t5/rt4 r 5 5",
    "6/6/6/6/6/rt4 r 0 0",
    "6/6/6/1t4/t1t3/rt4 r 0 3",
    "3t2/6/3t2/6/1r4/1r4 r 1 1",
    "6/6/2r3/1r1r2/2r3/1r4 r 4 4",
    "4tt/4tt/6/6/rr4/rr4 t 0 3",
    "rrrrr1/rrrr2/rrr3/6/5t/4tt r 99 0",
    "8/8/8/1t1t4/t1t1t3/1t1t4/t1t1t3/rt1t4 r 2 2",
    "10/10/10/10/10/10/3t6/2t1t5/1r1t6/rr8 r 30 9",
];

/// A position in which the turns are `a1xa3xa5` and `a1xc1`, which are legal at no start.
pub(super) const MARK: &str = SPECIAL[0];

/// A game that is over: Red is to move and cannot.
pub(super) const LOST: &str = "4tt/6/6/6/6/rr4 r 0 1";

/// Games and positions by lot, the same for the same seed.
pub(super) struct Samples {
    /// Games by lot to their ends, on boards of all sizes in turn.
    pub games: Vec<Referee>,
    /// Set-ups by lot, which no game need lead to.
    pub made_up: Vec<Referee>,
}

/// Positions with more turns or paths are left out.
const MOST_TURNS: u64 = 300;
const MOST_PATHS: u64 = 3_000;

impl Samples {
    /// So many games on each board, and twice as many set-ups.
    pub fn new(seed: u64, games: u32) -> Self {
        let mut lot = Lot::of_seed(seed);
        let mut samples = Samples {
            games: Vec::new(),
            made_up: Vec::new(),
        };
        for _ in 0..games {
            for size in BoardSize::ALL {
                samples.games.push(game(size, &mut lot));
                samples.made_up.push(made_up(size, &mut lot));
                samples.made_up.push(made_up(size, &mut lot));
            }
        }
        samples
    }

    /// Positions of all kinds, as games that led to them: special ones, made-up ones, and about
    /// `each` of each game, its last one among them.
    pub fn positions(&self, each: usize) -> Vec<Referee> {
        let special = SPECIAL.iter().filter_map(|text| Referee::new(text).ok());
        let mut positions: Vec<_> = special.chain(self.made_up.iter().cloned()).collect();
        for game in &self.games {
            let step = (game.turns().len() / each.max(1)).max(1);
            let plies = (0..game.turns().len()).step_by(step);
            positions.extend(plies.map(|plies| up_to(game, plies)));
            positions.push(game.clone());
        }
        positions.retain(|game| game.count_legal() <= MOST_TURNS);
        positions
    }

    /// The same without those in which the game is over.
    pub fn open_positions(&self, each: usize) -> Vec<Referee> {
        let mut positions = self.positions(each);
        positions.retain(|game| game.winner().is_none());
        positions
    }
}

/// The game up to this turn.
pub(super) fn up_to(game: &Referee, plies: usize) -> Referee {
    let mut game = game.clone();
    while game.turns().len() > plies {
        game.undo();
    }
    game
}

/// The `position` line of a game.
pub(super) fn line_of(game: &Referee) -> String {
    let mut line = format!("position fen {}", game.start());
    if !game.turns().is_empty() {
        line.push_str(" moves ");
        line.push_str(&game.turns().join(" "));
    }
    line
}

fn game(size: BoardSize, lot: &mut Lot) -> Referee {
    let mut game = Referee::start_of(size);
    loop {
        let turns = game.legal_turns();
        if turns.is_empty() {
            return game;
        }
        if game.play(&turns[lot.below(turns.len())]).is_err() {
            return game;
        }
    }
}

fn made_up(size: BoardSize, lot: &mut Lot) -> Referee {
    loop {
        let text = made_up_text(size, lot);
        if let Ok(game) = Referee::new(&text)
            && game.count_legal() <= MOST_TURNS
            && paths(&text, 1).is_some_and(|count| count <= MOST_PATHS)
        {
            return game;
        }
    }
}

fn made_up_text(size: BoardSize, lot: &mut Lot) -> String {
    let points = usize::from(size.points());
    // How many of twelve points have a token.
    let density = 2 + lot.below(5);
    let mut ranks = Vec::new();
    for _ in 0..points {
        let mut rank = String::new();
        let mut run = 0;
        for _ in 0..points {
            if lot.below(12) >= density {
                run += 1;
                continue;
            }
            if run > 0 {
                rank.push_str(&run.to_string());
                run = 0;
            }
            rank.push(Color::ALL[lot.below(2)].letter());
        }
        if run > 0 {
            rank.push_str(&run.to_string());
        }
        ranks.push(rank);
    }
    let side = Color::ALL[lot.below(2)].letter();
    let reserves = [lot.below(7), lot.below(7)];
    format!("{} {side} {} {}", ranks.join("/"), reserves[0], reserves[1])
}

/// The number of sequences of so many paths.
pub(super) fn paths(position_text: &str, depth: u32) -> Option<u64> {
    let lines = count(position_text, depth, true, false)?;
    lines.last()?.rsplit(' ').next()?.parse().ok()
}

/// What `perft` or `divide` should say.
pub(super) fn count(
    position_text: &str,
    depth: u32,
    paths: bool,
    divide: bool,
) -> Option<Vec<String>> {
    let params = PerftParams {
        depth,
        paths,
        divide,
    };
    let replies = answer::perft(position_text, params, &AtomicBool::new(false)).ok()?;
    Some(replies.iter().map(ToString::to_string).collect())
}

/// Positions, a text of a turn there that the engine would write otherwise, and what it writes.
pub(super) const OTHER_PATHS: [(&str, &str, &str); 2] = [
    (
        "6/6/6/1t4/t1t3/rt4 r 0 3",
        "a1xc1xc3xa3xa1",
        "a1xa3xc3xc1xa1",
    ),
    ("6/6/t5/6/t5/rt4 r 5 5", "a1xa5", "a1xa3xa5"),
];
