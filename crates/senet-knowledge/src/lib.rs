//! Recognises known games and their variants, and stores learnt values.
//!
//! Invariants:
//! - [`recognition`] gives only proven results. It compares the rules, not only their keys.
//! - Names do not matter: a renamed game is the same game.
//! - Only [`KnowledgeBase`] accesses the disk.

mod base;
mod derivation;
mod networks;
pub mod recognition;

pub use base::{GameToStore, KnowledgeBase, KnowledgeError, Learnt, Remembered, StoredGame};
pub use derivation::{Derivation, SourceGame};
pub use networks::{NetworkShelf, NetworksInFile};
