//! A temporary folder for the files of an attack.

use senet_console::Failure;
use std::path::{Path, PathBuf};

/// A temporary folder; dropping it removes all its files.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates a folder that no other process uses.
    pub fn new(name: &str) -> Result<Folder, Failure> {
        let own = format!("senet-attack-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(own);
        std::fs::create_dir_all(&path).map_err(|error| {
            Failure::new(format!(
                "cannot create the folder {}: {error}",
                path.display()
            ))
            .help("set TMPDIR to a folder that you can write to")
        })?;
        Ok(Folder(path))
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.0
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<String, Failure> {
        let path = self.path(name);
        std::fs::write(&path, content)
            .map_err(|error| Failure::new(format!("cannot write {path}: {error}")))?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The system removes leftovers of temporary folders.
        std::fs::remove_dir_all(&self.0).ok();
    }
}
