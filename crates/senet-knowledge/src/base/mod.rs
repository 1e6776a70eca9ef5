//! Games that are known, on disk: their rules by their key, the keys of their variants (signs), and what was learnt about them.
//!
//! Invariants:
//! - The key of a game is its name for the database: the same game under other names is the same row.
//! - Everything that is found by computing (keys, signs) can be computed again from the stored rules, and is when it was made by
//!   another version of the computation.
//! - What one process writes is whole or not there, whatever happens to it, and several may write at once.

mod error;
mod games;
mod open;
mod schema;
mod signs;
#[cfg(test)]
mod tests;
mod values;

pub use error::KnowledgeError;
pub use games::{GameEntry, Remembered, StoredGame};
pub use open::KnowledgeBase;
pub use values::Learnt;
