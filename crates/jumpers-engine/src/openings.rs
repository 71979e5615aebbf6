//! Openings: random positions a few turns from the start in which neither side is far ahead.
//!
//! The same configuration gives the same openings on every machine, and the first of many are
//! those of few.

use std::collections::HashMap;
use std::fmt;

use jumpers_core::{BoardSize, Position, Size, SizeVisitor};

use jumpers_protocol::{GenfensParams, Reply};

use crate::players::{Rng, random_turn, seeded};
use crate::request::as_depth;
use crate::search::{Control, Limits, MAX_DEPTH, MAX_EVALUATION};
use crate::session::StartError;
use crate::solo::Solo;

/// The greatest value of a balanced opening for either side by default, in hundredths of a reserve
/// token.
pub const MOST_AHEAD: u32 = 200;
/// The widest bound, so that no opening has a proved win or loss.
pub const WIDEST_BALANCE: u32 = MAX_EVALUATION.unsigned_abs();
/// After so many random games in a row without a new opening there are taken to be no more.
pub const MOST_FAILURES: u32 = 10_000;
/// The table of the searches.
const TABLE_MIB: usize = 4;

/// Which openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningsConfig {
    /// The board.
    pub board: BoardSize,
    /// How many.
    pub count: u32,
    /// Other seeds give other openings.
    pub seed: u64,
    /// Random turns from the start of the board.
    pub plies: u32,
    /// The depth of the search that must see neither side far ahead: at least 1, at most
    /// [`MAX_DEPTH`], and the nearest of these if it is neither.
    pub depth: u8,
    /// How far ahead a side may be, in hundredths of a reserve token: at most [`WIDEST_BALANCE`],
    /// and that if it is more.
    pub balance: u32,
}

impl Default for OpeningsConfig {
    /// One opening of 4 plies on the 6×6 board of seed 0 in which a search of depth 8 sees neither
    /// side more than [`MOST_AHEAD`] ahead.
    fn default() -> Self {
        OpeningsConfig {
            board: BoardSize::default(),
            count: 1,
            seed: 0,
            plies: 4,
            depth: 8,
            balance: MOST_AHEAD,
        }
    }
}

impl OpeningsConfig {
    /// What `genfens` asks for on this board; what it leaves out is as by default.
    pub fn of_params(params: &GenfensParams, board: BoardSize) -> Self {
        let defaults = OpeningsConfig::default();
        OpeningsConfig {
            board,
            count: params.count,
            seed: params.seed.unwrap_or(defaults.seed),
            plies: params.plies.unwrap_or(defaults.plies),
            depth: params.depth.map_or(defaults.depth, as_depth),
            balance: defaults.balance,
        }
    }
}

/// What the random games came to that gave no new opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// Openings found before, or the mirror image of one.
    pub repeated: u32,
    /// Games that were over.
    pub over: u32,
    /// Positions with one side far ahead.
    pub unbalanced: u32,
}

impl Failures {
    /// All of them.
    pub fn total(&self) -> u32 {
        self.repeated + self.over + self.unbalanced
    }
}

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failures {
            repeated,
            over,
            unbalanced,
        } = self;
        write!(
            f,
            "{repeated} repeated an opening, {over} were over, {unbalanced} were unbalanced"
        )
    }
}

/// Why there are fewer openings than were asked for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// Random games no longer come to new ones.
    #[error("found {found} of {wanted}: of the last {} random games {failures}", failures.total())]
    TooFew {
        /// How many were found.
        found: u32,
        /// How many were asked for.
        wanted: u32,
        /// What the last games came to.
        failures: Failures,
    },
    /// It was stopped.
    #[error("stopped after {found} of {wanted}")]
    Stopped {
        /// How many were found.
        found: u32,
        /// How many were asked for.
        wanted: u32,
    },
    /// What the searches need is not to be had.
    #[error(transparent)]
    Start(#[from] StartError),
}

impl OpeningsError {
    /// The code of the error reply.
    pub fn code(&self) -> &'static str {
        match self {
            OpeningsError::TooFew { .. } | OpeningsError::Stopped { .. } => "openings",
            OpeningsError::Start(_) => "no-resources",
        }
    }
}

/// Does what the protocol's `genfens` does: gives its replies to `reply`.
///
/// # Errors
/// As [`generate`].
pub fn reply_with(
    config: &OpeningsConfig,
    control: &Control,
    reply: &dyn Fn(Reply),
) -> Result<(), OpeningsError> {
    let text = |text: String| reply(Reply::info_string(text));
    generate(config, control, &mut |opening| {
        text(format!("genfens {opening}"))
    })?;
    text(format!("genfens done {}", config.count));
    Ok(())
}

/// Looks for openings and gives the position text of each to `found`, until there are as many as
/// `config` asks for or `control` stops it. No two are the same or mirror images, and none is the
/// end of a game.
///
/// ```
/// use jumpers_engine::openings::{OpeningsConfig, generate};
/// use jumpers_engine::search::Control;
///
/// let config = OpeningsConfig { count: 3, ..OpeningsConfig::default() };
/// let mut openings = Vec::new();
/// generate(&config, &Control::new(false), &mut |text| openings.push(text.to_owned())).unwrap();
/// assert_eq!(openings.len(), 3);
/// ```
///
/// # Errors
/// If there are not enough, if it was stopped, or if the memory or the thread that it needs is
/// not to be had. The openings found before are good.
pub fn generate(
    config: &OpeningsConfig,
    control: &Control,
    found: &mut dyn FnMut(&str),
) -> Result<(), OpeningsError> {
    struct Generate<'a> {
        config: &'a OpeningsConfig,
        judge: Judge<'a>,
        found: &'a mut dyn FnMut(&str),
    }

    impl SizeVisitor for Generate<'_> {
        type Output = Result<(), OpeningsError>;

        fn visit<S: Size>(self) -> Self::Output {
            generate_on::<S>(self.config, &self.judge, self.found)
        }
    }

    let judge = Judge {
        solo: Solo::new(TABLE_MIB)?,
        control,
        depth: config.depth.clamp(1, MAX_DEPTH),
        balance: config.balance.min(WIDEST_BALANCE),
    };
    config.board.visit(Generate {
        config,
        judge,
        found,
    })
}

fn generate_on<S: Size>(
    config: &OpeningsConfig,
    judge: &Judge<'_>,
    report: &mut dyn FnMut(&str),
) -> Result<(), OpeningsError> {
    let wanted = config.count;
    let mut rng = seeded(config.seed);
    // Each position judged so far, and whether it was an opening.
    let mut judged: HashMap<Position<S>, bool> = HashMap::new();
    let mut found = 0;
    let mut failures = Failures::default();
    while found < wanted {
        if failures.total() >= MOST_FAILURES {
            return Err(OpeningsError::TooFew {
                found,
                wanted,
                failures,
            });
        }
        let stopped = OpeningsError::Stopped { found, wanted };
        if judge.control.is_stopped() {
            return Err(stopped);
        }
        let Some(position) = random_position::<S>(config.plies, &mut rng) else {
            failures.over += 1;
            continue;
        };
        let key = position.canonical();
        match judged.get(&key) {
            Some(true) => failures.repeated += 1,
            Some(false) => failures.unbalanced += 1,
            None => {
                let is_balanced = judge.is_balanced(&position).ok_or(stopped)?;
                judged.insert(key, is_balanced);
                if is_balanced {
                    found += 1;
                    failures = Failures::default();
                    report(&position.to_string());
                } else {
                    failures.unbalanced += 1;
                }
            }
        }
    }
    Ok(())
}

/// A position after so many random turns, unless the game is over there or before.
fn random_position<S: Size>(plies: u32, rng: &mut Rng) -> Option<Position<S>> {
    let mut position = Position::start();
    for _ in 0..plies {
        position.play_unchecked(&random_turn(&position, rng)?);
    }
    position.has_turn().then_some(position)
}

/// Tells whether a side is far ahead.
struct Judge<'a> {
    solo: Solo,
    control: &'a Control,
    depth: u8,
    balance: u32,
}

impl Judge<'_> {
    /// Does the search see neither side far ahead? `None` if it was stopped.
    fn is_balanced<S: Size>(&self, position: &Position<S>) -> Option<bool> {
        let limits = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        let report = self.solo.search(position, &limits, self.control);
        let ahead = report.best.value.unsigned_abs();
        (!self.control.is_stopped()).then_some(ahead <= self.balance)
    }
}
