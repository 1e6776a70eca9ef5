//! Connect Four. Each column has seven bits; the highest one stays empty and separates the columns.

use crate::position::{NativePosition, Winner};
use crate::select::nth;

const HEIGHT: u32 = 6;
const STRIDE: u32 = HEIGHT + 1;

/// A position of Connect Four with `COLUMNS` columns (at most 9) of height 6.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour<const COLUMNS: u32> {
    mover: u64,
    other: u64,
}

impl<const COLUMNS: u32> ConnectFour<COLUMNS> {
    /// The lowest cell of every column.
    const BOTTOM: u64 = {
        let (mut cells, mut column) = (0, 0);
        while column < COLUMNS {
            cells |= 1 << (column * STRIDE);
            column += 1;
        }
        cells
    };
    const BOARD: u64 = Self::BOTTOM * ((1 << HEIGHT) - 1);

    /// The cells where a disc can land, one in every column that is not full. Adding 1 to the lowest bit of a column carries to the first empty cell.
    #[inline(always)]
    fn landing(&self) -> u64 {
        ((self.mover | self.other) + Self::BOTTOM) & Self::BOARD
    }
}

/// Returns whether a set of cells contains four in a line.
#[inline(always)]
fn has_four(cells: u64) -> bool {
    let directions = [1, STRIDE - 1, STRIDE, STRIDE + 1];
    directions.into_iter().fold(0, |found, step| {
        let pairs = cells & (cells >> step);
        found | (pairs & (pairs >> (2 * step)))
    }) != 0
}

impl<const COLUMNS: u32> NativePosition for ConnectFour<COLUMNS> {
    fn start() -> Self {
        ConnectFour { mover: 0, other: 0 }
    }

    #[inline(always)]
    fn over(&self) -> Option<Winner> {
        // Only the player who has just moved can have completed a line.
        if has_four(self.other) {
            Some(Winner::Other)
        } else if self.landing() == 0 {
            Some(Winner::Draw)
        } else {
            None
        }
    }

    #[inline(always)]
    fn choices(&self) -> u32 {
        self.landing().count_ones()
    }

    #[inline(always)]
    fn after(&self, index: u32) -> Self {
        ConnectFour {
            mover: self.other,
            other: self.mover | nth(self.landing(), index),
        }
    }
}
