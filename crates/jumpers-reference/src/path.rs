//! One way to carry out a turn, landing by landing.

use crate::point::between;
use crate::{Outcome, Point, point_text};

/// One jump of a path, with the point it lands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A jump over an own token, which stays.
    Hop(Point),
    /// A jump over an enemy token, which is removed.
    Capture(Point),
}

impl Step {
    /// The point the jump lands on.
    ///
    /// ```
    /// use jumpers_reference::Step;
    /// assert_eq!(Step::Hop((2, 0)).landing(), (2, 0));
    /// ```
    pub fn landing(self) -> Point {
        match self {
            Step::Hop(landing) | Step::Capture(landing) => landing,
        }
    }
}

/// One way to carry out a turn: the start, every jump in order, and the spawn if there is one.
///
/// ```
/// use jumpers_reference::{Path, Step};
///
/// let path = Path {
///     start: (1, 1),
///     steps: vec![Step::Hop((3, 1)), Step::Capture((3, 3))],
///     spawn: None,
/// };
/// assert_eq!(path.text(), "b2-d2xd4");
/// assert_eq!(path.outcome().to, (3, 3));
/// assert!(path.outcome().captured.contains(&(3, 2)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// Where the jumping token stood.
    pub start: Point,
    /// Its jumps, in order.
    pub steps: Vec<Step>,
    /// Where a token from the reserve is placed at the end, if the path ends with a hop.
    pub spawn: Option<Point>,
}

impl Path {
    /// The path of a token that has not jumped yet.
    pub(crate) fn from(start: Point) -> Self {
        Path {
            start,
            steps: Vec::new(),
            spawn: None,
        }
    }

    /// The same path with one more jump.
    pub(crate) fn then(&self, step: Step) -> Self {
        let mut longer = self.clone();
        longer.steps.push(step);
        longer
    }

    /// The same path with a spawn at its end.
    pub(crate) fn with_spawn(&self, spawn: Point) -> Self {
        let mut complete = self.clone();
        complete.spawn = Some(spawn);
        complete
    }

    /// Where the jumping token is after the last step.
    pub(crate) fn end(&self) -> Point {
        self.steps.last().map_or(self.start, |step| step.landing())
    }

    /// Has the token already been on this point in this turn? Its start counts.
    pub(crate) fn has_visited(&self, point: Point) -> bool {
        point == self.start || self.steps.iter().any(|step| step.landing() == point)
    }

    /// The turn that this path makes.
    pub fn outcome(&self) -> Outcome {
        let mut outcome = Outcome {
            from: self.start,
            to: self.start,
            spawn: self.spawn,
            captured: Default::default(),
        };
        for &step in &self.steps {
            if let Step::Capture(landing) = step {
                outcome.captured.insert(between(outcome.to, landing));
            }
            outcome.to = step.landing();
        }
        outcome
    }

    /// The turn text that spells out exactly this path: `-` before the landing of a hop, `x`
    /// before that of a capture, `+` before the spawn.
    pub fn text(&self) -> String {
        let mut text = point_text(self.start);
        for &step in &self.steps {
            text.push(match step {
                Step::Hop(_) => '-',
                Step::Capture(_) => 'x',
            });
            text += &point_text(step.landing());
        }
        if let Some(spawn) = self.spawn {
            text.push('+');
            text += &point_text(spawn);
        }
        text
    }
}

/// The canonical text of a turn: of all its paths among `paths` the one with the fewest steps,
/// and of several such the one with the smallest text, compared byte by byte (so `a10` comes
/// before `a2`). `None` if no path makes this turn.
///
/// ```
/// use jumpers_reference::{ReferencePosition, canonical_text};
///
/// let square = ReferencePosition::parse("6/6/6/1t4/t1t3/rt4 r 1 1").unwrap();
/// let turn = square.turns().pop_first().unwrap();
/// let text = canonical_text(&square.paths(), &turn);
/// assert_eq!(text.as_deref(), Some("a1xa3xc3xc1xa1"));
/// ```
pub fn canonical_text(paths: &[Path], outcome: &Outcome) -> Option<String> {
    paths
        .iter()
        .filter(|path| path.outcome() == *outcome)
        .map(|path| (path.steps.len(), path.text()))
        .min()
        .map(|(_, text)| text)
}
