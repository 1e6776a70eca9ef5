//! Where a server keeps things: the folder that it was given, or one that goes away with it.

use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of a server.
pub struct Home {
    path: PathBuf,
    temporary: bool,
}

/// So many names are tried for a temporary folder.
const TRIES: u32 = 1000;

impl Home {
    /// The folder that is given, or a new one that is removed at the end.
    pub fn open(folder: Option<&Path>) -> io::Result<Home> {
        match folder {
            Some(folder) => Ok(Home {
                path: folder.to_path_buf(),
                temporary: false,
            }),
            None => Ok(Home {
                path: temporary()?,
                temporary: true,
            }),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if self.temporary {
            // What cannot be removed is left to the system, which clears such folders up.
            std::fs::remove_dir_all(&self.path).ok();
        }
    }
}

/// A new folder that nobody else may look into.
fn temporary() -> io::Result<PathBuf> {
    let process = std::process::id();
    let mut taken = None;
    for number in 0..TRIES {
        let path = std::env::temp_dir().join(format!("senet-web-{process}-{number}"));
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
}
