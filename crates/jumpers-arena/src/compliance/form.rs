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
    /// Takes a line without its LF.
    pub fn observe(&mut self, line: &[u8]) {
        self.lines += 1;
        let keep = |place: &mut Option<String>| {
            place.get_or_insert_with(|| shown(&String::from_utf8_lossy(line)));
        };
        let without = line.strip_suffix(b"\r").unwrap_or(line);
        if without.len() < line.len() {
            keep(&mut self.carriage_return);
        }
        let text = std::str::from_utf8(without).ok();
        match text.filter(|text| !text.contains(char::is_control)) {
            None => keep(&mut self.no_text),
            Some(text) if !has_single_spaces(text) => keep(&mut self.spaces),
            Some(_) => {}
        }
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

fn has_single_spaces(text: &str) -> bool {
    text.split(' ').all(|word| !word.is_empty())
}

/// The words of a line, whatever stands between them.
pub(super) fn words(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
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
    fn words_are_found_between_anything() {
        assert_eq!(words(b" id \t name\0x\r"), "id name x");
        assert_eq!(words(b"\r"), "");
    }
}
