//! The folder of a server: the configured one, or a temporary one.
//!
//! A killed server leaves its temporary folder behind. A live server holds the lock file in its folder; the system releases the locks of dead
//! processes. The next server removes folders whose lock is free.

use std::fs::{DirBuilder, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The folder of a server.
pub struct Home {
    path: PathBuf,
    /// The lock of a temporary folder, held while the server lives.
    lock: Option<File>,
}

/// Maximum number of names tried for a temporary folder.
const TRIES: u32 = 1000;
/// Numbers of temporary folders of this process; none is used twice.
static NEXT: AtomicU32 = AtomicU32::new(0);
/// The prefix of temporary folders.
const PREFIX: &str = "senet-web-";
/// The lock file of a live server.
const LOCK: &str = "lock";

impl Home {
    /// The given folder, or a new temporary one.
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

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if self.lock.is_some() {
            // The next server removes what cannot be removed now.
            std::fs::remove_dir_all(&self.path).ok();
        }
    }
}

/// Creates the lock of a folder. The file gets its name after it is locked, so it is never found unlocked.
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

/// Removes the folders of dead servers. Folders of other users stay.
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
    // Holding the lock keeps other servers from removing the same folder.
    if let Ok(lock) = File::open(folder.join(LOCK))
        && lock.try_lock().is_ok()
    {
        std::fs::remove_dir_all(folder).ok();
    }
}

/// Creates a folder with access for this user only.
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
    fn temporary_folder_is_removed() {
        let (one, other) = (Home::open(None).unwrap(), Home::open(None).unwrap());
        assert_ne!(one.path(), other.path());
        let path = one.path().to_path_buf();
        std::fs::write(path.join("x"), "y").unwrap();
        drop(one);
        assert!(!path.exists() && other.path().exists());
    }

    #[test]
    fn folders_of_dead_servers_are_removed() {
        let place = Home::open(None).unwrap();
        let living = Home::temporary(place.path()).unwrap();
        let killed = place.path().join("senet-web-1-1");
        let strange = place.path().join("senet-web-1-2");
        for folder in [&killed, &strange] {
            std::fs::create_dir(folder).unwrap();
            std::fs::write(folder.join("record"), "{}").unwrap();
        }
        // A killed process leaves its lock file unlocked.
        std::fs::write(killed.join(LOCK), "").unwrap();
        let next = Home::temporary(place.path()).unwrap();
        assert!(!killed.exists(), "no process holds its lock");
        assert!(living.path().exists() && next.path().exists());
        assert!(strange.exists(), "it was never locked");
    }
}
