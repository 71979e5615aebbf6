//! The form of all lines that an engine writes.

use super::failure::{Failure, shown};

/// What can be wrong with the form of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormFault {
    /// A CR.
    CarriageReturn,
    /// A space at an end of the line, or next to another one; or no word at all.
    Spaces,
    /// Bytes that are no text, or control characters.
    NoText,
}

/// The first line of each fault, among all that was written.
#[derive(Debug, Default)]
pub(super) struct Form {
    lines: u64,
    carriage_return: Option<String>,
    spaces: Option<String>,
    no_text: Option<String>,
}

impl Form {
    /// Takes a line without its LF, and gives its words with single spaces between them. A line that
    /// is no text has none, as for a client that skips what it does not know.
    pub fn observe(&mut self, line: &[u8]) -> Option<String> {
        self.lines += 1;
        let keep = |place: &mut Option<String>| {
            place.get_or_insert_with(|| shown(&String::from_utf8_lossy(line)));
        };
        let without = line.strip_suffix(b"\r").unwrap_or(line);
        if without.len() < line.len() {
            keep(&mut self.carriage_return);
        }
        let text = std::str::from_utf8(without).ok();
        let Some(text) = text.filter(|text| !text.contains(char::is_control)) else {
            keep(&mut self.no_text);
            return None;
        };
        let words: Vec<_> = text.split_whitespace().collect();
        let words = words.join(" ");
        if words != text || words.is_empty() {
            keep(&mut self.spaces);
        }
        (!words.is_empty()).then_some(words)
    }

    /// The first line with this fault.
    pub fn check(&self, fault: FormFault) -> Result<(), Failure> {
        let (expected, found) = match fault {
            FormFault::CarriageReturn => ("lines that end with LF", &self.carriage_return),
            FormFault::Spaces => (
                "words with single spaces between them and none at the ends",
                &self.spaces,
            ),
            FormFault::NoText => ("UTF-8 without control characters", &self.no_text),
        };
        match found {
            None => Ok(()),
            Some(line) => Err(Failure {
                sent: Vec::new(),
                expected: expected.to_owned(),
                found: format!("'{line}'"),
            }),
        }
    }

    /// How many lines were written.
    pub fn lines(&self) -> u64 {
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(line: &[u8]) -> [bool; 3] {
        let mut form = Form::default();
        form.observe(b"readyok");
        form.observe(line);
        assert_eq!(form.lines(), 2);
        [
            FormFault::CarriageReturn,
            FormFault::Spaces,
            FormFault::NoText,
        ]
        .map(|fault| form.check(fault).is_err())
    }

    #[test]
    fn each_fault_is_one_of_its_own() {
        assert_eq!(faults("info string größer".as_bytes()), [false; 3]);
        assert_eq!(faults(b"uciok\r"), [true, false, false]);
        for line in [&b""[..], b" uciok", b"uciok ", b"id  name"] {
            assert_eq!(faults(line), [false, true, false], "{line:?}");
        }
        for line in [&b"id\tname"[..], b"\xff", b"a\0", b"\x1b[0m"] {
            assert_eq!(faults(line), [false, false, true], "{line:?}");
        }
    }

    #[test]
    fn lines_without_text_are_skipped() {
        let words = |line: &[u8]| Form::default().observe(line);
        assert_eq!(words(b" id  name x \r"), Some("id name x".to_owned()));
        assert_eq!(words(b" "), None);
        assert_eq!(words(b"bestmove \xff"), None);
        assert_eq!(words(b"id\tname"), None);
    }
}
