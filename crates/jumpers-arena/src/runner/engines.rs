//! Engines that play pairs of games.

use std::time::{Duration, Instant};

use jumpers_record::{EndingKind, GameRecord};

use super::programs::Programs;
use super::stop::Stop;
use super::worker::{PairPlayer, PlayedPair, Unplayed};
use crate::game::{GameStart, Seat, play_game};
use crate::journal::{EngineWarnings, round_text};
use crate::openings::Openings;
use crate::process::{Supervisor, Wake, after, times_continued, wait};
use crate::schedule::ScheduledPair;
use crate::tournament::Tournament;

/// How long after an engine was killed by a signal this program may be told to stop, so that its
/// death is no fault of the engine.
const KILLED_GRACE: Duration = Duration::from_secs(1);
/// The same for an engine that has ended by itself, perhaps since it was told to by a signal.
const ENDED_GRACE: Duration = Duration::from_millis(100);

/// How often a pair is begun, if this program is stopped and continued each time.
const MOST_ATTEMPTS: usize = 20;
/// How often a pair is begun again if an engine cannot be started, since the system is out of
/// something.
const MOST_SHORTAGES: u32 = 4;
/// How long is waited before, the first time; then twice as long each time.
const SHORTAGE_PAUSE: Duration = Duration::from_millis(100);

/// Plays the pairs of a tournament with its engines. At most two of them run: those of the pair
/// that is played. They run on for the next pair if they play in that, too.
#[derive(Debug)]
pub struct Engines<'a> {
    tournament: &'a Tournament,
    openings: &'a Openings,
    programs: Programs,
    supervisor: &'a Supervisor,
    stop: Stop,
    /// The CPUs to run on; any if there are none.
    cpus: Vec<usize>,
    seats: Vec<Taken>,
}

/// A seat that is taken.
#[derive(Debug)]
struct Taken {
    /// By which engine, by its place in the tournament.
    engine: usize,
    /// Which half of the CPUs is its own, if the engines think at the same time.
    half: usize,
    seat: Seat,
}

impl<'a> Engines<'a> {
    /// Nothing runs yet. The engines will run on these CPUs, or on any if there are none. If one of
    /// the tournament's engines thinks in the opponent's time each of two has half of the CPUs.
    pub fn new(
        tournament: &'a Tournament,
        openings: &'a Openings,
        programs: &Programs,
        supervisor: &'a Supervisor,
        stop: &Stop,
        cpus: Vec<usize>,
    ) -> Self {
        Engines {
            tournament,
            openings,
            programs: programs.clone(),
            supervisor,
            stop: stop.clone(),
            cpus,
            seats: Vec::new(),
        }
    }

    /// Ends engines that do not play in this pair, and makes seats for those that do. Returns the
    /// places of the pair's first and second engine in `seats`.
    fn take_seats(&mut self, pair: &ScheduledPair) -> [usize; 2] {
        let engines = [pair.first, pair.second];
        for Taken { engine, seat, .. } in &mut self.seats {
            if !engines.contains(engine) {
                seat.close();
            }
        }
        self.seats.retain(|taken| engines.contains(&taken.engine));
        engines.map(|engine| {
            let place = self.seats.iter().position(|taken| taken.engine == engine);
            place.unwrap_or_else(|| {
                let half = match self.seats.first() {
                    Some(other) => 1 - other.half,
                    None => 0,
                };
                let contestant = &self.tournament.engines[engine];
                let contestant = self.programs.launchable(engine, contestant);
                let seat = Seat::new(
                    contestant,
                    self.cpus_of(half),
                    self.supervisor,
                    self.stop.interrupt(),
                );
                self.seats.push(Taken { engine, half, seat });
                self.seats.len() - 1
            })
        })
    }

    /// The CPUs of one of two engines: all, unless they may think at the same time.
    fn cpus_of(&self, half: usize) -> Vec<usize> {
        let (lower, upper) = self.cpus.split_at(self.cpus.len() / 2);
        let ponders = self.tournament.engines.iter().any(|engine| engine.ponder);
        match (ponders, half) {
            (false, _) => self.cpus.clone(),
            (true, 0) => lower.to_vec(),
            (true, _) => upper.to_vec(),
        }
    }

    fn play_game(&mut self, places: [usize; 2], start: &GameStart) -> Result<GameRecord, Unplayed> {
        let failed = || Unplayed::Failed("no such engine".to_owned());
        let seats = self.seats.get_disjoint_mut(places);
        let [red, teal] = seats.map_err(|_| failed())?;
        let record = play_game([&mut red.seat, &mut teal.seat], start);
        match record.ending.kind {
            EndingKind::Interrupt if self.stop.is_set() => Err(Unplayed::Stopped),
            EndingKind::Interrupt => Err(Unplayed::Failed(format!(
                "game {}: {}",
                start.round, record.ending.detail
            ))),
            EndingKind::Crash if self.is_being_stopped(&record) => Err(Unplayed::Stopped),
            _ => Ok(record),
        }
    }

    /// Whoever stops a whole job, as cluster managers do, signals the engines as well as this
    /// program, and perhaps first. So a death is held against an engine only if no stop follows.
    fn is_being_stopped(&self, record: &GameRecord) -> bool {
        let grace = match &record.ending.exit {
            None => return false,
            Some(exit) if exit.starts_with("signal") => KILLED_GRACE,
            Some(_) => ENDED_GRACE,
        };
        let deadline = after(Instant::now(), grace);
        while wait(&mut [], deadline, self.stop.interrupt()) == Wake::Ready {}
        self.stop.is_set()
    }
}

impl PairPlayer for Engines<'_> {
    fn play(&mut self, pair: &ScheduledPair) -> Result<PlayedPair, Unplayed> {
        let position = self
            .openings
            .get(pair.opening)
            .map(|opening| opening.text());
        let Some(position) = position else {
            return Err(Unplayed::Failed(format!("no opening {}", pair.opening)));
        };
        let start = |game| GameStart {
            event: self.tournament.event.clone(),
            round: round_text(pair.index, game),
            position: position.to_owned(),
        };
        let starts = [start(0), start(1)];
        for engine in [pair.first, pair.second] {
            let contestant = &self.tournament.engines[engine];
            let unchanged = self.programs.check(engine, contestant);
            unchanged.map_err(Unplayed::Failed)?;
        }
        let [first, second] = self.take_seats(pair);
        let seats = self.seats.iter();
        let before: Vec<u64> = seats.map(|taken| taken.seat.warnings().count).collect();
        let mut attempts = 0;
        let mut shortages = 0;
        let games = loop {
            let continued = times_continued();
            attempts += 1;
            let games = self
                .play_game([first, second], &starts[0])
                .and_then(|one| Ok([one, self.play_game([second, first], &starts[1])?]));
            match games {
                // This program was stopped and continued: the time that its games took is wrong.
                Err(Unplayed::Failed(_))
                    if times_continued() != continued && attempts < MOST_ATTEMPTS => {}
                // It may be the pair's other engine that has taken what there was.
                Err(Unplayed::Failed(_)) if shortages < MOST_SHORTAGES => {
                    for taken in &mut self.seats {
                        taken.seat.close();
                    }
                    let deadline = after(Instant::now(), SHORTAGE_PAUSE * 2_u32.pow(shortages));
                    wait(&mut [], deadline, self.stop.interrupt());
                    shortages += 1;
                }
                games => break games?,
            }
        };
        let mut warnings = Vec::new();
        for (Taken { engine, seat, .. }, before) in self.seats.iter().zip(before) {
            let now = seat.warnings();
            if now.count > before {
                warnings.push(EngineWarnings {
                    engine: *engine,
                    count: now.count - before,
                    text: now.first.clone().unwrap_or_default(),
                });
            }
        }
        Ok(PlayedPair { games, warnings })
    }

    fn finish(&mut self) {
        for taken in &mut self.seats {
            taken.seat.close();
        }
    }
}
