//! The grammar in `protocol.md` against the parser of commands and the lines of the program.

mod common;
#[path = "common/ebnf.rs"]
mod ebnf;
#[path = "common/page.rs"]
mod page;
#[path = "common/sentences.rs"]
mod sentences;

use std::collections::BTreeSet;

use common::Engine;
use ebnf::Grammar;
use jumpers_engine::book;
use jumpers_engine::players::seeded;
use jumpers_protocol::{Command, CommandError};
use page::PROTOCOL;
use sentences::Chance;

fn grammar() -> Grammar {
    Grammar::of_page(PROTOCOL).unwrap_or_else(|error| panic!("protocol.md: {error}"))
}

#[test]
fn the_notation() {
    let grammar = Grammar::parse(
        r##"
        song ::= (Word - "la")? "la"+ /* a comment */
               | Note ("," Note)* end?
        Note ::= [a-c#x67] ("#" | [^a-z#x23])*
        Word ::= [a-z]+
        end  ::= "!" "!"
        "##,
    )
    .expect("a grammar");
    for line in ["la", "la la", "tra la la", "a , g## , bAA", "c# ! !"] {
        assert!(grammar.accepts("song", line), "{line}");
    }
    for line in [
        "",
        "tra",
        "la tra",
        "d , a",
        "a,b",
        "c# !",
        "ax",
        "tra tra la",
    ] {
        assert!(!grammar.accepts("song", line), "{line}");
    }
    let mut chance = Chance(seeded(1));
    for _ in 0..200 {
        let song = grammar.sentence("song", &mut chance);
        assert!(grammar.accepts("song", &song), "{song}");
    }
    for wrong in [
        "a ::= b",
        "a ::=",
        "a ::= (\"x\"",
        "a ::= []",
        "a \"x\"",
        "a ::= \"x",
        "a ::= [b",
        "a ::= \"x\" a ::= \"y\"",
        "a ::= \"x\" )",
        "::= \"x\"",
        "a ::= /* \"x\"",
        "a ::= * \"x\"",
    ] {
        assert!(Grammar::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn all_rules_are_used() {
    assert_eq!(grammar().unused(), ["line", "reply"]);
}

/// What a line is read as: at most one command, and an error is one line.
fn read(line: &str) -> Result<Option<Command>, CommandError> {
    let read = Command::parse(line);
    if let Err(error) = &read {
        let text = error.to_string();
        assert!(
            text.bytes().all(|b| (b' '..=b'~').contains(&b)),
            "{line:?}: {text:?}"
        );
        assert!(text.len() < 300, "{line:?}: {text:?}");
    }
    read
}

#[test]
fn every_sentence_is_a_command() {
    let grammar = grammar();
    let mut chance = Chance(seeded(2));
    let mut kinds = BTreeSet::new();
    for _ in 0..20_000 {
        let line = grammar.sentence("line", &mut chance);
        assert!(grammar.accepts("line", &line), "{line:?}");
        match read(&line) {
            Ok(Some(command)) => {
                let text = command.to_string();
                assert!(
                    grammar.accepts("line", &text),
                    "{line:?} is read as {text:?}"
                );
                assert_eq!(read(&text), Ok(Some(command)), "{line:?}");
                kinds.insert(text.split(' ').next().unwrap_or_default().to_owned());
            }
            other => panic!("{line:?}: {other:?}"),
        }
    }
    // All but the second names of commands.
    let names = grammar.first_literals(grammar.rule("Command"));
    let second = ["uginewgame", "print", "movelist"];
    let missing: Vec<_> = names.iter().filter(|name| !kinds.contains(*name)).collect();
    assert!(
        missing.iter().all(|name| second.contains(&name.as_str())),
        "{missing:?}"
    );
}

/// Changes a line a little.
fn mutate(line: &str, chance: &mut Chance) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = chance.below(words.len());
    match chance.below(7) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[at].clone()),
        2 => {
            let other = chance.below(words.len());
            words.swap(at, other);
        }
        3 => words.truncate(at),
        4 => drop(words[at].pop()),
        5 => words[at]
            .push(*chance.pick(&['0', '-', 'x', '9', '\0', '\t', '\u{feff}', 'é', '\'', '\\'])),
        _ => {
            words[at] = (*chance.pick(&[
                "",
                "-1",
                "99999999999999999999",
                "value",
                "moves",
                "go",
                "\u{1f3b2}",
            ]))
            .to_owned()
        }
    }
    words.join(" ")
}

#[test]
fn a_line_with_a_fault_is_a_command_or_one_error() {
    let grammar = grammar();
    let mut chance = Chance(seeded(3));
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let mut line = grammar.sentence("line", &mut chance);
        for _ in 0..=chance.below(3) {
            line = mutate(&line, &mut chance);
        }
        match read(&line) {
            Ok(_) => good += 1,
            Err(_) => bad += 1,
        }
    }
    assert!(good > 1000 && bad > 1000, "{good}, {bad}");
}

/// Has the book no position at all?
fn book_is_empty() -> bool {
    book::TEXT.lines().all(|line| line.starts_with('#'))
}

/// Lines by chance that a session can have, none of which takes long.
fn session(grammar: &Grammar, chance: &mut Chance) -> Vec<String> {
    let lines = [
        "uci",
        "ugi",
        "ucinewgame",
        "position startpos",
        "go depth 3",
        "go nodes 50",
        "go movetime 5",
        "go infinite",
        "go ponder",
        "go mate 2",
        "go solve nodes 900",
        "go solve infinite",
        "stop",
        "ponderhit",
        "movelist",
        "d",
        "eval",
        "bench 1",
        "perft 2",
        "divide 2 paths",
        "go perft 40",
        "undo",
        "undo 7",
        "genfens 2 depth 1",
        "genfens 9 plies 1 depth 1",
        "debug on",
        "debug off",
        "setoption name MultiPV value 3",
        "setoption name Board value 8",
        "query fen",
        "query result",
        "query gameover",
        "query board",
        "query what",
        "moves a1-c1+d1",
        "moves f6-d6+c6 b1-b3+b4",
        "position fen 6/6/6/6/6/rt4 r 0 0",
        "moves a1xc1",
        "position fen 4tt/4tt/6/6/rr4/rr4 r 13 13",
        "setoption name Hash value 1",
        "setoption name OwnBook value true",
        "setoption name UCI_AnalyseMode value true",
        "go wtime 20 btime 20 p1inc 1",
        "setoption name Threads value 2",
    ];
    let mut session = Vec::new();
    for _ in 0..40 {
        let line = match chance.below(4) {
            0 => mutate(&grammar.sentence("line", chance), chance),
            _ => (*chance.pick(&lines)).to_owned(),
        };
        // Memory, threads and files are not for chance.
        let is_harmless = match Command::parse(&line) {
            Ok(Some(Command::SetOption(_) | Command::Quit | Command::Help)) => {
                lines.contains(&line.as_str())
            }
            _ => !line.contains('\n'),
        };
        if is_harmless {
            session.push(line);
        }
    }
    session.push("stop".to_owned());
    session
}

#[test]
fn every_line_of_the_engine_is_a_reply() {
    let grammar = grammar();
    // Help is free text, which would let everything pass.
    let strict = grammar.without("note", "help");
    let mut chance = Chance(seeded(4));
    let mut kinds = BTreeSet::new();
    let mut check = |session: &[String], line: &str| {
        let fits = |kind: &&str| strict.accepts(kind, line);
        match strict
            .kinds("reply")
            .into_iter()
            .filter(fits)
            .collect::<Vec<_>>()[..]
        {
            [kind] => kinds.insert(kind.to_owned()),
            ref several => panic!("{line:?} is {several:?} in {session:#?}"),
        };
    };
    for _ in 0..40 {
        let session = session(&grammar, &mut chance);
        let mut engine = Engine::start();
        for line in &session {
            engine.send(line);
        }
        let mut lines = engine.sync();
        engine.send("quit");
        lines.extend(engine.end().0);
        lines.iter().for_each(|line| check(&session, line));
    }
    // What is answered in peace: in a session by chance the next line may end it.
    let mut engine = Engine::start();
    for (line, last) in [
        ("uci", "uciok"),
        ("isready", "readyok"),
        ("query fen", "response "),
        ("divide 2 paths", "Nodes searched: "),
        ("bench 1", " nps"),
        ("genfens 1 depth 1", "genfens done 1"),
        ("go depth 2", "bestmove "),
        ("go solve nodes 2000", "bestmove "),
        ("setoption name OwnBook value true", ""),
        ("go wtime 500", "bestmove "),
    ] {
        engine.send(line);
        if !last.is_empty() {
            let lines = engine.until(|line| line.contains(last));
            lines
                .iter()
                .for_each(|reply| check(&[line.to_owned()], reply));
        }
    }
    let mut all: BTreeSet<_> = grammar.kinds("reply").into_iter().collect();
    // It comes in long searches only.
    all.remove("currentTurn");
    if book_is_empty() {
        all.remove("shortInfo");
    }
    assert!(kinds.iter().map(String::as_str).eq(all), "{kinds:?}");
    let help = engine.ask("help");
    assert!(help.iter().all(|line| grammar.accepts("reply", line)));
}
