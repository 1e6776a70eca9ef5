//! The games that come with Senet, embedded in the program.
//!
//! ```
//! let game = senet_library::find("tic-tac-toe").unwrap();
//! println!("{}: {}", game.card.title, game.card.summary);
//! ```
//!
//! Invariants:
//! - This crate does no input or output: the texts are part of the program.
//! - Each game is a folder `library/NAME` with its rules (`rules.kif`), its metadata (`game.toml`) and optionally a theme for drawing
//!   (`theme.toml`).

mod card;
mod game;
mod near;

pub use card::Card;
pub use game::{LibraryError, LibraryGame, defects, find, games};
pub use near::near_misses;
