//! Tic-tac-toe: nine bits per player, and a lookup table for lines.

use crate::position::{NativePosition, Winner};
use crate::select::nth_of_byte;

const FULL: u16 = 0x1ff;
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// `true` if a set of cells contains a line.
static HAS_LINE: [bool; 512] = has_line();

const fn has_line() -> [bool; 512] {
    let mut table = [false; 512];
    let mut cells = 0;
    while cells < 512 {
        let mut line = 0;
        while line < LINES.len() {
            table[cells] |= cells as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        cells += 1;
    }
    table
}

/// A position of tic-tac-toe.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe {
    mover: u16,
    other: u16,
}

impl TicTacToe {
    #[inline(always)]
    fn open(&self) -> u16 {
        !(self.mover | self.other) & FULL
    }
}

impl NativePosition for TicTacToe {
    fn start() -> TicTacToe {
        TicTacToe { mover: 0, other: 0 }
    }

    #[inline(always)]
    fn over(&self) -> Option<Winner> {
        // Only the player who has just moved can have completed a line.
        if HAS_LINE[usize::from(self.other & FULL)] {
            Some(Winner::Other)
        } else if self.open() == 0 {
            Some(Winner::Draw)
        } else {
            None
        }
    }

    #[inline(always)]
    fn choices(&self) -> u32 {
        self.open().count_ones()
    }

    #[inline(always)]
    fn after(&self, index: u32) -> TicTacToe {
        let open = self.open();
        let low = open as u8;
        // The ninth cell does not fit into the byte; it is the last one.
        let cell = if index < low.count_ones() {
            nth_of_byte(low, index)
        } else {
            8
        };
        TicTacToe {
            mover: self.other,
            other: self.mover | 1 << cell,
        }
    }
}
