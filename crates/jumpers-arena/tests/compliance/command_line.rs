use std::process::{Command, Output};

fn arena(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena"))
        .arg("compliance")
        .args(arguments)
        .output()
        .expect("the arena runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_status_tells_whether_all_rules_hold() {
    for (engine, status, verdict) in [
        ("builtin:greedy", 0, "verdict: compliant"),
        ("builtin:fault-cr-lf", 1, "verdict: not compliant"),
    ] {
        let output = arena(&[engine, "--only", "handshake.r", "--only", "output"]);
        assert_eq!(output.status.code(), Some(status), "{engine}");
        let text = text(&output.stdout);
        assert!(text.starts_with("rule "), "{text}");
        assert!(text.contains("\nhandshake.ready  "), "{text}");
        assert!(text.ends_with(&format!("{verdict}\n")), "{text}");
    }
}

#[test]
fn the_engine_may_be_any_program_with_arguments() {
    let arena_program = env!("CARGO_BIN_EXE_arena");
    let engine = [
        arena_program,
        "player",
        "random",
        "--only",
        "handshake.identify",
    ];
    let arguments = [&engine[..], &["--", "--seed", "5"]].concat();
    let output = arena(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("engine: Jumpers player random\n"));
}

#[test]
fn the_table_is_json_if_it_should_be() {
    let output = arena(&["builtin:random", "--json", "--only", "handshake.identify"]);
    let table: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(table["engine"], "Jumpers player random");
    assert_eq!(table["compliant"], true);
    assert_eq!(table["required"]["pass"], 2);
    let row = &table["rows"][0];
    assert_eq!(row["rule"], "handshake.identify");
    assert_eq!(row["level"], "required");
    assert_eq!(row["cells"][1]["protocol"], "ugi");
    assert_eq!(row["cells"][1]["outcome"], "pass");
}

#[test]
fn a_dialect_can_be_chosen() {
    let output = arena(&[
        "builtin:fault-ponders-in-ugi",
        "--protocol",
        "uci",
        "--only",
        "go.form",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

#[test]
fn what_cannot_be_tried_has_status_2_and_a_reason() {
    let cases = [
        (
            &["no/such/engine"][..],
            "error: cannot start the engine: no/such/engine: there is no such program\n",
        ),
        (
            &["builtin:zzz"],
            "error: cannot start the engine: no built-in player 'zzz': there are builtin:random, ",
        ),
        (&["builtin:fault-zzz"], "no built-in player 'fault-zzz'"),
        (
            &["builtin:random", "--only", "weather"],
            "no rule's name begins with 'weather'",
        ),
        (&["builtin:random", "--deadline", "0"], "'--deadline <MS>'"),
        (
            &["builtin:random", "--protocol", "uhp"],
            "'--protocol <PROTOCOL>'",
        ),
        (&[], "<ENGINE>"),
    ];
    for (arguments, reason) in cases {
        let output = arena(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(reason), "{arguments:?}: {errors}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
    }
}

#[test]
fn the_rules_can_be_listed() {
    let output = arena(&["--list"]);
    assert_eq!(output.status.code(), Some(0));
    let text = text(&output.stdout);
    let names: Vec<_> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(names.contains(&"go.legal"), "{text}");
    let mut unique = names.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), names.len());
}

#[test]
fn the_list_is_json_if_it_should_be() {
    let output = arena(&["--list", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let rules: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rules = rules.as_array().expect("a list");
    let legal = rules.iter().find(|rule| rule["rule"] == "go.legal");
    assert_eq!(legal.expect("go.legal")["level"], "required");
}

#[test]
fn the_verdict_tells_of_extensions_that_fail() {
    let output = arena(&[
        "builtin:fault-bad-movelist",
        "--only",
        "turns.movelist",
        "--only",
        "handshake.identify",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let text = text(&output.stdout);
    let verdict = "\nverdict: compliant, but 1 extension fails\n";
    assert!(text.ends_with(verdict), "{text}");
}

/// An engine for the shell that knows UCI only, and has nothing but a handshake.
const BARE: &str = "while read -r line; do case $line in uci) echo uciok;; ugi) echo ugiok;; \
                    isready) echo readyok;; quit) exit;; esac; done";

#[test]
fn the_questions_of_ugi_may_be_absent_in_uci_but_not_in_ugi() {
    for (protocol, status, word) in [("uci", 0, "absent"), ("ugi", 1, "FAIL")] {
        let engine = ["sh", "--protocol", protocol, "--only", "query"];
        let output = arena(&[&engine[..], &["--", "-c", BARE]].concat());
        let text = text(&output.stdout);
        assert_eq!(output.status.code(), Some(status), "{text}");
        for rule in ["p1turn", "gameover", "result", "unknown"] {
            let row = text.lines().find(|line| {
                let mut words = line.split_whitespace();
                words.next() == Some(&format!("query.{rule}"))
            });
            assert!(row.is_some_and(|row| row.contains(word)), "{text}");
        }
    }
}
