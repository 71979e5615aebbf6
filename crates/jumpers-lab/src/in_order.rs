//! Jobs side by side whose results come in the order of the jobs.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use rayon::ThreadPool;

/// Runs the jobs on the threads of the pool, of which each makes a worker first, and hands the
/// results on, on this thread, in the order of the jobs. Each thread takes the next job when it is
/// ready. This thread is none of the pool's.
///
/// # Errors
/// The first that a worker's making or `take` returns. Jobs that threads have begun, or begin before
/// they hear of it, are finished.
pub fn run<W, T: Send, E: Send>(
    pool: &ThreadPool,
    jobs: Range<u64>,
    make: impl Fn() -> Result<W, E> + Sync,
    work: impl Fn(&mut W, u64) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU64::new(jobs.start);
    let (make, work, next) = (&make, &work, &next);
    let (sender, results) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            let sender = sender.clone();
            scope.spawn(move |_| {
                let mut worker = match make() {
                    Ok(worker) => worker,
                    Err(error) => {
                        let _ = sender.send(Err(error));
                        return;
                    }
                };
                loop {
                    let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |job| {
                        (job < jobs.end).then(|| job + 1)
                    });
                    let Ok(job) = taken else {
                        break;
                    };
                    // Nobody listens any more after an error.
                    if sender.send(Ok((job, work(&mut worker, job)))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = jobs.start;
        for result in results {
            let (job, result) = result?;
            waiting.insert(job, result);
            while let Some(result) = waiting.remove(&due) {
                take(result)?;
                due += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap()
    }

    #[test]
    fn results_come_in_order() {
        for threads in 1..4 {
            let mut taken = Vec::new();
            let done: Result<(), ()> = run(
                &pool(threads),
                5..205,
                || Ok(0u64),
                |jobs_before, job| {
                    *jobs_before += 1;
                    // Some take longer.
                    (0..job % 7 * 1000).fold(job, |sum, i| std::hint::black_box(sum ^ i ^ i))
                },
                |job| {
                    taken.push(job);
                    Ok(())
                },
            );
            assert_eq!(done, Ok(()));
            assert_eq!(taken, (5..205).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_greatest_number_is_an_end_like_others() {
        let mut taken = Vec::new();
        let done: Result<(), ()> = run(
            &pool(3),
            u64::MAX - 2..u64::MAX,
            || Ok(()),
            |(), job| job,
            |job| {
                taken.push(job);
                Ok(())
            },
        );
        assert_eq!((done, taken), (Ok(()), vec![u64::MAX - 2, u64::MAX - 1]));
    }

    #[test]
    fn errors_end_it() {
        let made = run(&pool(2), 0..9, || Err("none"), |(), job| job, |_| Ok(()));
        assert_eq!(made, Err("none"));
        let mut taken = Vec::new();
        let done = run(
            &pool(2),
            0..u64::MAX,
            || Ok(()),
            |(), job| job,
            |job| {
                taken.push(job);
                if job == 3 { Err("full") } else { Ok(()) }
            },
        );
        assert_eq!((done, taken), (Err("full"), vec![0, 1, 2, 3]));
    }
}
