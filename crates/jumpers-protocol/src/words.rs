//! Words of a line, and text made fit to stand in one.

use std::fmt;

/// True for a character that stands between words: whitespace, control characters and the byte
/// order mark that some shells put before the first line.
fn is_separator(c: char) -> bool {
    match c {
        '!'..='~' => false,
        _ => c.is_whitespace() || c.is_control() || c == '\u{feff}',
    }
}

/// The words of a line, counted from 1.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    rest: &'a str,
    taken: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Words {
            rest: line,
            taken: 0,
        }
    }

    /// The next word, which stays.
    pub(crate) fn peek(&mut self) -> Option<&'a str> {
        self.rest = self.rest.trim_start_matches(is_separator);
        self.clone().next()
    }

    /// How many words were taken: the number of the last one.
    pub(crate) fn taken(&self) -> usize {
        self.taken
    }

    /// Takes the next word if it is `word`.
    pub(crate) fn accept(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        if found {
            self.next();
        }
        found
    }

    /// Takes the words before the first one that `stop` holds for, joined by single spaces.
    pub(crate) fn text_until(&mut self, stop: impl Fn(&str) -> bool) -> String {
        let mut text = String::new();
        while let Some(word) = self.peek().filter(|word| !stop(word)) {
            self.next();
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        text
    }

    /// Takes all words that are left, joined by single spaces.
    pub(crate) fn text(&mut self) -> String {
        self.text_until(|_| false)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start_matches(is_separator);
        let (word, rest) = rest.split_at(rest.find(is_separator).unwrap_or(rest.len()));
        self.rest = rest;
        (!word.is_empty()).then(|| {
            self.taken += 1;
            word
        })
    }
}

/// Prints the words of a text, each after a space.
pub(crate) struct Spaced<'a>(pub(crate) &'a str);

impl fmt::Display for Spaced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Words::new(self.0).try_for_each(|word| write!(f, " {word}"))
    }
}

/// Prints the words of a text joined by single spaces.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Words::new(self.0);
        f.write_str(words.next().unwrap_or_default())?;
        words.try_for_each(|word| write!(f, " {word}"))
    }
}

/// The text as one word: all that separates words is left out. `None` if nothing remains.
pub(crate) fn one_word(text: &str) -> Option<String> {
    let word: String = Words::new(text).collect();
    (!word.is_empty()).then_some(word)
}

/// Prints a name and a value, if there is one, each after a space.
pub(crate) fn write_field(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

/// Prints each text as one word after a space, leaving out those without a word.
pub(crate) fn write_words(f: &mut fmt::Formatter<'_>, texts: &[String]) -> fmt::Result {
    texts
        .iter()
        .filter_map(|text| one_word(text))
        .try_for_each(|word| write!(f, " {word}"))
}

/// The word that stands for an empty text, as UCI has it.
pub(crate) const EMPTY: &str = "<empty>";

/// Takes what is left as a text in which [`EMPTY`] stands for none.
pub(crate) fn read_maybe_empty(text: String) -> String {
    if text == EMPTY { String::new() } else { text }
}

/// Prints a text after a space, [`EMPTY`] for one without a word.
pub(crate) fn write_maybe_empty(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    match Words::new(text).peek() {
        Some(_) => write!(f, "{}", Spaced(text)),
        None => write!(f, " {EMPTY}"),
    }
}
