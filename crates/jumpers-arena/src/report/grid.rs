//! A table before it is text or HTML.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// Columns that a line of text has at most.
pub(super) const WIDTH: usize = 100;

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub name: String,
    /// Whether it has numbers, which stand to the right.
    pub numeric: bool,
}

/// A table with a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub title: String,
    /// The first names what a row is of.
    pub columns: Vec<Column>,
    /// As many cells as columns each.
    pub rows: Vec<Vec<String>>,
    /// What is to be said under it.
    pub notes: Vec<String>,
    /// How many of the first columns come again where the table is too wide for text and is cut
    /// into pieces; 0 if it is never cut.
    pub repeated: usize,
}

impl Grid {
    /// An empty table. Names of columns with numbers begin with `#`, which is not shown.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        Grid {
            title: title.into(),
            columns: columns
                .iter()
                .map(|name| match name.strip_prefix('#') {
                    Some(name) => Column {
                        name: name.to_owned(),
                        numeric: true,
                    },
                    None => Column {
                        name: (*name).to_owned(),
                        numeric: false,
                    },
                })
                .collect(),
            rows: Vec::new(),
            notes: Vec::new(),
            repeated: 0,
        }
    }

    /// The table as text: lines of at most 100 columns, which are a table in Markdown, too, where
    /// no cell had to be broken.
    pub fn to_text(&self) -> String {
        let mut parts = vec![self.title.clone()];
        if !self.rows.is_empty() {
            let grid = self.escaped();
            parts.extend(grid.pieces().iter().map(|columns| grid.piece(columns)));
        }
        if !self.notes.is_empty() {
            parts.push(self.notes.join("\n"));
        }
        parts.join("\n\n") + "\n"
    }

    /// The same with bars in cells as Markdown wants them.
    fn escaped(&self) -> Grid {
        let mut grid = self.clone();
        for cell in grid.rows.iter_mut().flatten() {
            *cell = cell.replace('|', "\\|");
        }
        grid
    }

    /// Which columns stand together.
    fn pieces(&self) -> Vec<Vec<usize>> {
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| {
                let name = self.columns[column].name.chars().count();
                let cells = self.rows.iter().map(|row| row[column].chars().count());
                // A space on both sides, and a bar.
                cells.fold(name, usize::max) + 3
            })
            .collect();
        let whole = (0..self.columns.len()).collect();
        if self.repeated == 0 || widths.iter().sum::<usize>() < WIDTH {
            return vec![whole];
        }
        let repeated: Vec<usize> = (0..self.repeated).collect();
        // Long names in the first columns are broken, so that others have room.
        let first = widths[..self.repeated].iter().sum::<usize>().min(WIDTH / 2);
        let mut pieces = Vec::new();
        let mut piece = repeated.clone();
        let mut width = first;
        for (column, wide) in widths.iter().enumerate().skip(self.repeated) {
            if width + wide >= WIDTH && piece.len() > self.repeated {
                pieces.push(std::mem::replace(&mut piece, repeated.clone()));
                width = first;
            }
            piece.push(column);
            width += wide;
        }
        pieces.push(piece);
        pieces
    }

    fn piece(&self, columns: &[usize]) -> String {
        let mut table = Table::new();
        table
            .load_preset(presets::ASCII_MARKDOWN)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(WIDTH as u16)
            .set_header(columns.iter().map(|&column| &self.columns[column].name));
        for row in &self.rows {
            table.add_row(columns.iter().map(|&column| &row[column]));
        }
        for (place, &column) in columns.iter().enumerate() {
            if let (true, Some(column)) = (self.columns[column].numeric, table.column_mut(place)) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.to_string()
    }
}
