//! Flattened and scrambled games play like the originals: the plain reasoner judges, on random matches with fixed seeds.

use senet_engine::{Limits, Reference};
use senet_gdl::{Description, FlattenOptions, ScrambleOptions, Sheet, flatten, playable, scramble};
use senet_trace::{CompareError, compare};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The sheets are many and the test must stay short, so each gets little time.
const TIME_PER_SHEET: Duration = Duration::from_millis(200);
const MATCHES: usize = 1;
const STEPS: usize = 10;

/// Names and texts of all sheets in the folders below the given one.
fn sheets_below(folder: &Path) -> Vec<(String, String)> {
    let mut sheets = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("skipped: no sheets in {}", folder.display());
        return sheets;
    };
    for entry in entries.flatten().filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(entry.path()).unwrap().flatten() {
            let path = file.path();
            if path.extension().is_some_and(|extension| extension == "kif") {
                let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                sheets.push((name, text));
            }
        }
    }
    sheets.sort();
    sheets
}

/// The library's sheets and, if they are there, the public ones.
fn sheets() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("SENET_SHARED").map_or(root.join("../shared"), PathBuf::from);
    let mut sheets = sheets_below(&root.join("library"));
    sheets.extend(sheets_below(&shared.join("games")));
    sheets
}

/// The game with limits on time: what is slow in the plain reasoner is left to others to test.
fn reference(description: &Description, deadline: Instant) -> Option<Reference> {
    let limits = Limits {
        stop: Arc::new(move || Instant::now() > deadline),
        ..Limits::default()
    };
    Reference::new(description, limits).ok()
}

/// Plays the original and what the transform makes of it side by side.
fn check(transform: impl Fn(&Description, u64) -> Description) {
    let (mut compared, mut states) = (0, 0);
    for (seed, (name, text)) in (1..).zip(sheets()) {
        let Ok(original) = playable(&Sheet::read(text)) else {
            continue;
        };
        let deadline = Instant::now() + TIME_PER_SHEET;
        let transformed = transform(&original, seed);
        let games = [&original, &transformed].map(|rules| reference(rules, deadline));
        let [Some(first), Some(second)] = games else {
            continue;
        };
        match compare(&first, &second, seed, MATCHES, STEPS) {
            Ok(agreement) => {
                compared += 1;
                states += agreement.states;
            }
            Err(CompareError::Stopped(_)) => {}
            Err(CompareError::Differs(difference)) => panic!("{name}, seed {seed}: {difference}"),
        }
    }
    eprintln!("{compared} games compared in {states} states");
    assert!(compared > 0);
}

#[test]
fn flattened_games_play_alike() {
    let options = FlattenOptions {
        goal: true,
        terminal: true,
        sees: true,
        ..FlattenOptions::default()
    };
    check(|description, _| flatten(description, &options).description);
}

#[test]
fn scrambled_games_play_alike_under_their_old_names() {
    check(|description, seed| {
        let scrambled = scramble(description, seed, &ScrambleOptions::default());
        scrambled.mapping.inverse().apply(&scrambled.description)
    });
}
