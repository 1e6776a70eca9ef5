//! Tables that outlive the server: one file for each match in progress.
//!
//! Each change of a match is appended to its file before anybody sees it, so a killed server loses nothing that was shown. The next server brings
//! the tables back. A line carries a check sum over itself and the lines before it; a damaged file affects only its own table. Files are not flushed
//! to the disk after each line: a power failure may lose the last moves.

mod entry;
mod folder;
mod line;
mod log;

pub use entry::{Entry, OpenEntry};
pub use folder::{StoredTable, TableStore};
pub use log::TableLog;
