//! The reasoners agree with each other on random matches of all public sheets, also under other names and in another order.

mod public;

use public::{SEED, budget, build, files, mixed, shared, until, within};
use senet_engine::{BackEnd, LoadError};
use senet_gdl::{Notation, ScrambleOptions, Sheet, scramble, write};
use senet_trace::{CompareError, compare};
use std::time::Instant;

#[test]
fn reasoners_agree_on_public_sheets() {
    check(|text| text);
}

#[test]
fn reasoners_agree_on_scrambled_sheets() {
    check(|text| {
        let sheet = Sheet::read(text);
        let scrambled = scramble(&sheet.description, SEED, &ScrambleOptions::default());
        write(&scrambled.description, Notation::Prefix)
    });
}

/// Compares the reasoners on every sheet after a change, as far as the time allows.
fn check(change: impl Fn(String) -> String) {
    let Some(shared) = shared() else {
        return;
    };
    let end = budget(45.0);
    let sheets = mixed(files(&shared.join("games"), "kif"));
    let (mut states, mut met, mut cut) = (0, 0, 0);
    for sheet in sheets.iter().take_while(|_| Instant::now() < end) {
        met += 1;
        let text = std::fs::read_to_string(sheet).expect("a sheet is text");
        match check_sheet(&change(text), within(2.0, end)) {
            Ok(Some(compared)) => states += compared,
            Ok(None) => cut += 1,
            Err(difference) => panic!("{}: {difference}", sheet.display()),
        }
    }
    let all = sheets.len();
    eprintln!(
        "{met} of {all} sheets met, {states} states compared, {cut} cut short or not playable"
    );
    assert!(states > 0, "not one state was compared");
}

/// How many states were compared; `None` if there was no time or the sheet cannot be played.
fn check_sheet(text: &str, end: Instant) -> Result<Option<usize>, String> {
    let mut games = Vec::new();
    for back_end in BackEnd::ALL {
        match build(text, back_end, until(end)) {
            Ok(loaded) => games.push(loaded.game),
            Err(LoadError::Unplayable(_)) => return Ok(None),
            // Too large for this one, or too slow; the others can still be compared.
            Err(LoadError::Stopped { .. } | LoadError::Ground { .. }) => {}
        }
    }
    let Some((judge, others)) = games.split_first().filter(|(_, others)| !others.is_empty()) else {
        return Ok(None);
    };
    let mut states = 0;
    for other in others {
        match compare(&**other, &**judge, SEED, 2, 12) {
            Ok(agreement) => states += agreement.states,
            Err(CompareError::Stopped(_)) => {}
            Err(CompareError::Differs(difference)) => return Err(difference.to_string()),
        }
    }
    Ok(Some(states).filter(|&states| states > 0))
}
