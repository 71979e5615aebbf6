//! Any text in one line.

use std::fmt::{self, Write};

use jumpers_protocol::Excerpt;

/// Any text as a value in one line, from which the text comes back: `\\`, `\n`, `\r` and `\t` are
/// written with a backslash; other control characters, line and paragraph separators, and a space
/// at the beginning or at the end as `\u{…}` with the character's number in hexadecimal.
///
/// ```
/// use jumpers_record::Escaped;
///
/// assert_eq!(Escaped("Jumpers 0.1 – α").to_string(), "Jumpers 0.1 – α");
/// assert_eq!(Escaped("C:\\log\n\u{1b}[0m ").to_string(), r"C:\\log\n\u{1b}[0m\u{20}");
/// assert_eq!(Escaped::read(r"C:\\log\n\u{1b}[0m\u{20}")?, "C:\\log\n\u{1b}[0m ");
/// # Ok::<(), jumpers_record::EscapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Escaped<'a>(pub &'a str);

/// A line that is no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EscapeError {
    /// A character that has to be written with a backslash.
    #[error("a character that must be written as \\u{{{:x}}}", u32::from(*.0))]
    Bare(char),
    /// A space at the beginning or at the end.
    #[error("a space at the beginning or at the end, which must be written as \\u{{20}}")]
    OuterSpace,
    /// A backslash with something else behind it.
    #[error("'{0}' where \\\\, \\n, \\r, \\t or \\u{{…}} is expected")]
    Unknown(Excerpt),
}

/// Would this character break the line, or not be seen?
fn is_bare(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.len().saturating_sub(1);
        for (at, letter) in self.0.char_indices() {
            match letter {
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                ' ' if at == 0 || at == last => f.write_str("\\u{20}")?,
                _ if is_bare(letter) => write!(f, "\\u{{{:x}}}", u32::from(letter))?,
                _ => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

impl Escaped<'_> {
    /// The text of a line.
    ///
    /// # Errors
    /// If a character should have been escaped, or a backslash means nothing.
    pub fn read(line: &str) -> Result<String, EscapeError> {
        if line.starts_with(' ') || line.ends_with(' ') {
            return Err(EscapeError::OuterSpace);
        }
        let mut text = String::with_capacity(line.len());
        let mut rest = line;
        while let Some(letter) = rest.chars().next() {
            let unknown = || EscapeError::Unknown(Excerpt::new(rest));
            let (letter, taken) = match letter {
                '\\' => read_escape(rest).ok_or_else(unknown)?,
                _ if is_bare(letter) => return Err(EscapeError::Bare(letter)),
                _ => (letter, letter.len_utf8()),
            };
            text.push(letter);
            rest = &rest[taken..];
        }
        Ok(text)
    }
}

/// The character that a text with a backslash at its beginning starts with, and how many bytes it
/// is written with.
fn read_escape(text: &str) -> Option<(char, usize)> {
    let letter = match text.as_bytes().get(1)? {
        b'\\' => '\\',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let (digits, _) = text.strip_prefix("\\u{")?.split_once('}')?;
            let is_number = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let number = is_number.then(|| u32::from_str_radix(digits, 16).ok())??;
            return Some((char::from_u32(number)?, "\\u{}".len() + digits.len()));
        }
        _ => return None,
    };
    Some((letter, 2))
}
