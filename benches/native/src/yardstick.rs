//! The hand-written programs by rule sheet.

use crate::position::{PlayoutSums, perft, playouts};
use crate::{Breakthrough, ConnectFour, TicTacToe};

/// A hand-written program and the rule sheets that it plays.
///
/// ```
/// let program = senet_native::yardstick("tic-tac-toe").unwrap();
/// assert_eq!((program.playouts)(100, 7).matches, 100);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Yardstick {
    /// The names of the rule sheets.
    pub sheets: &'static [&'static str],
    /// Plays a number of random matches with a seed.
    pub playouts: fn(u64, u64) -> PlayoutSums,
    /// Returns the numbers of move sequences up to a length. Callers compare them to make sure that a sheet of this name is this game.
    pub perft: fn(usize) -> Vec<u64>,
}

/// All hand-written programs.
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

/// Returns the program for a rule sheet with this name.
pub fn yardstick(sheet: &str) -> Option<&'static Yardstick> {
    YARDSTICKS
        .iter()
        .find(|yardstick| yardstick.sheets.contains(&sheet))
}
