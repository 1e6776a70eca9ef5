//! The file of one table.

use super::entry::Entry;
use super::line::{self, Sum};
use crate::files;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file of one table, to which changes are appended.
pub struct TableLog {
    /// `None` if the server keeps no tables.
    path: Option<PathBuf>,
    /// The open file and the sum of its lines. `None` if the file is missing or incomplete, and must be written again as a whole.
    file: Option<(File, Sum)>,
}

impl TableLog {
    /// A log without a file.
    pub fn off() -> TableLog {
        TableLog {
            path: None,
            file: None,
        }
    }

    /// A log at this path. The first entry writes the file.
    pub fn new(path: PathBuf) -> TableLog {
        TableLog {
            path: Some(path),
            file: None,
        }
    }

    /// Goes on with a file that was read. An incomplete last line is cut off.
    pub fn continued(path: PathBuf, length: usize, sum: Sum) -> TableLog {
        let file = File::options().append(true).open(&path);
        let file = file.and_then(|file| file.set_len(length as u64).map(|()| file));
        TableLog {
            path: Some(path),
            // If the file cannot be opened, the next entry writes it again and reports the reason.
            file: file.ok().map(|file| (file, sum)),
        }
    }

    /// Appends an entry. If the file is missing or incomplete, writes `all` entries, which include the new one.
    pub fn write(&mut self, entry: &Entry, all: impl FnOnce() -> Vec<Entry>) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let Some((mut file, sum)) = self.file.take() else {
            self.file = Some(write_all(path, &all())?);
            return Ok(());
        };
        let (line, sum) = line::written(sum, entry)?;
        file.write_all(line.as_bytes())?;
        self.file = Some((file, sum));
        Ok(())
    }

    /// Tells the log that its file lacks a change: the next entry writes it again as a whole.
    pub fn outdate(&mut self) {
        self.file = None;
    }

    /// Removes the file, because the match is over or the table is closed.
    pub fn remove(&mut self) {
        self.file = None;
        if let Some(path) = &self.path {
            // Removal fails if the file was never written. A file that stays brings back a finished match, which ends again.
            fs::remove_file(path).ok();
        }
    }
}

/// Writes a new file with these entries.
fn write_all(path: &Path, entries: &[Entry]) -> io::Result<(File, Sum)> {
    let (mut text, mut sum) = (String::new(), Sum::default());
    for entry in entries {
        let (line, next) = line::written(sum, entry)?;
        text.push_str(&line);
        sum = next;
    }
    let (folder, name) = (path.parent(), path.file_name());
    let name = name.unwrap_or_default().to_string_lossy();
    files::write_whole(folder.unwrap_or(Path::new(".")), &name, text.as_bytes())?;
    Ok((File::options().append(true).open(path)?, sum))
}
