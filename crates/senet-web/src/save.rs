//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file of a folder, which is made if it is not there. Whoever reads it sees what was there before or all that was written.
pub fn whole(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let new = folder.join(format!(".{name}.new"));
    let written = write(&new, bytes).and_then(|()| fs::rename(&new, folder.join(name)));
    if written.is_err() {
        // What is left of it is of no use, and may not even be there.
        fs::remove_file(&new).ok();
    }
    written.map_err(|error| {
        let what = format!("cannot write {name} into {}: {error}", folder.display());
        io::Error::new(error.kind(), what)
    })
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
