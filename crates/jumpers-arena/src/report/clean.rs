//! Foreign text in a report: names, and what engines said.

/// The text with its control characters escaped, so that none reaches a terminal, and cut to so
/// many characters, with `...` for what is left out.
pub(super) fn clean(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    let mut cut = 0;
    for c in text.chars() {
        let before = out.len();
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        length += out[before..].chars().count();
        if length + MARK.len() <= most {
            cut = out.len();
        } else if length > most {
            out.truncate(cut);
            out.push_str(MARK);
            break;
        }
    }
    out
}

const MARK: &str = "...";

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(clean("a\x1b[31mb\n\u{85}", 99), "a\\u{1b}[31mb\\n\\u{85}");
        assert_eq!(clean("Jürgen → <b>", 99), "Jürgen → <b>");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(clean("1234567", 7), "1234567");
        assert_eq!(clean("12345678", 7), "1234...");
        assert_eq!(clean("ääääääää", 7), "ääää...");
        assert_eq!(clean("123\n567890", 7), "123...");
        assert_eq!(clean("", 7), "");
    }
}
