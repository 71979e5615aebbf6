//! Engines as processes, with small programs made on the fly.

mod ends;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod orphans;
mod pipes;
mod scripts;
