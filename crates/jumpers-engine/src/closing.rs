//! Notices when to end: when nobody reads the output any more, also while nothing is written, and
//! when, after the last line of the input, there is nothing more to wait for.

use std::io;
use std::time::{Duration, Instant};

use crate::output::Activity;

/// How often to look.
const INTERVAL: Duration = Duration::from_millis(5);

/// Returns once nothing has been done for `most`.
pub fn wait_until_idle(activity: &Activity, most: Duration) {
    let mut last = (activity.count(), Instant::now());
    while last.1.elapsed() < most {
        std::thread::sleep(INTERVAL);
        let count = activity.count();
        if count != last.0 {
            last = (count, Instant::now());
        }
    }
}

/// Calls `on_close` once standard output is a pipe, socket or terminal whose other end is gone.
/// Where the system does not tell, the next line that is written will.
///
/// # Errors
/// If the system refuses a thread.
#[cfg(unix)]
pub fn watch_output(on_close: impl FnOnce() + Send + 'static) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};

    let watch = move || {
        let stdout = io::stdout();
        loop {
            // An error or a hang-up is told whatever is asked for.
            let mut output = [PollFd::new(&stdout, PollFlags::empty())];
            match poll(&mut output, None) {
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
                Ok(_) => {
                    let told = output[0].revents();
                    if told.intersects(PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL) {
                        on_close();
                    }
                    return;
                }
            }
        }
    };
    std::thread::Builder::new()
        .name("output-watch".to_owned())
        .spawn(watch)?;
    Ok(())
}

/// There is no such notice here: the next line that is written tells.
#[cfg(not(unix))]
pub fn watch_output(_on_close: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Ok(())
}
