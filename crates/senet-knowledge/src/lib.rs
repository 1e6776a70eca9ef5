//! Answers "have we met this game before?": recognises known games and their variants, and stores what was learnt about them.
//!
//! Invariants:
//! - [`recognition`] only gives proven answers. It compares the rules themselves, not only their keys.
//! - Names never help: a game under other words is the same game.
//! - Only [`KnowledgeBase`] touches the disk.

mod base;
mod kinship;
pub mod recognition;

pub use base::{GameEntry, KnowledgeBase, KnowledgeError, Learnt, Remembered, StoredGame};
pub use kinship::{Kin, Kinship};
