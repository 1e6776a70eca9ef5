//! What all our SQLite databases have in common: how they are opened, brought up to date, and what their errors mean.
//!
//! Invariants:
//! - The write-ahead log makes every transaction whole or nothing, so a process that is killed leaves nothing half done. It is not forced
//!   to the disk each time (`synchronous=NORMAL`): a loss of power may lose the last transactions, and nothing else.
//! - A database of a later version is left alone.

mod error;
mod migrate;
mod open;

pub use error::{DatabaseError, Fault};
pub use migrate::Migration;
pub use open::open;
