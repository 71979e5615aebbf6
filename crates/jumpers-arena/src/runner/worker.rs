//! What plays pairs of games.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;

use jumpers_record::GameRecord;

use super::queue::Queue;
use super::stop::Stop;
use crate::journal::EngineWarnings;
use crate::schedule::ScheduledPair;

/// Two finished games from one opening.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedPair {
    /// The games: the scheduled first engine is Red in the first and Teal in the second.
    pub games: [GameRecord; 2],
    /// What was wrong with an engine without losing a game.
    pub warnings: Vec<EngineWarnings>,
}

/// Why a pair was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayed {
    /// It was told to stop.
    Stopped,
    /// Nothing can be played, whoever the engines are.
    Failed(String),
}

/// Plays pairs of games.
pub trait PairPlayer {
    /// Plays both games of a pair.
    ///
    /// # Errors
    /// If it was told to stop, or nothing can be played. Faults of engines are no errors: they are
    /// endings of games.
    fn play(&mut self, pair: &ScheduledPair) -> Result<PlayedPair, Unplayed>;

    /// There are no more pairs. It is not called if the player was told to stop.
    fn finish(&mut self) {}
}

/// What a worker tells the collector.
pub(super) enum Message {
    /// A pair is finished.
    Finished(ScheduledPair, Box<PlayedPair>),
    /// The worker cannot go on.
    Failed(String),
}

/// Plays pairs until there are no more, or it is told to stop, or something fails; then all others
/// are told to stop. The player is made here since engines stay in the thread that started them.
pub(super) fn work<P: PairPlayer>(
    queue: &Queue,
    stop: &Stop,
    sender: &SyncSender<Message>,
    make: impl FnOnce() -> P,
) {
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mut player = make();
        while !stop.is_set() {
            let Some(pair) = queue.take() else {
                player.finish();
                break;
            };
            match player.play(&pair) {
                Ok(played) => {
                    // Without a collector there is nobody to play for.
                    if sender
                        .send(Message::Finished(pair, Box::new(played)))
                        .is_err()
                    {
                        break;
                    }
                }
                Err(Unplayed::Stopped) => break,
                Err(Unplayed::Failed(why)) => return Err(why),
            }
        }
        Ok(())
    }));
    let failure = match played {
        Ok(Ok(())) => return,
        Ok(Err(why)) => why,
        Err(panic) => format!("a fault in this program: {}", said(&*panic)),
    };
    stop.set();
    let _ = sender.send(Message::Failed(failure));
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}
