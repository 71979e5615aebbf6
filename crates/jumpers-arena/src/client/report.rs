//! What an engine says of its search.

use jumpers_protocol::{Info, Reply, Score, ScoreValue};

/// What an engine said last of its search, of its best line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// For the side to move; mates in moves of the winner, whatever the dialect.
    pub score: Option<Score>,
    /// In plies.
    pub depth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// The turns that are expected, not checked.
    pub pv: Vec<String>,
}

/// Keeps the lines of a search that a report is made from, and reads none of them before that.
#[derive(Debug, Default)]
pub(super) struct Infos {
    /// The last line with a score.
    scored: Vec<u8>,
    /// The last line with a number of nodes, if it came after that one.
    counted: Vec<u8>,
}

impl Infos {
    pub(super) fn clear(&mut self) {
        self.scored.clear();
        self.counted.clear();
    }

    /// Keeps an `info`, if there is something in it and it is not of the second best line.
    pub(super) fn keep(&mut self, line: &[u8]) {
        let mut words = line
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        let (mut is_scored, mut is_counted) = (false, false);
        while let Some(word) = words.next() {
            match word {
                b"score" => is_scored = true,
                b"nodes" => is_counted = true,
                b"multipv" if words.next() != Some(b"1") => return,
                // What follows are turns, or any text.
                b"pv" | b"string" => break,
                _ => {}
            }
        }
        if is_scored {
            set(&mut self.scored, line);
            self.counted.clear();
        } else if is_counted {
            set(&mut self.counted, line);
        }
    }

    /// Reads what was kept. What cannot be read is left out.
    pub(super) fn report(&self, mates_are_plies: bool) -> Report {
        let mut info = read(&self.scored);
        if let Some(nodes) = read(&self.counted).nodes {
            info.nodes = Some(nodes);
        }
        if mates_are_plies && let Some(score) = &mut info.score {
            score.value = in_moves(score.value);
        }
        Report {
            score: info.score,
            depth: info.depth,
            nodes: info.nodes,
            pv: info.pv,
        }
    }
}

fn set(kept: &mut Vec<u8>, line: &[u8]) {
    kept.clear();
    kept.extend_from_slice(line);
}

fn read(line: &[u8]) -> Info {
    match Reply::parse_bytes(line) {
        Ok(Reply::Info(info)) => info,
        _ => Info::default(),
    }
}

/// Plies of a mate as moves of the winner, who makes the last one.
fn in_moves(value: ScoreValue) -> ScoreValue {
    let ScoreValue::Mate(plies) = value else {
        return value;
    };
    // Half of an i32 fits, also rounded up.
    let moves = i32::try_from(plies.unsigned_abs().div_ceil(2)).unwrap_or(i32::MAX);
    ScoreValue::Mate(if plies < 0 { -moves } else { moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lines: &[&str]) -> Report {
        let mut infos = Infos::default();
        lines.iter().for_each(|line| infos.keep(line.as_bytes()));
        infos.report(false)
    }

    #[test]
    fn the_last_score_of_the_best_line_counts() {
        let report = report(&[
            "info depth 3 multipv 1 score cp 5 nodes 7 pv a1-c1+d1",
            "info depth 4 seldepth 9 multipv 1 score cp 10 upperbound nodes 100 pv a1-c1+c2 f6-d6+c6",
            "info depth 4 multipv 2 score cp 3 nodes 200 pv a1-a3+a4",
            "info depth 5 currmove a1-a3+a4 currmovenumber 2",
            "info string score cp 99 nodes 99",
            "info depth",
        ]);
        assert_eq!(
            report.score.map(|s| s.to_string()),
            Some("cp 10 upperbound".to_owned())
        );
        assert_eq!((report.depth, report.nodes), (Some(4), Some(100)));
        assert_eq!(report.pv, ["a1-c1+c2", "f6-d6+c6"]);
    }

    #[test]
    fn nodes_may_come_last_and_alone() {
        let lines = [
            "info depth 4 score cp 10 nodes 100",
            "info nodes 150 nps 10 time 15000",
        ];
        let report = report(&lines);
        assert_eq!((report.depth, report.nodes), (Some(4), Some(150)));
        assert_eq!(report.score, Some(Score::centipawns(10)));
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        assert_eq!(
            report(&["info depth 4 score cp ten", "info nodes many"]),
            Report::default()
        );
        assert_eq!(report(&["info depth 4 multipv"]), Report::default());
        assert_eq!(report(&[]), Report::default());
    }

    #[test]
    fn plies_become_moves_of_the_winner() {
        for (plies, moves) in [(0, 0), (1, 1), (3, 2), (5, 3), (-2, -1), (-4, -2)] {
            assert_eq!(
                in_moves(ScoreValue::Mate(plies)),
                ScoreValue::Mate(moves),
                "{plies}"
            );
        }
        for plies in [i32::MIN, i32::MAX] {
            let ScoreValue::Mate(moves) = in_moves(ScoreValue::Mate(plies)) else {
                panic!("no mate");
            };
            assert_eq!(moves.signum(), plies.signum());
        }
        let mut infos = Infos::default();
        infos.keep(b"info depth 3 score mate 3");
        assert_eq!(infos.report(true).score, Some(Score::mate(2)));
        assert_eq!(infos.report(false).score, Some(Score::mate(3)));
    }
}
