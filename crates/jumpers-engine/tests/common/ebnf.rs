//! The notation of the grammar in `protocol.md`: EBNF as the W3C writes it.
//!
//! A rule with a capital first letter is one word and made of characters; another rule is made of
//! words. So a literal in the one is a piece of a word, in the other a whole word.

#![allow(dead_code, reason = "not every test file uses every helper")]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The right side of a rule, or a part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// `"text"`.
    Literal(String),
    /// `[a-z]`, or all others: `[^a-z]`.
    Class {
        /// The characters between the brackets.
        ranges: Vec<RangeInclusive<char>>,
        /// Is it those, or all but those?
        negated: bool,
    },
    /// The name of a rule.
    Rule(String),
    /// One after the other.
    Sequence(Vec<Expr>),
    /// One of these.
    Choice(Vec<Expr>),
    /// `?`, `*` or `+`.
    Repeat {
        /// What is repeated.
        item: Box<Expr>,
        /// How often at least.
        least: usize,
        /// More than once?
        many: bool,
    },
    /// `a - b`: an `a` that is no `b`.
    But(Box<Expr>, Box<Expr>),
}

/// Rules by their names.
#[derive(Clone, Debug)]
pub struct Grammar {
    rules: BTreeMap<String, Expr>,
}

impl Grammar {
    /// Reads rules; every rule that is named must be there.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut tokens = tokens(text)?;
        tokens.reverse();
        let mut rules = BTreeMap::new();
        while let Some(token) = tokens.pop() {
            let (Token::Name(name), Some(Token::Is)) = (&token, tokens.pop()) else {
                return Err(format!("a rule begins with {token:?}"));
            };
            let right = choice(&mut tokens).map_err(|error| format!("{name}: {error}"))?;
            if rules.insert(name.clone(), right).is_some() {
                return Err(format!("{name}: a second time"));
            }
        }
        let grammar = Grammar { rules };
        for (name, right) in &grammar.rules {
            let mut used = BTreeSet::new();
            right.collect_rules(&mut used);
            if let Some(missing) = used.iter().find(|used| !grammar.rules.contains_key(*used)) {
                return Err(format!("{name}: there is no {missing}"));
            }
        }
        Ok(grammar)
    }

    /// The rules of a page: all blocks that are fenced as `ebnf`.
    pub fn of_page(page: &str) -> Result<Self, String> {
        let mut inside = false;
        let mut text = String::new();
        for line in page.lines() {
            if line.starts_with("```") {
                inside = line == "```ebnf";
            } else if inside {
                text.push_str(line);
                text.push('\n');
            }
        }
        Self::parse(&text)
    }

    /// The right side of a rule.
    pub fn rule(&self, name: &str) -> &Expr {
        let found = self.rules.get(name);
        found.unwrap_or_else(|| panic!("no rule is called {name}"))
    }

    /// The names of the rules that are the alternatives of a rule.
    pub fn kinds(&self, name: &str) -> Vec<&str> {
        let Expr::Choice(items) = self.rule(name) else {
            panic!("{name} has no alternatives");
        };
        let kinds = items.iter().map(|item| match item {
            Expr::Rule(kind) => kind.as_str(),
            other => panic!("{name}: {other:?} has no name"),
        });
        kinds.collect()
    }

    /// The same with an alternative of a rule left out.
    pub fn without(&self, name: &str, kind: &str) -> Grammar {
        let mut kinds = self.kinds(name);
        kinds.retain(|&other| other != kind);
        assert_ne!(kinds.len(), self.kinds(name).len(), "{name}: {kind}");
        let kinds = kinds.into_iter().map(|kind| Expr::Rule(kind.to_owned()));
        let mut rules = self.rules.clone();
        rules.insert(name.to_owned(), Expr::Choice(kinds.collect()));
        Grammar { rules }
    }

    /// The names of the rules that no rule uses.
    pub fn unused(&self) -> Vec<&str> {
        let mut used = BTreeSet::new();
        self.rules
            .values()
            .for_each(|right| right.collect_rules(&mut used));
        let names = self.rules.keys().filter(|name| !used.contains(*name));
        names.map(String::as_str).collect()
    }

    /// The literals that a sentence of an expression can begin with.
    pub fn first_literals(&self, expr: &Expr) -> BTreeSet<String> {
        match expr {
            Expr::Literal(text) => BTreeSet::from([text.clone()]),
            Expr::Class { .. } => BTreeSet::new(),
            Expr::Rule(name) if is_word(name) => BTreeSet::new(),
            Expr::Rule(name) => self.first_literals(self.rule(name)),
            Expr::Sequence(items) => {
                let end = items.iter().position(|item| !can_be_empty(item));
                let items = &items[..end.map_or(items.len(), |end| end + 1)];
                items.iter().flat_map(|i| self.first_literals(i)).collect()
            }
            Expr::Choice(items) => items.iter().flat_map(|i| self.first_literals(i)).collect(),
            Expr::Repeat { item, .. } | Expr::But(item, _) => self.first_literals(item),
        }
    }
}

/// Is a rule of this name one word?
pub fn is_word(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_uppercase())
}

fn can_be_empty(expr: &Expr) -> bool {
    match expr {
        Expr::Repeat { item, least, .. } => *least == 0 || can_be_empty(item),
        Expr::Sequence(items) => items.iter().all(can_be_empty),
        Expr::Choice(items) => items.iter().any(can_be_empty),
        _ => false,
    }
}

impl Expr {
    fn collect_rules(&self, used: &mut BTreeSet<String>) {
        match self {
            Expr::Literal(_) | Expr::Class { .. } => {}
            Expr::Rule(name) => drop(used.insert(name.clone())),
            Expr::Sequence(items) | Expr::Choice(items) => {
                items.iter().for_each(|item| item.collect_rules(used));
            }
            Expr::Repeat { item, .. } => item.collect_rules(used),
            Expr::But(item, but) => {
                item.collect_rules(used);
                but.collect_rules(used);
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Is,
    Literal(String),
    Class(String),
    Sign(char),
}

/// Takes what stands before `end`, which must be there.
fn take_until<'a>(rest: &mut &'a str, end: &str) -> Result<&'a str, String> {
    let (inside, after) = rest
        .split_once(end)
        .ok_or(format!("no {end} after {rest}"))?;
    *rest = after;
    Ok(inside)
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut rest = text;
    let mut tokens = Vec::new();
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return Ok(tokens);
        };
        if let Some(after) = rest.strip_prefix("/*") {
            rest = after;
            take_until(&mut rest, "*/")?;
        } else if let Some(after) = rest.strip_prefix("::=") {
            rest = after;
            tokens.push(Token::Is);
        } else if first.is_ascii_alphabetic() {
            let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
            let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
            tokens.push(Token::Name(name.to_owned()));
            rest = after;
        } else {
            rest = &rest[first.len_utf8()..];
            tokens.push(match first {
                '"' => Token::Literal(take_until(&mut rest, "\"")?.to_owned()),
                '[' => Token::Class(take_until(&mut rest, "]")?.to_owned()),
                '(' | ')' | '|' | '?' | '*' | '+' | '-' => Token::Sign(first),
                other => return Err(format!("what is {other:?}")),
            });
        }
    }
}

/// Tokens are taken from the end.
fn choice(tokens: &mut Vec<Token>) -> Result<Expr, String> {
    let mut items = vec![sequence(tokens)?];
    while tokens.last() == Some(&Token::Sign('|')) {
        tokens.pop();
        items.push(sequence(tokens)?);
    }
    Ok(only_or(items, Expr::Choice))
}

fn sequence(tokens: &mut Vec<Token>) -> Result<Expr, String> {
    let mut items = Vec::new();
    loop {
        match tokens.as_slice() {
            // The next rule begins.
            [.., Token::Is, Token::Name(_)] => break,
            [
                ..,
                Token::Name(_) | Token::Literal(_) | Token::Class(_) | Token::Sign('('),
            ] => {
                items.push(difference(tokens)?);
            }
            _ => break,
        }
    }
    if items.is_empty() {
        return Err(format!("nothing before {:?}", tokens.last()));
    }
    Ok(only_or(items, Expr::Sequence))
}

fn only_or(mut items: Vec<Expr>, many: impl Fn(Vec<Expr>) -> Expr) -> Expr {
    match items.len() {
        1 => items.remove(0),
        _ => many(items),
    }
}

fn difference(tokens: &mut Vec<Token>) -> Result<Expr, String> {
    let item = repeated(tokens)?;
    if tokens.last() != Some(&Token::Sign('-')) {
        return Ok(item);
    }
    tokens.pop();
    Ok(Expr::But(Box::new(item), Box::new(repeated(tokens)?)))
}

fn repeated(tokens: &mut Vec<Token>) -> Result<Expr, String> {
    let mut item = match tokens.pop() {
        Some(Token::Name(name)) => Expr::Rule(name),
        Some(Token::Literal(text)) => Expr::Literal(text),
        Some(Token::Class(text)) => class(&text)?,
        Some(Token::Sign('(')) => {
            let inside = choice(tokens)?;
            match tokens.pop() {
                Some(Token::Sign(')')) => inside,
                other => return Err(format!("{other:?} where ) should be")),
            }
        }
        other => return Err(format!("{other:?} where an item should be")),
    };
    while let Some(Token::Sign(sign @ ('?' | '*' | '+'))) = tokens.last() {
        item = Expr::Repeat {
            item: Box::new(item),
            least: usize::from(*sign == '+'),
            many: *sign != '?',
        };
        tokens.pop();
    }
    Ok(item)
}

/// What stands between brackets: characters, `#x` and a number for one, `-` between two.
fn class(text: &str) -> Result<Expr, String> {
    let (negated, mut rest) = match text.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut ranges = Vec::new();
    while !rest.is_empty() {
        let first = class_char(&mut rest)?;
        let last = match rest.strip_prefix('-') {
            Some(after) if !after.is_empty() => {
                rest = after;
                class_char(&mut rest)?
            }
            _ => first,
        };
        ranges.push(first..=last);
    }
    match ranges.is_empty() {
        true => Err("an empty class".to_owned()),
        false => Ok(Expr::Class { ranges, negated }),
    }
}

fn class_char(rest: &mut &str) -> Result<char, String> {
    let Some(after) = rest.strip_prefix("#x") else {
        let letter = rest.chars().next().ok_or("a class that ends in -")?;
        *rest = &rest[letter.len_utf8()..];
        return Ok(letter);
    };
    let end = after.find(|letter: char| !letter.is_ascii_hexdigit());
    let (digits, after) = after.split_at(end.unwrap_or(after.len()));
    *rest = after;
    let number = u32::from_str_radix(digits, 16).map_err(|error| format!("#x{digits}: {error}"))?;
    char::from_u32(number).ok_or(format!("#x{digits} is no character"))
}
