//! Which faults there are.

use std::fmt;

use clap::ValueEnum;
use jumpers_protocol::{Command, GoParams, Query};
use jumpers_record::EndingKind;

use super::{FaultConfig, death, lingering, noise, replies, timing};
use crate::player::{Fate, Hooks, Sayings};

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident $ending:expr;)*) => {
        /// A fault.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
        pub enum FaultKind {
            $($(#[doc = $doc])* $name,)*
        }

        impl FaultKind {
            /// All faults.
            pub const ALL: &[FaultKind] = &[$(FaultKind::$name),*];

            /// How a game that shows the fault should end, lost by the engine that has it; `None`
            /// if it should be played to its end. Where this says [`Time`](EndingKind::Time) and
            /// there is no limit in time, the ending is [`Stall`](EndingKind::Stall).
            pub const fn ending(self) -> Option<EndingKind> {
                use EndingKind::{Crash, IllegalTurn, ProtocolError, Stall, Time};
                match self {
                    $(FaultKind::$name => $ending,)*
                }
            }
        }
    };
}

kinds! {
    /// Never answers a `go`.
    Hang Some(Time);
    /// Never answers `uci` and `ugi`.
    HangHandshake Some(Stall);
    /// Never answers `isready`.
    HangReady Some(Stall);
    /// Ends with status 3 at a `go`, with lines on standard error.
    Crash Some(Crash);
    /// Ends by SIGABRT at a `go`.
    Abort Some(Crash);
    /// Ends with status 3 at once, with lines on standard error.
    CrashAtStart Some(Crash);
    /// Ends with status 3 at a line that it should refuse.
    DiesOfErrors None;
    /// Its turns are not legal.
    IllegalTurn Some(IllegalTurn);
    /// What it gives as its turns are no turns.
    IllegalText Some(IllegalTurn);
    /// `bestmove` without a turn.
    NoBestmoveTurn Some(ProtocolError);
    /// `bestmove (none)` in games that are not over.
    Resigns Some(IllegalTurn);
    /// Two `bestmove` lines for a `go`.
    DoubleBestmove Some(ProtocolError);
    /// `bestmove` comes much too late after a `stop`, and after `ponderhit`.
    LateBestmove None;
    /// Another `bestmove` comes a while after each.
    StrayBestmove None;
    /// `bestmove` comes when the time is up.
    ClockForfeit Some(Time);
    /// `bestmove` comes before the `stop`, with `infinite` and `ponder`.
    StopsEarly None;
    /// Goes on after `stop`.
    IgnoresStop None;
    /// Does not answer `isready` while it waits for `stop`.
    BusyNotReady None;
    /// Adds `ponder` to `bestmove` in both dialects.
    PondersInUgi None;
    /// No `info` before `bestmove`.
    NoInfo None;
    /// The variations that it tells are not legal.
    IllegalPv None;
    /// All that it sees is a win in one turn.
    BadMate None;
    /// Chooses among all turns, whatever `searchmoves` says.
    IgnoresSearchmoves None;
    /// Endless lines at a `go`.
    Flood Some(ProtocolError);
    /// One endless line at a `go`.
    FloodLine Some(ProtocolError);
    /// Bytes that are no text, in lines between the others.
    Garbage None;
    /// Its lines end with CR LF.
    CrLf None;
    /// Two spaces between words, and one behind them.
    Spaces None;
    /// `readyok` also when it was not asked for.
    StaleReady None;
    /// Does not end at `quit`, at the end of the input, nor by SIGTERM.
    SlowQuit None;
    /// Does not read.
    Deaf Some(Stall);
    /// Starts a process that lives on and has its pipes open.
    Child None;
    /// Answers `uci` with `ugiok`, and `ugi` with `uciok`.
    WrongDialect Some(Stall);
    /// Leaves out the last turn of a list of several.
    BadMovelist None;
    /// Counts one sequence of turns too many.
    BadPerft None;
    /// Says `true` for `false`, and the other way round, but not about single turns.
    BadQuery None;
    /// Calls every turn legal.
    BadLegality None;
    /// Does not answer a `query` that it does not know.
    MuteQuery None;
    /// Takes back nothing.
    IgnoresUndo None;
    /// Says nothing of errors.
    SilentError None;
    /// Takes the start of the board for a position that it cannot read.
    ForgetsPosition None;
    /// Sets the board to its default if the value is none that it takes.
    LosesOptions None;
}

impl FaultKind {
    /// The name on the command line: `hang`, `bad-movelist`.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    pub(super) fn hooks(self, config: &FaultConfig) -> Box<dyn Hooks> {
        fn each(change: fn(jumpers_protocol::Reply, &mut Sayings)) -> Box<dyn Hooks> {
            Box::new(replies::Each(change))
        }
        fn answers(answer: fn(&Query, String) -> String) -> Box<dyn Hooks> {
            Box::new(replies::Answers::new(answer))
        }

        let delay = config.delay;
        match self {
            FaultKind::Hang => ignoring(|command| matches!(command, Command::Go(_))),
            FaultKind::HangHandshake => {
                ignoring(|command| matches!(command, Command::Handshake(_)))
            }
            FaultKind::HangReady => ignoring(|command| *command == Command::IsReady),
            FaultKind::IgnoresStop => ignoring(|command| *command == Command::Stop),
            FaultKind::IgnoresUndo => ignoring(|command| matches!(command, Command::Undo { .. })),
            FaultKind::MuteQuery => {
                ignoring(|command| matches!(command, Command::Query(Query::Unknown(_))))
            }
            FaultKind::StopsEarly => changing_go(|go| {
                go.infinite = false;
                go.ponder = false;
            }),
            FaultKind::IgnoresSearchmoves => changing_go(|go| go.searchmoves.clear()),
            FaultKind::Crash => Box::new(death::AtGo(death::crash)),
            FaultKind::Abort => Box::new(death::AtGo(|| std::process::abort())),
            FaultKind::CrashAtStart => Box::new(death::AtStart),
            FaultKind::DiesOfErrors => Box::new(death::OfErrors),
            FaultKind::Flood => Box::new(noise::Flood(b"info string flood\n")),
            FaultKind::FloodLine => Box::new(noise::Flood(b"info string flood ")),
            FaultKind::SlowQuit => Box::new(lingering::SlowQuit),
            FaultKind::Deaf => Box::new(lingering::Deaf),
            FaultKind::Child => Box::new(lingering::Child),
            FaultKind::BusyNotReady => Box::<timing::BusyNotReady>::default(),
            FaultKind::LateBestmove => Box::new(timing::LateBestmove::new(delay)),
            FaultKind::StrayBestmove => Box::new(timing::StrayBestmove::new(delay)),
            FaultKind::ClockForfeit => Box::new(timing::ClockForfeit::new(delay)),
            FaultKind::ForgetsPosition => Box::<replies::ForgetsPosition>::default(),
            FaultKind::LosesOptions => Box::<replies::LosesOptions>::default(),
            FaultKind::PondersInUgi => Box::<replies::PondersInUgi>::default(),
            FaultKind::BadMovelist => answers(replies::bad_movelist),
            FaultKind::BadQuery => answers(replies::bad_query),
            FaultKind::BadLegality => answers(replies::bad_legality),
            FaultKind::IllegalTurn => each(replies::illegal_turn),
            FaultKind::IllegalText => each(replies::illegal_text),
            FaultKind::NoBestmoveTurn => each(replies::no_turn),
            FaultKind::Resigns => each(replies::resigns),
            FaultKind::DoubleBestmove => each(replies::double),
            FaultKind::NoInfo => each(replies::no_info),
            FaultKind::IllegalPv => each(replies::illegal_pv),
            FaultKind::BadMate => each(replies::bad_mate),
            FaultKind::StaleReady => each(replies::stale_ready),
            FaultKind::WrongDialect => each(replies::wrong_dialect),
            FaultKind::BadPerft => each(replies::bad_perft),
            FaultKind::SilentError => each(replies::silent_error),
            FaultKind::Garbage => each(noise::garbage),
            FaultKind::CrLf => each(noise::cr_lf),
            FaultKind::Spaces => each(noise::spaces),
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Does not do what such a command says.
struct Ignoring(fn(&Command) -> bool);

fn ignoring(ignored: fn(&Command) -> bool) -> Box<dyn Hooks> {
    Box::new(Ignoring(ignored))
}

impl Hooks for Ignoring {
    fn command(&mut self, command: &Command, _: &mut Sayings) -> Fate {
        if (self.0)(command) {
            Fate::Ignored
        } else {
            Fate::Done
        }
    }
}

/// Understands another `go`.
struct ChangingGo(fn(&mut GoParams));

fn changing_go(change: fn(&mut GoParams)) -> Box<dyn Hooks> {
    Box::new(ChangingGo(change))
}

impl Hooks for ChangingGo {
    fn command(&mut self, command: &Command, _: &mut Sayings) -> Fate {
        let Command::Go(params) = command else {
            return Fate::Done;
        };
        let mut params = params.clone();
        (self.0)(&mut params);
        Fate::Instead(Command::Go(params))
    }
}
