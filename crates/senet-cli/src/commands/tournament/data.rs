//! Where tournaments are kept, and what to do when that fails.

use senet_arena::report::{Review, review};
use senet_arena::store::{Store, StoreError, Stored, Tournament};
use senet_console::Failure;
use senet_database::Fault;
use std::path::{Path, PathBuf};

/// The folder: from the arguments, the environment, or the user's data folder.
pub fn folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let from = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    given
        .map(Path::to_path_buf)
        .or_else(|| from("SENET_DATA"))
        .or_else(|| from("XDG_DATA_HOME").map(|data| data.join("senet")))
        .or_else(|| from("HOME").map(|home| home.join(".local").join("share").join("senet")))
        .ok_or_else(|| {
            Failure::new("there is no folder for tournaments").help("give one with --data DIR")
        })
}

/// Opens the database; makes it if it is missing.
pub fn open(data: &Path) -> Result<Store, Failure> {
    Store::open(data).map_err(|error| failed(&error, data))
}

/// Opens the database if there is one: who only wants to look makes nothing.
pub fn open_existing(data: &Path) -> Result<Option<Store>, Failure> {
    match Store::file(data).exists() {
        true => open(data).map(Some),
        false => Ok(None),
    }
}

/// Finds a tournament by its name.
pub fn find(data: &Path, name: &str) -> Result<(Store, Tournament), Failure> {
    let Some(store) = open_existing(data)? else {
        let message = format!(
            "there is no tournament called `{name}`: none is kept in {}",
            data.display()
        );
        return Err(
            Failure::new(message).help("`senet tournament run --help` shows how to play one")
        );
    };
    let found = store.find(name).map_err(|error| failed(&error, data))?;
    Ok((store, found))
}

/// A tournament with its matches and what they have come to.
pub struct Known {
    /// The tournament.
    pub tournament: Tournament,
    /// Its matches.
    pub matches: Vec<Stored>,
    /// What they have come to.
    pub review: Review,
}

/// Reviews a tournament.
pub fn known(store: &Store, tournament: Tournament, data: &Path) -> Result<Known, Failure> {
    let matches = store
        .matches(tournament.id)
        .map_err(|error| failed(&error, data))?;
    let review = review(&tournament, &matches).map_err(|error| Failure::new(error.to_string()))?;
    Ok(Known {
        tournament,
        matches,
        review,
    })
}

/// What went wrong with the database, and what to do.
pub fn failed(error: &StoreError, data: &Path) -> Failure {
    let file = Store::file(data);
    let help = match error {
        StoreError::Database(error) => match &error.fault {
            Fault::Folder { .. } | Fault::Forbidden(_) | Fault::NoLog(_) => {
                "choose another folder with --data DIR, or set SENET_DATA".to_string()
            }
            Fault::Locked(_) => "wait until the other process is done, then resume".to_string(),
            Fault::Full => "make room and resume: nothing that was stored is lost".to_string(),
            Fault::Damaged(_) => {
                "move the file away, or choose another folder with --data DIR".to_string()
            }
            Fault::Newer { .. } | Fault::Other(_) => {
                "`senet tournament resume` goes on with what is stored".to_string()
            }
        },
        StoreError::Unreadable { .. } => {
            "move the file away, or choose another folder with --data DIR".to_string()
        }
        StoreError::Exists(name) => {
            format!("`senet tournament resume {name}` goes on with it; or choose another --name")
        }
        StoreError::Unknown { .. } => "`senet tournament list` shows them".to_string(),
        StoreError::Running { .. } => {
            "wait until it is done, or end the other process; `senet tournament show` works meanwhile".to_string()
        }
        StoreError::NotClaimed(_) => {
            "`senet tournament resume` goes on with what is stored".to_string()
        }
    };
    let help = match error {
        StoreError::Exists(_) | StoreError::Unknown { .. } | StoreError::Running { .. } => help,
        _ => format!("{help} (the database is {})", file.display()),
    };
    Failure::new(error.to_string()).help(help)
}
