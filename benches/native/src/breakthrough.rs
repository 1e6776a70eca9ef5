//! Breakthrough on 8 × 8. Each row is a byte, and the mover's pieces go up. The board is flipped after each move.

use crate::position::{NativePosition, Winner};
use crate::select::nth;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;
/// The mover's own first row, which the other player must reach.
const HOME: u64 = 0xff;

/// A position of breakthrough.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    mover: u64,
    other: u64,
}

impl Breakthrough {
    /// The target cells of moves straight ahead, to the left and to the right.
    #[inline(always)]
    fn targets(&self) -> [u64; 3] {
        let ahead = (self.mover << 8) & !(self.mover | self.other);
        let left = (self.mover << 7) & !LAST_COLUMN & !self.mover;
        let right = (self.mover << 9) & !FIRST_COLUMN & !self.mover;
        [ahead, left, right]
    }
}

impl NativePosition for Breakthrough {
    fn start() -> Breakthrough {
        Breakthrough {
            mover: 0xffff,
            other: 0xffff << 48,
        }
    }

    #[inline(always)]
    fn over(&self) -> Option<Winner> {
        // Only the player who has just moved can have reached the last row or captured the last piece.
        (self.other & HOME != 0 || self.mover == 0).then_some(Winner::Other)
    }

    #[inline(always)]
    fn choices(&self) -> u32 {
        self.targets().map(u64::count_ones).iter().sum()
    }

    #[inline(always)]
    fn after(&self, index: u32) -> Breakthrough {
        let [ahead, left, right] = self.targets();
        let (to_left, to_right) = (ahead.count_ones(), ahead.count_ones() + left.count_ones());
        let (targets, rest, distance) = if index < to_left {
            (ahead, index, 8)
        } else if index < to_right {
            (left, index - to_left, 7)
        } else {
            (right, index - to_right, 9)
        };
        let target = nth(targets, rest);
        let moved = self.mover ^ (target | target >> distance);
        Breakthrough {
            mover: (self.other & !target).swap_bytes(),
            other: moved.swap_bytes(),
        }
    }
}
