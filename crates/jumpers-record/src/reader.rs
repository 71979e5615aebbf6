//! A game as a text: what is read.

use std::io::{BufRead, Read};
use std::str::FromStr;

use jumpers_protocol::Excerpt;

use crate::headers::Headers;
use crate::record_error::{MOST_LINE_BYTES, RecordCause, RecordError};
use crate::text::{FIRST_LINE, FORMAT, LAST_LINE, TURNS_LINE};
use crate::{Ending, EndingKind, GameRecord, PlayerRecord, TurnRecord, Winner};

/// The games of a text, one after another; empty lines may stand between them, before the first
/// and after the last. It ends after the first error.
///
/// ```
/// let text = "jumpers-game 1\nred: A\nteal: B\nposition: 4tt/6/6/6/6/rr4 r 0 1\nwinner: teal\n\
///             ending: rules\nturns:\nend\n";
/// let two = text.repeat(2);
/// let games: Vec<_> = jumpers_record::read_records(two.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(games[0], games[1]);
///
/// let bad = text.replace("B", "\\q");
/// let error = jumpers_record::read_records(bad.as_bytes()).find_map(Result::err);
/// assert_eq!(
///     error.unwrap().to_string(),
///     r"line 3: header 'teal': '\\q' where \\, \n, \r, \t or \u{…} is expected"
/// );
/// # Ok::<(), jumpers_record::RecordError>(())
/// ```
pub fn read_records<R: BufRead>(input: R) -> Records<R> {
    Records {
        input: Some(Lines { input, number: 0 }),
    }
}

/// An iterator over the games of a text; see [`read_records`].
#[derive(Debug)]
pub struct Records<R> {
    /// There is none after an error.
    input: Option<Lines<R>>,
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let result = self.input.as_mut()?.game().transpose();
        if !matches!(result, Some(Ok(_))) {
            self.input = None;
        }
        result
    }
}

/// Reads the text of one game, as its `Display` writes it.
impl FromStr for GameRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut lines = Lines {
            input: text.as_bytes(),
            number: 0,
        };
        let game = lines.game()?;
        let game = game.ok_or_else(|| lines.error(RecordCause::NoGame))?;
        match lines.first_line()? {
            None => Ok(game),
            Some(line) => Err(lines.error(RecordCause::Trailing(Excerpt::new(&line)))),
        }
    }
}

/// The lines of a text, counted.
#[derive(Debug)]
struct Lines<R> {
    input: R,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// An error in the last line that was taken.
    fn error(&self, cause: RecordCause) -> RecordError {
        RecordError {
            line: self.number.max(1),
            cause,
        }
    }

    /// The next line without its end, CR LF being one, too. `None` at the end of the text.
    fn line(&mut self) -> Result<Option<String>, RecordError> {
        self.number += 1;
        let mut line = Vec::new();
        let most = MOST_LINE_BYTES as u64 + 1;
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut line);
        let taken = read.map_err(|error| self.error(RecordCause::Read(error.to_string())))?;
        if taken == 0 {
            return Ok(None);
        }
        if line.pop() != Some(b'\n') {
            return Err(self.error(if taken > MOST_LINE_BYTES {
                RecordCause::LineTooLong
            } else {
                RecordCause::NoLineEnd
            }));
        }
        line.pop_if(|byte| *byte == b'\r');
        let line = String::from_utf8(line).map_err(|_| self.error(RecordCause::NotUtf8))?;
        Ok(Some(line))
    }

    /// The next line of a game, which must not end here.
    fn line_of_game(&mut self) -> Result<String, RecordError> {
        let line = self.line()?;
        let line = line.ok_or_else(|| self.error(RecordCause::NoEnd))?;
        if line.starts_with(FORMAT) {
            return Err(self.error(RecordCause::NewGame));
        }
        Ok(line)
    }

    /// The next line that is not empty.
    fn first_line(&mut self) -> Result<Option<String>, RecordError> {
        loop {
            match self.line()? {
                Some(line) if line.is_empty() => {}
                line => return Ok(line),
            }
        }
    }

    /// The next game. `None` if there is none.
    fn game(&mut self) -> Result<Option<GameRecord>, RecordError> {
        let Some(first) = self.first_line()? else {
            return Ok(None);
        };
        if first != FIRST_LINE {
            let version = first.strip_prefix(FORMAT).and_then(|v| v.strip_prefix(' '));
            let cause = match version {
                Some(version) => RecordCause::Version(Excerpt::new(version)),
                None => RecordCause::FirstLine(Excerpt::new(&first)),
            };
            return Err(self.error(cause));
        }
        let mut headers = self.headers()?;
        let mut game = GameRecord {
            event: headers.take("event"),
            round: headers.take("round"),
            date: headers.take("date"),
            red: PlayerRecord {
                name: headers.require("red")?,
                limit: headers.take("red-limit"),
            },
            teal: PlayerRecord {
                name: headers.require("teal")?,
                limit: headers.take("teal-limit"),
            },
            position: headers.require("position")?,
            turns: Vec::new(),
            winner: headers.require_one_of("winner", |name| {
                Winner::from_name(name).ok_or_else(|| RecordCause::Winner(Excerpt::new(name)))
            })?,
            ending: Ending {
                kind: headers.require_one_of("ending", |name| {
                    let found = Excerpt::new(name);
                    EndingKind::from_name(name).ok_or(RecordCause::Ending { found })
                })?,
                detail: headers.take("detail"),
                exit: headers.find("exit").map(|(_, value)| value),
                stderr: headers.stderr,
            },
        };
        loop {
            let line = self.line_of_game()?;
            if line == LAST_LINE {
                return Ok(Some(game));
            }
            let turn: TurnRecord = line.parse().map_err(|reason| {
                let ply = game.turns.len() + 1;
                self.error(RecordCause::Turn { ply, reason })
            })?;
            game.turns.push(turn);
        }
    }

    /// The headers, up to the line before the turns.
    fn headers(&mut self) -> Result<Headers, RecordError> {
        let mut headers = Headers::default();
        loop {
            let line = self.line_of_game()?;
            headers.end = self.number;
            if line == TURNS_LINE {
                return Ok(headers);
            }
            let added = headers.add(&line, self.number);
            added.map_err(|cause| self.error(cause))?;
        }
    }
}
