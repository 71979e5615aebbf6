//! How a session begins.

use jumpers_protocol::{Dialect, OptionKind, Reply};

use crate::compliance::bench::Bench;
use crate::compliance::failure::{Broken, Verdict, shown, shown_lines};
use crate::compliance::rule::{Level, Rule, Scope};
use crate::compliance::rules::query::has;
use crate::compliance::samples::MARK;
use crate::compliance::subject::hello_end;

pub(in crate::compliance) const RULES: &[Rule] = &[
    Rule {
        id: "handshake.identify",
        level: Level::Required,
        scope: Scope::Each,
        asks: "the handshake is answered, the last line being the ok of its dialect",
        check: identify,
    },
    Rule {
        id: "handshake.ready",
        level: Level::Required,
        scope: Scope::Each,
        asks: "each isready has exactly one readyok",
        check: ready,
    },
    Rule {
        id: "handshake.options",
        level: Level::Required,
        scope: Scope::Each,
        asks: "the option lines can be read, and their defaults are values that they take",
        check: options,
    },
    Rule {
        id: "handshake.name",
        level: Level::Required,
        scope: Scope::Each,
        asks: "the answer to the handshake has an id name",
        check: name,
    },
    Rule {
        id: "handshake.newgame",
        level: Level::Required,
        scope: Scope::Each,
        asks: "a new game says nothing, and what is sent then is done",
        check: new_game,
    },
    Rule {
        id: "handshake.without",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "commands are answered without a handshake and without a position",
        check: without,
    },
    Rule {
        id: "handshake.again",
        level: Level::Extension,
        scope: Scope::Each,
        asks: "a handshake of the other kind is answered and changes nothing",
        check: again,
    },
    Rule {
        id: "handshake.author",
        level: Level::Extension,
        scope: Scope::Once,
        asks: "the answer to the handshake has an id author",
        check: author,
    },
];

fn identify(bench: &Bench<'_>) -> Verdict {
    bench.start()?.shake_hands(bench.dialect).map(drop)
}

fn name(bench: &Bench<'_>) -> Verdict {
    has_line(bench, "id name ")
}

fn author(bench: &Bench<'_>) -> Verdict {
    has_line(bench, "id author ")
}

/// The answer to a handshake should have a line that begins like this.
fn has_line(bench: &Bench<'_>, start: &str) -> Verdict {
    let mut subject = bench.start()?;
    let hands = subject.shake_hands(bench.dialect);
    let lines = hands.map_err(Broken::before_the_rule)?;
    if lines.iter().any(|line| line.starts_with(start)) {
        Ok(())
    } else {
        subject.failure(format!("a line '{start}…'"), shown_lines(&lines))
    }
}

fn ready(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.start()?;
    let hands = subject.shake_hands(bench.dialect);
    hands.map_err(Broken::before_the_rule)?;
    let early = subject.listen()?;
    if early.iter().any(|line| line == "readyok") {
        return subject.failure("no readyok before isready", shown_lines(&early));
    }
    subject.send_bytes(b"isready\nisready\nisready\n");
    let mut count = 0;
    while count < 3 {
        subject.until("readyok three times", subject.deadline(), |line| {
            line == "readyok"
        })?;
        count += 1;
    }
    let late = subject.listen()?;
    if late.iter().any(|line| line == "readyok") {
        return subject.failure("readyok three times", "more of them");
    }
    Ok(())
}

fn options(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.start()?;
    let hands = subject.shake_hands(bench.dialect);
    let lines = hands.map_err(Broken::before_the_rule)?;
    let mut names = Vec::new();
    for line in lines.iter().filter(|line| line.starts_with("option")) {
        let declaration = match line.parse() {
            Ok(Reply::Option(declaration)) => declaration,
            Ok(_) => return subject.failure("'option name …'", format!("'{}'", shown(line))),
            Err(error) => {
                let found = format!("'{}' ({error})", shown(line));
                return subject.failure("an option that can be read", found);
            }
        };
        let takes_default = match &declaration.kind {
            OptionKind::Spin { default, min, max } => (min..=max).contains(&default),
            OptionKind::Combo { default, vars } => vars.contains(default),
            _ => true,
        };
        if !takes_default {
            let found = format!("'{}'", shown(line));
            return subject.failure("a default that is a value of the option", found);
        }
        let name = declaration.name.to_ascii_lowercase();
        if names.contains(&name) {
            let found = format!("'{}' twice", shown(&declaration.name));
            return subject.failure("a name for each option", found);
        }
        names.push(name);
    }
    Ok(())
}

fn new_game(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    let line = match bench.dialect {
        Dialect::Uci => "ucinewgame",
        Dialect::Ugi => "uginewgame",
    };
    for _ in 0..2 {
        let lines = subject.ask(line)?;
        if lines.iter().any(|line| !line.starts_with("info ")) {
            return subject.failure("nothing", shown_lines(&lines));
        }
        subject.set_up(&bench.game(MARK)?)?;
        subject.expect_at(&bench.game(MARK)?)?;
    }
    Ok(())
}

fn without(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.start()?;
    subject.sync()?;
    for (question, answer) in [("query p1turn", "true"), ("query gameover", "false")] {
        if has(&mut subject, question)? {
            subject.expect_response(question, answer)?;
        }
    }
    let searched = subject.go("go depth 1", subject.deadline())?;
    subject
        .expect_legal(&bench.start_of_six(), &searched)
        .map(drop)
}

fn again(bench: &Bench<'_>) -> Verdict {
    let mut subject = bench.playing()?;
    subject.set_up(&bench.game(MARK)?)?;
    let other = match bench.dialect {
        Dialect::Uci => Dialect::Ugi,
        Dialect::Ugi => Dialect::Uci,
    };
    subject.shake_hands(other)?;
    let searched = subject.go("go depth 1", subject.deadline())?;
    subject.expect_legal(&bench.game(MARK)?, &searched)?;
    if bench.dialect == Dialect::Ugi && searched.ponder.is_some() {
        let expected = format!("that {} changes nothing", hello_end(other));
        return subject.failure(expected, format!("'{}'", shown(&searched.best)));
    }
    Ok(())
}
