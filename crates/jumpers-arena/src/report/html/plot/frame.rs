//! The frame of a plot: axes, and what a reader who does not see it is told.
//!
//! Plots are as wide as the page lets them, and their texts and strokes are not scaled: places
//! across are per cent, and paths, which know no per cent, are in an SVG of their own that is
//! stretched. Colours come from the page's style sheet by classes.

use maud::{Markup, PreEscaped, html};

use super::scale::Scale;

/// The width that paths are drawn in.
const PATH_WIDTH: f64 = 1000.0;

/// The frame of a plot.
pub(super) struct Frame {
    /// In pixels.
    pub height: f64,
    pub x: Scale,
    pub y: Scale,
    /// Values with a line across, and their texts.
    pub x_ticks: Vec<(f64, String)>,
    pub y_ticks: Vec<(f64, String)>,
    /// What the axis across counts.
    pub x_name: &'static str,
}

impl Frame {
    /// A place across, in per cent.
    pub fn across(&self, x: f64) -> String {
        percent(self.x.place(x))
    }

    /// A place from the top, in pixels.
    pub fn down(&self, y: f64) -> String {
        format!("{:.1}", self.height * (1.0 - self.y.place(y)))
    }

    /// A path through these points, from which on it may go on.
    pub fn path(&self, points: impl IntoIterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (x, y) in points {
            let command = if path.is_empty() { 'M' } else { 'L' };
            // Not held in the plot, so that lines leave it in their direction.
            let y = (y - self.y.low) / (self.y.high - self.y.low);
            path.push_str(&format!(
                "{command}{:.1} {:.1}",
                PATH_WIDTH * self.x.place(x),
                self.height * (1.0 - y)
            ));
        }
        path
    }

    /// The plot: paths, and what is drawn over them in places of per cent and pixels.
    pub fn plot(
        &self,
        id: &str,
        title: &str,
        description: &str,
        paths: Markup,
        marks: Markup,
    ) -> Markup {
        let title_id = format!("{id}-title");
        let description_id = format!("{id}-description");
        let bottom = self.height;
        html! {
            svg.plot role="img" aria-labelledby=(title_id) aria-describedby=(description_id)
                width="100%" height=(bottom + 40.0) {
                title id=(title_id) { (title) }
                desc id=(description_id) { (description) }
                g.grid {
                    @for (value, text) in &self.y_ticks {
                        line x1="0" x2="100%" y1=(self.down(*value)) y2=(self.down(*value)) {}
                        text x="-8" y=(self.down(*value)) dy="0.32em" text-anchor="end" { (text) }
                    }
                    @for (value, text) in &self.x_ticks {
                        line x1=(self.across(*value)) x2=(self.across(*value)) y1=(bottom) y2=(bottom + 5.0) {}
                        text x=(self.across(*value)) y=(bottom + 18.0) text-anchor="middle" { (text) }
                    }
                    line.axis x1="0" x2="100%" y1=(bottom) y2=(bottom) {}
                    text.name x="100%" y=(bottom + 34.0) text-anchor="end" { (self.x_name) }
                }
                svg.paths x="0" y="0" width="100%" height=(bottom)
                    viewBox=(format!("0 0 {PATH_WIDTH} {bottom}")) preserveAspectRatio="none" {
                    (paths)
                }
                (marks)
            }
        }
    }
}

/// A share in per cent, as attributes have it.
pub(super) fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

/// Nothing.
pub(super) fn nothing() -> Markup {
    PreEscaped(String::new())
}
