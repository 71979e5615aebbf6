//! `info`: what the search has found so far.

use crate::value::{ValueError, read_number, read_word};
use crate::words::{Spaced, Words, one_word, write_field, write_words};
use std::fmt;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreValue {
    /// Hundredths of a token.
    Centipawns(i32),
    /// The game is won in so many moves, or lost if negative.
    Mate(i32),
}

/// How exact a score is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// This is the score.
    #[default]
    Exact,
    /// The score is this or more.
    Lower,
    /// The score is this or less.
    Upper,
}

/// A score: `cp 35`, `mate -2`, `cp 120 lowerbound`.
///
/// ```
/// use jumpers_protocol::{Bound, Score};
///
/// let score = Score { bound: Bound::Lower, ..Score::centipawns(120) };
/// assert_eq!(score.to_string(), "cp 120 lowerbound");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// What the position is worth.
    pub value: ScoreValue,
    /// How exact that is.
    pub bound: Bound,
}

impl Score {
    /// An exact score in hundredths of a token.
    pub const fn centipawns(value: i32) -> Self {
        Score {
            value: ScoreValue::Centipawns(value),
            bound: Bound::Exact,
        }
    }

    /// A proved win in so many moves, or loss if negative.
    pub const fn mate(moves: i32) -> Self {
        Score {
            value: ScoreValue::Mate(moves),
            bound: Bound::Exact,
        }
    }

    /// Reads what comes after `score`. `None` if it is of an unknown kind.
    fn read(words: &mut Words<'_>) -> Result<Option<Self>, ValueError> {
        let before = read_bound(words);
        let expected = "cp or mate";
        let value = match read_word(words, "score", expected, |_| false)? {
            "cp" => ScoreValue::Centipawns(read_number(words, "cp", is_key)?),
            "mate" => ScoreValue::Mate(read_number(words, "mate", is_key)?),
            _ => return Ok(None),
        };
        let bound = read_bound(words).or(before).unwrap_or_default();
        Ok(Some(Score { value, bound }))
    }
}

fn read_bound(words: &mut Words<'_>) -> Option<Bound> {
    if words.accept("lowerbound") {
        Some(Bound::Lower)
    } else if words.accept("upperbound") {
        Some(Bound::Upper)
    } else {
        None
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Centipawns(value) => write!(f, "cp {value}")?,
            ScoreValue::Mate(moves) => write!(f, "mate {moves}")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

/// What the search has found so far. All may be absent.
///
/// Unknown keys are skipped when read. A principal variation ends at the next key, so no turn
/// can be written like one.
///
/// ```
/// use jumpers_protocol::{Info, Reply, Score};
///
/// let line = "info depth 5 score cp 35 nodes 9000 time 12 pv a1-c1+d1 e6-c6+c5";
/// let Reply::Info(info) = line.parse()? else { panic!() };
/// assert_eq!((info.depth, info.score), (Some(5), Some(Score::centipawns(35))));
/// assert_eq!(info.to_string(), line);
/// # Ok::<(), jumpers_protocol::ReplyError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Info {
    /// How deep the search went.
    pub depth: Option<u32>,
    /// How deep it went in places.
    pub seldepth: Option<u32>,
    /// Which of the best turns this is about, from 1.
    pub multipv: Option<u32>,
    /// What the position is worth.
    pub score: Option<Score>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Positions looked at in a second.
    pub nps: Option<u64>,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions found in an endgame table.
    pub tbhits: Option<u64>,
    /// Time spent, in milliseconds.
    pub time: Option<u64>,
    /// The turn that is looked at now.
    pub currmove: Option<String>,
    /// Its place among all turns, from 1.
    pub currmovenumber: Option<u32>,
    /// The best turns for both sides.
    pub pv: Vec<String>,
    /// Any text.
    pub string: Option<String>,
}

/// The keys of `info`, those of UCI that are not kept included.
const KEYS: [&str; 17] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "wdl",
    "refutation",
    "currline",
    "cpuload",
];

fn is_key(word: &str) -> bool {
    KEYS.contains(&word)
}

impl Info {
    /// An `info string`.
    pub fn text(text: impl Into<String>) -> Self {
        Info {
            string: Some(text.into()),
            ..Info::default()
        }
    }

    /// Reads what comes after `info`.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, ValueError> {
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = Some(read_number(words, "depth", is_key)?),
                "seldepth" => info.seldepth = Some(read_number(words, "seldepth", is_key)?),
                "multipv" => info.multipv = Some(read_number(words, "multipv", is_key)?),
                "score" => info.score = Score::read(words)?,
                "nodes" => info.nodes = Some(read_number(words, "nodes", is_key)?),
                "nps" => info.nps = Some(read_number(words, "nps", is_key)?),
                "hashfull" => info.hashfull = Some(read_number(words, "hashfull", is_key)?),
                "tbhits" => info.tbhits = Some(read_number(words, "tbhits", is_key)?),
                "time" => info.time = Some(read_number(words, "time", is_key)?),
                "currmove" => {
                    info.currmove =
                        Some(read_word(words, "currmove", "a turn", is_key)?.to_owned());
                }
                "currmovenumber" => {
                    info.currmovenumber = Some(read_number(words, "currmovenumber", is_key)?);
                }
                "pv" => {
                    info.pv.clear();
                    while let Some(turn) = words.peek().filter(|word| !is_key(word)) {
                        words.next();
                        info.pv.push(turn.to_owned());
                    }
                }
                "string" => info.string = Some(words.text()),
                _ => {}
            }
        }
        Ok(info)
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "seldepth", self.seldepth)?;
        write_field(f, "multipv", self.multipv)?;
        write_field(f, "score", self.score)?;
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "nps", self.nps)?;
        write_field(f, "hashfull", self.hashfull)?;
        write_field(f, "tbhits", self.tbhits)?;
        write_field(f, "time", self.time)?;
        write_field(f, "currmove", self.currmove.as_deref().and_then(one_word))?;
        write_field(f, "currmovenumber", self.currmovenumber)?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            write_words(f, &self.pv)?;
        }
        match &self.string {
            None => Ok(()),
            Some(text) => write!(f, " string{}", Spaced(text)),
        }
    }
}
