//! Writing files so that a crash or a full disk leaves the old or the new, never half of it.

use crate::failure::Failure;
use axum::http::StatusCode;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Writes a new file and waits until it is on the disk.
pub fn write_through(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// An empty folder.
pub fn fresh_folder(path: &Path) -> io::Result<()> {
    if path.exists() {
        std::fs::remove_dir_all(path)?;
    }
    std::fs::create_dir_all(path)
}

/// Why something was not kept.
pub fn cannot_save(what: &str, error: &io::Error) -> Failure {
    let help = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "make room on the disk of the server, then save again"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "start the server with a --folder that it may write to"
        }
        _ => "look after the folder of the server, then save again",
    };
    Failure::new(
        StatusCode::INSUFFICIENT_STORAGE,
        format!("{what} could not be saved: {error}"),
        help,
    )
}
