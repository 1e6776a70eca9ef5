//! Flattened and scrambled games play like the originals, compared with the reference back end on random matches.

use crate::public::{SEED, budget, files, shared, shuffled, until, within};
use senet_engine::Reference;
use senet_gdl::{
    Deadline, Description, FlattenOptions, ScrambleOptions, Sheet, flatten, playable_by_force,
    scramble,
};
use senet_trace::{CompareError, compare};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[test]
fn flattened_games_play_like_the_originals() {
    let options = FlattenOptions {
        goal: true,
        terminal: true,
        sees: true,
        ..FlattenOptions::default()
    };
    check(|description| flatten(description, &options, &Deadline::never()).description);
}

#[test]
fn scrambled_games_play_like_the_originals_after_renaming_back() {
    check(|description| {
        let scrambled = scramble(description, SEED, &ScrambleOptions::default());
        scrambled.renaming.inverse().apply(&scrambled.description)
    });
}

/// Compares each sheet with its transformed form, within the time budget.
fn check(transform: impl Fn(&Description) -> Description) {
    let end = budget(45.0);
    let (mut games, mut states) = (0, 0);
    for sheet in sheets().iter().take_while(|_| Instant::now() < end) {
        let text = String::from_utf8_lossy(&std::fs::read(sheet).unwrap()).into_owned();
        let Ok(original) = playable_by_force(&Sheet::read(text)) else {
            continue;
        };
        match compare_states(&original, &transform(&original), within(1.0, end)) {
            Ok(compared) => {
                games += usize::from(compared > 0);
                states += compared;
            }
            Err(difference) => panic!("{}: {difference}", sheet.display()),
        }
    }
    eprintln!("{games} games compared in {states} states");
    assert!(states > 0, "no state was compared");
}

/// Returns the library sheets and the public sheets, if available.
fn sheets() -> Vec<PathBuf> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../library");
    let mut found = files(&library, "kif");
    if let Some(shared) = shared() {
        found.extend(files(&shared.join("games"), "kif"));
    }
    shuffled(found)
}

/// Returns the number of compared states; 0 if the time is up.
fn compare_states(one: &Description, other: &Description, end: Instant) -> Result<usize, String> {
    let games = [one, other].map(|rules| Reference::new(rules, until(end)));
    let [Ok(one), Ok(other)] = games else {
        return Ok(0);
    };
    match compare(&one, &other, SEED, 1, 10) {
        Ok(agreement) => Ok(agreement.states),
        Err(CompareError::Stopped(_)) => Ok(0),
        Err(CompareError::Differs(difference)) => Err(difference.to_string()),
    }
}
