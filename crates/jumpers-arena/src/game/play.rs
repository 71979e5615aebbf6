//! A game as it is played.

use std::time::{Duration, Instant};

use jumpers_core::Color;
use jumpers_protocol::{Command, GoParams, PositionBase, PositionParams};
use jumpers_record::{Ending, EndingKind, Referee, TurnRecord, Winner};

use super::clock::{Clock, millis};
use super::seat::Seat;
use super::variation::{check_expected, check_line};
use crate::client::{Answer, Client, Failure, answer, ready, stopped};
use crate::process::times_continued;

/// Whose fault it is that the game ends, by the side from 0.
struct Loss {
    side: usize,
    ending: Ending,
}

/// A game that is being played. Sides are Red, 0, and Teal, 1.
pub(super) struct Play<'a> {
    seats: [&'a mut Seat; 2],
    referee: Referee,
    /// The `position` line of the current position.
    position: String,
    clocks: [Clock; 2],
    turns: Vec<TurnRecord>,
    /// The turn that a side expects next of the other, and will ponder on.
    expected: [Option<String>; 2],
    /// The turn that a side ponders on.
    pondered: [Option<String>; 2],
    /// How often this program had been stopped and continued when the game began.
    continued: u64,
}

/// How long after a loss by the time the signal may be seen by which this program was continued: the
/// thread that takes signals may be another one.
const SIGNAL_GRACE: Duration = Duration::from_millis(200);

impl<'a> Play<'a> {
    pub(super) fn new(seats: [&'a mut Seat; 2], referee: Referee) -> Self {
        let position = Command::Position(PositionParams {
            base: PositionBase::Fen(referee.start().to_owned()),
            moves: Vec::new(),
        });
        let clock = |seat: &Seat| Clock::new(&seat.contestant().limit, seat.contestant().margin);
        Play {
            clocks: [clock(seats[0]), clock(seats[1])],
            seats,
            referee,
            position: position.to_string(),
            turns: Vec::new(),
            expected: [None, None],
            pondered: [None, None],
            continued: times_continued(),
        }
    }

    /// Plays it to its end, and puts the engines in order for the next game.
    pub(super) fn run(&mut self) -> (Winner, Ending) {
        let (winner, ending) = match self.play() {
            Err(loss) if self.was_continued(loss.ending.kind) => (Winner::None, continued().ending),
            Ok(winner) => (winner.into(), Ending::new(EndingKind::Rules, "no turn")),
            Err(loss) if loss.ending.kind == EndingKind::Interrupt => (Winner::None, loss.ending),
            Err(loss) => (color(1 - loss.side).into(), loss.ending),
        };
        self.clean_up(winner, &ending);
        (winner, ending)
    }

    /// The turns that were made.
    pub(super) fn into_turns(self) -> Vec<TurnRecord> {
        self.turns
    }

    /// Plays until nobody has a turn; returns who has won.
    fn play(&mut self) -> Result<Color, Loss> {
        for side in [0, 1] {
            let begun = self.seats[side].begin_game();
            begun.map_err(|ending| Loss { side, ending })?;
        }
        for side in [0, 1] {
            let ready = self.seats[side].expect_ready();
            ready.map_err(|ending| Loss { side, ending })?;
        }
        loop {
            if let Some(winner) = self.referee.winner() {
                return Ok(winner);
            }
            let side = side(self.referee.side_to_move());
            let answer = self.ask(side)?;
            if times_continued() != self.continued {
                return Err(continued());
            }
            self.make(side, answer)?;
        }
    }

    /// Whether this program was stopped and continued during the game, which ends in that way.
    fn was_continued(&self, kind: EndingKind) -> bool {
        if matches!(kind, EndingKind::Time | EndingKind::Stall) {
            let end = Instant::now() + SIGNAL_GRACE;
            while times_continued() == self.continued && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        times_continued() != self.continued
    }

    /// The engine of a side, and the other one.
    fn clients(&mut self, side: usize) -> Result<(&mut Client, &mut Client), Loss> {
        let gone = |side| Loss {
            side,
            ending: Ending::new(EndingKind::Crash, "it does not run"),
        };
        let [red, teal] = &mut self.seats;
        let (mover, other) = if side == 0 { (red, teal) } else { (teal, red) };
        let mover = mover.client_mut().ok_or_else(|| gone(side))?;
        let other = other.client_mut().ok_or_else(|| gone(1 - side))?;
        Ok((mover, other))
    }

    /// Has a side think, and the other one ponder.
    fn ask(&mut self, side: usize) -> Result<Answer, Loss> {
        let other_side = 1 - side;
        let blame = |failure: Failure| Loss {
            side: if failure.is_of_other {
                other_side
            } else {
                side
            },
            ending: failure.ending,
        };
        let time = self.clocks[side].rules();
        let pondered = self.pondered[side].take();
        let last = self.turns.last().map(|turn| turn.turn.as_str());
        if pondered.is_some() && pondered.as_deref() == last {
            self.clients(side)?.0.ponder_hit();
        } else {
            let mut started = None;
            let (mover, other) = self.clients(side)?;
            if pondered.is_some() {
                mover.stop();
                stopped(mover, Some(other), &time).map_err(blame)?;
                started = Some(mover.started());
            }
            let started = ready(mover, Some(other), &time, started).map_err(blame)?;
            let gone = started.map_or(Duration::ZERO, |started| started.elapsed());
            let go = self.go(side, gone);
            let position = std::mem::take(&mut self.position);
            self.clients(side)?.0.begin(&position, &go, started);
            self.position = position;
        }
        if let Some(expected) = self.expected[other_side].take() {
            let go = GoParams {
                ponder: true,
                ..self.go(other_side, Duration::ZERO)
            };
            let position = with_turn(self.position.clone(), self.turns.is_empty(), &expected);
            self.clients(side)?.1.ponder(&position, &go);
            self.pondered[other_side] = Some(expected);
        }
        let (mover, other) = self.clients(side)?;
        answer(mover, Some(other), &time).map_err(blame)
    }

    /// The limits of a side's turn, when so much of its time is gone.
    fn go(&self, side: usize, gone: Duration) -> GoParams {
        let limit = &self.seats[side].contestant().limit;
        let mut go = GoParams {
            movetime: limit.movetime.map(|time| millis(time.saturating_sub(gone))),
            nodes: limit.nodes,
            depth: limit.depth,
            ..GoParams::default()
        };
        if limit.clock.is_some() {
            for (of, clock) in self.clocks.iter().enumerate() {
                let gone = if of == side { gone } else { Duration::ZERO };
                go.clock[of] = clock.left_millis(gone);
                go.increment[of] = clock.increment_millis();
            }
        }
        go
    }

    /// Makes a side's turn on the board, if it is legal.
    fn make(&mut self, side: usize, answer: Answer) -> Result<(), Loss> {
        if let Err(reason) = check_line(&mut self.referee, &answer.report.pv) {
            self.warn(side, "pv", &reason);
        }
        let Some(text) = &answer.turn else {
            return Err(self.illegal(side, "bestmove (none): there are legal turns".to_owned()));
        };
        let turn = match self.referee.play(text) {
            Ok(turn) => turn,
            Err(error) => return Err(self.illegal(side, format!("bestmove {error}"))),
        };
        let position = std::mem::take(&mut self.position);
        self.position = with_turn(position, self.turns.is_empty(), &turn);
        self.turns.push(TurnRecord {
            turn,
            score: answer.report.score,
            depth: answer.report.depth,
            nodes: answer.report.nodes,
            time: Some(answer.time),
            clock: self.clocks[side].spend(answer.time),
        });
        if self.seats[side].ponders()
            && self.referee.winner().is_none()
            && let Some(expected) = &answer.ponder
        {
            match check_expected(&mut self.referee, expected) {
                Ok(expected) => self.expected[side] = expected,
                Err(reason) => self.warn(side, "ponder", &reason),
            }
        }
        Ok(())
    }

    fn illegal(&mut self, side: usize, detail: String) -> Loss {
        let ending = match self.clients(side) {
            Ok((mover, _)) => mover.ending(EndingKind::IllegalTurn, detail),
            Err(loss) => loss.ending,
        };
        Loss { side, ending }
    }

    fn warn(&mut self, side: usize, what: &str, reason: &str) {
        let position = &self.position;
        self.seats[side].warn(|| format!("{what}: {reason}; {position}"));
    }

    /// Leaves no engine busy, and none that has failed.
    fn clean_up(&mut self, winner: Winner, ending: &Ending) {
        let is_hopeless = !matches!(ending.kind, EndingKind::Rules | EndingKind::Time);
        for (side, seat) in self.seats.iter_mut().enumerate() {
            let has_lost = winner != color(side).into();
            let Some(client) = seat.client_mut() else {
                continue;
            };
            let is_late = ending.kind == EndingKind::Time && client.is_busy();
            if client.fault().is_some() || has_lost && (is_hopeless || is_late) {
                seat.kill();
            } else {
                // A search that is of no use any more; its turn is dropped before the next game.
                client.stop();
            }
        }
    }
}

/// That time was taken for an engine's in which this program was stopped.
fn continued() -> Loss {
    let detail = "the runner was stopped and continued";
    Loss {
        side: 0,
        ending: Ending::new(EndingKind::Interrupt, detail),
    }
}

fn side(color: Color) -> usize {
    match color {
        Color::Red => 0,
        Color::Teal => 1,
    }
}

fn color(side: usize) -> Color {
    if side == 0 { Color::Red } else { Color::Teal }
}

/// A `position` line with one turn more.
fn with_turn(mut line: String, is_first: bool, turn: &str) -> String {
    if is_first {
        line.push_str(" moves");
    }
    line.push(' ');
    line.push_str(turn);
    line
}
