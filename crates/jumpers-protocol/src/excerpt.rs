//! A short, printable piece of foreign text.

use std::fmt;

/// A piece of somebody else's text that is safe to put into a message: at most 40 characters,
/// printable ASCII only, cut with `...`; other characters, quotes and backslashes are escaped.
///
/// ```
/// use jumpers_protocol::Excerpt;
///
/// assert_eq!(Excerpt::new("a1-c1\r\n").to_string(), r"a1-c1\r\n");
/// assert_eq!(Excerpt::new(&"x".repeat(99)).to_string(), format!("{}...", "x".repeat(37)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Excerpt(String);

impl Excerpt {
    /// The longest excerpt, in characters.
    pub const MAX_LEN: usize = 40;

    const MARK: &str = "...";

    /// Escapes the text and cuts it. Costs no more for a longer text.
    pub fn new(text: &str) -> Self {
        let mut out = String::new();
        let mut cut = 0;
        for c in text.chars() {
            out.extend(c.escape_default());
            if out.len() <= Self::MAX_LEN - Self::MARK.len() {
                cut = out.len();
            } else if out.len() > Self::MAX_LEN {
                out.truncate(cut);
                out.push_str(Self::MARK);
                break;
            }
        }
        Excerpt(out)
    }

    /// The excerpt as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
