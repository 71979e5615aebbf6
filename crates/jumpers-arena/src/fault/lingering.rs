//! Engines that do not end when they should, or do not listen.

use std::process::Command as Program;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use jumpers_protocol::Command;

use super::FOREVER;
use crate::player::{Fate, Hooks, Sayings};

/// Does not end at `quit`, at the end of the input, nor by SIGTERM.
pub(super) struct SlowQuit;

impl Hooks for SlowQuit {
    fn start(&mut self) {
        // With a handler that does nothing but set a flag the signal does not end the process.
        let flag = Arc::new(AtomicBool::new(false));
        let _ = signal_hook::flag::register(signal_hook::consts::SIGTERM, flag);
    }

    fn command(&mut self, command: &Command, _: &mut Sayings) -> Fate {
        match command {
            Command::Quit => Fate::Ignored,
            _ => Fate::Done,
        }
    }

    fn end(&mut self) {
        std::thread::sleep(FOREVER);
    }
}

/// Does not read. If it read at first, what was read ahead is not used.
pub(super) struct Deaf;

impl Hooks for Deaf {
    fn start(&mut self) {
        wait_and_end()
    }

    fn command(&mut self, _: &Command, _: &mut Sayings) -> Fate {
        wait_and_end()
    }
}

fn wait_and_end() -> ! {
    std::thread::sleep(FOREVER);
    std::process::exit(0)
}

/// Starts a process that lives on and has its pipes open.
pub(super) struct Child;

impl Hooks for Child {
    fn start(&mut self) {
        if let Ok(program) = std::env::current_exe() {
            // If it cannot be started there is no fault to see.
            let _ = Program::new(program).args(["fault", "deaf"]).spawn();
        }
    }
}
