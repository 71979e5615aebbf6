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
        (&["no/such/engine"][..], "cannot start the engine"),
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
