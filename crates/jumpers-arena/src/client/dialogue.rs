//! Where a conversation with an engine stands.

use std::time::Instant;

use jumpers_protocol::{Dialect, Excerpt, OptionDeclaration, Reply};
use jumpers_record::Escaped;

use super::report::{Infos, Report};
use crate::contestant::Protocol;

/// How many options an engine may declare; those beyond are not kept.
const MOST_OPTIONS: usize = 1000;

/// How many lines that say what is wrong with options are kept.
const MOST_REFUSALS: usize = 100;

/// How many characters of a name are kept.
const LONGEST_NAME: usize = 200;

/// What is expected of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// `uciok` or `ugiok`; what comes before says who it is.
    Handshake,
    /// `readyok`; what comes before is old.
    Syncing,
    /// `readyok`, and nothing else: all that was asked for has come before.
    Checking,
    /// Nothing.
    Idle,
    /// A turn.
    Thinking,
    /// No turn before `ponderhit` or `stop`.
    Pondering,
    /// A turn that is to be dropped.
    Stopping,
}

/// A turn, as it came.
#[derive(Debug)]
pub(super) struct Best {
    pub(super) turn: Option<String>,
    pub(super) ponder: Option<String>,
    pub(super) at: Instant,
    pub(super) report: Report,
}

/// Follows what an engine says, line by line.
#[derive(Debug)]
pub(super) struct Dialogue {
    dialect: Dialect,
    pub(super) state: State,
    pub(super) name: Option<String>,
    pub(super) author: Option<String>,
    pub(super) options: Vec<OptionDeclaration>,
    /// What it says to be wrong while it gets ready, if that is to be kept.
    pub(super) refusals: Option<Vec<String>>,
    pub(super) infos: Infos,
    pub(super) best: Option<Best>,
}

impl Dialogue {
    pub(super) fn new(protocol: Protocol) -> Self {
        Dialogue {
            dialect: match protocol {
                Protocol::Uci => Dialect::Uci,
                Protocol::Ugi => Dialect::Ugi,
            },
            state: State::Handshake,
            name: None,
            author: None,
            options: Vec::new(),
            refusals: None,
            infos: Infos::default(),
            best: None,
        }
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Takes in a line, which was read at that time. Lines that are not known, or not expected, are
    /// skipped, apart from a `bestmove`.
    ///
    /// # Errors
    /// If the line is against the protocol: what, in one line.
    pub(super) fn take_in(&mut self, line: &[u8], at: Instant) -> Result<(), String> {
        match (self.state, first_word(line)) {
            (State::Thinking | State::Pondering, b"info") => self.infos.keep(line),
            (State::Thinking, b"bestmove") => {
                let (turn, ponder) = read_best_move(line)?;
                let report = self.infos.report(self.dialect == Dialect::Ugi);
                self.best = Some(Best {
                    turn,
                    ponder,
                    at,
                    report,
                });
                self.state = State::Idle;
            }
            (State::Stopping, b"bestmove") => self.state = State::Idle,
            (State::Idle | State::Checking, b"bestmove") => {
                return Err(format!("'{}' without a go", excerpt(line)));
            }
            (State::Pondering, b"bestmove") => {
                return Err(format!("'{}' before ponderhit or stop", excerpt(line)));
            }
            (State::Syncing | State::Checking, b"readyok") => self.state = State::Idle,
            (State::Syncing, b"info") => self.keep_refusal(line),
            (State::Handshake, b"id" | b"option" | b"uciok" | b"ugiok") => self.meet(line),
            _ => {}
        }
        Ok(())
    }

    /// Keeps a line `info string error …`.
    fn keep_refusal(&mut self, line: &[u8]) {
        if let Some(refusals) = &mut self.refusals
            && refusals.len() < MOST_REFUSALS
            && let Ok(Reply::Error { code, text }) = Reply::parse_bytes(line)
        {
            let refusal = cut(format!("{code}: {text}"));
            refusals.push(format!("the engine says: error {}", Escaped(&refusal)));
        }
    }

    /// Takes in a line of the handshake.
    fn meet(&mut self, line: &[u8]) {
        match Reply::parse_bytes(line) {
            Ok(Reply::IdName(name)) => self.name = Some(cut(name)),
            Ok(Reply::IdAuthor(author)) => self.author = Some(cut(author)),
            Ok(Reply::Option(option)) if self.options.len() < MOST_OPTIONS => {
                self.options.push(option);
            }
            Ok(Reply::HandshakeOk(dialect)) if dialect == self.dialect => {
                self.state = State::Idle;
            }
            _ => {}
        }
    }
}

fn cut(name: String) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => name[..end].to_owned(),
        None => name,
    }
}

fn first_word(line: &[u8]) -> &[u8] {
    line.split(u8::is_ascii_whitespace)
        .find(|word| !word.is_empty())
        .unwrap_or_default()
}

/// The turn and the expected answer of a `bestmove`.
fn read_best_move(line: &[u8]) -> Result<(Option<String>, Option<String>), String> {
    match Reply::parse_bytes(line) {
        Ok(Reply::BestMove { turn, ponder }) => Ok((turn, ponder)),
        Ok(_) => Err(format!("'{}'", excerpt(line))),
        Err(error) => Err(error.to_string()),
    }
}

fn excerpt(line: &[u8]) -> Excerpt {
    // Not more than can be in it.
    let line = &line[..line.len().min(4 * Excerpt::MAX_LEN)];
    Excerpt::new(&String::from_utf8_lossy(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialogue(state: State) -> Dialogue {
        let mut dialogue = Dialogue::new(Protocol::Uci);
        dialogue.state = state;
        dialogue
    }

    fn after(state: State, line: &str) -> Result<State, String> {
        let mut dialogue = dialogue(state);
        dialogue.take_in(line.as_bytes(), Instant::now())?;
        Ok(dialogue.state)
    }

    #[test]
    fn a_bestmove_is_right_where_one_is_owed() {
        use State::*;
        for state in [Thinking, Stopping] {
            assert_eq!(after(state, "bestmove a1-c1+d1"), Ok(Idle));
        }
        for state in [Handshake, Syncing] {
            assert_eq!(after(state, "bestmove a1-c1+d1"), Ok(state));
        }
        for state in [Idle, Checking] {
            assert_eq!(
                after(state, "bestmove  a1-c1+d1"),
                Err("'bestmove  a1-c1+d1' without a go".to_owned())
            );
        }
        assert_eq!(
            after(Pondering, "bestmove a1-c1+d1"),
            Err("'bestmove a1-c1+d1' before ponderhit or stop".to_owned())
        );
        assert!(
            after(Thinking, "bestmove").is_err_and(|text| text.starts_with("bestmove: no value"))
        );
    }

    #[test]
    fn other_lines_change_nothing() {
        use State::*;
        for state in [
            Handshake, Syncing, Checking, Idle, Thinking, Pondering, Stopping,
        ] {
            for line in [
                "",
                "hello",
                "info string bestmove",
                "option",
                "response true",
                "\0bestmove",
            ] {
                assert_eq!(after(state, line), Ok(state), "{line}");
            }
        }
        assert_eq!(after(Thinking, "readyok"), Ok(Thinking));
        assert_eq!(after(Syncing, " readyok\t"), Ok(Idle));
        assert_eq!(after(Checking, "readyok"), Ok(Idle));
        assert_eq!(after(Handshake, "ugiok"), Ok(Handshake));
        assert_eq!(after(Handshake, "uciok"), Ok(Idle));
    }

    #[test]
    fn a_turn_comes_with_the_last_report() {
        let mut dialogue = dialogue(State::Thinking);
        let now = Instant::now();
        for line in [
            "info depth 7 score cp 3",
            "bestmove a1-c1+d1 ponder e6-c6+c5",
        ] {
            dialogue.take_in(line.as_bytes(), now).expect("a good line");
        }
        let best = dialogue.best.expect("a turn");
        assert_eq!(best.turn.as_deref(), Some("a1-c1+d1"));
        assert_eq!(best.ponder.as_deref(), Some("e6-c6+c5"));
        assert_eq!(best.report.depth, Some(7));
    }

    #[test]
    fn a_handshake_says_who_it_is() {
        let mut dialogue = Dialogue::new(Protocol::Ugi);
        let name = "é".repeat(1000);
        let lines = [
            &format!("id name {name}"),
            "id author Somebody Else",
            "option name Hash type spin default 1 min 1 max 2",
            "option name Broken",
            "ugiok",
        ];
        for line in lines {
            dialogue
                .take_in(line.as_bytes(), Instant::now())
                .expect("a good line");
        }
        assert_eq!(dialogue.state, State::Idle);
        assert_eq!(dialogue.name, Some("é".repeat(LONGEST_NAME)));
        assert_eq!(dialogue.author.as_deref(), Some("Somebody Else"));
        assert_eq!(dialogue.options.len(), 1);
    }
}
