//! What the commands share that measure the solver: `solve-positions`, `lost-positions` and
//! `growth-plot`.

pub mod fit;
