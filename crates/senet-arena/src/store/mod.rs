//! Tournaments on disk: an SQLite database in a folder of the user.
//!
//! Invariants:
//! - A match is identified by its tournament and its number. It has one row, and its result is written once, in one transaction.
//! - A process that plays a tournament holds its [`Lock`], which the system releases when the process ends. Claims found on taking the lock are left
//!   over from a crash and are released.
//! - Each row has a checksum, and its goals are those of its record. A row that contradicts itself is reported and never rated.
//! - A crash of the program loses nothing. A power failure may lose the last results; those matches are played again.

mod checksum;
mod digest;
mod error;
mod lock;
mod matches;
mod open;
mod retry;
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
