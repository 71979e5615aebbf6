//! What is shown while a tournament is played.

use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use jumpers_record::{EndingKind, GameRecord};

use super::collector::Observer;
use super::speaker::{Speaker, Standing};
use super::verdict::{Verdict, pair_score};
use crate::journal::{Journal, PairEntry};
use crate::stats::{MatchStatistics, PairCounts};
use crate::tournament::{Format, Tournament};

/// How often a line is written, at most, where there is no bar.
const BETWEEN_LINES: Duration = Duration::from_secs(5);

/// How many lines of an engine's standard error are shown when it fails.
const STDERR_LINES: usize = 5;

/// Shows how far a tournament is, on standard error: a bar on a terminal, else a line every few
/// seconds if something has changed. What is wrong with an engine is said once, when it happens
/// first. It never waits for whoever reads it: what cannot be written is left out.
pub struct Progress {
    tournament: Tournament,
    counts: PairCounts,
    /// Pairs that are played, and those that there are, of the shard if there is one.
    played: u64,
    pairs: u64,
    begun: Instant,
    played_at_first: u64,
    verdict: Option<VerdictLine>,
    said: HashSet<String>,
    shown: Shown,
    speaker: Speaker,
}

/// What the bar shows of the sequential test.
struct VerdictLine {
    llr: f64,
    bounds: (f64, f64),
    pairs_left: Option<f64>,
}

enum Shown {
    Nothing,
    Bar,
    Lines { last: Instant, changed: bool },
}

impl Progress {
    /// Of a tournament as far as the journal has it. With `quiet`, nothing is shown but what is
    /// wrong with engines.
    ///
    /// # Errors
    /// If the thread that writes cannot be started.
    pub fn new(journal: &Journal, quiet: bool) -> io::Result<Progress> {
        let tournament = journal.header.tournament.clone();
        let pairs = pairs(journal);
        let played = journal.pairs.len() as u64;
        let shown = if quiet {
            Shown::Nothing
        } else if io::stderr().is_terminal() {
            Shown::Bar
        } else {
            Shown::Lines {
                last: Instant::now(),
                changed: false,
            }
        };
        let mut progress = Progress {
            tournament,
            counts: PairCounts::default(),
            played,
            pairs,
            begun: Instant::now(),
            played_at_first: played,
            verdict: None,
            said: HashSet::new(),
            speaker: Speaker::new(matches!(shown, Shown::Bar).then_some((pairs, played)))?,
            shown,
        };
        journal.pairs.iter().for_each(|pair| progress.count(pair));
        Ok(progress)
    }

    /// Says a line.
    pub fn tell(&self, line: &str) {
        self.speaker.say(line);
    }

    /// Takes the bar off the screen, and writes where it stood at last.
    pub fn finish(mut self) {
        if let Shown::Lines { changed: true, .. } = &self.shown {
            self.write_line();
        }
        self.speaker.finish();
    }

    /// Counts a pair of the first engine of a match or a gauntlet.
    fn count(&mut self, pair: &PairEntry) {
        if self.tournament.format != Format::RoundRobin {
            self.counts.record(pair_score(pair, 0));
        }
    }

    /// Says a line once.
    fn say(&mut self, about: String, line: &str) {
        if self.said.insert(about) {
            self.speaker.say(line);
        }
    }

    /// Says what was wrong in a pair.
    fn say_faults(&mut self, pair: &PairEntry) {
        for warning in &pair.warnings {
            let name = self.tournament.engines[warning.engine].name.clone();
            let line = format!("warning: {name}: {}", printable(&warning.text));
            self.say(line.clone(), &line);
        }
        for game in &pair.games {
            if game.ending.kind == EndingKind::Rules {
                continue;
            }
            let (about, line) = fault(game);
            self.say(about, &line);
        }
    }

    /// The state of things: `alpha 13-11 (54.2 %), Elo +28.9 [-10.0, +70.1], LLR …`
    fn state(&self) -> String {
        let mut parts = Vec::new();
        if self.counts.pairs() > 0 {
            let statistics = MatchStatistics::of(&self.counts);
            let won = 2 * self.counts.won + self.counts.split;
            let lost = 2 * self.counts.lost + self.counts.split;
            parts.push(format!(
                "{} {won}-{lost} ({:.1} %)",
                self.tournament.engines[0].name,
                100.0 * self.counts.score().unwrap_or_default()
            ));
            parts.push(format!("Elo {}", statistics.elo));
        }
        if let Some(VerdictLine {
            llr,
            bounds: (lower, upper),
            ..
        }) = self.verdict
        {
            parts.push(format!("LLR {llr:.2} ({lower:.2}, {upper:.2})"));
        }
        parts.join(", ")
    }

    /// How long it will take if it goes on as it did, as a text: `3m 20s left`.
    fn time_left(&self) -> Option<String> {
        let done = (self.played - self.played_at_first) as f64;
        let mut left = (self.pairs - self.played) as f64;
        if let Some(VerdictLine {
            pairs_left: Some(expected),
            ..
        }) = self.verdict
        {
            left = left.min(expected);
        }
        if done == 0.0 || left == 0.0 {
            return None;
        }
        let seconds = self.begun.elapsed().as_secs_f64() / done * left;
        let whole = Duration::try_from_secs_f64(seconds.round()).ok()?;
        Some(format!("{} left", humantime::format_duration(whole)))
    }

    fn write_line(&mut self) {
        let mut line = format!("pairs {}/{}", self.played, self.pairs);
        for part in [Some(self.state()), self.time_left()].into_iter().flatten() {
            if !part.is_empty() {
                line += &format!(", {part}");
            }
        }
        self.speaker.say_progress(line);
        if let Shown::Lines { last, changed } = &mut self.shown {
            (*last, *changed) = (Instant::now(), false);
        }
    }
}

impl Observer for Progress {
    fn finished(&mut self, pair: &PairEntry, verdict: Option<&Verdict>) {
        self.played += 1;
        self.count(pair);
        self.verdict = verdict.map(|verdict| {
            let sprt = verdict.sprt();
            VerdictLine {
                llr: sprt.llr(),
                bounds: (sprt.lower(), sprt.upper()),
                pairs_left: sprt.expected_pairs_left(),
            }
        });
        self.say_faults(pair);
        if let Shown::Lines { changed, .. } = &mut self.shown {
            *changed = true;
        }
        self.tick();
    }

    fn tick(&mut self) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar => self.speaker.show(Standing {
                position: self.played,
                time_left: self.time_left().unwrap_or_default(),
                message: self.state(),
            }),
            Shown::Lines { last, changed } => {
                if *changed && last.elapsed() >= BETWEEN_LINES {
                    self.write_line();
                }
            }
        }
    }
}

/// The pairs of a journal's shard, or of all its tournament.
fn pairs(journal: &Journal) -> u64 {
    let pairs = journal.header.tournament.pairs();
    journal
        .header
        .shard
        .map_or(pairs, |shard| shard.share_of(pairs))
}

/// What is said of a game that was lost by a fault, and the key by which it is said once.
fn fault(game: &GameRecord) -> (String, String) {
    let loser = match game.winner.color() {
        Some(winner) => &game.player(!winner).name,
        None => &game.red.name,
    };
    let kind = game.ending.kind;
    let mut line = format!("game {}: {loser} lost by {kind}", game.round);
    if !game.ending.detail.is_empty() {
        line += &format!(": {}", printable(&game.ending.detail));
    }
    if let Some(exit) = &game.ending.exit {
        line += &format!(" ({exit})");
    }
    let stderr = &game.ending.stderr;
    let last = &stderr[stderr.len().saturating_sub(STDERR_LINES)..];
    for said in last {
        line += &format!("\n  {loser}: {}", printable(said));
    }
    (format!("{loser} {kind}"), line)
}

/// A text without control characters, which could do anything to a terminal.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}
