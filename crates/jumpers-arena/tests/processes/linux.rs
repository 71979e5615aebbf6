//! What only Linux has.

use std::time::Duration;

use jumpers_arena::contestant::{Contestant, Protocol};
use jumpers_arena::limit::Limit;
use jumpers_arena::process::{Launch, Process};

use crate::scripts::Scripts;

fn contestant(command: &str, args: &[&str]) -> Contestant {
    let second = Duration::from_secs(1);
    Contestant {
        name: "engine".to_owned(),
        command: command.to_owned(),
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        directory: None,
        environment: Vec::new(),
        protocol: Protocol::Uci,
        options: Vec::new(),
        limit: Limit::default(),
        margin: second,
        deadline: second,
        ponder: false,
        restart: false,
        digest: None,
    }
}

#[test]
fn an_engine_runs_where_it_is_told_to() {
    let scripts = Scripts::new();
    let text = "grep Cpus_allowed_list /proc/self/status; pwd; echo $COLOUR";
    let mut contestant = contestant("/bin/sh", &["-c", text]);
    contestant.directory = Some("/".into());
    contestant.environment = vec![("COLOUR".to_owned(), "teal".to_owned())];
    let launch = Launch::new(&contestant, &[0]);
    let mut process = Process::start(&scripts.supervisor, &launch).expect("a process");
    assert_eq!(scripts.line(&mut process), "Cpus_allowed_list:\t0");
    assert_eq!(scripts.line(&mut process), "/");
    assert_eq!(scripts.line(&mut process), "teal");
}

#[test]
fn a_cpu_that_is_none_is_a_reason_not_to_start() {
    let scripts = Scripts::new();
    for cpu in [1023, 1024, usize::MAX] {
        let launch = Launch::new(&contestant("/bin/true", &[]), &[cpu]);
        let mut process = Process::start(&scripts.supervisor, &launch).expect("a shim");
        scripts.end(&mut process);
        let reason = process.start_failure().expect("a reason");
        assert!(reason.contains(&cpu.to_string()), "{reason}");
    }
}

#[test]
fn an_engine_dies_with_its_children() {
    let scripts = Scripts::new();
    let mut process = scripts.start("sleep 1000 & echo $!; read line");
    let child = scripts.line(&mut process);
    process.kill();
    let path = std::path::PathBuf::from(format!("/proc/{child}/stat"));
    crate::scripts::wait_until(|| {
        // It may be a zombie, if nobody reaps it.
        std::fs::read_to_string(&path).map_or(true, |stat| stat.contains(") Z "))
    });
}
