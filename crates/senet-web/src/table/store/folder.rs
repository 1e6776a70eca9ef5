//! The folder of all tables. One server at a time uses it.

use super::entry::{Entry, OpenEntry};
use super::line;
use super::log::TableLog;
use crate::files;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The file name extensions of tables, and of damaged files.
const ENDING: &str = "table";
const DAMAGED: &str = "damaged";
/// The lock of the server that uses the folder. The system releases the locks of dead processes.
const LOCK: &str = "lock";
/// The largest file in bytes that is read.
const LARGEST: u64 = 256 << 20;

/// The folder of all tables.
pub struct TableStore {
    folder: PathBuf,
    _lock: File,
}

/// A table of an earlier server.
pub struct StoredTable {
    /// The first entry of the table.
    pub open: OpenEntry,
    /// The other entries.
    pub past: Vec<Entry>,
    /// The file of the table.
    pub log: TableLog,
}

impl TableStore {
    /// The folder `tables` in the folder of a server. An error says why tables are not kept.
    pub fn open(home: &Path) -> Result<TableStore, String> {
        let folder = home.join("tables");
        let lost = |why: String| {
            let folder = folder.display();
            format!("matches in progress will be lost when this server stops: {folder}: {why}")
        };
        let lock = create_private(&folder).and_then(|()| File::create(folder.join(LOCK)));
        let lock = lock.map_err(|error| lost(error.to_string()))?;
        match lock.try_lock() {
            Ok(()) => Ok(TableStore {
                folder,
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => Err(lost(
                "another server uses it; give each server its own --folder".to_string(),
            )),
            Err(TryLockError::Error(error)) => Err(lost(error.to_string())),
        }
    }

    /// A new file for a table.
    pub fn log(&self, id: &str) -> TableLog {
        TableLog::new(self.path(id))
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.{ENDING}"))
    }

    /// The tables of the last server, the oldest first, and the problems with their files. Damaged files are set aside.
    pub fn stored(&self) -> (Vec<StoredTable>, Vec<String>) {
        let (mut tables, mut troubles) = (Vec::new(), Vec::new());
        if let Err(error) = files::clear_up(&self.folder) {
            troubles.push(format!("{}: {error}", self.folder.display()));
        }
        let paths = paths(&self.folder).unwrap_or_else(|error| {
            troubles.push(format!("{}: {error}", self.folder.display()));
            Vec::new()
        });
        for path in paths {
            match self.read(&path) {
                Ok((table, trouble)) => {
                    tables.push(table);
                    troubles.extend(trouble);
                }
                Err(why) => troubles.push(set_aside(&path, &why)),
            }
        }
        tables.sort_by_key(|table: &StoredTable| table.open.started_ms);
        (tables, troubles)
    }

    /// The table of a file, and a problem with the file if the table can still be restored.
    fn read(&self, path: &Path) -> Result<(StoredTable, Option<String>), String> {
        let length = fs::metadata(path).map_err(|error| error.to_string())?.len();
        if length > LARGEST {
            return Err(format!("a file of {length} bytes is too large for a match"));
        }
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        let read = line::read(&bytes)?;
        let mut entries = read.entries.into_iter();
        let Some(Entry::Open(open)) = entries.next() else {
            return Err("it does not begin with the opening of a table".to_string());
        };
        if self.path(&open.id) != path {
            return Err(format!("the file belongs to table {}", open.id));
        }
        let trouble = read.is_cut.then(|| {
            let (path, lines) = (path.display(), entries.len() + 1);
            format!("{path}: the last line is incomplete; the match goes on after line {lines}")
        });
        let table = StoredTable {
            open,
            past: entries.collect(),
            log: TableLog::continued(path.to_path_buf(), read.length, read.sum),
        };
        Ok((table, trouble))
    }
}

/// The files of tables.
fn paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Renames a damaged file, so that the next server does not read it again.
fn set_aside(path: &Path, why: &str) -> String {
    let aside = path.with_extension(DAMAGED);
    let (from, to) = (path.display(), aside.display());
    match fs::rename(path, &aside) {
        Ok(()) => format!("{from}: the match cannot go on: {why}; the file is now {to}"),
        Err(error) => format!("{from}: the match cannot go on: {why}; {error}"),
    }
}

/// Creates a folder that only this user can read: it contains hidden moves.
fn create_private(folder: &Path) -> io::Result<()> {
    if let Some(home) = folder.parent() {
        fs::create_dir_all(home)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}
