//! The keywords of the grammar in `protocol.md` are those that the program knows, and no others.

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
use jumpers_protocol::Command;
use page::{PROTOCOL, cells, code_spans};

fn grammar() -> Grammar {
    Grammar::of_page(PROTOCOL).unwrap_or_else(|error| panic!("protocol.md: {error}"))
}

/// Words that may be keywords: all in the sources of the parser and of the session, in the page,
/// and in other protocols.
fn candidates() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let engine = env!("CARGO_MANIFEST_DIR");
    for directory in ["../jumpers-protocol/src", "src", "src/session"] {
        let path = std::path::Path::new(engine).join(directory);
        for entry in std::fs::read_dir(path).expect("sources") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                add_words(&std::fs::read_to_string(path).expect("UTF-8"), &mut words);
            }
        }
    }
    add_words(PROTOCOL, &mut words);
    add_words(
        "register later cp lowerbound currline refutation flip compiler export_net wait history \
         exit new newgame pass play playmove bestmove validmoves options info tei teinewgame hub \
         init level pos search ping pong ready loop done white black p1 p2 turn score moves time \
         result legal over end state side size player winner alpha beta on off true false yes no",
        &mut words,
    );
    assert!(words.len() > 1000 && words.contains("isready"));
    words
}

fn add_words(text: &str, words: &mut BTreeSet<String>) {
    let pieces = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.extend(pieces.filter(|word| !word.is_empty()).map(str::to_owned));
}

/// Compares the words that the grammar can have at a place with those that are read there.
fn check_keywords(place: &str, in_grammar: &BTreeSet<String>, is_read: impl Fn(&str) -> bool) {
    assert!(!in_grammar.is_empty());
    let mut words = candidates();
    words.extend(in_grammar.iter().cloned());
    let read: BTreeSet<_> = words.into_iter().filter(|word| is_read(word)).collect();
    assert_eq!(read, *in_grammar, "{place}");
}

/// The code of the error that a line has.
fn code(line: &str) -> Option<&'static str> {
    Command::parse(line).err().map(|error| error.code())
}

#[test]
fn the_keywords_are_those_of_the_parser() {
    let grammar = grammar();
    let first = |rule: &str| grammar.first_literals(grammar.rule(rule));
    let commands = first("command");
    assert_eq!(commands, grammar.first_literals(grammar.rule("Command")));
    check_keywords("line", &commands, |word| {
        code(word) != Some("unknown-command")
    });
    check_keywords("go", &first("goParameter"), |word| {
        code(&format!("go {word}")) != Some("unknown-parameter")
    });
    check_keywords("genfens", &first("genParameter"), |word| {
        code(&format!("genfens 1 {word}")) != Some("unexpected-word")
    });
    check_keywords("position", &first("base"), |word| {
        let code = code(&format!("position {word}"));
        ![Some("unknown-position"), Some("missing-position")].contains(&code)
    });
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    check_keywords("debug", &words(&["on", "off"]), |word| {
        code(&format!("debug {word}")).is_none()
    });
    check_keywords("perft", &words(&["paths"]), |word| {
        code(&format!("perft 1 {word}")).is_none()
    });
    check_keywords("setoption", &words(&["name"]), |word| {
        code(&format!("setoption {word} x")).is_none()
    });
}

#[test]
fn the_questions_are_those_of_the_session() {
    let grammar = grammar();
    let mut engine = Engine::start();
    let questions = grammar.first_literals(grammar.rule("question"));
    let mut answered = BTreeSet::new();
    for word in candidates().union(&questions) {
        engine.send(&format!("query {word}"));
        engine.send(&format!("query {word} a1-c1+d1"));
        let answers = [engine.next_line(), engine.next_line()].map(|line| line.expect("a line"));
        assert!(
            answers.iter().all(|line| grammar.accepts("response", line)),
            "{answers:#?}"
        );
        if answers.iter().any(|line| line != "response unsupported") {
            answered.insert(word.clone());
        }
    }
    assert_eq!(answered, questions);
}

#[test]
fn the_tables_name_what_the_grammar_has() {
    let grammar = grammar();
    let named = |heading: &str| -> BTreeSet<String> {
        let rows = cells(heading).into_iter();
        let spans = rows.flat_map(|row| code_spans(row[0]));
        let word = |span: &str| span.split(' ').next().unwrap_or_default().to_owned();
        spans.map(word).collect()
    };
    let commands = grammar.first_literals(grammar.rule("command"));
    assert_eq!(named("## Commands"), commands);
    let parameters = grammar.first_literals(grammar.rule("goParameter"));
    assert_eq!(named("### `go`"), parameters);
    let states = cells("## States");
    assert!(states.iter().all(|row| row.len() == 5));
    assert_eq!(named("## States"), commands);
}
