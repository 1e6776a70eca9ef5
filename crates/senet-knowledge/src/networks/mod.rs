//! Networks that players learned, kept in the knowledge base.
//!
//! A network belongs to a game by its canonical key, so a renamed copy of the game finds it. Without one, the network of
//! the nearest known game serves as a start: its columns are carried over by the symbol mapping.

mod carry_over;
mod entry;
mod shelf;
#[cfg(test)]
mod tests;
mod writer;

pub use shelf::{NetworkShelf, NetworksInFile};
