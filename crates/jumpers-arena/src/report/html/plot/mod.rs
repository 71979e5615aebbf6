//! The plots of a report, as SVG within the page.

mod forest;
mod frame;
mod histogram;
mod llr;
mod scale;
mod score;

pub(super) use forest::{Forest, Row, forest};
pub(super) use histogram::histograms;
pub(super) use llr::llr;
pub(super) use score::score;
