//! Perfect play on 6×6, for Red from the start.
//!
//! The engine brings a certificate along that Red wins the start of the 6×6 board: a turn for each
//! position that the strategy leads to. It was made by `jumpers-engine solve`, and it is believed
//! in nothing: it is verified while it is loaded. That takes some hundredths of a second and 4 MiB,
//! once in a process and only if it is wanted.

use std::any::Any;
use std::sync::{Once, OnceLock};

use jumpers_core::{Position, Six, Size, Turn};
use jumpers_proof::Strategy;

use crate::memory;

/// The certificate, in the format of [`jumpers_proof::format`].
pub const CERTIFICATE: &[u8] = include_bytes!("perfect/start6.proof");

/// What loading takes at most, in MiB.
const LOADING_MIB: u64 = 32;

static STRATEGY: OnceLock<Option<Strategy<Six>>> = OnceLock::new();

/// The turn of a strategy that wins from a position or from its mirror image, and the most plies
/// that the game can still last if the strategy goes on, this turn among them. `None` if the
/// certificate does not have the position, if its loser is to move, or on another board than 6×6.
///
/// The first call loads the certificate, unless [`load_soon`] has done so, and waits until it is
/// loaded. If there is no memory for that the answer is `None`, and a later call tries again.
///
/// ```
/// use jumpers_core::{Position, Six};
/// use jumpers_engine::perfect;
///
/// let mut position = Position::<Six>::start();
/// let (turn, plies) = perfect::find(&position).expect("the start is won");
/// assert!(plies <= position.max_turns_left());
/// position.play(&turn).expect("its turn is legal");
/// assert_eq!(perfect::find(&position), None); // Teal is to move.
/// ```
pub fn find<S: Size>(position: &Position<S>) -> Option<(Turn<S>, u32)> {
    let position: &dyn Any = position;
    // Other boards do not wait for it.
    let position = position.downcast_ref::<Position<Six>>()?;
    let (turn, plies) = strategy()?.turn(position)?;
    let turn: &dyn Any = &turn;
    Some((*turn.downcast_ref::<Turn<S>>()?, plies))
}

/// Begins to load the certificate on a thread of its own, so that no later [`find`] has to wait
/// long. Without memory for the thread nothing happens: then [`find`] loads it.
pub fn load_soon() {
    static BEGUN: Once = Once::new();

    BEGUN.call_once(|| {
        if memory::has_room_for_threads(1) {
            let thread = std::thread::Builder::new().name("certificate".to_owned());
            // If the system refuses it, the first to ask loads.
            let _ = thread.spawn(strategy);
        }
    });
}

/// Loads the certificate if that has not been done, and waits until it is loaded; whether it is.
pub fn load() -> bool {
    strategy().is_some()
}

/// Is the certificate loaded by now?
pub fn is_loaded() -> bool {
    STRATEGY.get().is_some_and(Option::is_some)
}

fn strategy() -> Option<&'static Strategy<Six>> {
    if STRATEGY.get().is_none() && !memory::has_room_left(LOADING_MIB) {
        return None;
    }
    // The tests see to it that it is a proof.
    STRATEGY
        .get_or_init(|| Strategy::load(CERTIFICATE).ok())
        .as_ref()
}
