//! The reasoners agree with each other on random matches of all games of the library and all public sheets, also under other
//! names and in another order.

use crate::public::{SEED, budget, build, library, public_sheets, scrambled, until, within};
use senet_engine::{BackEnd, LoadError};
use senet_trace::{CompareError, compare};
use std::path::PathBuf;
use std::time::Instant;

#[test]
fn reasoners_agree_on_library_games() {
    check(library(), |text| text);
}

#[test]
fn reasoners_agree_on_scrambled_library_games() {
    check(library(), scrambled);
}

#[test]
fn reasoners_agree_on_public_sheets() {
    check(public_sheets(), |text| text);
}

#[test]
fn reasoners_agree_on_scrambled_sheets() {
    check(public_sheets(), scrambled);
}

/// Compares the reasoners on every sheet after a change, as far as the time allows.
fn check(sheets: Vec<PathBuf>, change: impl Fn(String) -> String) {
    if sheets.is_empty() {
        return;
    }
    let start = Instant::now();
    let end = budget(20.0);
    // No game may use up the time of the others.
    let share = (end - start).as_secs_f64() / 20.0;
    let (mut states, mut met, mut cut) = (0, 0, Vec::new());
    for sheet in sheets.iter().take_while(|_| Instant::now() < end) {
        met += 1;
        let text = std::fs::read_to_string(sheet).expect("a sheet is text");
        match check_sheet(&change(text), share, end) {
            Ok(Some(compared)) => states += compared,
            Ok(None) => cut.push(sheet.display().to_string()),
            Err(difference) => panic!("{}: {difference}", sheet.display()),
        }
    }
    eprintln!(
        "{met} of {} sheets met, {states} states compared, {} cut short or not playable: {}",
        sheets.len(),
        cut.len(),
        cut.join(", ")
    );
    assert!(states > 0, "not one state was compared");
}

/// How many states were compared; `None` if there was no time or the sheet cannot be played.
fn check_sheet(text: &str, share: f64, end: Instant) -> Result<Option<usize>, String> {
    let judged = compare_all(text, &BackEnd::ALL, within(share, end))?;
    if judged.is_some() {
        return Ok(judged);
    }
    // Too large for the judge in this time; the others can still be held against each other.
    compare_all(
        text,
        &[BackEnd::Interpreter, BackEnd::Circuit],
        within(share, end),
    )
}

/// Compares the first of some reasoners with each of the others.
fn compare_all(text: &str, back_ends: &[BackEnd], end: Instant) -> Result<Option<usize>, String> {
    let mut games = Vec::new();
    for &back_end in back_ends {
        match build(text, back_end, until(end)) {
            Ok(loaded) => games.push(loaded.game),
            Err(LoadError::Unplayable(_)) => return Ok(None),
            // Too large for this one, or too slow; the others can still be compared.
            Err(
                LoadError::Stopped { .. } | LoadError::Ground { .. } | LoadError::Compile { .. },
            ) => {}
        }
    }
    let Some((judge, others)) = games.split_first() else {
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
