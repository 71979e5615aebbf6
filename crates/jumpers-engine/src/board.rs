//! A position of any size behind one object: what the session holds.
//!
//! The size of a board is a type below this line and a value above it. A session makes one
//! virtual call a command; everything that is called often is compiled for its size.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use jumpers_core::{
    BoardSize, Color, Game, PerftConfig, PerftError, PerftProgress, Position, Size, SizeVisitor,
    Turn,
};
use jumpers_protocol::{Info, PositionBase, Score};

use crate::book::{self, BookScore};
use crate::perfect;
use crate::request::Request;
use crate::search::{self, Limits, NoMemory, Progress, Resources, Value};
use crate::solve::ProofTable;

mod error;
mod info;
mod proving;
mod solving;

pub use error::BoardError;
pub use proving::TableSize;

/// What the search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The last `info` of each line, the best first; at least one.
    pub infos: Vec<Info>,
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

/// A position of some size, and how it came about since it was set.
pub trait Board: Send + Sync {
    /// The size of the board.
    fn size(&self) -> BoardSize;
    /// Whose turn it is.
    fn side_to_move(&self) -> Color;
    /// The most turns that a game can still have.
    fn max_turns_left(&self) -> u32;
    /// Who has won, if the game is over.
    fn winner(&self) -> Option<Color>;
    /// Would this turn be played?
    fn is_legal(&self, turn: &str) -> bool;
    /// The texts of all turns, sorted.
    fn turns(&self) -> Vec<String>;
    /// The board after these turns.
    ///
    /// # Errors
    /// If one of them is not legal.
    fn play(&self, turns: &[String]) -> Result<Box<dyn Board>, BoardError>;
    /// The board before the last `count` turns.
    ///
    /// # Errors
    /// If there are fewer.
    fn undo(&self, count: u32) -> Result<Box<dyn Board>, BoardError>;
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
    /// Searches for what [`Board::check`] has found right. `report` is called after each iteration.
    fn think(
        &self,
        request: &Request,
        resources: &Resources<'_>,
        report: &(dyn Fn(Info) + Sync),
    ) -> Answer;
    /// A table of so many MiB for [`Board::solve`] on boards of this size.
    ///
    /// # Errors
    /// If the memory is not to be had.
    fn proof_table(&self, mib: usize) -> Result<ProofTable, NoMemory>;
    /// As [`Board::think`], but looks first for a proof of who wins, with half of the limits if
    /// the request says so and else as long as that promises something. The table must be one of
    /// [`Board::proof_table`].
    fn solve(
        &self,
        request: &Request,
        resources: &Resources<'_>,
        table: &ProofTable,
        report: &(dyn Fn(Info) + Sync),
    ) -> Answer;
    /// What the built-in certificate says, or else the book, if one of them has the position.
    fn book_answer(&self, request: &Request) -> Option<Answer>;
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
            Box::new(Game::new(Position::<S>::start()))
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
            let start = match self.text {
                Some(text) => text.parse::<Position<S>>()?,
                None => Position::start(),
            };
            let mut game = Game::new(start);
            play_all(&mut game, self.turns, "position")?;
            Ok(Box::new(game))
        }
    }

    let (text, size) = match base {
        PositionBase::Startpos => (None, size),
        PositionBase::Fen(text) => (Some(text.as_str()), BoardSize::of_position_text(text)?),
    };
    size.visit(Open { text, turns })
}

/// Plays turns, which a command has given, or none of them.
fn play_all<S: Size>(
    game: &mut Game<S>,
    turns: &[String],
    command: &'static str,
) -> Result<(), BoardError> {
    for (i, text) in turns.iter().enumerate() {
        let turn = game.position().resolve_text(text);
        let turn = turn.map_err(|reason| BoardError::Turn {
            command,
            number: i + 1,
            total: turns.len(),
            reason,
        })?;
        game.play_unchecked(turn);
    }
    Ok(())
}

impl<S: Size> Board for Game<S> {
    fn size(&self) -> BoardSize {
        BoardSize::from_points(usize::from(S::N)).unwrap_or_default()
    }

    fn side_to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn max_turns_left(&self) -> u32 {
        self.position().max_turns_left()
    }

    fn winner(&self) -> Option<Color> {
        self.outcome().map(|outcome| outcome.winner)
    }

    fn is_legal(&self, turn: &str) -> bool {
        self.position().resolve_text(turn).is_ok()
    }

    fn turns(&self) -> Vec<String> {
        let position = self.position();
        let mut turns = Vec::new();
        let _ = position.for_each_turn(|turn| {
            turns.push(position.text_of(&turn).to_string());
            ControlFlow::<()>::Continue(())
        });
        turns.sort();
        turns
    }

    fn play(&self, turns: &[String]) -> Result<Box<dyn Board>, BoardError> {
        let mut game = self.clone();
        play_all(&mut game, turns, "moves")?;
        Ok(Box::new(game))
    }

    fn undo(&self, count: u32) -> Result<Box<dyn Board>, BoardError> {
        let played = Game::turns(self).len();
        if count as usize > played {
            return Err(BoardError::Undo {
                wanted: count,
                played,
            });
        }
        let mut game = self.clone();
        for _ in 0..count {
            Game::undo(&mut game);
        }
        Ok(Box::new(game))
    }

    fn text(&self) -> String {
        self.position().to_string()
    }

    fn notice(&self) -> Option<String> {
        let error = self.position().check_material().err()?;
        Some(format!("notice: a made-up position: {error}"))
    }

    fn drawing(&self) -> Vec<String> {
        self.position().drawing()
    }

    fn evaluation(&self) -> Value {
        search::evaluate(self.position())
    }

    fn check(&self, request: &Request) -> Result<(), BoardError> {
        resolve_all(self.position(), &request.turns).map(|_| ())
    }

    fn think(
        &self,
        request: &Request,
        resources: &Resources<'_>,
        report: &(dyn Fn(Info) + Sync),
    ) -> Answer {
        let turns = resolve_all(self.position(), &request.turns).unwrap_or_default();
        let turns = (!turns.is_empty()).then_some(turns);
        think_among(self.position(), turns, request, resources, report)
    }

    fn proof_table(&self, mib: usize) -> Result<ProofTable, NoMemory> {
        ProofTable::new::<S>(mib)
    }

    fn solve(
        &self,
        request: &Request,
        resources: &Resources<'_>,
        table: &ProofTable,
        report: &(dyn Fn(Info) + Sync),
    ) -> Answer {
        if request.solve {
            solving::solve(self, request, resources, table, report)
        } else {
            proving::think(self, request, resources, table, report)
        }
    }

    fn book_answer(&self, request: &Request) -> Option<Answer> {
        let position = self.position();
        let (turn, score, depth) = match perfect::find(position) {
            Some((turn, plies)) => (turn, BookScore::Mate(plies as i32), plies),
            None => {
                let entry = book::find(position)?;
                (entry.turn, entry.score, entry.depth.into())
            }
        };
        let text = position.text_of(&turn).to_string();
        Some(Answer {
            infos: vec![Info {
                depth: Some(depth),
                nodes: Some(0),
                nps: Some(0),
                time: Some(0),
                ..known(info::of_book(score, request.mate_in_plies), &text)
            }],
            turn: Some(text),
            ponder: None,
        })
    }

    fn any_answer(&self, request: &Request) -> Answer {
        let position = self.position();
        let turns = resolve_all(position, &request.turns).unwrap_or_default();
        let any = || position.for_each_turn(ControlFlow::Break).break_value();
        let turn = turns.first().copied().or_else(any);
        let text = turn.map(|turn| position.text_of(&turn).to_string());
        let score = Score::centipawns(self.evaluation());
        Answer {
            infos: vec![Info {
                depth: Some(0),
                ..known(score, text.as_deref().unwrap_or_default())
            }],
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
        let position = self.position();
        let report = config.run_with(position, depth, stop, progress)?;
        Ok(Perft {
            total: report.total,
            divide: Box::new(move || {
                let mut turns = Vec::with_capacity(report.divide.len());
                for (turn, count) in report.divide {
                    if stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    turns.push((position.text_of(&turn).to_string(), count));
                }
                turns.sort();
                Some(turns)
            }),
        })
    }
}

/// Searches with these turns to choose from, or with all.
fn think_among<S: Size>(
    position: &Position<S>,
    turns: Option<Vec<Turn<S>>>,
    request: &Request,
    resources: &Resources<'_>,
    report: &(dyn Fn(Info) + Sync),
) -> Answer {
    let defaults = Limits::<S>::default();
    let limits = Limits {
        depth: request.depth.unwrap_or(defaults.depth),
        nodes: request.nodes,
        time: request.time,
        win_within: request.win_within,
        lines: request.lines,
        exhaustive: request.exhaustive,
        root_turns: turns,
    };
    let tell = |progress: Progress<'_, S>| match progress {
        Progress::Report(found) => {
            info::of_report(position, request.mate_in_plies, found).for_each(report)
        }
        Progress::Turn {
            depth,
            turn,
            number,
        } => report(Info {
            depth: Some(depth.into()),
            currmove: Some(position.text_of(&turn).to_string()),
            currmovenumber: Some(number as u32),
            ..Info::default()
        }),
    };
    let last = search::search(position, &limits, resources, &tell);
    let infos: Vec<_> = info::of_report(position, request.mate_in_plies, &last).collect();
    let mut line = infos[0].pv.iter().cloned();
    Answer {
        turn: line.next(),
        ponder: line.next(),
        infos,
    }
}

/// The turns of `texts`, each once.
fn resolve_all<S: Size>(
    position: &Position<S>,
    texts: &[String],
) -> Result<Vec<Turn<S>>, BoardError> {
    let mut known = HashSet::new();
    let mut turns = Vec::with_capacity(texts.len());
    for text in texts {
        let turn = position
            .resolve_text(text)
            .map_err(BoardError::SearchTurn)?;
        if known.insert(turn) {
            turns.push(turn);
        }
    }
    Ok(turns)
}

/// What is said of a turn that no search has found.
fn known(score: Score, turn: &str) -> Info {
    Info {
        multipv: Some(1),
        score: Some(score),
        pv: turn.split_whitespace().map(str::to_owned).collect(),
        ..Info::default()
    }
}
