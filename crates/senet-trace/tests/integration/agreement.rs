//! All back ends agree on random matches of the library games and public sheets, also if they are scrambled.

use crate::public::{
    BACK_ENDS, SEED, build, check_sheets, library, public_sheets, scrambled, until,
};
use senet_engine::{BackEnd, LoadError};
use senet_trace::{CompareError, compare};
use std::path::PathBuf;
use std::time::Instant;

#[test]
fn back_ends_agree_on_library_games() {
    check(library(), |text| text);
}

#[test]
fn back_ends_agree_on_scrambled_library_games() {
    check(library(), scrambled);
}

#[test]
fn back_ends_agree_on_public_sheets() {
    check(public_sheets(), |text| text);
}

#[test]
fn back_ends_agree_on_scrambled_public_sheets() {
    check(public_sheets(), scrambled);
}

/// Applies the change to every sheet and compares the back ends on it, within the time budget.
fn check(sheets: Vec<PathBuf>, change: impl Fn(String) -> String) {
    if sheets.is_empty() {
        return;
    }
    let (mut states, mut cut) = (0, Vec::new());
    check_sheets(&sheets, change, |sheet, text, end| {
        match check_sheet(text, end) {
            Ok(Some(compared)) => states += compared,
            Ok(None) => cut.push(sheet.display().to_string()),
            Err(difference) => panic!("{}: {difference}", sheet.display()),
        }
    });
    eprintln!(
        "{states} states compared, {} sheets cut short or not playable: {}",
        cut.len(),
        cut.join(", ")
    );
    assert!(states > 0, "no state was compared");
}

/// Returns the number of compared states; `None` if the time is up or the sheet is not playable.
fn check_sheet(text: &str, end: &dyn Fn() -> Instant) -> Result<Option<usize>, String> {
    let judged = compare_all(text, &BACK_ENDS, end())?;
    if judged.is_some() {
        return Ok(judged);
    }
    // The sheet is too large for the reference back end. Compare the others with each other.
    let others = [BackEnd::Interpreter, BackEnd::Circuit, BackEnd::Neural];
    compare_all(text, &others, end())
}

/// Compares the first back end with each of the others.
fn compare_all(text: &str, back_ends: &[BackEnd], end: Instant) -> Result<Option<usize>, String> {
    let mut games = Vec::new();
    for &back_end in back_ends {
        match build(text, back_end, until(end)) {
            Ok(loaded) => games.push(loaded.game),
            Err(LoadError::Unplayable(_)) => return Ok(None),
            // The sheet is too large for this back end. Compare the others.
            Err(
                LoadError::Stopped { .. }
                | LoadError::Ground { .. }
                | LoadError::Build(_)
                | LoadError::Compile { .. },
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
