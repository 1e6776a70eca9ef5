//! Hand-written programs for a few games: how fast a programmer who knows the game can play it at random.
//!
//! Plain scalar bitboards, without tricks of one processor. A general reasoner is held against them in `senet bench`. They play
//! exactly the games of the rule sheets with these names, and the tests hold them to it: the same numbers of move sequences, and
//! random matches with the same mean length and goals.
//!
//! Every position is seen from the player to move, so that no program asks whose turn it is.

mod breakthrough;
mod connect_four;
mod position;
mod select;
mod tic_tac_toe;
mod yardstick;

pub use breakthrough::Breakthrough;
pub use connect_four::ConnectFour;
pub use position::{Position, Sums, Winner, perft, playouts};
pub use tic_tac_toe::TicTacToe;
pub use yardstick::{YARDSTICKS, Yardstick, yardstick};
