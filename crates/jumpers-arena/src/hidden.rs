//! Characters that are not seen.

/// Whether a character of foreign text must not be shown as it is: control characters, those of no
/// width such as a byte order mark, and those that turn the direction of the text about them.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
        )
}

#[cfg(test)]
mod tests {
    use super::is_hidden;

    #[test]
    fn what_is_seen_is_not_hidden() {
        for c in "aZ0 |~äßЖ漢→×≥\u{a0}\u{2010}".chars() {
            assert!(!is_hidden(c), "{c:?}");
        }
        for c in "\0\n\u{1b}\u{85}\u{ad}\u{200b}\u{202e}\u{2066}\u{feff}".chars() {
            assert!(is_hidden(c), "{c:?}");
        }
    }
}
