//! Writes files so that a crash or a full disk leaves the old or the new contents, never a part.

use crate::failure::Failure;
use axum::http::StatusCode;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a new file and waits until it is on disk.
pub fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Writes a file in a folder, which is created if necessary. Readers see the old contents or the new ones.
pub fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let new = folder.join(format!(".{name}.new"));
    let written = write_through(&new, bytes).and_then(|()| fs::rename(&new, folder.join(name)));
    if written.is_err() {
        // The partial file is useless, and may not exist.
        fs::remove_file(&new).ok();
    }
    written.map_err(|error| {
        let what = format!("cannot write {name} into {}: {error}", folder.display());
        io::Error::new(error.kind(), what)
    })
}

/// Creates an empty folder.
pub fn fresh_folder(path: &Path) -> io::Result<()> {
    if path.exists() {
        fs::remove_dir_all(path)?;
    }
    fs::create_dir_all(path)
}

/// The failure of a write.
pub fn cannot_save(what: &str, error: &io::Error) -> Failure {
    let help = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free disk space on the server, then save again"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "start the server with a --folder that it may write to"
        }
        _ => "check the folder of the server, then save again",
    };
    Failure::new(
        StatusCode::INSUFFICIENT_STORAGE,
        format!("{what} could not be saved: {error}"),
        help,
    )
}
