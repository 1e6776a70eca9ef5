//! Hand-written programs for a few games. They show how fast special-purpose code plays random matches.
//!
//! The programs use plain scalar bitboards without processor-specific code. `senet bench` compares the back ends with them. They play
//! exactly the games of the rule sheets with the same names: tests compare the perft counts, the mean length and the mean goals.
//!
//! Every position is seen from the player to move, so no program stores whose turn it is.

mod breakthrough;
mod connect_four;
mod position;
mod select;
mod tic_tac_toe;
mod yardstick;

pub use breakthrough::Breakthrough;
pub use connect_four::ConnectFour;
pub use position::{NativePosition, PlayoutSums, Winner, perft, playouts};
pub use tic_tac_toe::TicTacToe;
pub use yardstick::{YARDSTICKS, Yardstick, yardstick};
