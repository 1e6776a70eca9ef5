//! Shared helpers: library games, public sheets and traces (if available), and time budgets.

// Each test file uses only some of the helpers.
#![allow(dead_code)]

use senet_engine::{BackEnd, LoadError, LoadOptions, Loaded, QueryLimits, load};
use senet_gdl::{Deadline, Notation, ScrambleOptions, Sheet, scramble, write};
use senet_neural::{NeuralBackEnd, ReasonerNetwork};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The seed of all random choices.
pub const SEED: u64 = 20_261_115;

/// Returns the folder with `games` and `traces`. Prints a note and returns `None` if it is missing.
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("SENET_SHARED").map_or_else(beside, PathBuf::from);
    if folder.join("games").is_dir() && folder.join("traces").is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no games and traces in {}", folder.display());
    None
}

/// Returns the files below a folder with this extension, sorted.
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

/// Shuffles the files with a fixed seed, so that a short run still covers all kinds of games.
pub fn shuffled(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    fastrand::Rng::with_seed(SEED).shuffle(&mut files);
    files
}

/// Returns the rule sheets of the library.
pub fn library() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../library");
    shuffled(files(&folder, "kif"))
}

/// Returns the public rule sheets, if available.
pub fn public_sheets() -> Vec<PathBuf> {
    let sheets = shared().map(|shared| files(&shared.join("games"), "kif"));
    shuffled(sheets.unwrap_or_default())
}

/// Scrambles a sheet.
pub fn scrambled(text: String) -> String {
    let sheet = Sheet::read(text);
    let scrambled = scramble(&sheet.description, SEED, &ScrambleOptions::default());
    write(&scrambled.description, Notation::Prefix)
}

/// Returns the deadline of a test. `SENET_TEST_SECONDS` overrides the number of seconds.
pub fn budget(seconds: f64) -> Instant {
    let given = std::env::var("SENET_TEST_SECONDS").ok();
    let seconds = given.map_or(seconds, |text| text.parse().expect("a number of seconds"));
    Instant::now() + Duration::from_secs_f64(seconds)
}

/// Returns limits with a deadline.
pub fn until(end: Instant) -> QueryLimits {
    QueryLimits {
        deadline: Deadline::after(end.saturating_duration_since(Instant::now())),
        ..QueryLimits::default()
    }
}

/// Returns the time `seconds` from now, or the end of the budget if that is earlier.
pub fn within(seconds: f64, budget: Instant) -> Instant {
    budget.min(Instant::now() + Duration::from_secs_f64(seconds))
}

/// Checks changed sheets until the time budget is used up, and prints their number. `check` gets the path, the text, and a function that starts the
/// time of one comparison and returns its end.
pub fn check_sheets(
    sheets: &[PathBuf],
    change: impl Fn(String) -> String,
    mut check: impl FnMut(&Path, &str, &dyn Fn() -> Instant),
) {
    let start = Instant::now();
    let end = budget(20.0);
    // Limits the time per game, so that no game uses up the budget.
    let share = (end - start).as_secs_f64() / 20.0;
    let mut visited = 0;
    for sheet in sheets.iter().take_while(|_| Instant::now() < end) {
        visited += 1;
        let text = std::fs::read_to_string(sheet).expect("a sheet is text");
        check(sheet, &change(text), &|| within(share, end));
    }
    eprintln!("{visited} of {} sheets", sheets.len());
}

/// All back ends, including the neural one.
pub const BACK_ENDS: [BackEnd; 5] = {
    let [reference, interpreter, circuit, lanes] = BackEnd::ALL;
    [reference, interpreter, circuit, lanes, BackEnd::Neural]
};

/// Options for a back end. The neural back end gets the built-in network.
pub fn options(back_end: BackEnd, limits: QueryLimits) -> LoadOptions {
    let mut options = LoadOptions {
        force: true,
        back_end: Some(back_end),
        neural: Some(Arc::new(NeuralBackEnd(ReasonerNetwork::embedded()))),
        limits,
        ..LoadOptions::default()
    };
    options.ground.deadline = options.limits.deadline.clone();
    options
}

/// Loads a sheet with a back end.
pub fn build(text: &str, back_end: BackEnd, limits: QueryLimits) -> Result<Loaded, LoadError> {
    load(&Sheet::read(text), &options(back_end, limits))
}
