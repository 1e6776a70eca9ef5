//! Writes files as a whole: a full disk or a crash leaves the old contents or the new ones, never a part.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces the contents of a file, or creates it. A link stays a link, and permissions stay.
///
/// Devices and pipes are written directly. So are files with several hard links or another owner, which a replacement would lose.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // `fs::write` follows a link that leads nowhere.
    if old.is_none() && path.is_symlink() || old.as_ref().is_some_and(is_special) {
        return fs::write(path, bytes);
    }
    let path = match old {
        Some(_) => fs::canonicalize(path)?,
        None => path.to_path_buf(),
    };
    let new = sibling(&path);
    let written = write_new(&new, bytes, old.as_ref()).and_then(|()| fs::rename(&new, &path));
    match written {
        Ok(()) => sync_folder_of(&path),
        Err(error) => {
            // A partial file would only take space.
            fs::remove_file(&new).ok();
            Err(error)
        }
    }
}

/// A name in the same folder that no other process uses.
fn sibling(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    path.with_file_name(name)
}

fn write_new(new: &Path, bytes: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    let mut file = File::create(new)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// Syncs the folder, so that the new name survives a crash. A path without a folder is in the current one.
fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// True if a new file cannot replace this one.
fn is_special(old: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::geteuid().as_raw();
    !old.is_file() || old.nlink() > 1 || old.uid() != own
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = format!("senet-files-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(folder);
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        fn names(&self) -> Vec<String> {
            let all = fs::read_dir(&self.0).unwrap();
            let names = all.map(|one| one.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).ok();
        }
    }

    #[test]
    fn creates_and_replaces_files_and_keeps_links_and_permissions() {
        let folder = Folder::new("replace");
        let (file, link) = (folder.0.join("file"), folder.0.join("link"));
        replace(&file, b"one").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert!(link.is_symlink());
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(folder.names(), ["file", "link"]);
    }

    #[test]
    fn keeps_hard_links() {
        let folder = Folder::new("names");
        let (one, other) = (folder.0.join("one"), folder.0.join("other"));
        replace(&one, b"old").unwrap();
        fs::hard_link(&one, &other).unwrap();
        replace(&one, b"new").unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"new");
    }

    #[test]
    fn failure_leaves_no_partial_file() {
        let folder = Folder::new("failure");
        let missing = folder.0.join("missing").join("file");
        assert!(replace(&missing, b"x").is_err());
        replace(Path::new("/dev/null"), b"x").unwrap();
        assert_eq!(folder.names(), Vec::<String>::new());
    }
}
