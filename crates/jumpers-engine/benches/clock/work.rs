//! Threads: those that measure, and those that keep the machine busy meanwhile.

use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::engine::Error;

/// Does `tasks` tasks on `workers` threads beside `busy` threads that spin. Each worker makes
/// itself a state with `start` and then calls `run` with one number after another. The first
/// error ends it all.
pub fn share_out<T>(
    tasks: usize,
    workers: usize,
    busy: usize,
    start: impl Fn() -> Result<T, Error> + Sync,
    run: impl Fn(&mut T, usize) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    let over = AtomicBool::new(false);
    let failure = Mutex::new(None);
    let work = || -> Result<(), Error> {
        let mut state = start()?;
        while !over.load(Ordering::Relaxed) {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                break;
            }
            run(&mut state, task)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        for _ in 0..busy {
            scope.spawn(|| {
                let mut n = 0_u64;
                while !over.load(Ordering::Relaxed) {
                    n = black_box(n.wrapping_mul(3).wrapping_add(1));
                }
            });
        }
        let workers: Vec<_> = (0..workers.max(1))
            .map(|_| {
                scope.spawn(|| {
                    if let Err(error) = work() {
                        over.store(true, Ordering::Relaxed);
                        let mut failure = failure.lock().expect("no worker panicked");
                        failure.get_or_insert(error);
                    }
                })
            })
            .collect();
        let panicked = workers
            .into_iter()
            .map(|worker| worker.join())
            .filter(Result::is_err)
            .count();
        over.store(true, Ordering::Relaxed);
        assert_eq!(panicked, 0, "a worker panicked");
    });
    match failure.into_inner().expect("no worker panicked") {
        None => Ok(()),
        Some(error) => Err(error),
    }
}
