//! What the commands share that measure the solver and make what it learns: `solve-positions`,
//! `lost-positions`, `growth-plot`, `depth-first`, `known-values`, `estimate-data` and `estimate-train`.
//!
//! The weights of the solver's estimates are made from nothing but seeds: `estimate-data` prints solved
//! positions, and `estimate-train` learns from them. `solve-positions` measures with seeds from 0 on, and
//! so what is learned from has those from 1,000,000 on.
//!
//! ```console
//! $ cargo run --release -p jumpers-lab --bin estimate-data -- --first 1000000 --count 1000 >data6.txt
//! $ cargo run --release -p jumpers-lab --bin estimate-train -- data6.txt --out 6.weights
//! ```
//!
//! Parts of the seeds can be made apart, with `--first` and `--count`, and trained on together. For each
//! seed there are up to 400 positions, and less than 200 positions are solved in a second on one core.
//! 300,000 positions are learned from twenty times in some ten seconds.

pub mod command;
pub mod fit;
pub mod in_order;
pub mod labelled;
pub mod labelling;
pub mod train;
