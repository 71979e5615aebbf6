//! How the work to solve the start grows with the reserves: what is told of each start.

use serde::{Deserialize, Serialize};

use crate::results::Row;
use crate::solve::Verdict;

/// A side that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Red, who moves first.
    Red,
    /// Teal.
    Teal,
}

/// A start, solved with a table that knew nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Growth {
    /// Points along an edge of the board.
    pub board: u8,
    /// Red's reserve.
    pub red: u8,
    /// Teal's reserve, the same.
    pub teal: u8,
    /// Whether Red, who is to move, wins.
    pub verdict: Verdict,
    /// Who does, if that is known.
    pub winner: Option<Winner>,
    /// Positions evaluated.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
    /// How full the table was in the end, in thousandths.
    pub table_permille: u32,
    /// How often entries of the table were freed.
    pub collections: u64,
    /// The size of the table in MiB.
    pub hash: u32,
    /// Threads.
    pub threads: usize,
    /// The most positions that were allowed, if there was a limit.
    pub nodes_limit: Option<u64>,
    /// The most seconds, if there was a limit.
    pub seconds_limit: Option<f64>,
}

impl Growth {
    /// The winner that a verdict for Red names.
    pub fn winner_of(verdict: Verdict) -> Option<Winner> {
        match verdict {
            Verdict::Win => Some(Winner::Red),
            Verdict::Loss => Some(Winner::Teal),
            Verdict::Unknown => None,
        }
    }
}

impl Row for Growth {
    const COLUMNS: &'static [&'static str] = &[
        "board",
        "red",
        "teal",
        "verdict",
        "winner",
        "nodes",
        "seconds",
        "table_permille",
        "collections",
        "hash",
        "threads",
        "nodes_limit",
        "seconds_limit",
    ];

    fn check(&self) -> Result<(), String> {
        if self.red != self.teal {
            return Err(format!("reserves of {} and {} differ", self.red, self.teal));
        }
        if self.winner != Self::winner_of(self.verdict) {
            return Err(format!("not the winner if the verdict is {}", self.verdict));
        }
        check_seconds(self.seconds)?;
        self.seconds_limit.map_or(Ok(()), check_seconds)
    }
}

/// Is this a time?
pub(crate) fn check_seconds(seconds: f64) -> Result<(), String> {
    match seconds.is_finite() && seconds >= 0.0 {
        true => Ok(()),
        false => Err(format!("{seconds} is no number of seconds")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{line, read};

    #[test]
    fn a_line_says_all_of_it() {
        let row = Growth {
            board: 6,
            red: 4,
            teal: 4,
            verdict: Verdict::Loss,
            winner: Some(Winner::Teal),
            nodes: 1234,
            seconds: 0.25,
            table_permille: 12,
            collections: 0,
            hash: 64,
            threads: 1,
            nodes_limit: None,
            seconds_limit: Some(60.0),
        };
        let text = line(&row).unwrap();
        assert_eq!(text, "6,4,4,loss,teal,1234,0.25,12,0,64,1,,60.0\n");
        let columns = Growth::COLUMNS.join(",");
        let read = |line: &str| read::<Growth>(format!("{columns}\n{line}").as_bytes());
        assert_eq!(read(&text).unwrap(), [(2, row)]);
        for (line, message) in [
            (
                "6,4,5,loss,teal,1,1,1,0,64,1,,\n",
                "line 2: reserves of 4 and 5 differ",
            ),
            (
                "6,4,4,loss,red,1,1,1,0,64,1,,\n",
                "line 2: not the winner if the verdict is loss",
            ),
            (
                "6,4,4,unknown,red,1,1,1,0,64,1,,\n",
                "line 2: not the winner if the verdict is unknown",
            ),
            (
                "6,4,4,loss,teal,1,NaN,1,0,64,1,,\n",
                "line 2: NaN is no number of seconds",
            ),
            (
                "6,4,4,loss,teal,1,1,1,0,64,1,,-1\n",
                "line 2: -1 is no number of seconds",
            ),
        ] {
            assert_eq!(read(line).unwrap_err().to_string(), message);
        }
        assert!(read("6,4,4,draw,,1,1,1,0,64,1,,\n").is_err());
    }
}
