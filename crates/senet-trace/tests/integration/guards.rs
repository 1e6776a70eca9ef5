//! Deriving only what rules ask for makes no difference to the game, whether it is done nowhere or everywhere: on random rules,
//! and on the sheets of the library and public ones, also under other names and in another order.

// Other tests build reasoners with it.

use crate::public::{SEED, budget, files, mixed, shared, within};
use crate::rules::random_sheet;
use senet_engine::Circuit;
use senet_gdl::{ScrambleOptions, Sheet, playable, scramble};
use senet_ground::{Demand, Limits, Options, ground};
use senet_trace::{CompareError, compare};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

#[test]
fn guards_make_no_difference_on_random_rules() {
    let end = budget(10.0);
    let mut states = 0;
    for seed in (1..).take_while(|_| Instant::now() < end) {
        let text = random_sheet(seed);
        let outcome = check(&Sheet::read(&text), within(1.0, end));
        states += outcome.unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
    }
    assert!(states > 0, "not one state was compared");
}

#[test]
fn guards_make_no_difference_on_sheets() {
    let end = budget(20.0);
    let (mut states, mut met) = (0, 0);
    for path in sheets().iter().take_while(|_| Instant::now() < end) {
        met += 1;
        let sheet = Sheet::read(std::fs::read_to_string(path).expect("a sheet is text"));
        let outcome = check(&sheet, within(1.0, end));
        states += outcome.unwrap_or_else(|what| panic!("{}: {what}", path.display()));
    }
    eprintln!("{met} sheets met, {states} states compared");
    assert!(states > 0, "not one state was compared");
}

fn sheets() -> Vec<PathBuf> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../library");
    let mut sheets = files(&library, "kif");
    sheets.extend(
        shared()
            .iter()
            .flat_map(|shared| files(&shared.join("games"), "kif")),
    );
    mixed(sheets)
}

/// How many states were compared; none if the sheet cannot be played or does not ground in time.
fn check(sheet: &Sheet, end: Instant) -> Result<usize, String> {
    let Ok(original) = playable(sheet) else {
        return Ok(0);
    };
    let scrambled = scramble(&original, SEED, &ScrambleOptions::default()).description;
    let mut states = 0;
    for description in [&original, &scrambled] {
        let grounded = [Demand::Never, Demand::Above(100), Demand::Always].map(|demand| {
            let stop = Arc::new(move || Instant::now() >= end);
            let limits = Limits {
                stop,
                rules: 100_000,
                ..Limits::default()
            };
            ground(
                description,
                &Options {
                    limits,
                    demand,
                    ..Options::default()
                },
            )
        });
        let games: Vec<Circuit> = grounded.iter().flatten().map(Circuit::new).collect();
        let [plain, others @ ..] = &games[..] else {
            return Ok(states);
        };
        for other in others {
            match compare(other, plain, SEED, 2, 20) {
                Ok(agreement) => states += agreement.states,
                Err(CompareError::Stopped(_)) => {}
                Err(CompareError::Differs(difference)) => return Err(difference.to_string()),
            }
        }
    }
    Ok(states)
}
