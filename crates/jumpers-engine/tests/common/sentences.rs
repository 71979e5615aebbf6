//! Sentences of a grammar: is a line one, and one by chance.

#![allow(dead_code, reason = "not every test file uses every helper")]

use std::collections::BTreeSet;

use super::ebnf::{Expr, Grammar, is_word};
use jumpers_engine::players::Rng;

/// The longest run of one thing in a sentence by chance.
const MOST_REPEATS: u64 = 8;

impl Grammar {
    /// Is the line a sentence of the rule? Its words must have single spaces between them.
    pub fn accepts(&self, rule: &str, line: &str) -> bool {
        self.fits(self.rule(rule), line)
    }

    /// Is the line a sentence of the expression?
    pub fn fits(&self, expr: &Expr, line: &str) -> bool {
        let words: Vec<_> = line.split(' ').collect();
        self.word_ends(expr, &words, 0).contains(&words.len())
    }

    /// Where a sentence can end that begins at the word `from`.
    fn word_ends(&self, expr: &Expr, words: &[&str], from: usize) -> BTreeSet<usize> {
        match expr {
            Expr::Literal(text) => {
                let found = words.get(from) == Some(&text.as_str());
                found.then_some(from + 1).into_iter().collect()
            }
            Expr::Class { .. } => panic!("{expr:?} outside of a word"),
            Expr::Rule(name) if is_word(name) => {
                let found = words.get(from).is_some_and(|word| self.is_in(name, word));
                found.then_some(from + 1).into_iter().collect()
            }
            Expr::Rule(name) => self.word_ends(self.rule(name), words, from),
            other => ends(other, from, &|item, at| self.word_ends(item, words, at)),
        }
    }

    /// Is it a word of the rule?
    pub fn is_in(&self, rule: &str, word: &str) -> bool {
        let letters: Vec<_> = word.chars().collect();
        let ends = self.letter_ends(self.rule(rule), &letters, 0);
        ends.contains(&letters.len())
    }

    /// Where a piece of a word can end that begins at the letter `from`.
    fn letter_ends(&self, expr: &Expr, letters: &[char], from: usize) -> BTreeSet<usize> {
        match expr {
            Expr::Literal(text) => {
                let end = from + text.chars().count();
                let piece = letters.get(from..end);
                let found = piece.is_some_and(|piece| text.chars().eq(piece.iter().copied()));
                found.then_some(end).into_iter().collect()
            }
            Expr::Class { ranges, negated } => {
                let found = letters.get(from).is_some_and(|letter| {
                    ranges.iter().any(|range| range.contains(letter)) != *negated
                });
                found.then_some(from + 1).into_iter().collect()
            }
            Expr::Rule(name) => {
                assert!(is_word(name), "{name} within a word");
                self.letter_ends(self.rule(name), letters, from)
            }
            other => ends(other, from, &|item, at| self.letter_ends(item, letters, at)),
        }
    }

    /// A sentence of the rule by chance.
    pub fn sentence(&self, rule: &str, chance: &mut Chance) -> String {
        let mut words = Vec::new();
        self.add_words(self.rule(rule), chance, &mut words);
        words.join(" ")
    }

    fn add_words(&self, expr: &Expr, chance: &mut Chance, words: &mut Vec<String>) {
        match expr {
            Expr::Literal(text) => words.push(text.clone()),
            Expr::Class { .. } => panic!("{expr:?} outside of a word"),
            Expr::Rule(name) if is_word(name) => {
                let mut word = String::new();
                self.add_letters(self.rule(name), chance, &mut word);
                words.push(word);
            }
            Expr::Rule(name) => self.add_words(self.rule(name), chance, words),
            Expr::Sequence(items) => items.iter().for_each(|i| self.add_words(i, chance, words)),
            Expr::Choice(items) => self.add_words(chance.pick(items), chance, words),
            Expr::Repeat { item, least, many } => {
                for _ in 0..chance.repeats(*least, *many) {
                    self.add_words(item, chance, words);
                }
            }
            Expr::But(item, but) => loop {
                let mut some = Vec::new();
                self.add_words(item, chance, &mut some);
                if !self.fits(but, &some.join(" ")) {
                    words.append(&mut some);
                    return;
                }
            },
        }
    }

    fn add_letters(&self, expr: &Expr, chance: &mut Chance, word: &mut String) {
        match expr {
            Expr::Literal(text) => word.push_str(text),
            Expr::Class { ranges, negated } => word.push(chance.letter(ranges, *negated)),
            Expr::Rule(name) => self.add_letters(self.rule(name), chance, word),
            Expr::Sequence(items) => items.iter().for_each(|i| self.add_letters(i, chance, word)),
            Expr::Choice(items) => self.add_letters(chance.pick(items), chance, word),
            Expr::Repeat { item, least, many } => {
                for _ in 0..chance.repeats(*least, *many) {
                    self.add_letters(item, chance, word);
                }
            }
            Expr::But(item, but) => loop {
                let mut some = String::new();
                self.add_letters(item, chance, &mut some);
                let letters: Vec<_> = some.chars().collect();
                if !self.letter_ends(but, &letters, 0).contains(&letters.len()) {
                    word.push_str(&some);
                    return;
                }
            },
        }
    }
}

/// What words and letters have in common; `item` says where a part of the expression can end.
fn ends(
    expr: &Expr,
    from: usize,
    item_ends: &dyn Fn(&Expr, usize) -> BTreeSet<usize>,
) -> BTreeSet<usize> {
    match expr {
        Expr::Sequence(items) => items.iter().fold(BTreeSet::from([from]), |begins, item| {
            begins
                .into_iter()
                .flat_map(|at| item_ends(item, at))
                .collect()
        }),
        Expr::Choice(items) => items
            .iter()
            .flat_map(|item| item_ends(item, from))
            .collect(),
        Expr::Repeat { item, least, many } => {
            let mut new = item_ends(item, from);
            let mut all = new.clone();
            while *many && !new.is_empty() {
                let next: BTreeSet<_> = new.iter().flat_map(|&at| item_ends(item, at)).collect();
                new = next.difference(&all).copied().collect();
                all.extend(&new);
            }
            if *least == 0 {
                all.insert(from);
            }
            all
        }
        Expr::But(item, but) => {
            let but = item_ends(but, from);
            item_ends(item, from).difference(&but).copied().collect()
        }
        Expr::Literal(_) | Expr::Class { .. } | Expr::Rule(_) => unreachable!("{expr:?}"),
    }
}

/// A source of choices.
pub struct Chance(pub Rng);

impl Chance {
    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (rand::Rng::next_u64(&mut self.0) % end as u64) as usize
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// How often to repeat: mostly seldom.
    fn repeats(&mut self, least: usize, many: bool) -> usize {
        let bits = rand::Rng::next_u64(&mut self.0);
        if many {
            least + (bits.trailing_ones() as u64).min(MOST_REPEATS) as usize
        } else {
            (bits & 1) as usize
        }
    }

    fn letter(&mut self, ranges: &[std::ops::RangeInclusive<char>], negated: bool) -> char {
        if !negated {
            let range = self.pick(ranges);
            let (first, last) = (*range.start() as u32, *range.end() as u32);
            let number = first + self.below((last - first + 1) as usize) as u32;
            return char::from_u32(number).unwrap_or(*range.start());
        }
        loop {
            let end = *self.pick(&[0x80, 0x80, 0x80, 0x400, 0x3100, 0x11_0000]);
            let letter = char::from_u32(self.below(end) as u32);
            if let Some(letter) = letter
                && !ranges.iter().any(|range| range.contains(&letter))
            {
                return letter;
            }
        }
    }
}
