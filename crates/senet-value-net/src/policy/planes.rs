//! Boards as planes: the plane and the cell of each fluent.

use serde::{Deserialize, Serialize};

/// The number of cells that a convolution reads: a cell and its neighbours.
pub const WINDOW: usize = 9;

/// The planes of a game. Fluents without a cell reach the network beside the planes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Planes {
    /// The number of columns of the board.
    pub columns: usize,
    /// The number of rows of the board.
    pub rows: usize,
    /// The number of planes.
    pub planes: usize,
    /// For each fluent, its plane and its cell.
    pub places: Vec<Option<(usize, usize)>>,
}

impl Planes {
    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// The number of fluents without a cell.
    pub fn others(&self) -> usize {
        self.places.iter().filter(|place| place.is_none()).count()
    }

    /// Checks planes that were read from a file. The error says which planes are valid.
    pub fn check(&self, inputs: usize) -> Result<(), String> {
        let cells = self.columns.saturating_mul(self.rows);
        let fits = |place: &Option<(usize, usize)>| {
            place.is_none_or(|(plane, cell)| plane < self.planes && cell < cells)
        };
        match () {
            () if self.places.len() != inputs => Err("one place for each fluent".to_string()),
            () if cells == 0 || cells > inputs => Err(format!("boards of 1 to {inputs} cells")),
            () if self.planes == 0 || self.planes > inputs => Err(format!("1 to {inputs} planes")),
            () if !self.places.iter().all(fits) => Err("places on the board".to_string()),
            () => Ok(()),
        }
    }

    /// The cells around a cell, row by row. Cells beyond the edge are missing.
    fn window(&self, cell: usize) -> impl Iterator<Item = Option<usize>> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        (0..WINDOW).map(move |at| {
            let row = (row + at / 3).checked_sub(1)?;
            let column = (column + at % 3).checked_sub(1)?;
            let inside = row < self.rows && column < self.columns;
            inside.then_some(row * self.columns + column)
        })
    }

    /// Lists for each cell of each sample the numbers that a convolution reads there. Adjacent cells are copied at once.
    pub fn gather(&self, input: &[f32], channels: usize, gathered: &mut Vec<f32>) {
        let width = self.columns * channels;
        gathered.clear();
        gathered.resize(input.len() * WINDOW, 0.0);
        let mut rows = gathered.chunks_exact_mut(3 * channels);
        for sample in input.chunks_exact(self.cells() * channels) {
            for cell in 0..self.cells() {
                let (row, column) = (cell / self.columns, cell % self.columns);
                let first = column.saturating_sub(1);
                let last = (column + 2).min(self.columns);
                let skipped = usize::from(column == 0) * channels;
                for (above, to) in (0..3).zip(rows.by_ref()) {
                    if let Some(row) = (row + above).checked_sub(1).filter(|&r| r < self.rows) {
                        let from = &sample[row * width..(row + 1) * width];
                        let from = &from[first * channels..last * channels];
                        to[skipped..skipped + from.len()].copy_from_slice(from);
                    }
                }
            }
        }
    }

    /// The reverse of [`Planes::gather`]: adds to each cell the numbers that were copied from it.
    pub fn scatter(&self, gathered: &[f32], channels: usize, sums: &mut [f32]) {
        let mut pieces = gathered.chunks_exact(channels);
        for sample in sums.chunks_exact_mut(self.cells() * channels) {
            for cell in 0..self.cells() {
                for (near, piece) in self.window(cell).zip(pieces.by_ref()) {
                    if let Some(near) = near {
                        let own = &mut sample[near * channels..(near + 1) * channels];
                        own.iter_mut().zip(piece).for_each(|(sum, one)| *sum += one);
                    }
                }
            }
        }
    }
}
