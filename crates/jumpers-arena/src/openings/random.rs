//! Random openings: positions after some random turns, made with the rules alone.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use jumpers_core::{BoardSize, Position, Size, SizeVisitor};

use super::Opening;
use super::draw::Draw;

/// The most random openings in a set.
pub const MOST_RANDOM: u64 = 1_000_000;
/// After so many random games in a row without a new opening there are taken to be no more.
pub const MOST_FAILURES: u32 = 10_000;

/// Random openings: positions after so many random turns from the start, each turn as likely, in
/// which the game is not over. None is there twice, nor is its mirror image in the a1 diagonal.
/// They are the same in every version and on every machine, and the first of many are those of few.
///
/// They are *not* balanced: nothing but the rules has a say in them, and after a few random turns
/// one side is often lost. Balanced ones are in the [shipped sets](super::Builtin), and
/// `jumpers-engine genfens` makes more.
///
/// As a text: `board=6,plies=4,count=100,seed=7`, in any order. What is not there is as
/// by [`Default`]. Several boards, `board=6/8/10`, take turns.
///
/// For each ply one is drawn of the legal turns, in the order of their starts, ends, spawn points
/// (none first) and captured points; each board has random numbers of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RandomOpenings {
    /// The boards, in the order in which they take turns; at least one.
    pub boards: Vec<BoardSize>,
    /// Random turns from the start of the board.
    pub plies: u32,
    /// How many openings, on all boards together: from 1 to [`MOST_RANDOM`].
    pub count: u64,
    /// Other seeds give other openings; if there is none, the tournament's is taken.
    pub seed: Option<u64>,
}

impl Default for RandomOpenings {
    /// 100 openings of 4 plies on the standard board.
    fn default() -> Self {
        RandomOpenings {
            boards: vec![BoardSize::default()],
            plies: 4,
            count: 100,
            seed: None,
        }
    }
}

/// Why there are no random openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RandomOpeningsError {
    /// A part that is no `name=value`, or whose name is not known.
    #[error("{0:?} is none of board=N, plies=N, count=N, seed=N")]
    Unknown(String),
    /// A name that is there twice.
    #[error("{0} is there twice")]
    Twice(&'static str),
    /// A value that is wrong.
    #[error("{name}={value}: {expected}")]
    Value {
        /// Which.
        name: &'static str,
        /// What stands there.
        value: String,
        /// What could.
        expected: &'static str,
    },
    /// Random games no longer come to new openings.
    #[error(
        "{description}: found {found} of {wanted} on the {board}×{board} board; {MOST_FAILURES} \
         random games in a row came to nothing new, {over} of them were over"
    )]
    TooFew {
        /// The openings asked for.
        description: String,
        /// The board.
        board: BoardSize,
        /// How many were found on it.
        found: u64,
        /// How many were wanted on it.
        wanted: u64,
        /// Of the last games, how many ended before they had so many plies.
        over: u32,
    },
}

impl RandomOpenings {
    /// These, with this seed if they have none.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> RandomOpenings {
        RandomOpenings {
            seed: self.seed.or(Some(seed)),
            ..self.clone()
        }
    }

    /// Makes them. Without a seed it is 0.
    ///
    /// # Errors
    /// If there are not so many.
    pub fn generate(&self) -> Result<Vec<Opening>, RandomOpeningsError> {
        let boards = self.boards.len() as u64;
        let mut of_boards = Vec::new();
        for (place, &board) in (0..).zip(&self.boards) {
            let wanted = self.count / boards + u64::from(place < self.count % boards);
            let openings = board.visit(Generate {
                config: self,
                board,
                wanted,
            })?;
            of_boards.push(openings.into_iter());
        }
        let mut all = Vec::new();
        loop {
            let before = all.len();
            all.extend(of_boards.iter_mut().filter_map(Iterator::next));
            if all.len() == before {
                return Ok(all);
            }
        }
    }
}

struct Generate<'a> {
    config: &'a RandomOpenings,
    board: BoardSize,
    wanted: u64,
}

impl SizeVisitor for Generate<'_> {
    type Output = Result<Vec<Opening>, RandomOpeningsError>;

    fn visit<S: Size>(self) -> Self::Output {
        let seed = self.config.seed.unwrap_or(0) ^ (u64::from(S::N) << 56);
        let mut draw = Draw::new(seed);
        let mut known: HashSet<Position<S>> = HashSet::new();
        let mut openings = Vec::new();
        let (mut failures, mut over) = (0, 0);
        while (openings.len() as u64) < self.wanted {
            if failures == MOST_FAILURES {
                return Err(RandomOpeningsError::TooFew {
                    description: self.config.to_string(),
                    board: self.board,
                    found: openings.len() as u64,
                    wanted: self.wanted,
                    over,
                });
            }
            failures += 1;
            let Some(position) = random_position::<S>(self.config.plies, &mut draw) else {
                over += 1;
                continue;
            };
            if known.insert(position.canonical()) {
                (failures, over) = (0, 0);
                openings.push(Opening {
                    board: self.board,
                    text: position.to_string(),
                });
            }
        }
        Ok(openings)
    }
}

/// A position after so many random turns, unless the game is over there or before.
fn random_position<S: Size>(plies: u32, draw: &mut Draw) -> Option<Position<S>> {
    let mut position = Position::start();
    for _ in 0..plies {
        let mut turns = position.turns();
        if turns.is_empty() {
            return None;
        }
        let place = draw.below(turns.len() as u64) as usize;
        let (_, turn, _) = turns.select_nth_unstable(place);
        position.play_unchecked(turn);
    }
    position.has_turn().then_some(position)
}

impl fmt::Display for RandomOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boards: Vec<String> = self.boards.iter().map(BoardSize::to_string).collect();
        let (boards, plies, count) = (boards.join("/"), self.plies, self.count);
        write!(f, "board={boards},plies={plies},count={count}")?;
        self.seed.map_or(Ok(()), |seed| write!(f, ",seed={seed}"))
    }
}

impl FromStr for RandomOpenings {
    type Err = RandomOpeningsError;

    fn from_str(text: &str) -> Result<Self, RandomOpeningsError> {
        let (mut boards, mut plies, mut count, mut seed) = (None, None, None, None);
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let unknown = || RandomOpeningsError::Unknown(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(unknown)?;
            match name {
                "board" => set(&mut boards, "board", parse_boards(value)?)?,
                "plies" => set(&mut plies, "plies", number("plies", value, 0, u32::MAX)?)?,
                "count" => set(&mut count, "count", number("count", value, 1, MOST_RANDOM)?)?,
                "seed" => set(&mut seed, "seed", number("seed", value, 0, u64::MAX)?)?,
                _ => return Err(unknown()),
            }
        }
        let defaults = RandomOpenings::default();
        Ok(RandomOpenings {
            boards: boards.unwrap_or(defaults.boards),
            plies: plies.unwrap_or(defaults.plies),
            count: count.unwrap_or(defaults.count),
            seed,
        })
    }
}

fn set<T>(field: &mut Option<T>, name: &'static str, value: T) -> Result<(), RandomOpeningsError> {
    match field.replace(value) {
        None => Ok(()),
        Some(_) => Err(RandomOpeningsError::Twice(name)),
    }
}

fn number<T: FromStr + PartialOrd>(
    name: &'static str,
    value: &str,
    least: T,
    most: T,
) -> Result<T, RandomOpeningsError> {
    let number = value.parse().ok().filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| RandomOpeningsError::Value {
        name,
        value: value.to_owned(),
        expected: match name {
            "count" => "a whole number from 1 to 1000000",
            "plies" => "a whole number from 0 to 4294967295",
            _ => "a whole number from 0 to 18446744073709551615",
        },
    })
}

fn parse_boards(value: &str) -> Result<Vec<BoardSize>, RandomOpeningsError> {
    let error = || RandomOpeningsError::Value {
        name: "board",
        value: value.to_owned(),
        expected: "6, 8 or 10, or several of these, each once: 6/8/10",
    };
    let mut boards = Vec::new();
    for size in value.split('/') {
        let board = size.parse().map_err(|_| error())?;
        if boards.contains(&board) {
            return Err(error());
        }
        boards.push(board);
    }
    Ok(boards)
}
