//! The knowledge base on disk: games by canonical key, their recognition keys and learnt values.
//!
//! Invariants:
//! - The canonical key identifies a game. A renamed copy of a game has the same row.
//! - Keys can be recomputed from the stored rules. The knowledge base recomputes them when their version changes.
//! - Each game and each learnt value has a checksum. Damaged ones are reported and never used.
//! - Each write is atomic, and several processes may write concurrently.

mod checksum;
mod error;
mod games;
mod open;
mod recognition_keys;
mod schema;
#[cfg(test)]
mod tests;
mod values;

pub use error::KnowledgeError;
pub use games::{GameToStore, Remembered, StoredGame};
pub use open::KnowledgeBase;
pub use values::Learnt;
