//! The runner, with players that make random turns: what is in the journal does not depend on how
//! many play at once, nor on stops, and nothing hangs.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jumpers_arena::journal::{Header, Journal, JournalWriter, PairEntry};
use jumpers_arena::openings::Openings;
use jumpers_arena::runner::{
    Ending, Observer, PairPlayer, PlayedPair, RunError, Stop, Unplayed, Verdict, play,
};
use jumpers_arena::schedule::ScheduledPair;
use jumpers_arena::stats::Decision;
use jumpers_arena::tournament::{EloModel, Format, SprtConfig, Tournament};
use jumpers_record::Winner;
use tempfile::TempDir;

use crate::simulation::{games, header, openings, results, tournament};

/// A tournament with its journal's place.
struct Setting {
    _directory: TempDir,
    path: PathBuf,
    openings: Openings,
    header: Header,
}

/// What a player does with a pair.
type Deed<'a> = dyn Fn(&ScheduledPair) -> Result<(), Unplayed> + Sync + 'a;

struct Simulated<'a> {
    setting: &'a Setting,
    deed: &'a Deed<'a>,
}

impl PairPlayer for Simulated<'_> {
    fn play(&mut self, pair: &ScheduledPair) -> Result<PlayedPair, Unplayed> {
        (self.deed)(pair)?;
        let tournament = &self.setting.header.tournament;
        let mut games = games(tournament, &self.setting.openings, pair);
        if tournament.sprt.is_some() {
            // The first engine wins seven games of eight.
            for (number, game) in games.iter_mut().enumerate() {
                let is_red = (pair.first == 0) == (number == 0);
                let wins = !(pair.index + number as u64).is_multiple_of(8);
                lose_on_time(
                    game,
                    if is_red == wins {
                        Winner::Red
                    } else {
                        Winner::Teal
                    },
                );
            }
        }
        Ok(PlayedPair {
            games,
            warnings: Vec::new(),
        })
    }
}

/// Ends a game at its start by a fault of one side.
fn lose_on_time(game: &mut jumpers_record::GameRecord, winner: Winner) {
    game.turns.clear();
    game.winner = winner;
    game.ending.kind = jumpers_record::EndingKind::Crash;
}

/// Sees that what is finished is in the file.
struct Witness<'a> {
    setting: &'a Setting,
    seen: usize,
}

impl Observer for Witness<'_> {
    fn finished(&mut self, pair: &PairEntry, _: Option<&Verdict>) {
        let written = fs::read_to_string(&self.setting.path).unwrap();
        let entry = format!("\"entry\":{{\"pair\":{{\"index\":{},", pair.index);
        assert!(written.ends_with('\n') && written.contains(&entry));
        self.seen += 1;
    }
}

impl Setting {
    fn new(change: impl FnOnce(&mut Tournament)) -> Setting {
        let directory = tempfile::tempdir().unwrap();
        let openings = openings(3);
        let mut tournament = tournament(Format::RoundRobin, 3, 4, &openings);
        change(&mut tournament);
        tournament.check().unwrap();
        Setting {
            path: directory.path().join("journal"),
            _directory: directory,
            openings,
            header: header(&tournament, None),
        }
    }

    /// Plays on, with what the journal has.
    fn run(
        &self,
        workers: usize,
        stop: &Stop,
        deed: &Deed<'_>,
    ) -> (Result<Ending, RunError>, Journal) {
        let (mut writer, mut journal) =
            JournalWriter::resume(&self.path, &self.header, &self.openings).unwrap();
        let before = journal.pairs.len();
        let mut witness = Witness {
            setting: self,
            seen: 0,
        };
        let make = |_| Simulated {
            setting: self,
            deed,
        };
        let ending = play(&mut journal, &mut writer, workers, stop, make, &mut witness);
        assert_eq!(witness.seen, journal.pairs.len() - before);
        drop(writer);
        assert_eq!(Journal::open(&self.path).unwrap(), journal);
        (ending, journal)
    }

    fn played_through(&self, workers: usize, deed: &Deed<'_>) -> Journal {
        let (ending, journal) = self.run(workers, &Stop::new().unwrap(), deed);
        assert_eq!(ending.unwrap(), Ending::Complete);
        assert_eq!(
            journal.pairs.len() as u64,
            journal.header.tournament.pairs()
        );
        journal
    }
}

/// Pairs take times that have nothing to do with their order.
fn shuffled(pair: &ScheduledPair) -> Result<(), Unplayed> {
    std::thread::sleep(Duration::from_micros(pair.index * 7919 % 13 * 200));
    Ok(())
}

#[test]
fn any_number_of_workers_plays_the_same_tournament() {
    let alone = Setting::new(|_| ()).played_through(1, &|_| Ok(()));
    let order: Vec<u64> = alone.pairs.iter().map(|pair| pair.index).collect();
    assert_eq!(order, (0..12).collect::<Vec<u64>>());
    for workers in [2, 3, 8, 30] {
        let journal = Setting::new(|_| ()).played_through(workers, &shuffled);
        assert_eq!(results(&journal), results(&alone));
    }
}

#[test]
fn a_finished_tournament_plays_nothing() {
    let setting = Setting::new(|_| ());
    let journal = setting.played_through(2, &|_| Ok(()));
    let played = |_: &ScheduledPair| -> Result<(), Unplayed> { panic!("nothing to play") };
    assert_eq!(setting.played_through(2, &played), journal);
}

#[test]
fn a_stop_leaves_whole_pairs_and_a_note() {
    let whole = Setting::new(|_| ()).played_through(1, &|_| Ok(()));
    for workers in [1, 2, 4] {
        let setting = Setting::new(|_| ());
        let stop = Stop::new().unwrap();
        let (ending, journal) = setting.run(workers, &stop, &|pair| {
            if pair.index == 5 {
                assert!(stop.set_by(15));
                assert!(!stop.set_by(2));
            }
            match stop.is_set() {
                true => Err(Unplayed::Stopped),
                false => Ok(()),
            }
        });
        assert_eq!(ending.unwrap(), Ending::Interrupted(15));
        let [interrupt] = &journal.interrupts[..] else {
            panic!("one note of a stop");
        };
        assert_eq!(interrupt.signal, "SIGTERM");
        assert!(interrupt.unfinished.contains(&5) && interrupt.unfinished.len() <= workers);
        assert!(
            journal
                .pairs
                .iter()
                .all(|pair| !interrupt.unfinished.contains(&pair.index))
        );
        assert!(journal.pairs.len() < 12);
        // What is played after it is what would have been played.
        let journal = setting.played_through(workers, &|_| Ok(()));
        assert_eq!(results(&journal), results(&whole));
        assert_eq!(journal.interrupts.len(), 1);
    }
}

#[test]
fn a_stop_after_the_last_pair_is_none() {
    let setting = Setting::new(|_| ());
    let stop = Stop::new().unwrap();
    let (ending, journal) = setting.run(1, &stop, &|pair| {
        if pair.index == 11 {
            stop.set_by(2);
        }
        Ok(())
    });
    assert_eq!(ending.unwrap(), Ending::Complete);
    assert_eq!(journal.interrupts, []);
}

#[test]
fn what_fails_ends_the_tournament_and_loses_nothing() {
    let whole = Setting::new(|_| ()).played_through(1, &|_| Ok(()));
    type Failing = (fn(&ScheduledPair) -> Result<(), Unplayed>, &'static str);
    let cases: [Failing; 2] = [
        (
            |pair| match pair.index {
                4 => panic!("pair {}", pair.index),
                _ => Ok(()),
            },
            "a fault in this program: pair 4",
        ),
        (
            |pair| match pair.index {
                4 => Err(Unplayed::Failed("no more memory".to_owned())),
                _ => Ok(()),
            },
            "no more memory",
        ),
    ];
    for (deed, expected) in cases {
        for workers in [1, 3] {
            let setting = Setting::new(|_| ());
            let stop = Stop::new().unwrap();
            let (ending, journal) = setting.run(workers, &stop, &deed);
            assert_eq!(ending.unwrap_err().to_string(), expected);
            assert!(stop.is_set());
            assert!(journal.pairs.iter().all(|pair| pair.index != 4));
            let journal = setting.played_through(workers, &|_| Ok(()));
            assert_eq!(results(&journal), results(&whole));
        }
    }
}

#[test]
fn shards_are_played_to_their_end() {
    let whole = Setting::new(|_| ()).played_through(1, &|_| Ok(()));
    let mut all = Vec::new();
    for number in 1..=3 {
        let mut setting = Setting::new(|_| ());
        setting.header.shard = Some(format!("{number}/3").parse().unwrap());
        let (ending, journal) = setting.run(2, &Stop::new().unwrap(), &shuffled);
        assert_eq!(ending.unwrap(), Ending::Complete);
        assert_eq!(journal.pairs.len(), 4);
        all.push((setting.path.clone(), journal));
    }
    let merged = jumpers_arena::journal::merge(all).unwrap();
    assert_eq!(merged.missing, []);
    assert_eq!(results(&merged.journal), results(&whole));
}

fn with_test(tournament: &mut Tournament) {
    tournament.format = Format::Match;
    tournament.engines.truncate(2);
    tournament.rounds = 200;
    tournament.sprt = Some(SprtConfig {
        elo0: 0.0,
        elo1: 60.0,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::Logistic,
    });
}

/// How many pairs the test took, and what it said.
fn verdict(journal: &Journal) -> (u64, Decision) {
    let mut verdict = Verdict::new(journal.header.tournament.sprt.as_ref().unwrap()).unwrap();
    journal.pairs.iter().for_each(|pair| verdict.record(pair));
    assert!(verdict.is_decided());
    (verdict.sprt().counts().pairs(), verdict.sprt().decision())
}

#[test]
fn the_verdict_is_that_of_the_schedule() {
    let (ending, alone) = Setting::new(with_test).run(1, &Stop::new().unwrap(), &|_| Ok(()));
    assert_eq!(ending.unwrap(), Ending::Decided);
    let expected = verdict(&alone);
    // A worker may be ahead of the collector.
    assert!(alone.pairs.len() as u64 >= expected.0);
    assert_eq!(expected.1, Decision::AcceptH1);
    for workers in [2, 5] {
        let setting = Setting::new(with_test);
        let (ending, journal) = setting.run(workers, &Stop::new().unwrap(), &shuffled);
        assert_eq!(ending.unwrap(), Ending::Decided);
        assert_eq!(verdict(&journal), expected);
        // Nothing more is played when it goes on.
        let (ending, again) = setting.run(workers, &Stop::new().unwrap(), &|_| {
            panic!("nothing to play")
        });
        assert_eq!(ending.unwrap(), Ending::Decided);
        assert_eq!(again, journal);
    }
}

#[test]
fn stops_do_not_change_the_verdict() {
    let (_, alone) = Setting::new(with_test).run(1, &Stop::new().unwrap(), &|_| Ok(()));
    let setting = Setting::new(with_test);
    let journal = loop {
        let stop = Stop::new().unwrap();
        let begun = AtomicU64::new(0);
        let (ending, journal) = setting.run(3, &stop, &|pair| {
            shuffled(pair)?;
            if begun.fetch_add(1, Ordering::SeqCst) >= 4 {
                stop.set_by(1);
                return Err(Unplayed::Stopped);
            }
            Ok(())
        });
        match ending.unwrap() {
            Ending::Interrupted(1) => {}
            ending => {
                assert_eq!(ending, Ending::Decided);
                break journal;
            }
        }
    };
    assert!(journal.interrupts.len() > 1);
    assert_eq!(verdict(&journal), verdict(&alone));
}

#[test]
fn a_shard_has_no_verdict() {
    let mut setting = Setting::new(with_test);
    setting.header.shard = Some("1/2".parse().unwrap());
    let (ending, journal) = setting.run(2, &Stop::new().unwrap(), &|_| Ok(()));
    assert_eq!(ending.unwrap(), Ending::Complete);
    assert_eq!(journal.pairs.len(), 100);
}
