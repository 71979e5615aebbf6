//! Sessions in a page: what is sent, and what must come back.
//!
//! They stand in blocks fenced as `session`. A line `> …` is sent and a line `< …` is expected.
//! [`ANY`] stands for any text in an expected line, and alone for any number of lines.

use std::fmt;

/// Stands for any text, also none.
pub const ANY: &str = "…";

/// A block.
#[derive(Clone, Debug, PartialEq)]
pub struct Transcript {
    /// The page.
    pub page: &'static str,
    /// The line of the page at which the block begins, from 1.
    pub line: usize,
    /// What happens.
    pub steps: Vec<Step>,
}

/// A line of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The line of the page, from 1.
    pub line: usize,
    /// What it says.
    pub action: Action,
}

/// What a line of a block says.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// This is sent.
    Send(String),
    /// This comes next.
    Expect(String),
    /// Any lines may come here, up to the first that the next one expected fits.
    SkipLines,
}

/// The blocks of a page.
pub fn transcripts(page: &'static str, text: &str) -> Result<Vec<Transcript>, String> {
    let mut found: Vec<Transcript> = Vec::new();
    let mut fence = None;
    for (text, line) in text.lines().zip(1..) {
        match (text.strip_prefix("```"), fence) {
            (Some("session"), None) => {
                fence = Some("session");
                found.push(Transcript {
                    page,
                    line,
                    steps: Vec::new(),
                });
            }
            (Some(name), None) => fence = Some(name),
            (Some(_), Some(_)) => fence = None,
            (None, Some("session")) => {
                let action = action(text).ok_or(format!("{page}:{line}: neither > nor <"))?;
                let block = found.last_mut().expect("a block has begun");
                block.steps.push(Step { line, action });
            }
            _ => {}
        }
    }
    Ok(found)
}

fn action(text: &str) -> Option<Action> {
    if let Some(sent) = text.strip_prefix("> ") {
        return Some(Action::Send(sent.to_owned()));
    }
    let expected = text.strip_prefix("< ")?;
    Some(match expected {
        ANY => Action::SkipLines,
        _ => Action::Expect(expected.to_owned()),
    })
}

/// Does a line fit what was expected?
pub fn fits(expected: &str, line: &str) -> bool {
    let Some((start, rest)) = expected.split_once(ANY) else {
        return expected == line;
    };
    let Some(line) = line.strip_prefix(start) else {
        return false;
    };
    // The pieces between come as early as they can, the last one at the end.
    let (between, end) = rest.rsplit_once(ANY).unwrap_or(("", rest));
    let Some(line) = line.strip_suffix(end) else {
        return false;
    };
    let mut left = line;
    between
        .split(ANY)
        .all(|piece| match left.split_once(piece) {
            Some((_, after)) => {
                left = after;
                true
            }
            None => false,
        })
}

/// An engine to talk to.
pub trait Peer {
    /// Sends a line.
    fn send(&mut self, line: &str);
    /// What comes next.
    fn next(&mut self) -> Next;
}

/// What comes from an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// A line.
    Line(String),
    /// Nothing, for too long.
    Silence,
    /// The end of the output.
    End,
}

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Next::Line(line) => f.write_str(line),
            Next::Silence => f.write_str("(nothing for a long time)"),
            Next::End => f.write_str("(the end of the output)"),
        }
    }
}

/// A line that was expected, and the one that came.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The last line that was sent before.
    pub sent: String,
    /// What was expected.
    pub expected: String,
    /// What came.
    pub line: String,
}

/// Where a session was not as its transcript says.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    page: &'static str,
    block: usize,
    line: usize,
    expected: String,
    skipped: Vec<String>,
    found: Next,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference {
            page, block, line, ..
        } = self;
        writeln!(f, "{page}:{line}: (in the session from line {block})")?;
        for skipped in &self.skipped {
            writeln!(f, "  skipped:  {skipped}")?;
        }
        writeln!(f, "  expected: {}", self.expected)?;
        write!(f, "  found:    {}", self.found)
    }
}

/// So many lines of an engine may be skipped at one place, lest a test never ends.
const MOST_SKIPPED: usize = 10_000;

/// Plays a session and compares every line. After the last step nothing may be left to come: the
/// engine must be ready at once, and end when it is told to, without another line.
pub fn play(transcript: &Transcript, peer: &mut impl Peer) -> Result<Vec<Compared>, Difference> {
    let mut compared = Vec::new();
    let mut sent = "";
    let mut skip = false;
    for step in &transcript.steps {
        match &step.action {
            Action::Send(line) => {
                peer.send(line);
                sent = line;
            }
            Action::SkipLines => skip = true,
            Action::Expect(expected) => {
                let line = expect(transcript, step.line, expected, skip, peer)?;
                skip = false;
                compared.push(Compared {
                    sent: sent.to_owned(),
                    expected: expected.clone(),
                    line,
                });
            }
        }
    }
    let last = transcript
        .steps
        .last()
        .map_or(transcript.line, |step| step.line);
    if sent != "quit" {
        peer.send("isready");
        expect(transcript, last, "readyok", skip, peer)?;
        peer.send("quit");
    }
    match peer.next() {
        Next::End => Ok(compared),
        found => Err(Difference {
            page: transcript.page,
            block: transcript.line,
            line: last,
            expected: Next::End.to_string(),
            skipped: Vec::new(),
            found,
        }),
    }
}

/// Takes the next line, or the first that fits, which must fit.
fn expect(
    transcript: &Transcript,
    line: usize,
    expected: &str,
    skip: bool,
    peer: &mut impl Peer,
) -> Result<String, Difference> {
    let mut skipped = Vec::new();
    loop {
        match peer.next() {
            Next::Line(found) if fits(expected, &found) => return Ok(found),
            Next::Line(found) if skip && skipped.len() < MOST_SKIPPED => skipped.push(found),
            found => {
                // The last few are enough to see what happened.
                skipped.drain(..skipped.len().saturating_sub(8));
                return Err(Difference {
                    page: transcript.page,
                    block: transcript.line,
                    line,
                    expected: expected.to_owned(),
                    skipped,
                    found,
                });
            }
        }
    }
}
