//! Replays public traces of an independent program, as many as the time allows.

use crate::public::{budget, build, files, shared, shuffled, until, within};
use senet_engine::{BackEnd, LoadError};
use senet_trace::{ReplayError, Trace, replay};
use std::path::Path;
use std::time::Instant;

/// Sheets with different traces, and the reason why Senet is right.
const KNOWN_DIFFERENCES: [(&str, &str); 2] = [
    (
        "base.blocksWorldSerial",
        "the trace treats `(p)` and `p` as different fluents",
    ),
    (
        "corner-cases.test_case_3a",
        "the trace treats `(p)` and `p` as different fluents",
    ),
];

#[test]
fn reference_replays_the_public_traces() {
    check(BackEnd::Reference, 1.0);
}

#[test]
fn interpreter_replays_the_public_traces() {
    check(BackEnd::Interpreter, 4.0);
}

#[test]
fn circuit_replays_the_public_traces() {
    check(BackEnd::Circuit, 4.0);
}

#[test]
fn neural_replays_the_public_traces() {
    check(BackEnd::Neural, 4.0);
}

/// Replays every trace with a time limit per trace.
fn check(back_end: BackEnd, seconds: f64) {
    let Some(shared) = shared() else {
        return;
    };
    let end = budget(45.0);
    let (mut whole, mut cut) = (0, Vec::new());
    for file in shuffled(files(&shared.join("traces"), "jsonl")) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        if KNOWN_DIFFERENCES.iter().any(|(known, _)| *known == name) {
            continue;
        }
        if Instant::now() >= end {
            eprintln!("{back_end}: no time for {name} and the rest");
            break;
        }
        match check_file(&shared, &file, back_end, within(seconds, end)) {
            Ok(true) => whole += 1,
            Ok(false) => cut.push(name.into_owned()),
            Err(difference) => panic!("{back_end} on {name}: {difference}"),
        }
    }
    eprintln!("{back_end}: {whole} traces replayed, cut short: {cut:?}");
    assert!(whole > 0, "no trace was replayed to its end");
}

/// Returns whether the whole trace was replayed in time, or the difference as an error.
fn check_file(shared: &Path, file: &Path, back_end: BackEnd, end: Instant) -> Result<bool, String> {
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let trace = Trace::parse(&read(file)?).map_err(|error| error.to_string())?;
    let rules = read(&shared.join(&trace.header.kif))?;
    match build(&rules, back_end, until(end)) {
        Ok(loaded) => match replay(&*loaded.game, &trace) {
            Ok(_) => Ok(true),
            Err(ReplayError::Stopped { .. }) => Ok(false),
            Err(difference) => Err(difference.to_string()),
        },
        Err(
            LoadError::Stopped { .. }
            | LoadError::Ground { .. }
            | LoadError::Build(_)
            | LoadError::Compile { .. },
        ) => Ok(false),
        // Sheets that the validator rejects need not be playable.
        Err(LoadError::Unplayable(_)) if trace.header.validator.is_some() => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}
