//! Stores tables so that they survive a restart: one file for each match in progress.
//!
//! Each change of a match is appended to its file before a page shows it. So a killed server loses nothing that was shown. The next server brings
//! the tables back. A line has a checksum over itself and the lines before it; a damaged file affects only its own table. Files are not flushed to
//! the disk after each line: a power failure may lose the last moves.

mod entry;
mod folder;
mod line;
mod log;

pub use entry::{Entry, OpenEntry};
pub use folder::{StoredTable, TableStore};
pub use log::TableLog;
