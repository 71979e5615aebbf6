//! `arena replay`: walks through a game of a file of records.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use jumpers_record::{Escaped, GameRecord, Referee, Replay, read_records};

use super::{Failure, finish};

/// The arguments of `arena replay`.
#[derive(Args)]
pub struct ReplayArgs {
    /// A file of game records; "-" is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game of this round, or with this number in the file, from 1. Without it a file with
    /// several games is listed.
    #[arg(long, value_name = "ROUND|N")]
    game: Option<String>,
    /// Begin at the position after this many turns, or print only that one if there is no terminal.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
}

/// Shows a game: step by step if input and output are terminals, otherwise all of it.
pub fn run(args: &ReplayArgs) -> ExitCode {
    let shown = load(&args.file).and_then(|records| replay(records, args));
    let file = args.file.to_string_lossy();
    let failure = |message| Failure::usage(format_args!("{}: {message}", Escaped(&file)));
    finish(shown.map(|()| ExitCode::SUCCESS).map_err(failure))
}

/// The games of a file.
fn load(file: &Path) -> Result<Vec<GameRecord>, String> {
    let input: Box<dyn BufRead> = if file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(file).map_err(|error| error.to_string())?;
        Box::new(BufReader::new(file))
    };
    let records: Result<Vec<_>, _> = read_records(input).collect();
    records.map_err(|error| error.to_string())
}

/// Shows one of some games, or a list of them if it is not said which.
fn replay(records: Vec<GameRecord>, args: &ReplayArgs) -> Result<(), String> {
    let (input, output) = (io::stdin(), io::stdout());
    let number = match (&args.game, records.len()) {
        (_, 0) => return Err("no game".to_owned()),
        (Some(game), count) => find(&records, game)
            .ok_or_else(|| format!("no game {}: the file has {count}", Escaped(game)))?,
        (None, 1) => 1,
        (None, count) if args.ply.is_some() => {
            return Err(format!("{count} games: --game says which"));
        }
        (None, _) => {
            // A closed output is nobody's fault, here and below.
            let _ = list(&records, &mut io::BufWriter::new(output.lock()));
            return Ok(());
        }
    };
    let walk = Walk::new(number, &records[number - 1])?;
    let ply = args.ply.unwrap_or(0);
    if ply > walk.last() {
        let last = walk.last();
        return Err(format!(
            "game {number} has no ply {ply}: the last is {last}"
        ));
    }
    let _ = if input.is_terminal() && output.is_terminal() {
        walk.step(ply, &mut input.lock(), &mut output.lock())
    } else {
        let mut output = io::BufWriter::new(output.lock());
        match args.ply {
            Some(ply) => walk.show(ply, &mut output),
            None => walk.show_all(&mut output),
        }
    };
    Ok(())
}

/// The number of the game of a round or, if no game is of it, with this number.
fn find(records: &[GameRecord], game: &str) -> Option<usize> {
    let of_round = records.iter().position(|record| record.round == game);
    match of_round {
        Some(place) => Some(place + 1),
        None => {
            let number = game.parse().ok()?;
            (1..=records.len()).contains(&number).then_some(number)
        }
    }
}

/// A line a game.
fn list(records: &[GameRecord], output: &mut impl Write) -> io::Result<()> {
    for (record, number) in records.iter().zip(1..) {
        let (title, result) = (record.title(), record.result());
        let turns = match record.turns.len() {
            1 => "1 turn".to_owned(),
            count => format!("{count} turns"),
        };
        writeln!(output, "game {number}: {title}: {turns}, {result}")?;
    }
    output.flush()
}

/// What can be asked for between two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    To(usize),
    Quit,
}

const HELP: &str =
    "n or nothing: next, p: previous, f: first, l: last, a number: that ply, q: quit";

/// A game that agrees with the rules, to walk through.
struct Walk<'a> {
    number: usize,
    record: &'a GameRecord,
    replay: Replay,
}

impl<'a> Walk<'a> {
    fn new(number: usize, record: &'a GameRecord) -> Result<Self, String> {
        let replay = record.replay();
        Ok(Walk {
            number,
            record,
            replay: replay.map_err(|error| format!("game {number}: {error}"))?,
        })
    }

    /// How many turns there are.
    fn last(&self) -> usize {
        self.record.turns.len()
    }

    /// The position after so many turns, with the turn that led to it.
    fn show(&self, ply: usize, output: &mut impl Write) -> io::Result<()> {
        match ply.checked_sub(1).and_then(|i| self.record.turns.get(i)) {
            None => writeln!(output, "game {}: {}", self.number, self.record.title())?,
            Some(turn) => {
                let side = self.replay.side_to_move(ply - 1);
                writeln!(output, "{ply} {side} {turn}")?;
            }
        }
        if let Some(position) = self.replay.positions.get(ply) {
            // All of them have been positions already.
            if let Ok(game) = Referee::new(position) {
                for line in game.drawing() {
                    writeln!(output, "{line}")?;
                }
            }
            writeln!(output, "fen {position}")?;
        }
        if ply == self.last() {
            writeln!(output, "{}", self.record.result())?;
            for line in &self.record.ending.stderr {
                writeln!(output, "stderr: {}", Escaped(line))?;
            }
        }
        output.flush()
    }

    fn show_all(&self, output: &mut impl Write) -> io::Result<()> {
        for ply in 0..=self.last() {
            if ply > 0 {
                writeln!(output)?;
            }
            self.show(ply, output)?;
        }
        Ok(())
    }

    /// Shows the position after `ply` turns, then others as the lines of the input ask.
    fn step(
        &self,
        mut ply: usize,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> io::Result<()> {
        self.show(ply, output)?;
        loop {
            write!(output, "ply {ply} of {} (? for help): ", self.last())?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return writeln!(output);
            }
            match self.read_step(ply, line.trim()) {
                None => writeln!(output, "{HELP}")?,
                Some(Step::Quit) => return Ok(()),
                Some(Step::To(next)) if next > self.last() => {
                    writeln!(output, "there is no ply {next}")?;
                }
                Some(Step::To(next)) => {
                    ply = next;
                    self.show(ply, output)?;
                }
            }
        }
    }

    /// What a line asks for. `None` if it is not known.
    fn read_step(&self, ply: usize, line: &str) -> Option<Step> {
        Some(match line {
            "" | "n" | "next" => Step::To(self.last().min(ply + 1)),
            "p" | "previous" => Step::To(ply.saturating_sub(1)),
            "f" | "first" => Step::To(0),
            "l" | "last" => Step::To(self.last()),
            "q" | "quit" => Step::Quit,
            number => Step::To(number.parse().ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "jumpers-game 1\nround: 12.1\nred: Alpha\nteal: Beta\n\
        position: 4tt/4tt/6/6/rr4/rr4 r 12 13\nwinner: teal\nending: time\ndetail: too slow\n\
        stderr: oh\nturns:\na1-c1+d1 depth 3\nf6-d6+c6\nend\n";

    const POSITIONS: [&str; 3] = [
        "4tt/4tt/6/6/rr4/rr4 r 12 13",
        "4tt/4tt/6/6/rr4/1rrr2 t 11 13",
        "2ttt1/4tt/6/6/rr4/1rrr2 r 11 12",
    ];

    /// The positions that are shown for these lines, and all lines of the output.
    fn positions(ply: usize, lines: &str) -> (Vec<usize>, Vec<String>) {
        let record: GameRecord = GAME.parse().expect("a record");
        let walk = Walk::new(1, &record).expect("a game");
        let mut output = Vec::new();
        walk.step(ply, &mut lines.as_bytes(), &mut output)
            .expect("output");
        let output: Vec<String> = String::from_utf8(output)
            .expect("UTF-8")
            .lines()
            .map(str::to_owned)
            .collect();
        let shown = output
            .iter()
            .filter_map(|line| line.strip_prefix("fen "))
            .map(|fen| POSITIONS.iter().position(|&p| p == fen).expect(fen))
            .collect();
        (shown, output)
    }

    #[test]
    fn steps_lead_where_they_say() {
        for (ply, lines, expected) in [
            (0, "", &[0][..]),
            (0, "\nn\n", &[0, 1, 2]),
            (1, "next\nnext\n", &[1, 2, 2]),
            (2, "p\nprevious\np\n", &[2, 1, 0, 0]),
            (1, "l\nf\nlast\nfirst\n", &[1, 2, 0, 2, 0]),
            (0, "2\r\n 1 \n0\n", &[0, 2, 1, 0]),
            (0, "3\n-1\nhello\n99999999999999999999999\n?\nn\n", &[0, 1]),
            (0, "n\nq\nn\n", &[0, 1]),
            (0, "quit\nn\n", &[0]),
            (0, "n", &[0, 1]),
        ] {
            assert_eq!(positions(ply, lines).0, expected, "{lines:?}");
        }
    }

    #[test]
    fn what_is_not_known_is_helped() {
        let (_, output) = positions(0, "?\n7\nl\n");
        let prompt = "ply 0 of 2 (? for help): ";
        assert_eq!(output[9], format!("{prompt}{HELP}"));
        assert_eq!(output[10], format!("{prompt}there is no ply 7"));
        assert_eq!(output[11], format!("{prompt}2 Teal f6-d6+c6"));
        let [.., result, stderr, last] = output.as_slice() else {
            panic!("{output:#?}");
        };
        assert_eq!(result, "Teal won: time: too slow");
        assert_eq!(stderr, "stderr: oh");
        assert_eq!(last, "ply 2 of 2 (? for help): ");
    }

    #[test]
    fn games_are_found_by_round_and_by_number() {
        let record = |round: &str| {
            let game = GAME.replace("12.1", round);
            game.parse::<GameRecord>().expect("a record")
        };
        let records = ["1.1", "1.2", "2", "1"].map(record);
        for (game, number) in [
            ("1.1", Some(1)),
            ("1.2", Some(2)),
            ("1", Some(4)),
            ("2", Some(3)),
            ("3", Some(3)),
            ("0", None),
            ("5", None),
            ("", None),
            ("1.3", None),
        ] {
            assert_eq!(find(&records, game), number, "{game}");
        }
    }
}
