//! What a search says.

use jumpers_core::{Position, Size, Turn};
use jumpers_protocol::{Info, Reply};

/// What a search says.
#[derive(Debug)]
pub struct Searched {
    /// The `info` lines with a score.
    pub infos: Vec<Info>,
    /// The turn to play.
    pub turn: Option<String>,
    /// The answer that is expected.
    pub ponder: Option<String>,
}

impl Searched {
    /// Takes lines apart of which the last is the `bestmove`.
    pub fn new(lines: Vec<String>) -> Self {
        let mut infos = Vec::new();
        for line in lines {
            match line.parse() {
                Ok(Reply::Info(info)) if info.currmove.is_some() => {}
                // How far a proof is.
                Ok(Reply::Info(info)) if info.nodes.is_some() && info.string.is_some() => {}
                Ok(Reply::Info(info)) => {
                    assert!(info.score.is_some(), "{line}");
                    infos.push(info);
                }
                Ok(Reply::BestMove { turn, ponder }) => {
                    assert!(!infos.is_empty(), "a bestmove without a score");
                    return Searched {
                        infos,
                        turn,
                        ponder,
                    };
                }
                other => panic!("{line}: {other:?}"),
            }
        }
        panic!("no bestmove");
    }

    /// The last `info`.
    pub fn last(&self) -> &Info {
        self.infos.last().expect("an info")
    }

    /// The last lines, one for each of the best turns.
    pub fn last_lines(&self) -> &[Info] {
        let first = self.infos.iter().rposition(is_of_the_best);
        &self.infos[first.expect("a line of the best turn")..]
    }

    /// Checks the turn and every line against the rules, and gives the turn.
    pub fn check<S: Size>(&self, position: &Position<S>) -> Option<Turn<S>> {
        for info in &self.infos {
            let mut at = *position;
            for text in &info.pv {
                let turn = legal(&at, text);
                at.play_unchecked(&turn);
            }
        }
        let Some(text) = &self.turn else {
            assert!(!position.has_turn(), "{position}: no turn");
            return None;
        };
        let turn = legal(position, text);
        assert_eq!(self.last_lines()[0].pv.first(), Some(text), "{position}");
        if let Some(answer) = &self.ponder {
            let mut next = *position;
            next.play_unchecked(&turn);
            legal(&next, answer);
        }
        Some(turn)
    }
}

/// Is a line about the best turn?
fn is_of_the_best(info: &Info) -> bool {
    info.multipv.is_none_or(|number| number == 1)
}

/// The turn of a text that must be its canonical one.
fn legal<S: Size>(position: &Position<S>, text: &str) -> Turn<S> {
    let turn = position
        .resolve_text(text)
        .unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(position.text_of(&turn).to_string(), text);
    turn
}
