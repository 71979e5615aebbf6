//! The sessions in the pages: each is played with the program, line by line.

mod common;
#[path = "common/ebnf.rs"]
mod ebnf;
#[path = "common/page.rs"]
mod page;
#[path = "common/sentences.rs"]
mod sentences;
#[path = "common/transcript.rs"]
mod transcript;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use common::{BINARY, Engine};
use ebnf::Grammar;
use page::{PROTOCOL, README, code_spans, first_cells};
use transcript::{Action, Compared, Next, Peer, Transcript, fits, play, transcripts};

/// The errors that no session can show on every machine and in a short time.
const NOT_SHOWN: [&str; 4] = [
    "no-resources",
    "too-many-turns",
    "line-too-long",
    "internal",
];

impl Peer for Engine {
    fn send(&mut self, line: &str) {
        Engine::send(self, line);
    }

    fn next(&mut self) -> Next {
        // The engine of the tests panics when it has waited too long.
        match catch_unwind(AssertUnwindSafe(|| self.next_line())) {
            Ok(Some(line)) => Next::Line(line),
            Ok(None) => Next::End,
            Err(_) => Next::Silence,
        }
    }
}

fn all() -> Vec<Transcript> {
    let pages = [("protocol.md", PROTOCOL), ("README.md", README)];
    let blocks = pages.map(|(name, text)| transcripts(name, text));
    blocks
        .into_iter()
        .flat_map(|b| b.expect("sessions"))
        .collect()
}

/// An engine in a directory of its own, for what it may write there.
fn engine(transcript: &Transcript) -> Engine {
    let name = format!("{}-{}", transcript.page, transcript.line);
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).expect("a directory");
    Engine::start_as(Command::new(BINARY).current_dir(directory))
}

/// What came when all sessions were played, which happens once.
fn compared() -> &'static [Compared] {
    static COMPARED: OnceLock<Result<Vec<Compared>, String>> = OnceLock::new();
    let compared = COMPARED.get_or_init(|| {
        let mut compared = Vec::new();
        let mut differences = Vec::new();
        for transcript in all() {
            match play(&transcript, &mut engine(&transcript)) {
                Ok(lines) => compared.extend(lines),
                Err(difference) => differences.push(difference.to_string()),
            }
        }
        match differences.is_empty() {
            true => Ok(compared),
            false => Err(differences.join("\n")),
        }
    });
    let compared = compared.as_ref();
    compared.unwrap_or_else(|differences| panic!("\n{differences}"))
}

#[test]
fn every_session_happens_as_it_is_written() {
    let expected = all().into_iter().flat_map(|transcript| transcript.steps);
    let expected = expected.filter(|step| matches!(step.action, Action::Expect(_)));
    assert_eq!(compared().len(), expected.count());
    // At least one for each section of the commands and of what a session is.
    let headings = PROTOCOL.lines().filter(|line| line.starts_with("### "));
    assert!(all().len() >= headings.count());
    assert!(all().iter().all(|transcript| {
        let actions = transcript.steps.iter().map(|step| &step.action);
        actions.filter(|a| matches!(a, Action::Expect(_))).count() > 0
    }));
}

/// The lines that are sent in some session of the page that describes them.
fn sent() -> Vec<String> {
    let all = transcripts("protocol.md", PROTOCOL).expect("sessions");
    let steps = all.into_iter().flat_map(|transcript| transcript.steps);
    let sent = steps.filter_map(|step| match step.action {
        Action::Send(line) => Some(line),
        _ => None,
    });
    sent.collect()
}

#[test]
fn every_command_is_shown() {
    let sent = sent();
    let mut names = 0;
    for name in first_cells("## Commands")
        .iter()
        .flat_map(|c| code_spans(c))
    {
        // The words before the first that stands for something.
        let words = name
            .split(' ')
            .take_while(|w| !w.starts_with(['<', '[', '…']));
        let start = words.collect::<Vec<_>>().join(" ");
        let shown = |line: &String| *line == start || line.starts_with(&format!("{start} "));
        assert!(sent.iter().any(shown), "{name}");
        names += 1;
    }
    assert!(names > 25, "{names}");
}

#[test]
fn every_parameter_of_go_is_shown() {
    let sent = sent();
    for name in first_cells("### `go`").iter().flat_map(|c| code_spans(c)) {
        let word = name.split(' ').next().expect("a word");
        let shown = |line: &String| line.starts_with("go ") && line.split(' ').any(|w| w == word);
        assert!(sent.iter().any(shown), "{name}");
    }
}

#[test]
fn every_reply_is_shown() {
    let grammar = Grammar::of_page(PROTOCOL).expect("a grammar");
    let shown = |kind: &str, start: &str| {
        let lines = compared().iter().map(|c| c.line.as_str());
        let mut rests = lines.filter_map(|line| line.strip_prefix(start));
        rests.any(|rest| grammar.accepts(kind, rest))
    };
    for kind in grammar.kinds("reply") {
        assert!(shown(kind, ""), "{kind}");
    }
    // Any text can be help.
    for kind in grammar.without("note", "help").kinds("note") {
        assert!(shown(kind, "info string "), "{kind}");
    }
    assert!(compared().iter().any(|c| c.sent == "help"));
}

#[test]
fn every_error_is_shown() {
    for code in first_cells("## Errors").iter().flat_map(|c| code_spans(c)) {
        let start = format!("info string error {code}: ");
        let shown = compared().iter().any(|c| c.expected.starts_with(&start));
        assert_ne!(shown, NOT_SHOWN.contains(&code), "{code}");
    }
}

/// The first session of a text.
fn session(text: &str) -> Transcript {
    let text = format!("```session\n{text}\n```\n");
    transcripts("test", &text).expect("a session").remove(0)
}

#[test]
fn a_wrong_transcript_fails() {
    for (text, found) in [
        ("> isready\n< readyok!", "readyok"),
        ("> isready\n> isready\n< readyok", "readyok"),
        ("> query board\n> isready\n< readyok", "response 6"),
        ("> query board\n> quit\n< …\n< response 8", "(the end"),
        ("> quit\n< readyok", "(the end"),
        // The work goes on, and its lines come after the end.
        ("> go infinite\n< …\n> isready\n< readyok", ""),
    ] {
        let transcript = session(text);
        let difference = play(&transcript, &mut engine(&transcript));
        let difference = difference.expect_err(text).to_string();
        assert!(difference.starts_with("test:"), "{difference}");
        assert!(
            difference.contains(&format!("found:    {found}")),
            "{text}: {difference}"
        );
    }
    let right = session("> query board\n< resp…6\n> isready\n< …\n< readyok\n> quit");
    assert_eq!(play(&right, &mut engine(&right)).map(|c| c.len()), Ok(2));
}

/// Says what it is told to say, whatever is sent.
struct Replay(Vec<Next>);

impl Peer for Replay {
    fn send(&mut self, _: &str) {}

    fn next(&mut self) -> Next {
        self.0.pop().unwrap_or(Next::End)
    }
}

#[test]
fn silence_fails() {
    let transcript = session("> isready\n< …\n< readyok");
    let difference = play(&transcript, &mut Replay(vec![Next::Silence]));
    let difference = difference.expect_err("silence").to_string();
    assert!(difference.ends_with("found:    (nothing for a long time)"));
}

/// Changes each line of each real session in turn: each of them is compared.
#[test]
fn every_line_of_every_transcript_counts() {
    for transcript in all() {
        let mut lines = Vec::new();
        let mut quits = false;
        for step in &transcript.steps {
            match &step.action {
                Action::Expect(text) => lines.push(text.replace('…', "something")),
                Action::Send(line) => quits = line == "quit",
                Action::SkipLines => {}
            }
        }
        if !quits {
            lines.push("readyok".to_owned());
        }
        let replay =
            |lines: &[String]| Replay(lines.iter().rev().cloned().map(Next::Line).collect());
        assert!(
            play(&transcript, &mut replay(&lines)).is_ok(),
            "{}",
            transcript.line
        );
        for i in 0..lines.len() {
            let mut wrong = lines.clone();
            wrong[i] = "something else".to_owned();
            assert!(
                play(&transcript, &mut replay(&wrong)).is_err(),
                "{}: {i}",
                transcript.line
            );
            let mut short = lines.clone();
            short.remove(i);
            assert!(
                play(&transcript, &mut replay(&short)).is_err(),
                "{}: {i}",
                transcript.line
            );
        }
    }
}

#[test]
fn patterns() {
    for (expected, line) in [
        ("readyok", "readyok"),
        ("info …", "info depth 1"),
        ("info…", "info"),
        ("… nodes … nps", "12 nodes 13 nps"),
        ("a…a", "aa"),
        ("…b…b…", "abb"),
    ] {
        assert!(fits(expected, line), "{expected}: {line}");
    }
    for (expected, line) in [
        ("readyok", "readyok "),
        ("info …", "info"),
        ("… nodes … nps", "12 nodes nps"),
        ("a…a", "a"),
        ("…b…b…", "ab"),
        ("…x…y", "yx"),
    ] {
        assert!(!fits(expected, line), "{expected}: {line}");
    }
    assert!(transcripts("test", "```session\nisready\n```\n").is_err());
}
