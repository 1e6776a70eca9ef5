//! Finds and opens the knowledge base, and explains its errors.

use crate::commands::tournament::data;
use senet_console::Failure;
use senet_database::Fault;
use senet_knowledge::{KnowledgeBase, KnowledgeError};
use std::path::{Path, PathBuf};

/// The path of the knowledge base: given, or in the user's data folder.
pub fn file(given: Option<&Path>) -> Result<PathBuf, Failure> {
    match given {
        Some(file) => Ok(file.to_path_buf()),
        None => data::folder(None)
            .map(|folder| KnowledgeBase::file(&folder))
            .map_err(|_| {
                Failure::new("there is no folder for the knowledge base, because HOME is not set")
                    .help("set SENET_DATA, or give a file with --base FILE")
            }),
    }
}

/// The user's knowledge base, if it exists.
pub fn existing() -> Result<Option<PathBuf>, Failure> {
    // Without a data folder there is no knowledge base.
    let file = data::folder(None).map(|folder| KnowledgeBase::file(&folder));
    Ok(file.ok().filter(|file| file.exists()))
}

/// Opens a knowledge base, or creates it.
pub fn open(file: &Path) -> Result<KnowledgeBase, Failure> {
    KnowledgeBase::open(file).map_err(|error| failed(&error, file))
}

/// Opens an existing knowledge base, to change it.
pub fn open_existing(file: &Path) -> Result<KnowledgeBase, Failure> {
    existing_by(file, KnowledgeBase::open)
}

/// Opens an existing knowledge base, to read it. Commands that only read never create one, and need no right to write.
pub fn open_to_read(file: &Path) -> Result<KnowledgeBase, Failure> {
    existing_by(file, KnowledgeBase::open_to_read)
}

fn existing_by(
    file: &Path,
    open: fn(&Path) -> Result<KnowledgeBase, KnowledgeError>,
) -> Result<KnowledgeBase, Failure> {
    match file.exists() {
        true => open(file).map_err(|error| failed(&error, file)),
        false => Err(
            Failure::new(format!("there is no knowledge base {}", file.display()))
                .help("`senet knowledge add GAME` creates one"),
        ),
    }
}

/// Turns an error of the knowledge base into a failure with help.
pub fn failed(error: &KnowledgeError, file: &Path) -> Failure {
    let help = match error {
        KnowledgeError::Database(error) => match &error.fault {
            Fault::Folder { .. } | Fault::Forbidden(_) | Fault::NoWriteAheadLog(_) => {
                "choose another file with --base FILE, or another folder with SENET_DATA"
            }
            Fault::Locked(_) => "wait until the other process is done",
            Fault::Io(_) => "check the disk, its quota and `ulimit -f`",
            Fault::Full => "free disk space and try again: no stored data is lost",
            Fault::Damaged(_) => "move the file away, or choose another with --base FILE",
            Fault::Newer { .. } | Fault::Other(_) => "choose another with --base FILE",
        },
        KnowledgeError::Taken(_) => "choose another name with --name",
        KnowledgeError::Unknown { .. } => "`senet knowledge list` lists its games",
        KnowledgeError::Key { .. } => "remove the game with the version of senet that added it",
        KnowledgeError::Damaged { .. } => {
            "remove the game with `senet knowledge remove NAME`, then add it and learn again"
        }
        KnowledgeError::Unreadable(_) => "move the file away, or choose another with --base FILE",
    };
    let help = match error {
        KnowledgeError::Taken(_) => help.to_string(),
        _ => format!("{help} (the knowledge base is {})", file.display()),
    };
    Failure::new(error.to_string()).help(help)
}
