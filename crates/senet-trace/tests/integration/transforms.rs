//! Flattened and scrambled games play like the originals: the plain reasoner judges, on random matches with fixed seeds.

use crate::public::{SEED, budget, files, mixed, shared, until, within};
use senet_engine::Reference;
use senet_gdl::{Description, FlattenOptions, ScrambleOptions, Sheet, flatten, playable, scramble};
use senet_trace::{CompareError, compare};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[test]
fn flattened_games_play_alike() {
    let options = FlattenOptions {
        goal: true,
        terminal: true,
        sees: true,
        ..FlattenOptions::default()
    };
    check(|description| flatten(description, &options).description);
}

#[test]
fn scrambled_games_play_alike_under_their_old_names() {
    check(|description| {
        let scrambled = scramble(description, SEED, &ScrambleOptions::default());
        scrambled.renaming.inverse().apply(&scrambled.description)
    });
}

/// Plays each original and what the transform makes of it side by side, as far as the time allows.
fn check(transform: impl Fn(&Description) -> Description) {
    let end = budget(45.0);
    let (mut games, mut states) = (0, 0);
    for sheet in sheets().iter().take_while(|_| Instant::now() < end) {
        let text = String::from_utf8_lossy(&std::fs::read(sheet).unwrap()).into_owned();
        let Ok(original) = playable(&Sheet::read(text)) else {
            continue;
        };
        match compared(&original, &transform(&original), within(1.0, end)) {
            Ok(met) => {
                games += usize::from(met > 0);
                states += met;
            }
            Err(difference) => panic!("{}: {difference}", sheet.display()),
        }
    }
    eprintln!("{games} games compared in {states} states");
    assert!(states > 0, "not one state was compared");
}

/// The library's sheets and, if they are there, the public ones.
fn sheets() -> Vec<PathBuf> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../library");
    let mut found = files(&library, "kif");
    if let Some(shared) = shared() {
        found.extend(files(&shared.join("games"), "kif"));
    }
    mixed(found)
}

/// In how many states the two were found to say the same; none if there was no time.
fn compared(one: &Description, other: &Description, end: Instant) -> Result<usize, String> {
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
