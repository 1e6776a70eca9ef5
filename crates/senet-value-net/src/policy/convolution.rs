//! Convolutions that read the board itself. Copies of all windows would be nine times as large.

use super::planes::{Planes, WINDOW};
use crate::kernel::{Kernel, run, weighted_sums};

/// The number of outputs must be a multiple of this.
const NARROW: usize = 16;
/// The number of outputs that are computed at once, while at least this many are left.
const WIDE: usize = 32;

/// A convolution with its weights.
pub struct Convolution<'a> {
    planes: &'a Planes,
    channels: usize,
    outputs: usize,
    /// For each block of outputs, one row for each number of a window.
    blocks: Vec<f32>,
}

impl<'a> Convolution<'a> {
    /// A convolution, or `None` if its outputs do not fill vector registers. `weights` has one row for each number of a window.
    ///
    /// # Panics
    /// Panics if the weights do not fit the sizes.
    pub fn new(
        planes: &'a Planes,
        weights: &[f32],
        channels: usize,
        outputs: usize,
    ) -> Option<Convolution<'a>> {
        assert_eq!(weights.len(), WINDOW * channels * outputs);
        let mut blocks = Vec::with_capacity(weights.len());
        let mut first = 0;
        while first < outputs {
            let length = block_length(outputs - first)?;
            for row in weights.chunks_exact(outputs) {
                blocks.extend_from_slice(&row[first..first + length]);
            }
            first += length;
        }
        Some(Convolution {
            planes,
            channels,
            outputs,
            blocks,
        })
    }

    /// Computes all cells of some samples. The cells of a sample begin with its row of `starts`. `padded` is memory that is used again.
    pub fn compute(&self, input: &[f32], starts: &[f32], padded: &mut Vec<f32>, sums: &mut [f32]) {
        let Planes { columns, rows, .. } = *self.planes;
        padded.clear();
        padded.resize((columns + 2) * (rows + 2) * self.channels, 0.0);
        let samples = input.chunks_exact(columns * rows * self.channels);
        let sums = sums.chunks_exact_mut(columns * rows * self.outputs);
        for ((sample, start), sums) in samples.zip(starts.chunks_exact(self.outputs)).zip(sums) {
            self.pad(sample, padded);
            run(Sample {
                convolution: self,
                padded,
                start,
                sums,
            });
        }
    }

    /// Copies a sample to the middle of a board with an empty edge.
    fn pad(&self, sample: &[f32], padded: &mut [f32]) {
        let width = self.planes.columns * self.channels;
        let lines = padded.chunks_exact_mut(width + 2 * self.channels);
        for (row, line) in sample.chunks_exact(width).zip(lines.skip(1)) {
            line[self.channels..][..width].copy_from_slice(row);
        }
    }
}

/// The number of outputs of the next block; `None` if too few are left.
fn block_length(left: usize) -> Option<usize> {
    [WIDE, NARROW].into_iter().find(|&length| length <= left)
}

/// The work for one sample.
struct Sample<'a> {
    convolution: &'a Convolution<'a>,
    padded: &'a [f32],
    start: &'a [f32],
    sums: &'a mut [f32],
}

impl Kernel for Sample<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool, const ROWS: usize>(mut self) {
        let Planes { columns, rows, .. } = *self.convolution.planes;
        for row in 0..rows {
            let mut column = 0;
            while column < columns {
                // The last cells of a row may be computed twice, which costs less than computing them one by one.
                column = match columns >= ROWS {
                    true => self.cells::<FUSED, ROWS>(row, column.min(columns - ROWS)),
                    false => self.cells::<FUSED, 1>(row, column),
                };
            }
        }
    }
}

impl Sample<'_> {
    /// Computes cells beside one another, and returns the column after the last.
    #[inline(always)]
    fn cells<const FUSED: bool, const CELLS: usize>(&mut self, row: usize, column: usize) -> usize {
        let mut first = 0;
        while let Some(length) = block_length(self.convolution.outputs - first) {
            match length {
                WIDE => self.block::<FUSED, CELLS, WIDE>(row, column, first),
                _ => self.block::<FUSED, CELLS, NARROW>(row, column, first),
            }
            first += length;
        }
        column + CELLS
    }

    /// Computes a block of outputs of cells beside one another.
    #[inline(always)]
    fn block<const FUSED: bool, const CELLS: usize, const OUTPUTS: usize>(
        &mut self,
        row: usize,
        column: usize,
        first: usize,
    ) {
        let Convolution {
            planes,
            channels,
            outputs,
            blocks,
        } = self.convolution;
        let line = (planes.columns + 2) * channels;
        let windows = Windows {
            lines: &self.padded[row * line + column * channels..],
            line,
            channels: *channels,
        };
        let weights = &blocks[first * WINDOW * channels..][..OUTPUTS * WINDOW * channels];
        let start = self.start[first..].first_chunk();
        let start = start.expect("a block ends before the outputs do");
        let sums = windows.sums::<FUSED, CELLS, OUTPUTS>(weights, start);
        for (cell, sums) in sums.iter().enumerate() {
            let to = (row * planes.columns + column + cell) * outputs + first;
            self.sums[to..to + OUTPUTS].copy_from_slice(sums);
        }
    }
}

/// The windows of cells beside one another.
struct Windows<'a> {
    /// The padded board from the corner of the first window.
    lines: &'a [f32],
    /// The length of a line of the board.
    line: usize,
    channels: usize,
}

impl Windows<'_> {
    /// The weighted sums of the windows.
    #[inline(always)]
    fn sums<const FUSED: bool, const CELLS: usize, const OUTPUTS: usize>(
        &self,
        weights: &[f32],
        start: &[f32; OUTPUTS],
    ) -> [[f32; OUTPUTS]; CELLS] {
        let width = 3 * self.channels;
        let mut sums = [*start; CELLS];
        for (above, weights) in weights.chunks_exact(width * OUTPUTS).enumerate() {
            let line = &self.lines[above * self.line..];
            let rows: [&[f32]; CELLS] =
                std::array::from_fn(|cell| &line[cell * self.channels..][..width]);
            sums = weighted_sums::<FUSED, CELLS, OUTPUTS>(sums, rows, weights.as_chunks().0);
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrix::{Matrix, add_product};
    use super::*;
    use fastrand::Rng;

    /// Compares with a product of copied windows.
    #[track_caller]
    fn check(columns: usize, rows: usize, channels: usize, outputs: usize) {
        const SAMPLES: usize = 3;
        let mut rng = Rng::with_seed(1);
        let mut numbers =
            |count: usize| -> Vec<f32> { (0..count).map(|_| rng.f32() - 0.5).collect() };
        let planes = Planes {
            columns,
            rows,
            planes: channels,
            places: Vec::new(),
        };
        let cells = columns * rows;
        let input = numbers(SAMPLES * cells * channels);
        let weights = numbers(WINDOW * channels * outputs);
        let starts = numbers(SAMPLES * outputs);
        let mut expected: Vec<f32> = starts
            .chunks_exact(outputs)
            .flat_map(|start| start.repeat(cells))
            .collect();
        let mut gathered = Vec::new();
        planes.gather(&input, channels, &mut gathered);
        add_product(
            &mut expected,
            Matrix::new(&gathered, SAMPLES * cells, WINDOW * channels),
            Matrix::new(&weights, WINDOW * channels, outputs),
        );
        let mut found = vec![0.0; expected.len()];
        let convolution = Convolution::new(&planes, &weights, channels, outputs).unwrap();
        convolution.compute(&input, &starts, &mut Vec::new(), &mut found);
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-4, "{found} {expected}");
        }
    }

    #[test]
    fn convolutions_agree_with_products_of_windows() {
        check(1, 1, 1, 16);
        check(2, 5, 3, 16);
        check(3, 3, 2, 48);
        check(7, 6, 32, 32);
        check(8, 8, 16, 64);
    }

    #[test]
    fn odd_numbers_of_outputs_are_left_to_products() {
        let planes = Planes {
            columns: 2,
            rows: 2,
            planes: 1,
            places: Vec::new(),
        };
        assert!(Convolution::new(&planes, &[0.0; 9 * 20], 1, 20).is_none());
    }
}
