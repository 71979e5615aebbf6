//! From turn text to the turn that it means in a position.

use crate::bitboard::{Bitboard, Direction};
use crate::generate::{Delta, Flow, Scan};
use crate::position::Position;
use crate::position_text::excerpt;
use crate::size::Size;
use crate::square::{Coord, Square};
use crate::turn::Turn;
use crate::turn_text::{Step, TurnTextError, UncheckedTurn};

/// Why a turn text means no turn in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The text is no turn on any board.
    #[error(transparent)]
    Text(#[from] TurnTextError),
    /// A point beyond the edge.
    #[error("{text}: {point} is not on the {size}×{size} board")]
    OffBoard {
        /// The turn's text.
        text: String,
        /// The point.
        point: Coord,
        /// The size of the board.
        size: u8,
    },
    /// No own token on the start.
    #[error("{text}: no token of the side to move on {point}")]
    NoToken {
        /// The turn's text.
        text: String,
        /// The start.
        point: Coord,
    },
    /// A hop while a capture is possible.
    #[error("{text}: a capture is possible, so the turn must be one")]
    MustCapture {
        /// The turn's text.
        text: String,
    },
    /// Neither a path of a legal turn nor an abbreviation of one.
    #[error("{text}: not a legal turn")]
    Illegal {
        /// The turn's text.
        text: String,
    },
    /// An abbreviation of several turns.
    #[error("{text}: ambiguous, it fits {}{}", candidates.join(" "), if *more { " …" } else { "" })]
    Ambiguous {
        /// The turn's text.
        text: String,
        /// Turns that it fits, in canonical text.
        candidates: Vec<String>,
        /// Are there more?
        more: bool,
    },
}

/// As many candidates are named at most.
const MOST_CANDIDATES: usize = 8;

/// A text's landing point on the board: where, and whether by a capture.
type Landing<S> = (Bitboard<S>, bool);

impl<S: Size> Position<S> {
    /// The legal turn that a text means: the turn of which it is a path or, if it is no turn's
    /// path, the only turn of a path of which it is an abbreviation. An abbreviation leaves out
    /// any points but the start; at least one landing point stays.
    ///
    /// # Errors
    /// If the text fits no legal turn, or several.
    ///
    /// ```
    /// use jumpers_core::{Position, ResolveError, Six};
    /// let start = Position::<Six>::start();
    /// assert!(start.resolve_text("a1-c1+d1").is_ok());
    /// let several = start.resolve_text("a1-c1").unwrap_err();
    /// assert_eq!(several.to_string(), "a1-c1: ambiguous, it fits a1-c1+c2 a1-c1+d1");
    /// ```
    pub fn resolve(&self, unchecked: &UncheckedTurn) -> Result<Turn<S>, ResolveError> {
        let text = || excerpt(&unchecked.to_string());
        let on_board = |point: Coord| {
            point.on::<S>().ok_or_else(|| ResolveError::OffBoard {
                text: text(),
                point,
                size: S::N,
            })
        };
        let from = on_board(unchecked.from)?;
        let mut landings = Vec::with_capacity(unchecked.steps.len());
        for &step in &unchecked.steps {
            let to = Bitboard::from(on_board(step.landing())?);
            landings.push((to, matches!(step, Step::Capture(_))));
        }
        let spawn = unchecked.spawn.map(on_board).transpose()?;
        if !self.tokens(self.side_to_move()).contains(from) {
            return Err(ResolveError::NoToken {
                text: text(),
                point: unchecked.from,
            });
        }
        let scan = self.scan();
        if scan.must_capture() && landings.iter().any(|&(_, captures)| !captures) {
            return Err(ResolveError::MustCapture { text: text() });
        }
        if let Some(turn) = turn_of_path(&scan, from, &landings, spawn)
            && self.is_legal(&turn)
        {
            return Ok(turn);
        }
        // What is on no grid of the start's is reached by no jump; that is quick to say.
        let same_grid = |to: Coord| {
            let from = unchecked.from;
            to.file % 2 == from.file % 2 && to.rank % 2 == from.rank % 2
        };
        if !unchecked.steps.iter().all(|step| same_grid(step.landing())) {
            return Err(ResolveError::Illegal { text: text() });
        }
        let mut search = Abbreviation {
            scan: &scan,
            from: from.into(),
            landings: &landings,
            spawn,
            found: Vec::new(),
        };
        let more = search.run().is_break();
        match search.found.as_slice() {
            [] => Err(ResolveError::Illegal { text: text() }),
            [turn] => Ok(*turn),
            several => {
                let named = &several[..several.len().min(MOST_CANDIDATES)];
                let mut candidates: Vec<_> = named
                    .iter()
                    .map(|turn| self.text_of(turn).to_string())
                    .collect();
                candidates.sort();
                Err(ResolveError::Ambiguous {
                    text: text(),
                    candidates,
                    more,
                })
            }
        }
    }

    /// [`Position::resolve`] of a text.
    ///
    /// # Errors
    /// If the text is no turn text, or means no turn here.
    pub fn resolve_text(&self, text: &str) -> Result<Turn<S>, ResolveError> {
        self.resolve(&text.parse()?)
    }
}

/// The outcome of the path with just these landing points, whether or not it ends there; `None`
/// if it breaks a rule on its way.
fn turn_of_path<S: Size>(
    scan: &Scan<S>,
    from: Square<S>,
    landings: &[Landing<S>],
    spawn: Option<Square<S>>,
) -> Option<Turn<S>> {
    let start = Bitboard::from(from);
    let (mut at, mut visited) = (start, start);
    let mut captured = Bitboard::EMPTY;
    for &(to, captures) in landings {
        let over = between(at, to)?;
        if captures {
            if !over.is_subset(scan.view.enemy - captured) || !to.is_subset(scan.empty | start) {
                return None;
            }
            captured |= over;
        } else {
            let may_hop = captured.is_empty() && !at.meets(scan.can_capture);
            if !may_hop
                || !over.is_subset(scan.view.own - start)
                || !to.is_subset(scan.empty - visited)
            {
                return None;
            }
        }
        at = to;
        visited |= to;
    }
    Some(Turn {
        from,
        to: at.first()?,
        spawn,
        captured,
    })
}

/// The point between two points that are two steps apart on a line.
fn between<S: Size>(a: Bitboard<S>, b: Bitboard<S>) -> Option<Bitboard<S>> {
    Direction::ALL
        .into_iter()
        .find(|&direction| a.jump(direction) == b)
        .map(|direction| a.step(direction))
}

/// The search for the turns that an abbreviation fits: all paths of the token, each with the
/// number of the text's landing points that it has passed so far. Passing a point as early as
/// possible never loses a match.
struct Abbreviation<'a, S: Size> {
    scan: &'a Scan<S>,
    from: Bitboard<S>,
    landings: &'a [Landing<S>],
    spawn: Option<Square<S>>,
    found: Vec<Turn<S>>,
}

impl<S: Size> Abbreviation<'_, S> {
    /// Breaks when there are more than [`MOST_CANDIDATES`].
    fn run(&mut self) -> Flow<()> {
        if self.scan.must_capture() {
            self.capture(self.from, Bitboard::EMPTY, 0, &mut Seen::default())
        } else {
            self.hop(self.from, self.from, 0)
        }
    }

    fn passed(&self, passed: usize, to: Bitboard<S>, captures: bool) -> usize {
        passed + usize::from(self.landings.get(passed) == Some(&(to, captures)))
    }

    fn hop(&mut self, at: Bitboard<S>, visited: Bitboard<S>, passed: usize) -> Flow<()> {
        let scan = self.scan;
        if at.meets(scan.can_capture) {
            return self.capture(at, Bitboard::EMPTY, passed, &mut Seen::default());
        }
        if at != self.from && passed == self.landings.len() && scan.view.reserve > 0 {
            for spawn in (at.neighbours() & scan.empty).singletons() {
                self.find(at, spawn, Bitboard::EMPTY)?;
            }
        }
        for direction in Direction::ALL {
            let over = at.step(direction) & scan.view.own;
            let to = (at.jump(direction) & scan.empty) - visited;
            if !over.is_empty() && !to.is_empty() {
                self.hop(to, visited | to, self.passed(passed, to, false))?;
            }
        }
        Flow::Continue(())
    }

    fn capture(
        &mut self,
        at: Bitboard<S>,
        captured: Bitboard<S>,
        passed: usize,
        seen: &mut Seen<S>,
    ) -> Flow<()> {
        if !seen.insert((at, captured, passed)) {
            return Flow::Continue(());
        }
        let mut ends = true;
        for direction in Direction::ALL {
            let over = at.step(direction) & (self.scan.view.enemy - captured);
            let to = at.jump(direction) & (self.scan.empty | self.from);
            if !over.is_empty() && !to.is_empty() {
                ends = false;
                let passed = self.passed(passed, to, true);
                self.capture(to, captured | over, passed, seen)?;
            }
        }
        if ends && passed == self.landings.len() {
            self.find(at, Bitboard::EMPTY, captured)?;
        }
        Flow::Continue(())
    }

    fn find(&mut self, to: Bitboard<S>, spawn: Bitboard<S>, captured: Bitboard<S>) -> Flow<()> {
        let turn = Delta {
            from: self.from,
            to,
            spawn,
            captured,
        }
        .turn();
        if (self.spawn.is_some() && self.spawn != turn.spawn) || self.found.contains(&turn) {
            return Flow::Continue(());
        }
        self.found.push(turn);
        if self.found.len() > MOST_CANDIDATES {
            return Flow::Break(());
        }
        Flow::Continue(())
    }
}

type Seen<S> = rustc_hash::FxHashSet<(Bitboard<S>, Bitboard<S>, usize)>;
