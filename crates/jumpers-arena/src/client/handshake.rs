//! How a client starts an engine.

use std::io::ErrorKind;
use std::time::Instant;

use jumpers_protocol::{Command, OptionDeclaration, OptionKind, SetOptionParams};
use jumpers_record::{Ending, EndingKind};

use super::Client;
use super::dialogue::Dialogue;
use crate::contestant::{Contestant, Protocol};
use crate::process::{Interrupt, Launch, Process, StartError, Supervisor};

impl Client {
    /// Starts an engine, on these CPUs or on any: the handshake, the options, `isready`. Each answer
    /// may take [`Contestant::deadline`].
    ///
    /// # Errors
    /// If it does not start, or does not answer. If the system has no more processes, files, … that
    /// is no fault of the engine: the kind of the ending is [`EndingKind::Interrupt`].
    pub fn start(
        contestant: &Contestant,
        cpus: &[usize],
        supervisor: &Supervisor,
        interrupt: &Interrupt,
    ) -> Result<Self, Ending> {
        let process = Process::start(supervisor, &Launch::new(contestant, cpus))
            .map_err(|error| not_started(&error))?;
        let mut client = Client {
            process,
            dialogue: Dialogue::new(contestant.protocol),
            deadline: contestant.deadline,
            interrupt: interrupt.clone(),
            warnings: Vec::new(),
            fault: None,
            started: Instant::now(),
            is_ready: false,
            heard: 0,
        };
        client.tell(&Command::Handshake(client.dialogue.dialect()).to_string());
        let expected = match contestant.protocol {
            Protocol::Uci => "uciok",
            Protocol::Ugi => "ugiok",
        };
        client.expect(expected)?;
        client.set_options(contestant);
        client.sync()?;
        Ok(client)
    }

    fn set_options(&mut self, contestant: &Contestant) {
        if contestant.ponder && contestant.protocol == Protocol::Uci {
            let is_set = contestant.options.iter().any(|(name, _)| is_ponder(name));
            let is_there = |option: &&OptionDeclaration| {
                is_ponder(&option.name) && matches!(option.kind, OptionKind::Check { .. })
            };
            if let Some(option) = self.dialogue.options.iter().find(is_there)
                && !is_set
            {
                let name = option.name.clone();
                self.set_option(&name, Some("true"));
            }
        }
        for (name, value) in &contestant.options {
            self.set_option(name, value.as_deref());
        }
    }

    /// Sets an option; a button has no value. One that the engine has not declared is set all the
    /// same, as other runners do, and is a [warning](Client::warnings).
    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let mut declared = self.dialogue.options.iter();
        if !declared.any(|option| option.name.eq_ignore_ascii_case(name)) {
            self.warnings
                .push(format!("option {name} is not one that the engine has"));
        }
        self.process.send(
            &Command::SetOption(SetOptionParams {
                name: name.to_owned(),
                value: value.map(str::to_owned),
            })
            .to_string(),
        );
    }
}

/// What it means that nothing was started: mostly that the system is out of something.
fn not_started(error: &StartError) -> Ending {
    let kind = match error {
        StartError::Spawn { error, .. } => match error.kind() {
            // Arguments that no program can be given.
            ErrorKind::InvalidInput | ErrorKind::ArgumentListTooLong => EndingKind::Crash,
            _ => EndingKind::Interrupt,
        },
        _ => EndingKind::Interrupt,
    };
    Ending::new(kind, error.to_string())
}

fn is_ponder(name: &str) -> bool {
    name.eq_ignore_ascii_case("Ponder")
}
