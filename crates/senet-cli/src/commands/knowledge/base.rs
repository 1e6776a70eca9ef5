//! Where the knowledge base is, and what to do when it fails.

use crate::commands::tournament::data;
use senet_console::Failure;
use senet_database::Fault;
use senet_knowledge::{KnowledgeBase, KnowledgeError};
use std::path::{Path, PathBuf};

/// The file: from the arguments, or in the user's data folder.
pub fn file(given: Option<&Path>) -> Result<PathBuf, Failure> {
    match given {
        Some(file) => Ok(file.to_path_buf()),
        None => Ok(KnowledgeBase::file(&data::folder(None)?)),
    }
}

/// The user's knowledge base, if there is one.
pub fn existing() -> Result<Option<PathBuf>, Failure> {
    // Who has no data folder has no knowledge base there.
    let file = data::folder(None).map(|folder| KnowledgeBase::file(&folder));
    Ok(file.ok().filter(|file| file.exists()))
}

/// Opens a knowledge base; makes it if it is missing.
pub fn open(file: &Path) -> Result<KnowledgeBase, Failure> {
    KnowledgeBase::open(file).map_err(|error| failed(&error, file))
}

/// Opens a knowledge base that has to be there: who only wants to look makes nothing.
pub fn open_existing(file: &Path) -> Result<KnowledgeBase, Failure> {
    match file.exists() {
        true => open(file),
        false => Err(
            Failure::new(format!("there is no knowledge base {}", file.display()))
                .help("`senet knowledge add GAME` makes one"),
        ),
    }
}

/// What went wrong with the knowledge base, and what to do.
pub fn failed(error: &KnowledgeError, file: &Path) -> Failure {
    let help = match error {
        KnowledgeError::Database(error) => match &error.fault {
            Fault::Folder { .. } | Fault::Forbidden(_) | Fault::NoLog(_) => {
                "choose another file with --base FILE, or another folder with SENET_DATA"
            }
            Fault::Locked(_) => "wait until the other process is done",
            Fault::Full => "make room and try again: nothing that was stored is lost",
            Fault::Damaged(_) => "move the file away, or choose another with --base FILE",
            Fault::Newer { .. } | Fault::Other(_) => "choose another with --base FILE",
        },
        KnowledgeError::Taken(_) => "choose another name with --name",
        KnowledgeError::Unknown { .. } => "`senet knowledge list` shows what it has",
        KnowledgeError::Key { .. } => "use the senet that added the game to remove it",
        KnowledgeError::Unreadable(_) => "move the file away, or choose another with --base FILE",
    };
    let help = match error {
        KnowledgeError::Taken(_) => help.to_string(),
        _ => format!("{help} (the knowledge base is {})", file.display()),
    };
    Failure::new(error.to_string()).help(help)
}
