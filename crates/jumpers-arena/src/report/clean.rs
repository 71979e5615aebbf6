//! Foreign text in a report: names, and what engines said.

use crate::hidden::is_hidden;

/// The text with what cannot be seen escaped, so that none of it reaches a terminal, and cut to so
/// many characters, with `...` for what is left out.
pub(super) fn clean(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    let mut cut = 0;
    for c in text.chars() {
        let before = out.len();
        if is_hidden(c) {
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

/// The same, but with `...` for what is left out of its middle: names often differ at their ends.
pub(super) fn clean_middle(text: &str, most: usize) -> String {
    let text = clean(text, usize::MAX);
    let count = text.chars().count();
    if count <= most {
        return text;
    }
    let kept = most.saturating_sub(MARK.len());
    let last = kept / 2;
    let head: String = text.chars().take(kept - last).collect();
    let tail: String = text.chars().skip(count - last).collect();
    format!("{head}{MARK}{tail}")
}

const MARK: &str = "...";

#[cfg(test)]
mod tests {
    use super::{clean, clean_middle};

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(clean("a\x1b[31mb\n\u{85}", 99), "a\\u{1b}[31mb\\n\\u{85}");
        assert_eq!(clean("Jürgen → <b>", 99), "Jürgen → <b>");
    }

    #[test]
    fn what_is_left_out_is_in_the_middle() {
        assert_eq!(clean_middle("12345678", 8), "12345678");
        assert_eq!(clean_middle("123456789", 8), "123...89");
        assert_eq!(clean_middle("ä234567ö9", 8), "ä23...ö9");
        assert_eq!(clean_middle("1\n", 8), "1\\n");
        assert_eq!(clean_middle("", 8), "");
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
