//! The CPUs of each worker.

use crate::tournament::Tournament;

/// Why there are no CPUs for so many workers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SlotError {
    /// There are too few.
    #[error(
        "--pin: {workers} games at once on {width} CPUs each are {}, and this program may use {cpus}",
        (*workers as u128) * (*width as u128)
    )]
    TooFew {
        /// Games at once.
        workers: usize,
        /// CPUs for each.
        width: usize,
        /// CPUs that there are.
        cpus: usize,
    },
    /// The system does not say which there are.
    #[error("--pin: this system does not say which CPUs this program may use")]
    Unknown,
}

/// How many CPUs a game needs: as many as the engines' option `Threads` says, whichever has more,
/// and twice as many if an engine thinks in the opponent's time.
pub fn width(tournament: &Tournament) -> usize {
    let engines = &tournament.engines;
    let threads = engines.iter().map(|engine| engine.threads()).max();
    let at_once = if engines.iter().any(|engine| engine.ponder) {
        2
    } else {
        1
    };
    threads.unwrap_or(1).saturating_mul(at_once)
}

/// The CPUs of each worker, disjoint and of the same number.
///
/// # Errors
/// If there are too few.
pub fn slots(cpus: &[usize], workers: usize, width: usize) -> Result<Vec<Vec<usize>>, SlotError> {
    let width = width.max(1);
    let slots: Vec<Vec<usize>> = cpus
        .chunks_exact(width)
        .take(workers)
        .map(<[usize]>::to_vec)
        .collect();
    if slots.len() < workers {
        return Err(SlotError::TooFew {
            workers,
            width,
            cpus: cpus.len(),
        });
    }
    Ok(slots)
}

/// The CPUs that this program may use.
///
/// # Errors
/// If the system does not say.
#[cfg(target_os = "linux")]
pub fn available() -> Result<Vec<usize>, SlotError> {
    use rustix::thread::{CpuSet, sched_getaffinity};

    let set = sched_getaffinity(None).map_err(|_| SlotError::Unknown)?;
    Ok((0..CpuSet::MAX_CPU)
        .filter(|&cpu| set.is_set(cpu))
        .collect())
}

/// The CPUs that this program may use.
///
/// # Errors
/// Always: this system does not say.
#[cfg(not(target_os = "linux"))]
pub fn available() -> Result<Vec<usize>, SlotError> {
    Err(SlotError::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpus_are_shared_out() {
        let cpus = [0, 2, 4, 6, 8];
        assert_eq!(slots(&cpus, 2, 2), Ok(vec![vec![0, 2], vec![4, 6]]));
        assert_eq!(slots(&cpus, 5, 1).unwrap()[4], [8]);
        assert_eq!(slots(&cpus, 1, 5), Ok(vec![cpus.to_vec()]));
    }

    #[test]
    fn too_few_cpus_are_an_error() {
        let error = slots(&[0, 1, 2], 2, 2).unwrap_err();
        assert_eq!(
            error.to_string(),
            "--pin: 2 games at once on 2 CPUs each are 4, and this program may use 3"
        );
        assert!(slots(&[], 1, 1).is_err());
        assert!(slots(&[0, 1], 2, usize::MAX).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn there_is_a_cpu() {
        assert!(!available().unwrap().is_empty());
    }
}
