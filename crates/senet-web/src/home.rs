//! Where a server keeps things: the folder that it was given, or one that goes away with it.
//!
//! A server that was killed leaves its temporary folder behind. Whoever holds the lock in such a folder is alive, since the system takes locks away from
//! processes that are gone; the next server removes folders whose lock nobody holds.

use std::fs::{DirBuilder, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The folder of a server.
pub struct Home {
    path: PathBuf,
    /// Held as long as the server lives, if the folder goes away with it.
    lock: Option<File>,
}

/// So many names are tried for a temporary folder.
const TRIES: u32 = 1000;
/// Numbers of folders that this process has made or tried to make; none is used twice.
static NEXT: AtomicU32 = AtomicU32::new(0);
/// What the names of temporary folders begin with.
const PREFIX: &str = "senet-web-";
/// The file by which others see that a server lives.
const LOCK: &str = "lock";

impl Home {
    /// The folder that is given, or a new one that is removed at the end.
    pub fn open(folder: Option<&Path>) -> io::Result<Home> {
        match folder {
            Some(folder) => Ok(Home {
                path: folder.to_path_buf(),
                lock: None,
            }),
            None => Home::temporary(&std::env::temp_dir()),
        }
    }

    fn temporary(place: &Path) -> io::Result<Home> {
        remove_abandoned(place);
        let path = new_folder(place)?;
        let lock = locked(&path)?;
        Ok(Home {
            path,
            lock: Some(lock),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if self.lock.is_some() {
            // What cannot be removed now is removed when the next server starts.
            std::fs::remove_dir_all(&self.path).ok();
        }
    }
}

/// The lock of a folder. It gets its name when it is held, so that nobody finds it free before.
fn locked(folder: &Path) -> io::Result<File> {
    let new = folder.join("lock.new");
    let file = File::create(&new)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::Error(error)) => return Err(error),
        Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
    }
    std::fs::rename(&new, folder.join(LOCK))?;
    Ok(file)
}

/// Removes the folders of servers that are gone. What cannot be removed, others' folders among it, is left alone.
fn remove_abandoned(place: &Path) {
    let Ok(entries) = std::fs::read_dir(place) else {
        return;
    };
    for entry in entries.flatten() {
        let named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if named && is_folder {
            remove_if_abandoned(&entry.path());
        }
    }
}

fn remove_if_abandoned(folder: &Path) {
    // Whoever holds the lock while removing keeps others from doing the same.
    if let Ok(lock) = File::open(folder.join(LOCK))
        && lock.try_lock().is_ok()
    {
        std::fs::remove_dir_all(folder).ok();
    }
}

/// A new folder that nobody else may look into.
fn new_folder(place: &Path) -> io::Result<PathBuf> {
    let process = std::process::id();
    let mut taken = None;
    for _ in 0..TRIES {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = place.join(format!("{PREFIX}{process}-{number}"));
        match builder().create(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(taken.unwrap_or_else(|| io::ErrorKind::AlreadyExists.into()))
}

#[cfg(unix)]
fn builder() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn builder() -> DirBuilder {
    DirBuilder::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_folder_goes_away() {
        let (one, other) = (Home::open(None).unwrap(), Home::open(None).unwrap());
        assert_ne!(one.path(), other.path());
        let path = one.path().to_path_buf();
        std::fs::write(path.join("x"), "y").unwrap();
        drop(one);
        assert!(!path.exists() && other.path().exists());
    }

    #[test]
    fn folders_of_servers_that_are_gone_are_removed() {
        let place = Home::open(None).unwrap();
        let living = Home::temporary(place.path()).unwrap();
        let killed = place.path().join("senet-web-1-1");
        let strange = place.path().join("senet-web-1-2");
        for folder in [&killed, &strange] {
            std::fs::create_dir(folder).unwrap();
            std::fs::write(folder.join("record"), "{}").unwrap();
        }
        // A process that is killed leaves the file of its lock, and nobody holds it.
        std::fs::write(killed.join(LOCK), "").unwrap();
        let next = Home::temporary(place.path()).unwrap();
        assert!(!killed.exists(), "nobody holds its lock");
        assert!(living.path().exists() && next.path().exists());
        assert!(strange.exists(), "it was never locked");
    }
}
