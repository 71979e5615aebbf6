//! Points of the grid and the lines between them.

/// A point as (x, y), both counted from 0: `a1` is (0, 0), `c2` is (2, 1).
pub type Point = (usize, usize);

/// The name of a point: file letter, then rank number.
///
/// ```
/// use jumpers_reference::point_text;
/// assert_eq!(point_text((0, 0)), "a1");
/// assert_eq!(point_text((9, 9)), "j10");
/// ```
///
/// # Panics
///
/// If x is beyond the 26 letters.
pub fn point_text((x, y): Point) -> String {
    let file = ('a'..='z').nth(x).expect("a file has a letter");
    format!("{file}{}", y + 1)
}

/// The four directions of the lines: along the ranks and along the files, never diagonal.
pub(crate) const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The point `distance` further on in a direction, if it is still on a board of this size.
pub(crate) fn neighbour(
    size: usize,
    (x, y): Point,
    (dx, dy): (isize, isize),
    distance: isize,
) -> Option<Point> {
    let x = x.checked_add_signed(dx * distance)?;
    let y = y.checked_add_signed(dy * distance)?;
    (x < size && y < size).then_some((x, y))
}

/// The point that a jump between two landing points passes over.
pub(crate) fn between((x1, y1): Point, (x2, y2): Point) -> Point {
    ((x1 + x2) / 2, (y1 + y2) / 2)
}
