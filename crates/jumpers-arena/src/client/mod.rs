//! The protocol, spoken with an engine.
//!
//! A [`Client`] starts an engine, shakes hands, sets options, and asks for turns. It skips what it
//! does not know, and everything that can go wrong with an engine is an [`Ending`] that says what
//! it was, with the exit status and the last lines of standard error. After an error the engine is
//! good for nothing more: drop the client, which kills it.
//!
//! ```no_run
//! use std::time::Duration;
//! use jumpers_arena::client::{Client, TimeRules};
//! use jumpers_arena::process::{Interrupt, Supervisor};
//! use jumpers_protocol::GoParams;
//! # fn contestant() -> jumpers_arena::contestant::Contestant { unimplemented!() }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let supervisor = Supervisor::of_this_program()?;
//! let interrupt = Interrupt::new()?;
//! let mut client = match Client::start(&contestant(), &[], &supervisor, &interrupt) {
//!     Ok(client) => client,
//!     Err(ending) => return Err(ending.detail.into()),
//! };
//! client.new_game().map_err(|ending| ending.detail)?;
//! let go = GoParams { movetime: Some(100), ..GoParams::default() };
//! let time = TimeRules {
//!     allowance: Some(Duration::from_millis(100)),
//!     margin: Duration::from_millis(50),
//! };
//! let position = "position fen 4tt/4tt/6/6/rr4/rr4 r 12 13";
//! let answer = client.go(position, &go, &time).map_err(|ending| ending.detail)?;
//! assert!(answer.turn.is_some());
//! client.quit();
//! # Ok(())
//! # }
//! ```

mod answer;
mod dialogue;
mod fault;
mod handshake;
mod report;
mod words;

use std::time::{Duration, Instant};

use jumpers_protocol::{Command, GoParams, OptionDeclaration};
use jumpers_record::{Ending, EndingKind};

pub use answer::{Answer, TimeRules};
pub(crate) use answer::{Failure, answer, ready, stopped};
pub use report::Report;

use crate::process::{self, Exit, Interrupt, Process, Wake, after};
use answer::{Wait, until_idle};
use dialogue::{Dialogue, State};
use words::{go_line, new_game};

/// How long an engine has to answer `stop`, and how long a turn that is late is waited for.
pub const STOP_GRACE: Duration = Duration::from_secs(2);

/// How long an engine has to end after `quit`.
pub const QUIT_GRACE: Duration = Duration::from_secs(2);

/// How much an engine may write between two commands, in bytes.
pub const MOST_OUTPUT: u64 = 256 << 20;

/// How much of old output is read before a `go`.
const MOST_OLD_OUTPUT: u64 = 1 << 20;

/// An engine that the protocol is spoken with. Dropping it kills the engine.
#[derive(Debug)]
pub struct Client {
    process: Process,
    dialogue: Dialogue,
    deadline: Duration,
    interrupt: Interrupt,
    warnings: Vec<String>,
    fault: Option<Ending>,
    /// When its time began to run.
    started: Instant,
    /// Nothing was asked since it was last ready.
    is_ready: bool,
    /// How much it had written when it was last told something.
    heard: u64,
}

impl Client {
    /// The name that it gave in the handshake.
    pub fn name(&self) -> Option<&str> {
        self.dialogue.name.as_deref()
    }

    /// The author that it gave in the handshake.
    pub fn author(&self) -> Option<&str> {
        self.dialogue.author.as_deref()
    }

    /// The options that it declared in the handshake.
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.dialogue.options
    }

    /// What is strange but no fault, a line each.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Tells it that another game begins, and waits until it is ready. What it says before is
    /// dropped. If it still owes a turn it is told to stop.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn new_game(&mut self) -> Result<(), Ending> {
        self.begin_new_game()?;
        self.finish_sync()
    }

    /// The first half of [`Client::new_game`], to be ended by [`Client::finish_sync`].
    pub(crate) fn begin_new_game(&mut self) -> Result<(), Ending> {
        self.settle()?;
        self.process.send(new_game(self.dialogue.dialect()));
        self.begin_sync();
        Ok(())
    }

    /// Sends `isready` and waits for `readyok`. What it says before is dropped. If it still owes a
    /// turn it is told to stop.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn sync(&mut self) -> Result<(), Ending> {
        self.settle()?;
        self.begin_sync();
        self.finish_sync()
    }

    fn begin_sync(&mut self) {
        self.tell("isready");
        self.dialogue.state = State::Syncing;
    }

    pub(crate) fn finish_sync(&mut self) -> Result<(), Ending> {
        self.expect("readyok")?;
        self.is_ready = true;
        Ok(())
    }

    /// Asks for a turn in a position, given as a whole `position` line, and waits for it. Before,
    /// it must say `readyok`, and nothing else may come but `info` and the like: so no late answer
    /// is taken for the new one. If that takes longer than the margin, the rest is time for the turn.
    ///
    /// # Errors
    /// If there is none, or none in time.
    pub fn go(
        &mut self,
        position: &str,
        go: &GoParams,
        time: &TimeRules,
    ) -> Result<Answer, Ending> {
        ready(self, None, time, None)
            .and_then(|started| {
                self.begin(position, go, started);
                answer(self, None, time)
            })
            .map_err(|failure| failure.ending)
    }

    /// Asks for a turn. The time runs from now, or has run from `started` on.
    pub(crate) fn begin(&mut self, position: &str, go: &GoParams, started: Option<Instant>) {
        self.ask(position, go, State::Thinking);
        if let Some(started) = started {
            self.started = started;
        }
    }

    /// Lets it think about the turn that will follow the one that is expected.
    pub(crate) fn ponder(&mut self, position: &str, go: &GoParams) {
        self.ask(position, go, State::Pondering);
    }

    fn ask(&mut self, position: &str, go: &GoParams, state: State) {
        self.drop_old_output();
        self.is_ready = false;
        self.dialogue.infos.clear();
        self.dialogue.best = None;
        self.started = Instant::now();
        self.process.send(position);
        self.tell(&go_line(go, self.dialogue.dialect()));
        self.dialogue.state = state;
    }

    /// The turn that it ponders on was made: its time runs from now on.
    pub(crate) fn ponder_hit(&mut self) {
        self.drop_old_output();
        self.started = Instant::now();
        self.tell(&Command::PonderHit.to_string());
        self.dialogue.state = State::Thinking;
    }

    /// Tells it to stop, if it thinks or ponders; its turn will be dropped. Its time runs from now.
    pub(crate) fn stop(&mut self) {
        self.drop_old_output();
        if matches!(self.dialogue.state, State::Thinking | State::Pondering) {
            self.started = Instant::now();
            self.tell(&Command::Stop.to_string());
            self.dialogue.state = State::Stopping;
        }
    }

    /// Whether it owes a turn, or a turn that will be dropped.
    pub(crate) fn owes_turn(&self) -> bool {
        use State::{Pondering, Stopping, Thinking};
        matches!(self.dialogue.state, Thinking | Pondering | Stopping)
    }

    /// Whether it has not done what it was asked for.
    pub(crate) fn is_busy(&self) -> bool {
        self.dialogue.state != State::Idle
    }

    /// When its time began to run.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// What is wrong with it, if something was found.
    pub(crate) fn fault(&self) -> Option<&Ending> {
        self.fault.as_ref()
    }

    /// Sends `quit`, and kills it if it has not ended in [`QUIT_GRACE`]. Returns how it ended if it
    /// did so by itself.
    pub fn quit(mut self) -> Option<Exit> {
        self.process.quit(QUIT_GRACE, &self.interrupt)
    }

    /// Writes a line, and starts to count what it writes.
    fn tell(&mut self, line: &str) {
        self.heard = self.process.received();
        self.process.send(line);
        self.process.flush();
    }

    /// Gets it out of a search.
    fn settle(&mut self) -> Result<(), Ending> {
        if self.owes_turn() {
            self.stop();
            let limit = after(Instant::now(), STOP_GRACE);
            if until_idle(self, None, limit).map_err(|failure| failure.ending)? == Wait::Late {
                return Err(self.ending(EndingKind::Stall, "no bestmove after stop".to_owned()));
            }
        }
        Ok(())
    }

    /// Waits for a word that ends a state.
    fn expect(&mut self, word: &str) -> Result<(), Ending> {
        let limit = after(Instant::now(), self.deadline);
        match until_idle(self, None, limit).map_err(|failure| failure.ending)? {
            Wait::Idle => Ok(()),
            Wait::Late => Err(self.silent(word)),
        }
    }

    /// Reads what it has written without being asked.
    fn drop_old_output(&mut self) {
        let (dialogue, mut fault) = (&mut self.dialogue, None);
        self.process.drain(MOST_OLD_OUTPUT, |line, at| {
            if fault.is_none() {
                fault = dialogue.take_in(line, at).err();
            }
        });
        if let Some(detail) = fault {
            self.accuse(detail);
        }
    }

    /// Takes in what was read, and whether it has ended.
    fn take_in(&mut self) {
        let at = self.process.read_at();
        let (dialogue, mut fault) = (&mut self.dialogue, None);
        while let Some(line) = self.process.next_line() {
            if fault.is_none() {
                fault = dialogue.take_in(line, at).err();
            }
        }
        if let Some(detail) = fault {
            self.accuse(detail);
        }
        if self.process.received() - self.heard > MOST_OUTPUT {
            self.accuse(format!(
                "more than {MOST_OUTPUT} bytes of output for a command"
            ));
        }
        if self.fault.is_none()
            && let Some(end) = self.process.end()
        {
            self.fault = Some(self.crash(end));
        }
    }
}

/// Seconds with three decimals.
pub(crate) fn seconds(duration: Duration) -> String {
    format!("{:.3}", duration.as_secs_f64())
}

/// Waits for clients, and takes in what they say.
fn wait(clients: &mut [&mut Client], deadline: Instant) -> Wake {
    let mut interrupt = None;
    let mut processes = Vec::with_capacity(clients.len());
    for client in clients.iter_mut() {
        let Client {
            process,
            interrupt: of_client,
            ..
        } = &mut **client;
        interrupt.get_or_insert(&*of_client);
        processes.push(process);
    }
    let Some(interrupt) = interrupt else {
        return Wake::Deadline;
    };
    let wake = process::wait(&mut processes, deadline, interrupt);
    for client in clients {
        client.take_in();
    }
    wake
}
