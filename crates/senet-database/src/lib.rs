//! Opens and migrates the SQLite databases of Senet, and explains their errors.
//!
//! Invariants:
//! - The write-ahead log makes each transaction atomic, so a killed process leaves no partial changes. SQLite does not
//!   flush it after each transaction (`synchronous=NORMAL`), so a power failure may lose the last transactions.
//! - A database of a newer version is never changed.
//! - Pages of a small database that contradict each other are an error when it is opened.

mod checksum;
mod error;
mod integrity;
mod migrate;
mod open;
mod read;

pub use checksum::checksum;
pub use error::{DatabaseError, Fault};
pub use migrate::Migration;
pub use open::open;
pub use read::open_to_read;
