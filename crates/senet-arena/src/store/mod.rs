//! Tournaments on disk: an SQLite database in a folder of the user's.
//!
//! Invariants:
//! - A match is the pair of its tournament and its number; there is one row for it, and its result is written once, in one transaction.
//! - Who plays matches of a tournament holds its [`Lock`], which the system takes away from processes that are gone. Claims of matches that are
//!   found on taking the lock are therefore left over from a crash, and are given back.
//! - A crash of the program loses nothing, and a loss of power may lose the last results, whose matches are then played again.

mod digest;
mod error;
mod lock;
mod matches;
mod open;
mod schema;
mod tournaments;

pub use digest::digest;
pub use error::StoreError;
pub use lock::Lock;
pub use matches::{Ended, Finished, Stored};
pub use open::Store;
pub use tournaments::{Summary, Tournament};

#[cfg(test)]
mod tests;
