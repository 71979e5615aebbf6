//! Engines as processes, with small programs made on the fly.

mod ends;
mod scripts;
