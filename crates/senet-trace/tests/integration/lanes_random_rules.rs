//! Lanes keep their laws on rules that no person would write: random ones, changed library games, and what once broke a law.

use crate::public::budget;
use std::path::Path;
use std::time::Instant;

#[test]
fn the_laws_of_lanes_hold_for_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../senet-gdl/tests/corpus");
    let sheets = crate::public::files(&folder, "kif");
    assert!(!sheets.is_empty(), "the corpus is empty");
    for sheet in sheets {
        let bytes = std::fs::read(&sheet).expect("readable");
        eprintln!("{}", sheet.display());
        crate::lanes::hold_for(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn the_laws_of_lanes_hold_for_random_rules() {
    let end = budget(15.0);
    let sheets = (1..).take_while(|_| Instant::now() < end);
    let count = sheets
        .map(|seed| crate::lanes::hold_for(&crate::rules::random_sheet(seed)))
        .count();
    eprintln!("{count} random sheets");
}

#[test]
fn the_laws_of_lanes_hold_for_changed_games() {
    let end = budget(15.0);
    let mut rng = fastrand::Rng::with_seed(1);
    let mut count = 0;
    while Instant::now() < end {
        let length = 1 + 4 * rng.usize(..6);
        let bytes: Vec<u8> = (0..length).map(|_| rng.u8(..)).collect();
        if let Some(sheet) = crate::mutation::sheet_from(&bytes) {
            crate::lanes::hold_for(&sheet);
            count += 1;
        }
    }
    eprintln!("{count} changed games");
    assert!(count > 0, "the library has small games");
}
