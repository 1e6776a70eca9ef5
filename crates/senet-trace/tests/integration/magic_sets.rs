//! Magic sets do not change the game, whether grounding uses them never or always. Tested on random rules, library games and public
//! sheets, also if they are scrambled.

use crate::public::{SEED, budget, files, shared, shuffled, within};
use crate::random_sheet::random_sheet;
use senet_engine::{BuildLimits, Circuit};
use senet_gdl::{Deadline, ScrambleOptions, Sheet, playable_by_force, scramble};
use senet_ground::{Demand, GroundOptions, Limits, ground};
use senet_trace::{CompareError, compare};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[test]
fn magic_sets_do_not_change_random_rules() {
    let end = budget(10.0);
    let mut states = 0;
    for seed in (1..).take_while(|_| Instant::now() < end) {
        let text = random_sheet(seed);
        let outcome = check(&Sheet::read(&text), within(1.0, end));
        states += outcome.unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
    }
    assert!(states > 0, "no state was compared");
}

#[test]
fn magic_sets_do_not_change_sheets() {
    let end = budget(20.0);
    let (mut states, mut visited) = (0, 0);
    for path in sheets().iter().take_while(|_| Instant::now() < end) {
        visited += 1;
        let sheet = Sheet::read(std::fs::read_to_string(path).expect("a sheet is text"));
        let outcome = check(&sheet, within(1.0, end));
        states += outcome.unwrap_or_else(|what| panic!("{}: {what}", path.display()));
    }
    eprintln!("{visited} sheets, {states} states compared");
    assert!(states > 0, "no state was compared");
}

fn sheets() -> Vec<PathBuf> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../library");
    let mut sheets = files(&library, "kif");
    sheets.extend(
        shared()
            .iter()
            .flat_map(|shared| files(&shared.join("games"), "kif")),
    );
    shuffled(sheets)
}

/// Returns the number of compared states; 0 if the sheet is not playable or cannot be grounded in time.
fn check(sheet: &Sheet, end: Instant) -> Result<usize, String> {
    let Ok(original) = playable_by_force(sheet) else {
        return Ok(0);
    };
    let scrambled = scramble(&original, SEED, &ScrambleOptions::default()).description;
    let mut states = 0;
    for description in [&original, &scrambled] {
        let grounded = [Demand::Never, Demand::Above(100), Demand::Always].map(|demand| {
            let deadline = Deadline::after(end.saturating_duration_since(Instant::now()));
            let limits = Limits {
                deadline,
                rules: 100_000,
                ..Limits::default()
            };
            ground(
                description,
                &GroundOptions {
                    limits,
                    demand,
                    ..GroundOptions::default()
                },
            )
        });
        let games: Vec<Circuit> = {
            let limits = BuildLimits::default();
            let grounded = grounded.iter().flatten();
            let built = grounded.map(|grounded| Circuit::new(grounded, &limits).unwrap());
            built.collect()
        };
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
