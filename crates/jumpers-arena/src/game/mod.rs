//! One game between two engines, refereed.
//!
//! A [`Seat`] is an engine that plays game after game, and [`play_game`] plays one:
//!
//! ```no_run
//! use jumpers_arena::game::{GameStart, Seat, play_game};
//! use jumpers_arena::process::{Interrupt, Supervisor};
//! # fn contestants() -> [jumpers_arena::contestant::Contestant; 2] { unimplemented!() }
//!
//! let supervisor = Supervisor::of_this_program()?;
//! let interrupt = Interrupt::new()?;
//! let mut seats = contestants().map(|contestant| {
//!     Seat::new(contestant, Vec::new(), &supervisor, &interrupt)
//! });
//! for round in 1..=10 {
//!     let [red, teal] = &mut seats;
//!     let record = play_game([red, teal], &GameStart {
//!         event: "example".to_owned(),
//!         round: round.to_string(),
//!         position: "4tt/4tt/6/6/rr4/rr4 r 12 13".to_owned(),
//!     });
//!     println!("{}: {}", record.winner, record.ending.kind);
//!     seats.reverse();
//! }
//! seats.iter_mut().for_each(Seat::close);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod play;
mod seat;
mod variation;

use std::time::SystemTime;

use jumpers_record::{Ending, EndingKind, GameRecord, PlayerRecord, Referee, Winner};

pub use seat::{Seat, Warnings};

use play::Play;

/// What is known of a game before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameStart {
    /// The tournament; may be empty.
    pub event: String,
    /// Which game of the tournament; may be empty.
    pub round: String,
    /// The position that the game begins from.
    pub position: String,
}

/// Plays a game between Red and Teal. Whatever the engines do, it ends: with a winner, or with
/// [`EndingKind::Interrupt`] if the runner was stopped. It ends so as well if the system starts no
/// processes, or if the position cannot be read, which whoever chooses the openings should have
/// seen.
///
/// If this program was stopped and continued meanwhile (SIGSTOP, Ctrl-Z; SIGCONT) the game is of no
/// use, since the time of the stop was taken for an engine's. It ends with
/// [`EndingKind::Interrupt`], too, and [`times_continued`](crate::process::times_continued) has
/// grown.
///
/// The engines are started if they do not run. One that cannot be started, or is not ready in time,
/// loses; Red is looked at first. Before the first turn both are told that a game begins, and all
/// that they had written before is dropped.
///
/// # Time
/// A turn's time runs from before its `go` (or `ponderhit`) is written until its `bestmove` is read.
/// It is lost on time if it is more than what is left, or the movetime, and the margin. If an engine
/// pondered on another turn than the one that was made, the time that it takes to stop and to be
/// ready is its own. Otherwise it may take the margin to be ready for a `go` (`isready`, `readyok`);
/// what it takes more is its own time, too, and it is told so much less of its clock. Without a limit
/// in time there is the contestant's deadline for each answer.
///
/// An engine has its clock in its `go`, and the opponent's if that has one, too; an engine without a
/// clock is told of none, since many would take the opponent's for a sign that they have one with
/// nothing on it.
pub fn play_game(seats: [&mut Seat; 2], start: &GameStart) -> GameRecord {
    let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let [red, teal] = seats;
    let player = |seat: &Seat| PlayerRecord {
        name: seat.contestant().name.clone(),
        limit: seat.contestant().limit.to_string(),
    };
    let mut record = GameRecord {
        event: start.event.clone(),
        round: start.round.clone(),
        date,
        red: player(red),
        teal: player(teal),
        position: start.position.clone(),
        turns: Vec::new(),
        winner: Winner::None,
        ending: Ending::new(EndingKind::Interrupt, ""),
    };
    match Referee::new(&start.position) {
        Err(error) => record.ending.detail = error.to_string(),
        Ok(referee) => {
            record.position = referee.start().to_owned();
            let mut play = Play::new([red, teal], referee);
            (record.winner, record.ending) = play.run();
            record.turns = play.into_turns();
        }
    }
    record
}
