//! Engines that reply with the wrong thing.

use jumpers_protocol::{
    Command, Dialect, Info, PositionBase, PositionParams, Query, Reply, Score, SetOptionParams,
};

use crate::player::{Fate, Hooks, Sayings};

/// Replaces each reply.
pub(super) struct Each(pub fn(Reply, &mut Sayings));

impl Hooks for Each {
    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        (self.0)(reply, sayings);
    }
}

fn best_move(turn: &str) -> Reply {
    Reply::BestMove {
        turn: Some(turn.to_owned()),
        ponder: None,
    }
}

/// A hop onto the point where it starts is not legal anywhere.
pub(super) fn illegal_turn(reply: Reply, sayings: &mut Sayings) {
    sayings.reply(match reply {
        Reply::BestMove { turn: Some(_), .. } => best_move("a1-a1+a2"),
        other => other,
    });
}

pub(super) fn illegal_text(reply: Reply, sayings: &mut Sayings) {
    sayings.reply(match reply {
        Reply::BestMove { turn: Some(_), .. } => best_move("?!"),
        other => other,
    });
}

pub(super) fn no_turn(reply: Reply, sayings: &mut Sayings) {
    match reply {
        Reply::BestMove { .. } => sayings.text("bestmove"),
        other => sayings.reply(other),
    }
}

pub(super) fn resigns(reply: Reply, sayings: &mut Sayings) {
    sayings.reply(match reply {
        Reply::BestMove { .. } => Reply::BestMove {
            turn: None,
            ponder: None,
        },
        other => other,
    });
}

pub(super) fn double(reply: Reply, sayings: &mut Sayings) {
    if let Reply::BestMove { .. } = &reply {
        sayings.reply(reply.clone());
    }
    sayings.reply(reply);
}

pub(super) fn no_info(reply: Reply, sayings: &mut Sayings) {
    match reply {
        Reply::Info(Info { string: None, .. }) => {}
        other => sayings.reply(other),
    }
}

/// Says the first turn of the variation three times.
pub(super) fn illegal_pv(reply: Reply, sayings: &mut Sayings) {
    sayings.reply(match reply {
        Reply::Info(info) => {
            let first = info.pv.first().cloned();
            Reply::Info(Info {
                pv: first.map_or(Vec::new(), |turn| vec![turn; 3]),
                ..info
            })
        }
        other => other,
    });
}

pub(super) fn bad_mate(reply: Reply, sayings: &mut Sayings) {
    sayings.reply(match reply {
        Reply::Info(info) => Reply::Info(Info {
            score: info.score.map(|_| Score::mate(1)),
            ..info
        }),
        other => other,
    });
}

pub(super) fn stale_ready(reply: Reply, sayings: &mut Sayings) {
    sayings.reply(reply);
    sayings.reply(Reply::ReadyOk);
}

pub(super) fn wrong_dialect(reply: Reply, sayings: &mut Sayings) {
    sayings.reply(match reply {
        Reply::HandshakeOk(Dialect::Uci) => Reply::HandshakeOk(Dialect::Ugi),
        Reply::HandshakeOk(Dialect::Ugi) => Reply::HandshakeOk(Dialect::Uci),
        other => other,
    });
}

pub(super) fn bad_perft(reply: Reply, sayings: &mut Sayings) {
    let counted = match &reply {
        Reply::Text(text) => text.strip_prefix("Nodes searched: "),
        _ => None,
    };
    let count = counted.and_then(|count| count.parse::<u64>().ok());
    sayings.reply(count.map_or(reply, |count| Reply::nodes_searched(count + 1)));
}

pub(super) fn silent_error(reply: Reply, sayings: &mut Sayings) {
    match reply {
        Reply::Error { .. } => {}
        other => sayings.reply(other),
    }
}

/// Replaces answers to questions.
pub(super) struct Answers {
    answer: fn(&Query, String) -> String,
    asked: Option<Query>,
}

impl Answers {
    pub fn new(answer: fn(&Query, String) -> String) -> Self {
        Answers {
            answer,
            asked: None,
        }
    }
}

impl Hooks for Answers {
    fn command(&mut self, command: &Command, _: &mut Sayings) -> Fate {
        self.asked = match command {
            Command::Query(query) => Some(query.clone()),
            _ => None,
        };
        Fate::Done
    }

    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        sayings.reply(match (reply, &self.asked) {
            (Reply::Response(text), Some(query)) => Reply::Response((self.answer)(query, text)),
            (other, _) => other,
        });
    }
}

pub(super) fn bad_movelist(query: &Query, answer: String) -> String {
    match answer.rsplit_once(' ') {
        Some((all_but_last, _)) if *query == Query::MoveList => all_but_last.to_owned(),
        _ => answer,
    }
}

pub(super) fn bad_query(query: &Query, answer: String) -> String {
    match (query, answer.as_str()) {
        (Query::IsLegal(_), _) => answer,
        (_, "true") => "false".to_owned(),
        (_, "false") => "true".to_owned(),
        _ => answer,
    }
}

pub(super) fn bad_legality(query: &Query, answer: String) -> String {
    match query {
        Query::IsLegal(_) => "true".to_owned(),
        _ => answer,
    }
}

/// Adds `ponder` to `bestmove` in both dialects.
#[derive(Default)]
pub(super) struct PondersInUgi {
    expected: Option<String>,
}

impl Hooks for PondersInUgi {
    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        sayings.reply(match reply {
            Reply::Info(info) => {
                self.expected = info.pv.get(1).cloned();
                Reply::Info(info)
            }
            Reply::BestMove { turn, .. } => Reply::BestMove {
                turn,
                ponder: self.expected.take(),
            },
            other => other,
        });
    }
}

/// Takes the start of the board for a position that it cannot read.
#[derive(Default)]
pub(super) struct ForgetsPosition {
    is_told: bool,
}

impl Hooks for ForgetsPosition {
    fn command(&mut self, command: &Command, _: &mut Sayings) -> Fate {
        self.is_told = matches!(command, Command::Position(_) | Command::Moves(_));
        Fate::Done
    }

    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        let is_refused = matches!(reply, Reply::Error { .. }) && self.is_told;
        sayings.reply(reply);
        if is_refused {
            sayings.then.push(Command::Position(PositionParams {
                base: PositionBase::Startpos,
                moves: Vec::new(),
            }));
        }
    }
}

/// Sets the board to its default if the value is none that it takes.
#[derive(Default)]
pub(super) struct LosesOptions {
    is_set: bool,
}

impl Hooks for LosesOptions {
    fn command(&mut self, command: &Command, _: &mut Sayings) -> Fate {
        self.is_set = match command {
            Command::SetOption(params) => params.name.eq_ignore_ascii_case("Board"),
            _ => false,
        };
        Fate::Done
    }

    fn reply(&mut self, reply: Reply, sayings: &mut Sayings) {
        let is_refused = matches!(reply, Reply::Error { .. }) && self.is_set;
        sayings.reply(reply);
        if is_refused {
            sayings.then.push(Command::SetOption(SetOptionParams {
                name: "Board".to_owned(),
                value: Some("6".to_owned()),
            }));
        }
    }
}
