//! An engine that plays game after game.

use jumpers_record::{Ending, EndingKind};

use crate::client::Client;
use crate::contestant::{Contestant, Protocol};
use crate::process::{Interrupt, Supervisor};

/// What an engine said that is wrong, but loses no game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    /// How often.
    pub count: u64,
    /// What it was the first time.
    pub first: Option<String>,
}

impl Warnings {
    fn add(&mut self, text: impl FnOnce() -> String) {
        self.count += 1;
        self.first.get_or_insert_with(text);
    }
}

/// A contestant with its CPUs, and its engine if it runs. The engine is started when it is needed,
/// stays for the next games, and is started again if it has failed.
///
/// A seat stays in the thread where it was made, as its [process](crate::process) does. Dropping it
/// kills the engine at once; [`Seat::close`] lets it end by itself.
#[derive(Debug)]
pub struct Seat {
    contestant: Contestant,
    cpus: Vec<usize>,
    supervisor: Supervisor,
    interrupt: Interrupt,
    client: Option<Client>,
    /// The engine was started for this game.
    is_fresh: bool,
    starts: u64,
    warnings: Warnings,
}

impl Seat {
    /// A seat whose engine does not run yet. It will run on these CPUs, or on any if there are none.
    pub fn new(
        contestant: Contestant,
        cpus: Vec<usize>,
        supervisor: &Supervisor,
        interrupt: &Interrupt,
    ) -> Self {
        Seat {
            contestant,
            cpus,
            supervisor: supervisor.clone(),
            interrupt: interrupt.clone(),
            client: None,
            is_fresh: false,
            starts: 0,
            warnings: Warnings::default(),
        }
    }

    /// Who sits here.
    pub fn contestant(&self) -> &Contestant {
        &self.contestant
    }

    /// The engine, if it runs.
    pub fn client(&self) -> Option<&Client> {
        self.client.as_ref()
    }

    /// How often it was started.
    pub fn starts(&self) -> u64 {
        self.starts
    }

    /// What was wrong without losing a game, in all games: illegal turns in the lines that the
    /// engine expects, options that it does not have, an end between two games.
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    pub(super) fn warn(&mut self, text: impl FnOnce() -> String) {
        self.warnings.add(text);
    }

    /// Ends the engine, if it runs: `quit`, and SIGKILL if that does not help.
    pub fn close(&mut self) {
        if let Some(client) = self.client.take() {
            client.quit();
        }
    }

    /// Kills the engine, if it runs.
    pub(super) fn kill(&mut self) {
        self.client = None;
    }

    pub(super) fn client_mut(&mut self) -> Option<&mut Client> {
        self.client.as_mut()
    }

    /// Whether it thinks in the opponent's time.
    pub(super) fn ponders(&self) -> bool {
        self.contestant.ponder && self.contestant.protocol == Protocol::Uci
    }

    /// Tells the engine, which is started if it does not run, that a game begins.
    /// [`Seat::expect_ready`] waits for its answer.
    pub(super) fn begin_game(&mut self) -> Result<(), Ending> {
        if self.contestant.restart {
            self.close();
        }
        self.is_fresh = false;
        self.supervisor.check_watcher();
        if let Some(client) = &mut self.client {
            match client.begin_new_game() {
                Err(ending) if ending.kind != EndingKind::Interrupt => self.give_up(&ending),
                result => return result,
            }
        }
        self.start()
    }

    /// Waits until the engine is ready. One that has failed since its last game is started again.
    pub(super) fn expect_ready(&mut self) -> Result<(), Ending> {
        let Some(client) = &mut self.client else {
            return self.start_and_wait();
        };
        match client.finish_sync() {
            Err(ending) if ending.kind != EndingKind::Interrupt && !self.is_fresh => {
                self.give_up(&ending);
                self.start_and_wait()
            }
            result => result,
        }
    }

    /// What was left of the last game has failed.
    fn give_up(&mut self, ending: &Ending) {
        self.kill();
        self.warn(|| format!("between two games: {}: {}", ending.kind, ending.detail));
    }

    fn start_and_wait(&mut self) -> Result<(), Ending> {
        self.start()?;
        match &mut self.client {
            Some(client) => client.finish_sync(),
            None => Ok(()),
        }
    }

    fn start(&mut self) -> Result<(), Ending> {
        self.starts += 1;
        let mut client = Client::start(
            &self.contestant,
            &self.cpus,
            &self.supervisor,
            &self.interrupt,
        )?;
        if self.starts == 1 {
            for warning in client.warnings() {
                self.warnings.add(|| warning.clone());
            }
        }
        client.begin_new_game()?;
        self.client = Some(client);
        self.is_fresh = true;
        Ok(())
    }
}
