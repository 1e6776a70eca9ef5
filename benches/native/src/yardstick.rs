//! Which program is the yardstick of which rule sheet.

use crate::position::{Sums, perft, playouts};
use crate::{Breakthrough, ConnectFour, TicTacToe};

/// A hand-written program and the sheets that it plays.
#[derive(Clone, Copy, Debug)]
pub struct Yardstick {
    /// The names of the rule sheets.
    pub sheets: &'static [&'static str],
    /// Plays so many random matches with this seed.
    pub playouts: fn(u64, u64) -> Sums,
    /// The numbers of move sequences up to this length: who takes a sheet by its name can see whether it is this game.
    pub perft: fn(usize) -> Vec<u64>,
}

/// All of them.
pub const YARDSTICKS: [Yardstick; 4] = [
    Yardstick {
        sheets: &["tic-tac-toe", "ticTacToe"],
        playouts: playouts::<TicTacToe>,
        perft: perft::<TicTacToe>,
    },
    Yardstick {
        sheets: &["connect-four"],
        playouts: playouts::<ConnectFour<7>>,
        perft: perft::<ConnectFour<7>>,
    },
    Yardstick {
        sheets: &["connectFour"],
        playouts: playouts::<ConnectFour<8>>,
        perft: perft::<ConnectFour<8>>,
    },
    Yardstick {
        sheets: &["breakthrough"],
        playouts: playouts::<Breakthrough>,
        perft: perft::<Breakthrough>,
    },
];

/// The program for a sheet with this name.
pub fn yardstick(sheet: &str) -> Option<&'static Yardstick> {
    YARDSTICKS
        .iter()
        .find(|yardstick| yardstick.sheets.contains(&sheet))
}
