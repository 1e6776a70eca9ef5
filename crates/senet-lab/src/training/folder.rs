//! Files that are replaced as a whole.

use senet_console::Failure;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

impl RunFolder {
    /// Opens a folder, and creates it if it is missing.
    pub fn open(path: &Path) -> Result<RunFolder, Failure> {
        let folder = RunFolder {
            path: path.to_path_buf(),
        };
        fs::create_dir_all(path).map_err(|error| folder.failed("create", path, &error))?;
        Ok(folder)
    }

    /// The path of a file.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The contents of a file, or `None` if it does not exist.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        let path = self.file(name);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.failed("read", &path, &error)),
        }
    }

    /// Replaces a file. After a crash it has the old contents or the new ones, never a part.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let (path, new) = (self.file(name), self.file(&format!("{name}.new")));
        let written = write_through(&new, bytes)
            .and_then(|()| fs::rename(&new, &path))
            .and_then(|()| File::open(&self.path)?.sync_all());
        written.map_err(|error| {
            // A partial file would only take space on a full disk.
            fs::remove_file(&new).ok();
            self.failed("write", &path, &error)
        })
    }

    /// The failure of work on a file, with help.
    pub fn failed(&self, action: &str, path: &Path, error: &io::Error) -> Failure {
        let help = match error.kind() {
            io::ErrorKind::StorageFull => {
                "free space on the disk; the last checkpoint is complete, and the same command goes on from it"
            }
            _ => "choose another folder for --out, or repair this one",
        };
        Failure::new(format!("cannot {action} {}: {error}", path.display())).help(help)
    }
}

/// Writes a file, and waits until the disk has it.
fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
