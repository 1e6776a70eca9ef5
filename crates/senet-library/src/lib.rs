//! The games that come with Senet, embedded in the binary.
//!
//! Invariants:
//! - No input, no output: the texts are part of the program.
//! - Each game is a folder `library/NAME` with the rules (`rules.kif`) and what people want to know of it (`game.toml`), and may have a theme for
//!   drawing it (`theme.toml`).

mod card;
mod game;
mod near;

pub use card::Card;
pub use game::{LibraryError, LibraryGame, defects, find, games};
pub use near::near_misses;
