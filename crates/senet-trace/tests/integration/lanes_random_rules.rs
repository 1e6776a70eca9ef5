//! The laws of lanes hold for the corpus, random rules and mutated library games.

use crate::public::budget;
use std::path::Path;
use std::time::Instant;

#[test]
fn laws_of_lanes_hold_for_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../senet-gdl/tests/corpus");
    let sheets = crate::public::files(&folder, "kif");
    assert!(!sheets.is_empty(), "the corpus is empty");
    for sheet in sheets {
        let bytes = std::fs::read(&sheet).expect("readable");
        eprintln!("{}", sheet.display());
        crate::lanes::check_laws(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn laws_of_lanes_hold_for_random_rules() {
    let end = budget(15.0);
    let sheets = (1..).take_while(|_| Instant::now() < end);
    let count = sheets
        .map(|seed| crate::lanes::check_laws(&senet_trace::random_sheet(seed)))
        .count();
    eprintln!("{count} random sheets");
}

#[test]
fn laws_of_lanes_hold_for_mutated_games() {
    let end = budget(15.0);
    let mut rng = fastrand::Rng::with_seed(1);
    let mut count = 0;
    while Instant::now() < end {
        let length = 1 + 4 * rng.usize(..6);
        let bytes: Vec<u8> = (0..length).map(|_| rng.u8(..)).collect();
        if let Some(sheet) = crate::mutation::mutated_sheet(&bytes) {
            crate::lanes::check_laws(&sheet);
            count += 1;
        }
    }
    eprintln!("{count} mutated games");
    assert!(count > 0, "the library has small games");
}
