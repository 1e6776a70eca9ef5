//! Records of matches in a folder: those of finished tables, and uploads.

mod id;
mod replay;
mod row;

pub use id::RecordId;
pub use replay::replayed;
pub use row::RecordRow;

use crate::failure::Failure;
use crate::files;
use axum::http::StatusCode;
use senet_arena::MatchRecord;
use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// Maximum number of records in a list.
const LISTED: usize = 500;
/// The largest record in bytes. Larger ones are neither read nor stored.
pub const LARGEST: usize = 16 << 20;

/// The records.
pub struct Records {
    folder: PathBuf,
    most: usize,
    /// The rows of files that have not changed since they were read.
    rows: Mutex<HashMap<String, (Stamp, RecordRow)>>,
}

/// The time and the length of a file.
type Stamp = (SystemTime, u64);

impl Records {
    /// The records of a folder, with a limit on their number.
    pub fn new(folder: PathBuf, most: usize) -> Records {
        Records {
            folder,
            most,
            rows: Mutex::default(),
        }
    }

    /// Removes the unfinished files of dead servers. No other server may use the folder.
    pub fn clear_up(&self) -> io::Result<()> {
        files::clear_up(&self.folder)
    }

    /// The latest records, the latest first.
    pub fn list(&self) -> io::Result<Vec<RecordRow>> {
        let mut files = self.files()?;
        files.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
        files.truncate(LISTED);
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let known = std::mem::take(&mut *rows);
        let mut listed = Vec::new();
        for (id, stamp) in files {
            let row = match known.get(&id) {
                Some((when, row)) if *when == stamp => row.clone(),
                _ => self.row(&id),
            };
            rows.insert(id, (stamp, row.clone()));
            listed.push(row);
        }
        Ok(listed)
    }

    fn row(&self, id: &str) -> RecordRow {
        match self.read(id) {
            Ok(record) => RecordRow::of(id, &record),
            Err(failure) => RecordRow::unreadable(id, failure.message),
        }
    }

    fn read(&self, id: &str) -> Result<MatchRecord, Failure> {
        let text = self.text(&RecordId::new(id)?)?;
        MatchRecord::read(&text).map_err(|error| unusable(error.to_string()))
    }

    fn files(&self) -> io::Result<Vec<(String, Stamp)>> {
        let entries = match std::fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let id = name
                .strip_suffix(".json")
                .and_then(|id| RecordId::new(id).ok());
            if let (Some(id), Ok(about)) = (id, entry.metadata()) {
                let written = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                files.push((id.to_string(), (written, about.len())));
            }
        }
        Ok(files)
    }

    /// The text of a record.
    pub fn text(&self, id: &RecordId) -> Result<Arc<str>, Failure> {
        let path = self.folder.join(format!("{id}.json"));
        let missing = || Failure::not_found(format!("there is no record `{id}`"));
        let about = std::fs::metadata(&path).map_err(|_| missing())?;
        if about.len() > LARGEST as u64 {
            return Err(unusable("it is too large to be a record".to_string()));
        }
        let text = std::fs::read_to_string(&path);
        text.map(Into::into)
            .map_err(|error| unusable(format!("it cannot be read: {error}")))
    }

    /// Stores a verified record and returns its identifier. The same record always has the same identifier.
    pub fn keep(&self, record: &MatchRecord) -> Result<RecordId, Failure> {
        let text = serde_json::to_string(record).map_err(Failure::broken)?;
        let id = RecordId::of(record);
        self.write(&id, text.as_bytes())?;
        Ok(id)
    }

    /// Writes the text of a record, and replaces a record of the same identifier.
    pub fn write(&self, id: &RecordId, text: &[u8]) -> Result<(), NotStored> {
        let (known, name) = (self.files()?, id.to_string());
        if known.len() >= self.most && !known.iter().any(|(other, _)| *other == name) {
            return Err(NotStored::Full(known.len()));
        }
        files::write_whole(&self.folder, &format!("{name}.json"), text)?;
        Ok(())
    }
}

/// Why a record was not stored.
#[derive(Debug, thiserror::Error)]
pub enum NotStored {
    /// There are as many records as allowed.
    #[error("there are {0} records already")]
    Full(usize),
    /// The disk refused it.
    #[error(transparent)]
    Disk(#[from] io::Error),
}

impl From<NotStored> for Failure {
    fn from(why: NotStored) -> Failure {
        let text = why.to_string();
        match why {
            NotStored::Full(_) => {
                Failure::conflict(text, "remove old files from the folder of the server")
            }
            NotStored::Disk(error) => files::cannot_save("the record", &error),
        }
    }
}

/// The failure for an unusable record.
pub fn unusable(why: String) -> Failure {
    Failure::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        format!("the record cannot be used: {why}"),
        "send a match record as GGP hosts publish it, of a game that this server knows",
    )
}
