//! A position as a human sees it.

use crate::color::Color;
use crate::position::Position;
use crate::size::Size;
use crate::square::Square;

impl<S: Size> Position<S> {
    /// The board, a line a rank from above, and the letters of the files.
    ///
    /// ```
    /// use jumpers_core::{Position, Six};
    /// let lines = Position::<Six>::start().drawing();
    /// assert_eq!(lines[0], " 6 . . . . t t");
    /// assert_eq!(lines[6], "-- a b c d e f");
    /// ```
    pub fn drawing(&self) -> Vec<String> {
        let row = |rank| -> String {
            let letters = (0..S::N).map(|file| {
                let color = Square::new(file, rank).and_then(|square| self.color_on(square));
                color.map_or('.', Color::letter)
            });
            letters.fold(format!("{:>2}", rank + 1), |row, letter| {
                format!("{row} {letter}")
            })
        };
        let files = (0..S::N).map(|file| char::from(b'a' + file));
        let files = files.fold("--".to_owned(), |row, file| format!("{row} {file}"));
        let mut lines: Vec<_> = (0..S::N).rev().map(row).collect();
        lines.push(files);
        lines
    }
}
