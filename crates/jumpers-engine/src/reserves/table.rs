//! The table of who wins with which reserves.

use std::fmt::Write;

use jumpers_core::Size;

use super::{FirstTurn, Ranges, Staircase};
use crate::solve::Verdict;

/// No first turn wins.
const LOST: &str = "–";

/// The letter of a first turn.
fn letter(index: usize) -> char {
    // Starts have a handful of first turns.
    (b'a'..=b'z').nth(index).map_or('*', char::from)
}

/// In Markdown: a row for each of Red's reserves, a column for each of Teal's, in each cell the
/// letters of the first turns that win, and below what they mean. `stairs` has what is known of
/// each of `turns`.
pub fn markdown<S: Size>(turns: &[FirstTurn<S>], stairs: &[Staircase], ranges: &Ranges) -> String {
    let mut text = String::from("| Red \\ Teal |");
    // Writing to a string cannot fail.
    for teal in ranges.teal.clone() {
        let _ = write!(text, " {teal} |");
    }
    text.push_str("\n| --- |");
    text.push_str(&" --- |".repeat(ranges.teal.len()));
    text.push('\n');
    for red in ranges.red.clone() {
        let _ = write!(text, "| **{red}** |");
        for teal in ranges.teal.clone() {
            let _ = write!(text, " {} |", cell(stairs, [red, teal]));
        }
        text.push('\n');
    }
    text.push('\n');
    for (
        i,
        FirstTurn {
            text: turn, twin, ..
        },
    ) in turns.iter().enumerate()
    {
        let _ = write!(text, "* {}: `{turn}`", letter(i));
        if let Some(twin) = twin {
            let _ = write!(text, ", mirror image `{twin}`");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "* {LOST}: no first turn wins, so Teal does");
    if ranges_are_open(stairs, ranges) {
        let _ = writeln!(text, "* ?: for the other turns it is not known");
    }
    text
}

fn cell(stairs: &[Staircase], pair: [u8; 2]) -> String {
    let verdicts = || stairs.iter().map(|stairs| stairs.verdict(pair));
    let mut cell: String = verdicts()
        .enumerate()
        .filter(|(_, verdict)| *verdict == Verdict::Win)
        .map(|(i, _)| letter(i))
        .collect();
    if verdicts().any(|verdict| verdict == Verdict::Unknown) {
        cell.push('?');
    }
    match cell.is_empty() {
        true => LOST.to_owned(),
        false => cell,
    }
}

/// Is there a pair for which it is not known whether some turn wins?
fn ranges_are_open(stairs: &[Staircase], ranges: &Ranges) -> bool {
    let mut pairs = ranges
        .red
        .clone()
        .flat_map(|red| ranges.teal.clone().map(move |teal| [red, teal]));
    pairs.any(|pair| stairs.iter().any(|s| s.verdict(pair) == Verdict::Unknown))
}

#[cfg(test)]
mod tests {
    use jumpers_core::Six;

    use super::*;
    use crate::reserves::first_turns;

    #[test]
    fn a_cell_says_what_wins_and_what_is_not_known() {
        let turns = &first_turns::<Six>()[..2];
        let mut stairs = [Staircase::default(), Staircase::default()];
        stairs[0].add([1, 0], Verdict::Win).unwrap();
        stairs[0].add([1, 1], Verdict::Loss).unwrap();
        stairs[1].add([0, 0], Verdict::Loss).unwrap();
        stairs[1].add([1, 0], Verdict::Win).unwrap();
        let ranges = Ranges {
            red: 0..=1,
            teal: 0..=1,
        };
        let expected = "\
| Red \\ Teal | 0 | 1 |
| --- | --- | --- |
| **0** | ? | – |
| **1** | ab | ? |

* a: `a1-a3+a4`, mirror image `a1-c1+d1`
* b: `a1-a3+b3`, mirror image `a1-c1+c2`
* –: no first turn wins, so Teal does
* ?: for the other turns it is not known
";
        assert_eq!(markdown(turns, &stairs, &ranges), expected);
        stairs[0].add([0, 0], Verdict::Loss).unwrap();
        stairs[1].add([1, 1], Verdict::Loss).unwrap();
        let known = markdown(turns, &stairs, &ranges);
        assert!(
            known.contains("| **0** | – | – |\n| **1** | ab | – |"),
            "{known}"
        );
        assert!(!known.contains('?'), "{known}");
    }
}
