//! Position text: `4tt/4tt/6/6/rr4/rr4 r 12 13`.

use crate::{ReferencePosition, Side};

/// The largest board that has letters enough for its files.
const LARGEST: usize = 26;

impl ReferencePosition {
    /// Reads a position text: the ranks from the top down, the side to move, the two reserves.
    ///
    /// Only the exact form that [`text`](Self::text) writes is read. Any material is accepted,
    /// however it may have come about, and any board of 1 to 26 ranks.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    ///
    /// let text = "6/6/6/3t2/1rr3/6 r 0 5";
    /// assert_eq!(ReferencePosition::parse(text).unwrap().text(), text);
    /// assert_eq!(ReferencePosition::parse("6/6/6 r 0 5"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let [ranks, to_move, red_reserve, teal_reserve] = words[..] else {
            return None;
        };
        let ranks: Vec<&str> = ranks.split('/').collect();
        let size = ranks.len();
        if size > LARGEST {
            return None;
        }
        let mut grid = Vec::new();
        for rank in ranks.into_iter().rev() {
            grid.push(parse_rank(rank, size)?);
        }
        let position = ReferencePosition {
            size,
            grid,
            to_move: match to_move {
                "r" => Side::Red,
                "t" => Side::Teal,
                _ => return None,
            },
            reserve: [red_reserve.parse().ok()?, teal_reserve.parse().ok()?],
        };
        // Catches leading zeros, plus signs and runs of no points all at once.
        (position.text() == text).then_some(position)
    }

    /// Writes the position text.
    ///
    /// ```
    /// use jumpers_reference::ReferencePosition;
    ///
    /// let text = ReferencePosition::start(10).text();
    /// assert_eq!(text, "8tt/8tt/10/10/10/10/10/10/rr8/rr8 r 30 31");
    /// ```
    pub fn text(&self) -> String {
        let ranks: Vec<String> = self.grid.iter().rev().map(|row| rank_text(row)).collect();
        let to_move = match self.to_move {
            Side::Red => 'r',
            Side::Teal => 't',
        };
        let [red_reserve, teal_reserve] = self.reserve;
        format!("{} {to_move} {red_reserve} {teal_reserve}", ranks.join("/"))
    }
}

/// Reads one rank, which must have `size` points.
fn parse_rank(text: &str, size: usize) -> Option<Vec<Option<Side>>> {
    let mut row = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let run: usize = rest[..digits].parse().ok()?;
            if run > size {
                return None;
            }
            row.extend(vec![None; run]);
            rest = &rest[digits..];
        } else {
            row.push(Some(match first {
                'r' => Side::Red,
                't' => Side::Teal,
                _ => return None,
            }));
            rest = &rest[1..];
        }
    }
    (row.len() == size).then_some(row)
}

/// Writes one rank.
fn rank_text(row: &[Option<Side>]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for point in row {
        let token = match point {
            None => {
                run += 1;
                continue;
            }
            Some(Side::Red) => 'r',
            Some(Side::Teal) => 't',
        };
        if run > 0 {
            text += &run.to_string();
            run = 0;
        }
        text.push(token);
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}
