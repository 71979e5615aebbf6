//! A position as a human sees it.

use jumpers_core::{Color, Setup, Size, Square};

/// The board, a line a rank, and the letters of the files.
pub fn draw<S: Size>(setup: &Setup<S>) -> Vec<String> {
    let row = |rank| -> String {
        let letters = (0..S::N).map(|file| {
            let square = Square::new(file, rank);
            let color = Color::ALL
                .into_iter()
                .find(|&color| square.is_some_and(|s| setup.tokens[color].contains(s)));
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
