//! The table of the proof search: what is known of each position, shared by all threads.
//!
//! An entry holds the whole position, so that no position is ever taken for another one. It is a
//! few words of which the first is a sequence lock (as in Boehm, "Can seqlocks get along with
//! programming language memory models?", 2012): odd while it is written, another value after each
//! writing, so that a reader never takes words of two writings for one. The sequence number comes
//! back to a value after 2^32 writings of one entry.
//!
//! More own reserve is never worse: a turn that is legal with some reserve is legal with more,
//! the other side's turns do not depend on it, and so whoever wins with less wins with more. All
//! reserves of a board therefore share a cluster, and what is proved of one of them counts for
//! those that are better for the winner. That is so for wins within a number of plies, too: the
//! winner makes the same turns. An entry says for which [`Limit`] it is, so that limited searches
//! and others share a table, and each takes what follows for it from the proofs of the others.

use std::sync::atomic::{AtomicU64, Ordering, fence};

use jumpers_core::{Color, Setup, Size};

use super::estimate::Estimates;
use super::limit::Limit;
use super::numbers::Numbers;
use crate::memory::{self, SharedWords};
use crate::search::NoMemory;

/// Entries that a position may be in.
const CLUSTER: usize = 4;
/// The words of an entry besides the tokens: the lock, and the numbers.
const WORDS_BESIDES: usize = 2;
/// Entries looked at for the fullness.
const SAMPLE: usize = 4096;

/// The fields of an entry's first word.
mod meta {
    /// Set while the entry is written.
    pub const LOCK: u64 = 1;
    /// The side to move, the effort, the reserves, the limit, then the sequence number.
    pub const SIDE_SHIFT: u32 = 1;
    pub const EFFORT_SHIFT: u32 = 2;
    pub const EFFORT_BITS: u64 = 0x3f;
    pub const RESERVES_SHIFT: u32 = 8;
    pub const LIMIT_SHIFT: u32 = 24;
    pub const SEQUENCE_SHIFT: u32 = 32;

    pub const fn effort(meta: u64) -> u64 {
        meta >> EFFORT_SHIFT & EFFORT_BITS
    }

    pub const fn reserves(meta: u64) -> [u8; 2] {
        [
            (meta >> RESERVES_SHIFT) as u8,
            (meta >> (RESERVES_SHIFT + 8)) as u8,
        ]
    }

    pub const fn limit(meta: u64) -> u8 {
        (meta >> LIMIT_SHIFT) as u8
    }

    /// The reserves and the limit.
    pub const fn question(meta: u64) -> u32 {
        (meta >> RESERVES_SHIFT) as u32 & 0xff_ffff
    }

    pub const fn side(meta: u64) -> u64 {
        meta >> SIDE_SHIFT & 1
    }
}

/// What is found in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The numbers of the position.
    pub numbers: Numbers,
    /// About how many positions were expanded below it: see [`effort_of`].
    pub effort: u8,
}

/// The effort of a position that was only looked at, from its parent. Such entries give way to all
/// others.
pub const ESTIMATED: u8 = 1;

/// The effort that stands for so many expansions: two more than twice the binary logarithm, and so
/// more than [`ESTIMATED`].
pub fn effort_of(expansions: u64) -> u8 {
    let wide = u128::from(expansions.max(1)).pow(2);
    (wide.ilog2() + 2).min(63) as u8
}

/// What tells the questions about a board apart: the reserves and the limit, as an entry has them.
#[inline(always)]
fn question_of<S: Size>(setup: &Setup<S>, limit: Limit) -> u32 {
    u32::from(u16::from_le_bytes(setup.reserves)) | u32::from(limit.bits()) << 16
}

/// An entry as it is stored, for checkpoints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record<S: Size> {
    /// The position.
    pub setup: Setup<S>,
    /// Its numbers.
    pub numbers: Numbers,
    /// The effort.
    pub effort: u8,
}

/// The table.
pub struct ProofTable {
    /// The entries.
    words: SharedWords,
    /// Words of an entry.
    stride: usize,
    clusters: usize,
    /// Where the estimates that it keeps come from.
    estimates: Estimates,
}

/// The tokens of a position as words.
#[inline(always)]
fn token_words<S: Size>(setup: &Setup<S>) -> [u64; 4] {
    let [low_red, high_red] = setup.tokens[0].halves();
    let [low_teal, high_teal] = setup.tokens[1].halves();
    [low_red, low_teal, high_red, high_teal]
}

/// A number for the board and the side to move, whatever the reserves.
#[inline(always)]
pub fn board_hash<S: Size>(setup: &Setup<S>) -> u64 {
    const ODD: [u64; 4] = [
        0x9e37_79b9_7f4a_7c15,
        0xc2b2_ae3d_27d4_eb4f,
        0x1656_67b1_9e37_79f9,
        0xd6e8_feb8_6659_fd93,
    ];
    let words = token_words(setup);
    let mut hash = words[0].wrapping_mul(ODD[0]) ^ words[1].wrapping_mul(ODD[1]).rotate_left(32);
    if uses_high_words::<S>() {
        hash ^= words[2].wrapping_mul(ODD[2]) ^ words[3].wrapping_mul(ODD[3]).rotate_left(32);
    }
    hash ^= setup.side_to_move as u64;
    // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

const fn uses_high_words<S: Size>() -> bool {
    size_of::<S::Word>() > size_of::<u64>()
}

const fn token_word_count<S: Size>() -> usize {
    if uses_high_words::<S>() { 4 } else { 2 }
}

/// What the words of an entry say, read at one moment.
struct Seen {
    meta: u64,
    numbers: u64,
}

impl ProofTable {
    /// An empty table of `mib` MiB for boards of one size.
    ///
    /// # Errors
    /// If the memory is not to be had.
    pub fn new<S: Size>(mib: usize) -> Result<Self, NoMemory> {
        let fail = NoMemory { mib };
        if !memory::has_room_for(mib) {
            return Err(fail);
        }
        let stride = WORDS_BESIDES + token_word_count::<S>();
        let clusters = mib
            .checked_mul((1 << 20) / (stride * CLUSTER * size_of::<u64>()))
            .ok_or(fail)?
            .max(1);
        let count = clusters * CLUSTER * stride;
        Ok(ProofTable {
            words: SharedWords::new(count).map_err(|_| fail)?,
            stride,
            clusters,
            estimates: Estimates::default(),
        })
    }

    /// The same, for searches with other estimates. To be set while the table is empty.
    #[must_use]
    pub fn with_estimates(self, estimates: Estimates) -> Self {
        ProofTable { estimates, ..self }
    }

    /// Where searches with this table have their estimates from.
    pub fn estimates(&self) -> Estimates {
        self.estimates
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // The system has fresh words at once, and takes the old ones back.
        match SharedWords::new(self.words.len()) {
            Ok(words) => self.words = words,
            Err(_) => self
                .words
                .iter()
                .for_each(|word| word.store(0, Ordering::Relaxed)),
        }
    }

    /// How many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.clusters * CLUSTER
    }

    /// How full the table is, in thousandths, by a sample. Estimates do not count.
    pub fn fullness(&self) -> u32 {
        let count = self.capacity();
        let step = (count / SAMPLE).max(1);
        let looked = (0..count).step_by(step);
        let all = looked.clone().count();
        let used = looked.filter(|&i| !self.gives_way(i)).count();
        (used * 1000 / all) as u32
    }

    /// Is the entry free or an estimate?
    fn gives_way(&self, entry: usize) -> bool {
        let meta = self.words[entry * self.stride].load(Ordering::Relaxed);
        meta::effort(meta) <= u64::from(ESTIMATED)
    }

    fn entries(&self) -> std::slice::ChunksExact<'_, AtomicU64> {
        let count = self.capacity() * self.stride;
        self.words[..count].chunks_exact(self.stride)
    }

    /// The entries that a position with this [`board_hash`] may be in.
    #[inline(always)]
    fn cluster<S: Size>(&self, hash: u64) -> &[AtomicU64] {
        let index = (u128::from(hash) * self.clusters as u128) >> 64;
        let words = CLUSTER * (WORDS_BESIDES + token_word_count::<S>());
        &self.words[index as usize * words..][..words]
    }

    /// Reads something of the entries that a position with this `board_hash` may be in, so that
    /// they are near when they are needed: several such reads take as long as one.
    #[inline(always)]
    pub fn touch<S: Size>(&self, hash: u64) -> u64 {
        let cluster = self.cluster::<S>(hash);
        cluster[0].load(Ordering::Relaxed) ^ cluster[cluster.len() - 1].load(Ordering::Relaxed)
    }

    /// Reads an entry if it is of this board.
    #[inline(always)]
    fn read<S: Size>(entry: &[AtomicU64], setup: &Setup<S>) -> Option<Seen> {
        let meta = entry[0].load(Ordering::Acquire);
        let numbers = entry[1].load(Ordering::Relaxed);
        let tokens = token_words(setup);
        let mut differs = (meta & meta::LOCK) | (meta::side(meta) ^ setup.side_to_move as u64);
        for (word, stored) in tokens.iter().zip(&entry[WORDS_BESIDES..]) {
            differs |= word ^ stored.load(Ordering::Relaxed);
        }
        if differs != 0 || meta::effort(meta) == 0 {
            return None;
        }
        fence(Ordering::Acquire);
        (entry[0].load(Ordering::Relaxed) == meta).then_some(Seen { meta, numbers })
    }

    /// What is known of who wins a position.
    pub fn get<S: Size>(&self, setup: &Setup<S>) -> Option<Found> {
        self.get_within(setup, Limit::NONE)
    }

    /// What is known of a position with a limit.
    pub fn get_within<S: Size>(&self, setup: &Setup<S>, limit: Limit) -> Option<Found> {
        self.get_hashed(setup, board_hash(setup), limit)
    }

    /// The same for a position whose `board_hash` is known.
    #[inline(always)]
    pub fn get_hashed<S: Size>(&self, setup: &Setup<S>, hash: u64, limit: Limit) -> Option<Found> {
        let question = question_of(setup, limit);
        let own = setup.side_to_move;
        let mut found = None;
        for entry in self
            .cluster::<S>(hash)
            .chunks_exact(WORDS_BESIDES + token_word_count::<S>())
        {
            let Some(seen) = Self::read(entry, setup) else {
                continue;
            };
            let numbers = Numbers::from_bits(seen.numbers);
            let effort = meta::effort(seen.meta) as u8;
            if meta::question(seen.meta) == question {
                found = Some(Found { numbers, effort });
                if numbers.is_proved() {
                    break;
                }
            } else if numbers.is_proved() {
                let winner = if numbers.is_win() { own } else { !own };
                if is_no_worse(setup.reserves, meta::reserves(seen.meta), winner)
                    && Limit::from_bits(meta::limit(seen.meta)).answers(winner, own, limit)
                {
                    return Some(Found { numbers, effort });
                }
            }
        }
        found
    }

    /// Stores what is known of who wins a position: [`ProofTable::put_within`].
    pub fn put<S: Size>(&self, setup: &Setup<S>, numbers: Numbers, effort: u8) {
        self.put_within(setup, Limit::NONE, numbers, effort);
    }

    /// Stores what is known of a position with a limit, in place of what was known of it or, failing
    /// that, of a proof with a limit that follows from this one, or of the entry with the least
    /// effort.
    pub fn put_within<S: Size>(
        &self,
        setup: &Setup<S>,
        limit: Limit,
        numbers: Numbers,
        effort: u8,
    ) {
        let question = question_of(setup, limit);
        let stride = WORDS_BESIDES + token_word_count::<S>();
        let mut target = None;
        for entry in self.cluster::<S>(board_hash(setup)).chunks_exact(stride) {
            let meta = entry[0].load(Ordering::Relaxed);
            let mut worth = meta::effort(meta);
            if let Some(seen) = Self::read(entry, setup) {
                if meta::question(seen.meta) == question {
                    // What is proved stays proved, whatever a slower thread found.
                    if Numbers::from_bits(seen.numbers).is_proved() && !numbers.is_proved() {
                        return;
                    }
                    target = Some((0, meta, entry));
                    break;
                }
                if meta::limit(seen.meta) != 0 && is_implied(&seen, setup, limit, numbers) {
                    worth = 0;
                }
            }
            if target.is_none_or(|(least, _, _)| worth < least) {
                target = Some((worth, meta, entry));
            }
        }
        let Some((_, meta, entry)) = target else {
            return;
        };
        Self::fill(entry, meta, setup, limit, numbers, effort);
    }

    /// Stores what a position with this `board_hash` starts with, if there is room, so that it need
    /// not be worked out again.
    pub fn put_estimate<S: Size>(
        &self,
        setup: &Setup<S>,
        hash: u64,
        limit: Limit,
        numbers: Numbers,
    ) {
        let question = question_of(setup, limit);
        let stride = WORDS_BESIDES + token_word_count::<S>();
        let mut target = None;
        for entry in self.cluster::<S>(hash).chunks_exact(stride) {
            let meta = entry[0].load(Ordering::Relaxed);
            let effort = meta::effort(meta);
            if effort > 0 && Self::read(entry, setup).is_some() && meta::question(meta) == question
            {
                return;
            }
            let is_better = target.is_none_or(|(least, _, _)| effort < least);
            if effort <= u64::from(ESTIMATED) && is_better {
                target = Some((effort, meta, entry));
            }
        }
        if let Some((_, meta, entry)) = target {
            Self::fill(entry, meta, setup, limit, numbers, ESTIMATED);
        }
    }

    /// Writes an entry whose first word was `old`.
    fn fill<S: Size>(
        entry: &[AtomicU64],
        old: u64,
        setup: &Setup<S>,
        limit: Limit,
        numbers: Numbers,
        effort: u8,
    ) {
        let new = (setup.side_to_move as u64) << meta::SIDE_SHIFT
            | u64::from(effort.clamp(1, 63)) << meta::EFFORT_SHIFT
            | u64::from(question_of(setup, limit)) << meta::RESERVES_SHIFT;
        Self::write(entry, old, new, || {
            entry[1].store(numbers.to_bits(), Ordering::Relaxed);
            for (word, stored) in token_words(setup).iter().zip(&entry[WORDS_BESIDES..]) {
                stored.store(*word, Ordering::Relaxed);
            }
        });
    }

    /// Stores what a checkpoint knows, unless all that could make room for it took more effort.
    /// Of what is known of the same position, what is proved stays, and else what took more effort.
    /// Is it stored?
    pub fn restore<S: Size>(&self, record: &Record<S>) -> bool {
        let Record {
            setup,
            numbers,
            effort,
        } = record;
        let stride = WORDS_BESIDES + token_word_count::<S>();
        let mut least = u64::MAX;
        for entry in self.cluster::<S>(board_hash(setup)).chunks_exact(stride) {
            let meta = entry[0].load(Ordering::Relaxed);
            if let Some(seen) = Self::read(entry, setup)
                && meta::question(seen.meta) == question_of(setup, Limit::NONE)
            {
                let known = Numbers::from_bits(seen.numbers);
                let rank = |numbers: Numbers, effort| (numbers.is_proved(), effort);
                if rank(*numbers, u64::from(*effort)) <= rank(known, meta::effort(seen.meta)) {
                    return false;
                }
                least = 0;
                break;
            }
            least = least.min(meta::effort(meta));
        }
        let has_room = least < u64::from(*effort);
        if has_room {
            self.put(setup, *numbers, *effort);
        }
        has_room
    }

    /// Writes an entry unless another thread does. `old` is its first word, `new` the fields of
    /// the next one.
    fn write(entry: &[AtomicU64], old: u64, new: u64, store: impl FnOnce()) {
        if old & meta::LOCK != 0 {
            return;
        }
        let locked =
            entry[0].compare_exchange(old, old | meta::LOCK, Ordering::Acquire, Ordering::Relaxed);
        if locked.is_err() {
            return;
        }
        fence(Ordering::Release);
        store();
        let sequence = (old >> meta::SEQUENCE_SHIFT).wrapping_add(1) << meta::SEQUENCE_SHIFT;
        entry[0].store(sequence | new, Ordering::Release);
    }

    /// Makes room in at least a third of the entries, those with the least effort (small-tree garbage
    /// collection: A. Nagai, "A new depth-first-search algorithm for AND/OR trees", 1999). Other
    /// threads may go on. The number of entries freed.
    pub fn collect(&self) -> usize {
        let mut counts = [0usize; 64];
        for entry in self.entries() {
            counts[meta::effort(entry[0].load(Ordering::Relaxed)) as usize] += 1;
        }
        let mut bound = usize::from(ESTIMATED);
        let room: usize = counts[..=bound].iter().sum();
        let wanted = (self.capacity() / 3).saturating_sub(room);
        let mut sum = 0;
        while sum < wanted && bound < 63 {
            bound += 1;
            sum += counts[bound];
        }
        let mut freed = 0;
        for entry in self.entries() {
            let meta = entry[0].load(Ordering::Relaxed);
            if (u64::from(ESTIMATED) + 1..=bound as u64).contains(&meta::effort(meta)) {
                Self::write(entry, meta, 0, || ());
                freed += 1;
            }
        }
        freed
    }

    /// Visits the entries that tell who wins, or how hard that is to say. Those with a limit, those
    /// of positions that were only looked at, and those that are being written are left out.
    pub fn for_each<S: Size>(&self, mut visit: impl FnMut(Record<S>)) {
        self.for_each_seen(|record| {
            if record.effort > ESTIMATED {
                visit(record);
            }
        });
    }

    /// The same with the positions that were only looked at.
    pub fn for_each_seen<S: Size>(&self, mut visit: impl FnMut(Record<S>)) {
        for entry in self.entries() {
            let meta = entry[0].load(Ordering::Acquire);
            let words: Vec<_> = entry[1..]
                .iter()
                .map(|word| word.load(Ordering::Relaxed))
                .collect();
            fence(Ordering::Acquire);
            let is_whole = meta & meta::LOCK == 0 && entry[0].load(Ordering::Relaxed) == meta;
            if !is_whole || meta::effort(meta) == 0 || meta::limit(meta) != 0 {
                continue;
            }
            let high = |i| if uses_high_words::<S>() { words[i] } else { 0 };
            let side_to_move = Color::ALL[meta::side(meta) as usize];
            visit(Record {
                setup: Setup {
                    tokens: [
                        jumpers_core::Bitboard::from_halves([words[1], high(3)]),
                        jumpers_core::Bitboard::from_halves([words[2], high(4)]),
                    ],
                    reserves: meta::reserves(meta),
                    side_to_move,
                },
                numbers: Numbers::from_bits(words[0]),
                effort: meta::effort(meta) as u8,
            });
        }
    }
}

/// Does what is proved in an entry for this board follow from what is found out here?
fn is_implied<S: Size>(seen: &Seen, setup: &Setup<S>, limit: Limit, numbers: Numbers) -> bool {
    let stored = Numbers::from_bits(seen.numbers);
    let own = setup.side_to_move;
    let winner = if numbers.is_win() { own } else { !own };
    numbers.is_proved()
        && stored == numbers
        && is_no_worse(meta::reserves(seen.meta), setup.reserves, winner)
        && limit.answers(winner, own, Limit::from_bits(meta::limit(seen.meta)))
}

/// Are these reserves, compared with others, equal or better for this side?
fn is_no_worse(reserves: [u8; 2], others: [u8; 2], side: Color) -> bool {
    reserves[side] >= others[side] && reserves[!side] <= others[!side]
}

#[cfg(test)]
mod tests;
