//! What a player says of a position of any size.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use jumpers_core::{
    BoardSize, Counting, PerftConfig, Position, ResolveError, Size, SizeVisitor, Turn,
};
use jumpers_protocol::{PerftParams, Reply};
use jumpers_record::RefereeError;

use super::kind::{PlayerKind, Wish};
use super::thought::{Thought, Worth, after};

/// A player's answer to `go`.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// Turns that were looked ahead; 0 in a finished game.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
    /// What the position is worth.
    pub worth: Worth,
    /// The turn, none in a finished game, and what is expected then.
    pub line: Vec<String>,
}

/// What the player chooses in the position of this text.
///
/// # Errors
/// If one of the turns to choose from is not legal.
pub(super) fn choose(
    position_text: &str,
    player: PlayerKind,
    wish: &Wish,
) -> Result<Answer, RefereeError> {
    struct Choose<'a> {
        text: &'a str,
        player: PlayerKind,
        wish: &'a Wish,
    }

    impl SizeVisitor for Choose<'_> {
        type Output = Result<Answer, RefereeError>;

        fn visit<S: Size>(self) -> Self::Output {
            let position: Position<S> = self.text.parse()?;
            let mut turns = resolve_all(&position, &self.wish.turns)?;
            if turns.is_empty() {
                turns = position.turns().to_vec();
            }
            if turns.is_empty() {
                return Ok(Answer {
                    depth: 0,
                    nodes: 1,
                    worth: Worth::End(0),
                    line: Vec::new(),
                });
            }
            if self.wish.mate {
                let wins = |turn: &&Turn<S>| !after(&position, turn).has_turn();
                if let Some(turn) = turns.iter().find(wins).copied() {
                    turns = vec![turn];
                }
            }
            let thought = self.player.choose(&position, &turns, self.wish);
            Ok(Answer {
                depth: thought.depth,
                nodes: thought.nodes,
                worth: thought.worth,
                line: line_of(&position, &thought),
            })
        }
    }

    let text = position_text;
    BoardSize::of_position_text(text)?.visit(Choose { text, player, wish })
}

/// Counts sequences of turns from the position of this text.
///
/// # Errors
/// A text that says why there is no count.
pub(crate) fn perft(
    position_text: &str,
    params: PerftParams,
    stop: &AtomicBool,
) -> Result<Vec<Reply>, String> {
    struct Count<'a> {
        text: &'a str,
        params: PerftParams,
        stop: &'a AtomicBool,
    }

    impl SizeVisitor for Count<'_> {
        type Output = Result<Vec<Reply>, String>;

        fn visit<S: Size>(self) -> Self::Output {
            let position: Position<S> = self.text.parse().map_err(to_text)?;
            let config = PerftConfig {
                counting: if self.params.paths {
                    Counting::Paths
                } else {
                    Counting::Turns
                },
                ..PerftConfig::default()
            };
            let report = config.run_with(&position, self.params.depth, self.stop, &|_| ());
            let report = report.map_err(to_text)?;
            let mut replies = Vec::new();
            if self.params.divide {
                let text = |(turn, count)| (position.text_of(&turn).to_string(), count);
                let mut counts: Vec<_> = report.divide.into_iter().map(text).collect();
                counts.sort();
                replies.extend(counts.iter().map(|(turn, n)| Reply::divide(turn, *n)));
            }
            replies.push(Reply::nodes_searched(report.total));
            Ok(replies)
        }
    }

    let size = BoardSize::of_position_text(position_text).map_err(to_text)?;
    size.visit(Count {
        text: position_text,
        params,
        stop,
    })
}

fn to_text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The turns of `texts`, each once.
fn resolve_all<S: Size>(
    position: &Position<S>,
    texts: &[String],
) -> Result<Vec<Turn<S>>, ResolveError> {
    let mut known = HashSet::new();
    let mut turns = Vec::with_capacity(texts.len());
    for text in texts {
        let turn = position.resolve_text(text)?;
        if known.insert(turn) {
            turns.push(turn);
        }
    }
    Ok(turns)
}

/// The texts of turns that follow each other.
fn line_of<S: Size>(position: &Position<S>, thought: &Thought<S>) -> Vec<String> {
    let mut at = *position;
    let text = |turn: &Turn<S>| {
        let text = at.text_of(turn).to_string();
        at.play_unchecked(turn);
        text
    };
    thought.line.iter().map(text).collect()
}
