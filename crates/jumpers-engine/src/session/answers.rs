//! What the session answers at once, whatever runs beside it.

use std::io::Write;

use jumpers_core::Color;
use jumpers_protocol::{Dialect, Query, Reply};

use super::Session;
use crate::options::Options;

/// Replies to `help`.
const HELP: &[&str] = &[
    "uci | ugi | isready | ucinewgame | uginewgame | stop | ponderhit | quit",
    "setoption name <name> [value <value>]",
    "position (startpos | fen <position>) [moves <turn> ...]",
    "moves <turn> ... | undo [n]",
    "go [searchmoves <turn> ...] [ponder] [infinite] [movetime|depth|nodes|mate|movestogo <n>]",
    "go solve [searchmoves <turn> ...] [ponder] [infinite] [movetime|nodes <n>]",
    "go [wtime|btime|winc|binc|p1time|p2time|p1inc|p2inc <ms>]",
    "go perft <n> | perft <n> [paths] | divide <n> [paths]",
    "query (gameover | p1turn | result | fen | board | islegal <turn> | movelist) | movelist",
    "d | print | eval | bench [depth] | debug (on | off) | help",
    "genfens <n> [seed <n>] [plies <n>] [depth <n>]",
];

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn help(&self) {
        HELP.iter().for_each(|line| self.text(*line));
    }

    pub(super) fn identify(&mut self, dialect: Dialect) {
        self.dialect.get_or_insert(dialect);
        let version = env!("CARGO_PKG_VERSION");
        self.reply(Reply::IdName(format!("Jumpers {version}")));
        self.reply(Reply::IdAuthor(env!("CARGO_PKG_AUTHORS").to_owned()));
        for declaration in Options::declarations() {
            self.reply(Reply::Option(declaration));
        }
        self.reply(Reply::HandshakeOk(dialect));
    }

    /// The answer to a question.
    pub(super) fn response(&self, query: &Query) -> String {
        let board = &self.board;
        match query {
            Query::GameOver => board.winner().is_some().to_string(),
            Query::P1Turn => (board.side_to_move() == Color::Red).to_string(),
            Query::Result => match board.winner() {
                None => "none",
                Some(Color::Red) => "p1win",
                Some(Color::Teal) => "p2win",
            }
            .to_owned(),
            Query::Fen => board.text(),
            Query::Board => board.size().points().to_string(),
            Query::IsLegal(turn) => board.is_legal(turn).to_string(),
            Query::MoveList => match board.turns() {
                turns if turns.is_empty() => "(none)".to_owned(),
                turns => turns.join(" "),
            },
            Query::Unknown(_) => "unsupported".to_owned(),
        }
    }

    pub(super) fn display(&self) {
        for line in self.board.drawing() {
            self.text(line);
        }
        self.text(format!("fen {}", self.board.text()));
    }
}
