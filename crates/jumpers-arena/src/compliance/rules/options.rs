//! Options.

use jumpers_core::BoardSize;
use jumpers_protocol::{OptionDeclaration, OptionKind};
use jumpers_record::Referee;

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Verdict, shown_lines};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::samples::MARK;

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "options.unknown",
        level: Level::Required,
        scope: Scope::Once,
        asks: "an option that the engine does not have does no harm",
        check: unknown,
    },
    Rule {
        id: "options.values",
        level: Level::Required,
        scope: Scope::Once,
        asks: "each option takes its least and its greatest value, or each of those that it names",
        check: values,
    },
    Rule {
        id: "options.bounds",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "a value that an option does not take is the error bad-option-value",
        check: bounds,
    },
    Rule {
        id: "options.case",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "names of options may be in any case",
        check: case,
    },
    Rule {
        id: "options.board",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "option Board says of which board startpos is the start, and goes there",
        check: board,
    },
    Rule {
        id: "options.kept",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "a value that is refused leaves the old one",
        check: kept,
    },
];

fn is_error(line: &str) -> bool {
    line.starts_with("info string error")
}

fn unknown(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    subject.set_up(&bench.game(MARK)?)?;
    for line in [
        "setoption name Certainly Not An Option value 3",
        "setoption name Certainly Not An Option",
        "setoption name UCI_Variant value chess",
        "setoption name",
    ] {
        let lines = subject.ask(line)?;
        subject.expect_no_best(&lines, "no bestmove")?;
    }
    subject.expect_at(&bench.game(MARK)?)
}

/// Options that take from the machine what is not there for a test: memory, threads, and files.
fn is_costly(option: &OptionDeclaration) -> bool {
    let name = option.name.to_ascii_lowercase();
    let costly = ["hash", "thread", "memory", "cpu", "cache"];
    costly.iter().any(|word| name.contains(word))
}

/// Values that an option takes; none for a button.
fn good_values(option: &OptionDeclaration) -> Vec<Option<String>> {
    match &option.kind {
        OptionKind::Button => vec![None],
        OptionKind::Check { .. } => ["true", "false"].map(|v| Some(v.to_owned())).into(),
        OptionKind::Spin { default, min, .. } if is_costly(option) => {
            vec![Some(min.to_string()), Some(default.to_string())]
        }
        OptionKind::Spin { default, min, max } => {
            [min, max, default].map(|v| Some(v.to_string())).into()
        }
        OptionKind::Combo { default, vars } => {
            let all = vars.iter().chain([default]);
            all.map(|value| Some(shown_value(value))).collect()
        }
        // Any text might be the name of a file.
        OptionKind::String { default } => vec![Some(shown_value(default))],
    }
}

fn shown_value(value: &str) -> String {
    if value.is_empty() {
        "<empty>".to_owned()
    } else {
        value.to_owned()
    }
}

/// Values that an option does not take.
fn bad_values(option: &OptionDeclaration) -> Vec<String> {
    match &option.kind {
        OptionKind::Check { .. } => vec!["perhaps".to_owned()],
        OptionKind::Spin { min, max, .. } => {
            let mut values = vec!["many".to_owned(), format!("{min}x")];
            values.extend(min.checked_sub(1).map(|value| value.to_string()));
            if !is_costly(option) {
                values.extend(max.checked_add(1).map(|value| value.to_string()));
                values.push("99999999999999999999999".to_owned());
            }
            values
        }
        OptionKind::Combo { .. } => vec!["certainly not a value".to_owned()],
        OptionKind::Button | OptionKind::String { .. } => Vec::new(),
    }
}

fn line(name: &str, value: Option<&str>) -> String {
    match value {
        None => format!("setoption name {name}"),
        Some(value) => format!("setoption name {name} value {value}"),
    }
}

fn values(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    for option in subject.options().to_vec() {
        for value in good_values(&option) {
            let lines = subject.ask(&line(&option.name, value.as_deref()))?;
            if lines.iter().any(|line| is_error(line)) {
                return subject.failure("no error", shown_lines(&lines));
            }
        }
    }
    subject.search_legal(&bench.game(MARK)?, "go depth 1", subject.deadline())?;
    Ok(())
}

fn bounds(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.reporting()?;
    for option in subject.options().to_vec() {
        for value in bad_values(&option) {
            let lines = subject.ask(&line(&option.name, Some(&value)))?;
            match lines.as_slice() {
                [only] if only.starts_with("info string error bad-option-value: ") => {}
                _ => return subject.failure("the error bad-option-value", shown_lines(&lines)),
            }
        }
    }
    subject.search_legal(&bench.game(MARK)?, "go depth 1", subject.deadline())?;
    Ok(())
}

fn case(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    for option in subject.options().to_vec() {
        let Some(value) = good_values(&option).pop() else {
            continue;
        };
        for name in [
            option.name.to_ascii_lowercase(),
            option.name.to_ascii_uppercase(),
        ] {
            let lines = subject.ask(&line(&name, value.as_deref()))?;
            if lines.iter().any(|line| is_error(line)) {
                return subject.failure("no error", shown_lines(&lines));
            }
        }
    }
    Ok(())
}

fn board(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing_with_option("Board")?;
    for size in [BoardSize::Ten, BoardSize::Six, BoardSize::Eight] {
        subject.set_up(&bench.game(MARK)?)?;
        subject.ask(&line("Board", Some(&size.to_string())))?;
        let start = Referee::start_of(size);
        let only = only_here(&start);
        let searched = subject.go(
            &format!("go depth 1 searchmoves {only}"),
            subject.deadline(),
        )?;
        subject.expect_legal(&start, &searched)?;
        subject.ask("position startpos")?;
        let searched = subject.go("go depth 1", subject.deadline())?;
        subject.expect_legal(&start, &searched)?;
        // The turns of Teal differ from board to board.
        let turn = &start.legal_turns()[0];
        let mut next = start.clone();
        if next.play(turn).is_ok() {
            subject.ask(&format!("position startpos moves {turn}"))?;
            subject.expect_at(&next)?;
        }
    }
    Ok(())
}

/// A turn of the start: they are the same on all boards.
fn only_here(start: &Referee) -> String {
    start.legal_turns().swap_remove(0)
}

fn kept(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing_with_option("Board")?;
    subject.ask("setoption name Board value 10")?;
    for value in ["7", "ten", "", "100000000000000000000"] {
        subject.ask(&line("Board", Some(value)))?;
        let mut start = Referee::start_of(BoardSize::Ten);
        let turn = only_here(&start);
        if start.play(&turn).is_ok() {
            subject.ask(&format!("position startpos moves {turn}"))?;
            subject.expect_at(&start)?;
        }
    }
    Ok(())
}
