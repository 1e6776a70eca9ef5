//! Writes files so that a crash or a full disk leaves the old or the new contents, never a part.

use crate::failure::Failure;
use axum::http::StatusCode;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// The ending of the names of unfinished files and folders.
const NEW: &str = ".new";
/// Numbers of the unfinished files of this process; none is used twice.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A name for an unfinished file or folder. It is hidden, and no other writer uses it.
pub fn unfinished(name: &str) -> String {
    let process = std::process::id();
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!(".{name}.{process}-{number}{NEW}")
}

/// Removes the unfinished files and folders of dead servers from a folder, which may be missing. No live server may use the folder.
pub fn clear_up(folder: &Path) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for name in names(folder)? {
        let path = folder.join(&name);
        match name.starts_with('.') && name.ends_with(NEW) {
            true if path.is_dir() => fs::remove_dir_all(path)?,
            true => fs::remove_file(path)?,
            false => {}
        }
    }
    Ok(())
}

/// The names of the entries of a folder, in order.
pub fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Writes a new file and waits until it is on disk.
pub fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Writes a file in a folder, which is created if necessary. Readers see the old contents or the new ones.
pub fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let new = folder.join(unfinished(name));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::Home;

    #[test]
    fn writers_of_one_file_do_not_disturb_each_other() {
        let home = Home::open(None).unwrap();
        let folder = home.path();
        std::thread::scope(|scope| {
            let write = |letter: u8| {
                scope.spawn(move || {
                    (0..50).try_for_each(|_| write_whole(folder, "record", &[letter; 5000]))
                })
            };
            let writers = [write(b'a'), write(b'b'), write(b'c')];
            for writer in writers {
                writer.join().unwrap().unwrap();
            }
        });
        let text = fs::read(folder.join("record")).unwrap();
        assert!(text.len() == 5000 && text.iter().all(|letter| *letter == text[0]));
        assert_eq!(names(folder).unwrap(), ["lock", "record"]);
    }

    #[test]
    fn leftovers_are_removed() {
        let home = Home::open(None).unwrap();
        let folder = home.path();
        fs::create_dir_all(folder.join(unfinished("game")).join("inner")).unwrap();
        for name in [unfinished("a.json"), ".a.json.new".into(), ".b".into()] {
            fs::write(folder.join(name), "").unwrap();
        }
        clear_up(folder).unwrap();
        assert_eq!(names(folder).unwrap(), [".b", "lock"]);
        clear_up(&folder.join("missing")).unwrap();
    }
}
