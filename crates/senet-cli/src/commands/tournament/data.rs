//! Finds and opens the tournament database, and explains its errors.

use senet_arena::report::{Review, review};
use senet_arena::store::{Store, StoreError, Stored, Tournament};
use senet_console::Failure;
use senet_database::Fault;
use std::path::{Path, PathBuf};

/// The data folder: from the arguments, the environment, or the user's data folder.
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
            Failure::new("there is no folder for data, because HOME is not set")
                .help("set SENET_DATA, or give a folder with --data DIR")
        })
}

/// Opens the database, or creates it.
pub fn open(data: &Path) -> Result<Store, Failure> {
    Store::open(data).map_err(|error| failed(&error, data))
}

/// Opens the database for reading if it exists. Commands that only read never create one, and need no right to write.
pub fn open_to_read(data: &Path) -> Result<Option<Store>, Failure> {
    if !Store::file(data).exists() {
        return Ok(None);
    }
    let opened = Store::open_to_read(data).map_err(|error| failed(&error, data));
    opened.map(Some)
}

/// Finds a tournament by its name, to read it.
pub fn find_to_read(data: &Path, name: &str) -> Result<(Store, Tournament), Failure> {
    find_in(open_to_read(data)?, data, name)
}

/// Finds a tournament by its name, to change it.
pub fn find(data: &Path, name: &str) -> Result<(Store, Tournament), Failure> {
    let store = Store::file(data).exists().then(|| open(data));
    find_in(store.transpose()?, data, name)
}

fn find_in(store: Option<Store>, data: &Path, name: &str) -> Result<(Store, Tournament), Failure> {
    let Some(store) = store else {
        let message = format!(
            "there is no tournament called `{name}`: there are none in {}",
            data.display()
        );
        return Err(
            Failure::new(message).help("`senet tournament run --help` shows how to run one")
        );
    };
    let found = store.find(name).map_err(|error| failed(&error, data))?;
    Ok((store, found))
}

/// A tournament with its matches and results.
pub struct LoadedTournament {
    /// The tournament.
    pub tournament: Tournament,
    /// The matches of the tournament.
    pub matches: Vec<Stored>,
    /// The results so far.
    pub review: Review,
}

/// Computes the results of a tournament.
pub fn load(
    store: &Store,
    tournament: Tournament,
    data: &Path,
) -> Result<LoadedTournament, Failure> {
    let matches = store
        .matches(tournament.id)
        .map_err(|error| failed(&error, data))?;
    let review = review(&tournament, &matches).map_err(|error| Failure::new(error.to_string()))?;
    Ok(LoadedTournament {
        tournament,
        matches,
        review,
    })
}

/// Turns an error of the database into a failure with help.
pub fn failed(error: &StoreError, data: &Path) -> Failure {
    let file = Store::file(data);
    let help = match error {
        StoreError::Database(error) => match &error.fault {
            Fault::Folder { .. } | Fault::Forbidden(_) | Fault::NoWriteAheadLog(_) => {
                "choose another folder with --data DIR, or set SENET_DATA".to_string()
            }
            Fault::Locked(_) => "wait until the other process is done, then resume".to_string(),
            Fault::Io(_) => {
                "check the disk, its quota and `ulimit -f`, then resume: no stored match is lost"
                    .to_string()
            }
            Fault::Full => "free disk space and resume: no stored match is lost".to_string(),
            Fault::Damaged(_) => {
                "move the file away, or choose another folder with --data DIR".to_string()
            }
            Fault::Newer { .. } | Fault::Other(_) => {
                "`senet tournament resume` continues from the stored matches".to_string()
            }
        },
        StoreError::Damaged { .. } => {
            "`senet tournament resume NAME --retry-failed` plays damaged matches again".to_string()
        }
        StoreError::Unreadable { .. } | StoreError::DamagedPlan(_) => {
            "move the file away, or choose another folder with --data DIR".to_string()
        }
        StoreError::Exists(name) => {
            format!("`senet tournament resume {name}` continues it; or choose another --name")
        }
        StoreError::Unknown { .. } => "`senet tournament list` shows all tournaments".to_string(),
        StoreError::Running { .. } => {
            "wait for the other process or stop it; `senet tournament show` works meanwhile"
                .to_string()
        }
        StoreError::NotClaimed(_) => {
            "`senet tournament resume` continues from the stored matches".to_string()
        }
    };
    let help = match error {
        StoreError::Exists(_) | StoreError::Unknown { .. } | StoreError::Running { .. } => help,
        _ => format!("{help} (the database is {})", file.display()),
    };
    Failure::new(error.to_string()).help(help)
}
