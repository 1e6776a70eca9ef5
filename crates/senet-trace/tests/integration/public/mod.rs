//! Public sheets and traces for tests, where they are at hand, and a clock to keep the tests short.

// Every test that uses this is a program of its own, and none needs all of it.
#![allow(dead_code)]

use senet_engine::{BackEnd, LoadError, LoadOptions, Loaded, QueryLimits, load};
use senet_gdl::{Notation, ScrambleOptions, Sheet, scramble, write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The seed of all random choices.
pub const SEED: u64 = 20_261_115;

/// The folder with `games` and `traces`; `None`, said aloud, if it is not there.
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("SENET_SHARED").map_or_else(beside, PathBuf::from);
    if folder.join("games").is_dir() && folder.join("traces").is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no games and traces in {}", folder.display());
    None
}

/// The files below a folder with this extension, in a fixed order.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).expect("the folder was there a moment ago");
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The same files in an order that is not that of the names, so that a short time still meets all kinds of games.
pub fn mixed(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    fastrand::Rng::with_seed(SEED).shuffle(&mut files);
    files
}

/// The rule sheets of the library, which are always there.
pub fn library() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../library");
    mixed(files(&folder, "kif"))
}

/// The public rule sheets, where they are at hand.
pub fn public_sheets() -> Vec<PathBuf> {
    let sheets = shared().map(|shared| files(&shared.join("games"), "kif"));
    mixed(sheets.unwrap_or_default())
}

/// The same game under invented names and in another order.
pub fn scrambled(text: String) -> String {
    let sheet = Sheet::read(text);
    let scrambled = scramble(&sheet.description, SEED, &ScrambleOptions::default());
    write(&scrambled.description, Notation::Prefix)
}

/// How long a test may take in all. `SENET_TEST_SECONDS` makes it longer or shorter.
pub fn budget(seconds: f64) -> Instant {
    let given = std::env::var("SENET_TEST_SECONDS").ok();
    let seconds = given.map_or(seconds, |text| text.parse().expect("a number of seconds"));
    Instant::now() + Duration::from_secs_f64(seconds)
}

/// Limits with a time to stop.
pub fn until(deadline: Instant) -> QueryLimits {
    QueryLimits {
        stop: Arc::new(move || Instant::now() >= deadline),
        ..QueryLimits::default()
    }
}

/// The time `seconds` from now, or the end of the budget if that comes first.
pub fn within(seconds: f64, budget: Instant) -> Instant {
    budget.min(Instant::now() + Duration::from_secs_f64(seconds))
}

/// Builds a reasoner.
pub fn build(text: &str, back_end: BackEnd, limits: QueryLimits) -> Result<Loaded, LoadError> {
    let mut options = LoadOptions {
        back_end: Some(back_end),
        limits,
        ..LoadOptions::default()
    };
    options.ground.stop = options.limits.stop.clone();
    load(&Sheet::read(text), &options)
}
