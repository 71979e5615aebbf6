//! How a client starts an engine.

use std::io::ErrorKind;
use std::time::Instant;

use jumpers_protocol::{Command, Excerpt, OptionDeclaration, OptionKind, SetOptionParams};
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
        client.dialogue.refusals = Some(Vec::new());
        client.sync()?;
        let refusals = client.dialogue.refusals.take().unwrap_or_default();
        client.warnings.extend(refusals);
        Ok(client)
    }

    /// Sets the contestant's options; and `Ponder`, which is not among them, if it is to ponder and
    /// has that option.
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

    /// Sets an option; a button has no value. One that the engine has not declared, or not with
    /// such a value, is set all the same, as other runners do, and is a
    /// [warning](Client::warnings).
    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let mut declared = self.dialogue.options.iter();
        match declared.find(|option| option.name.eq_ignore_ascii_case(name)) {
            Some(option) => self.warnings.extend(objection(option, value)),
            None => self
                .warnings
                .push(format!("option {name} is not one that the engine has")),
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

/// What is wrong with a value by the option's declaration, if something is.
fn objection(option: &OptionDeclaration, value: Option<&str>) -> Option<String> {
    let name = &option.name;
    let Some(value) = value else {
        return (option.kind != OptionKind::Button).then(|| format!("option {name} has no value"));
    };
    let wanted = match &option.kind {
        OptionKind::Check { .. } => {
            if is_one_of(&["true", "false"], value) {
                return None;
            }
            "true or false".to_owned()
        }
        &OptionKind::Spin { min, max, .. } => {
            if value
                .parse()
                .is_ok_and(|number: i64| (min..=max).contains(&number))
            {
                return None;
            }
            format!("a whole number from {min} to {max}")
        }
        OptionKind::Combo { vars, .. } => {
            if is_one_of(vars, value) {
                return None;
            }
            format!("one of {}", vars.join(", "))
        }
        OptionKind::Button => "nothing, as it is a button".to_owned(),
        OptionKind::String { .. } => return None,
    };
    let value = Excerpt::new(value);
    Some(format!(
        "option {name} is set to '{value}'; it takes {wanted}"
    ))
}

fn is_one_of(words: &[impl AsRef<str>], value: &str) -> bool {
    words
        .iter()
        .any(|word| word.as_ref().eq_ignore_ascii_case(value))
}

fn is_ponder(name: &str) -> bool {
    name.eq_ignore_ascii_case("Ponder")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objection_to(kind: OptionKind, value: Option<&str>) -> Option<String> {
        let name = "X".to_owned();
        objection(&OptionDeclaration { name, kind }, value)
    }

    #[test]
    fn values_are_held_to_what_is_declared() {
        let spin = || OptionKind::Spin {
            default: 1,
            min: -1,
            max: 64,
        };
        let check = || OptionKind::Check { default: true };
        let combo = || OptionKind::Combo {
            default: "Normal".to_owned(),
            vars: vec!["Normal".to_owned(), "Very Wild".to_owned()],
        };
        let string = || OptionKind::String {
            default: String::new(),
        };
        for (kind, value) in [
            (spin(), "-1"),
            (spin(), "64"),
            (check(), "false"),
            (check(), "True"),
            (combo(), "very wild"),
            (string(), "abc"),
            (string(), ""),
        ] {
            assert_eq!(objection_to(kind, Some(value)), None, "{value}");
        }
        assert_eq!(objection_to(OptionKind::Button, None), None);
        for (kind, value, wanted) in [
            (spin(), "abc", "a whole number from -1 to 64"),
            (spin(), "65", "a whole number from -1 to 64"),
            (spin(), "-2", "a whole number from -1 to 64"),
            (
                spin(),
                "99999999999999999999",
                "a whole number from -1 to 64",
            ),
            (check(), "1", "true or false"),
            (combo(), "Tame", "one of Normal, Very Wild"),
            (OptionKind::Button, "1", "nothing, as it is a button"),
        ] {
            assert_eq!(
                objection_to(kind, Some(value)),
                Some(format!("option X is set to '{value}'; it takes {wanted}"))
            );
        }
        assert_eq!(
            objection_to(spin(), None).as_deref(),
            Some("option X has no value")
        );
    }
}
