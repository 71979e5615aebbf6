//! A position of any size behind one object: what the session holds.
//!
//! The size of a board is a type below this line and a value above it. A session makes one
//! virtual call a command; everything that is called often is compiled for its size.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use jumpers_core::{
    BoardSize, Color, PerftConfig, PerftError, PerftProgress, Position, PositionTextError,
    ResolveError, Setup, Size, SizeVisitor, Square, Turn,
};
use jumpers_protocol::{Info, PositionBase, Score};

use crate::request::Request;
use crate::search::{self, Limits, Resources, Value};

/// Why there is no such position, or no such turn in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The position text is wrong.
    #[error("position: {0}")]
    Text(#[from] PositionTextError),
    /// One of the turns after `moves` is wrong.
    #[error("position: turn {number} of {total}: {reason}")]
    Turn {
        /// Its place, from 1.
        number: usize,
        /// How many there are.
        total: usize,
        /// What is wrong with it.
        reason: ResolveError,
    },
    /// One of the turns after `searchmoves` is wrong.
    #[error("go: searchmoves: {0}")]
    SearchTurn(ResolveError),
}

impl BoardError {
    /// The code of the error reply.
    pub fn code(&self) -> &'static str {
        let reason = match self {
            BoardError::Text(_) => return "bad-position",
            BoardError::Turn { reason, .. } | BoardError::SearchTurn(reason) => reason,
        };
        match reason {
            ResolveError::Text(_) => "bad-turn",
            ResolveError::Ambiguous { .. } => "ambiguous-turn",
            _ => "illegal-turn",
        }
    }
}

/// What the search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The last `info`.
    pub info: Info,
    /// The turn to play; none only if the game is over.
    pub turn: Option<String>,
    /// The answer that is expected.
    pub ponder: Option<String>,
}

/// Works out the texts of the first turns, each with the sequences that begin with it, in the
/// order of the texts; `None` if it was stopped.
pub type Divide<'a> = Box<dyn FnOnce() -> Option<Vec<(String, u64)>> + 'a>;

/// A finished perft.
pub struct Perft<'a> {
    /// The sequences in all.
    pub total: u64,
    /// What the total is made of.
    pub divide: Divide<'a>,
}

/// A position of some size.
pub trait Board: Send + Sync {
    /// The size of the board.
    fn size(&self) -> BoardSize;
    /// Whose turn it is.
    fn side_to_move(&self) -> Color;
    /// The position text.
    fn text(&self) -> String;
    /// What to tell about a position with more tokens than a game has.
    fn notice(&self) -> Option<String>;
    /// Lines that show the position to a human.
    fn drawing(&self) -> Vec<String>;
    /// The static evaluation for the side to move.
    fn evaluation(&self) -> Value;
    /// Checks the turns of a request.
    ///
    /// # Errors
    /// If one of them is not legal.
    fn check(&self, request: &Request) -> Result<(), BoardError>;
    /// Searches; turns that are not legal are left out. `report` is called after each iteration.
    fn think(
        &self,
        request: &Request,
        resources: &Resources<'_>,
        report: &(dyn Fn(Info) + Sync),
    ) -> Answer;
    /// The first turn that comes to hand, without thinking.
    fn any_answer(&self, request: &Request) -> Answer;
    /// Counts sequences of turns.
    ///
    /// # Errors
    /// If it was stopped, or the memory or the threads are not to be had.
    fn perft<'a>(
        &'a self,
        config: &PerftConfig,
        depth: u32,
        stop: &'a AtomicBool,
        progress: &(dyn Fn(PerftProgress) + Sync),
    ) -> Result<Perft<'a>, PerftError>;
}

/// The start of a board of this size.
pub fn start(size: BoardSize) -> Box<dyn Board> {
    struct Start;

    impl SizeVisitor for Start {
        type Output = Box<dyn Board>;

        fn visit<S: Size>(self) -> Box<dyn Board> {
            Box::new(Position::<S>::start())
        }
    }

    size.visit(Start)
}

/// The position of a `position` command; `startpos` is that of a board of `size`.
///
/// # Errors
/// If the text is no position or one of the turns is not legal.
pub fn open(
    base: &PositionBase,
    size: BoardSize,
    turns: &[String],
) -> Result<Box<dyn Board>, BoardError> {
    struct Open<'a> {
        text: Option<&'a str>,
        turns: &'a [String],
    }

    impl SizeVisitor for Open<'_> {
        type Output = Result<Box<dyn Board>, BoardError>;

        fn visit<S: Size>(self) -> Self::Output {
            let mut position = match self.text {
                Some(text) => text.parse::<Position<S>>()?,
                None => Position::start(),
            };
            for (i, text) in self.turns.iter().enumerate() {
                let turn = position
                    .resolve_text(text)
                    .map_err(|reason| BoardError::Turn {
                        number: i + 1,
                        total: self.turns.len(),
                        reason,
                    })?;
                position.play_unchecked(&turn);
            }
            Ok(Box::new(position))
        }
    }

    let (text, size) = match base {
        PositionBase::Startpos => (None, size),
        PositionBase::Fen(text) => (Some(text.as_str()), BoardSize::of_position_text(text)?),
    };
    size.visit(Open { text, turns })
}

impl<S: Size> Board for Position<S> {
    fn size(&self) -> BoardSize {
        BoardSize::from_points(usize::from(S::N)).unwrap_or_default()
    }

    fn side_to_move(&self) -> Color {
        Position::side_to_move(self)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn notice(&self) -> Option<String> {
        let error = self.check_material().err()?;
        Some(format!("notice: a made-up position: {error}"))
    }

    fn drawing(&self) -> Vec<String> {
        draw(&self.setup())
    }

    fn evaluation(&self) -> Value {
        search::evaluate(self)
    }

    fn check(&self, request: &Request) -> Result<(), BoardError> {
        resolve_all(self, &request.turns).map(|_| ())
    }

    fn think(
        &self,
        request: &Request,
        resources: &Resources<'_>,
        report: &(dyn Fn(Info) + Sync),
    ) -> Answer {
        let defaults = Limits::<S>::default();
        let turns = resolve_all(self, &request.turns).unwrap_or_default();
        let limits = Limits {
            depth: request.depth.unwrap_or(defaults.depth),
            nodes: request.nodes,
            time: request.time,
            win_within: request.win_within,
            root_turns: (!turns.is_empty()).then_some(turns),
        };
        let last = search::search(self, &limits, resources, &|found| report(info(self, found)));
        let info = info(self, &last);
        let mut line = info.pv.iter().cloned();
        Answer {
            turn: line.next(),
            ponder: line.next(),
            info,
        }
    }

    fn any_answer(&self, request: &Request) -> Answer {
        let turns = resolve_all(self, &request.turns).unwrap_or_default();
        let any = || self.for_each_turn(ControlFlow::Break).break_value();
        let turn = turns.first().copied().or_else(any);
        let text = turn.map(|turn| self.text_of(&turn).to_string());
        Answer {
            info: Info {
                depth: Some(0),
                score: Some(score(self.evaluation())),
                pv: text.iter().cloned().collect(),
                ..Info::default()
            },
            turn: text,
            ponder: None,
        }
    }

    fn perft<'a>(
        &'a self,
        config: &PerftConfig,
        depth: u32,
        stop: &'a AtomicBool,
        progress: &(dyn Fn(PerftProgress) + Sync),
    ) -> Result<Perft<'a>, PerftError> {
        let report = config.run_with(self, depth, stop, progress)?;
        Ok(Perft {
            total: report.total,
            divide: Box::new(move || {
                let mut turns = Vec::with_capacity(report.divide.len());
                for (turn, count) in report.divide {
                    if stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    turns.push((self.text_of(&turn).to_string(), count));
                }
                turns.sort();
                Some(turns)
            }),
        })
    }
}

fn resolve_all<S: Size>(
    position: &Position<S>,
    texts: &[String],
) -> Result<Vec<Turn<S>>, BoardError> {
    let mut turns = Vec::with_capacity(texts.len());
    for text in texts {
        let turn = position
            .resolve_text(text)
            .map_err(BoardError::SearchTurn)?;
        if !turns.contains(&turn) {
            turns.push(turn);
        }
    }
    Ok(turns)
}

fn info<S: Size>(position: &Position<S>, report: &search::Report<S>) -> Info {
    let millis = report.time.as_millis() as u64;
    let nps = report.nodes as f64 / report.time.as_secs_f64().max(1e-6);
    let mut at = *position;
    let mut pv = Vec::with_capacity(report.line.len());
    for turn in &report.line {
        pv.push(at.text_of(turn).to_string());
        at.play_unchecked(turn);
    }
    Info {
        depth: Some(report.depth.into()),
        seldepth: Some(report.selective_depth as u32),
        score: Some(score(report.value)),
        nodes: Some(report.nodes),
        nps: Some(nps as u64),
        hashfull: Some(report.table_fullness),
        time: Some(millis),
        pv,
        ..Info::default()
    }
}

/// The score of a value: a proved win or loss counts moves of the side that wins or loses, as
/// UCI has it.
fn score(value: Value) -> Score {
    match search::plies_to_end(value) {
        Some(plies) if plies > 0 => Score::mate((plies + 1) / 2),
        Some(plies) => Score::mate(plies / 2),
        None => Score::centipawns(value),
    }
}

fn draw<S: Size>(setup: &Setup<S>) -> Vec<String> {
    let row = |rank| -> String {
        let letters = (0..S::N).map(|file| {
            let square = Square::new(file, rank);
            let color = Color::ALL
                .into_iter()
                .find(|&color| square.is_some_and(|s| setup.tokens[color].contains(s)));
            color.map_or('.', Color::letter)
        });
        letters.fold(format!("{:>2}", rank + 1), |row, letter| {
            format!("{row} {letter}")
        })
    };
    let files = (0..S::N).map(|file| char::from(b'a' + file));
    let files = files.fold("--".to_owned(), |row, file| format!("{row} {file}"));
    let mut lines: Vec<_> = (0..S::N).rev().map(row).collect();
    lines.push(files);
    lines
}
