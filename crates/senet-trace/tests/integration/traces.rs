//! Replays the traces of an independent reasoner with ours, as many as the time allows.

use crate::public::{budget, build, files, mixed, shared, until, within};
use senet_engine::{BackEnd, LoadError};
use senet_trace::{ReplayError, Trace, replay};
use std::path::Path;
use std::time::Instant;

/// Sheets whose traces say something else, and why that is no mistake of ours.
const ODDITIES: [(&str, &str); 2] = [
    (
        "base.blocksWorldSerial",
        "the trace takes `(p)` and `p` for different facts",
    ),
    (
        "corner-cases.test_case_3a",
        "the trace takes `(p)` and `p` for different facts",
    ),
];

#[test]
fn the_reference_agrees_with_the_traces() {
    check(BackEnd::Reference, 1.0);
}

#[test]
fn the_interpreter_agrees_with_the_traces() {
    check(BackEnd::Interpreter, 4.0);
}

#[test]
fn the_circuit_agrees_with_the_traces() {
    check(BackEnd::Circuit, 4.0);
}

/// Replays every trace, each for so many seconds.
fn check(back_end: BackEnd, seconds: f64) {
    let Some(shared) = shared() else {
        return;
    };
    let end = budget(45.0);
    let (mut whole, mut cut) = (0, Vec::new());
    for file in mixed(files(&shared.join("traces"), "jsonl")) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        if ODDITIES.iter().any(|(odd, _)| *odd == name) {
            continue;
        }
        if Instant::now() >= end {
            eprintln!("{back_end}: no time for {name} and what follows");
            break;
        }
        match check_file(&shared, &file, back_end, within(seconds, end)) {
            Ok(true) => whole += 1,
            Ok(false) => cut.push(name.into_owned()),
            Err(difference) => panic!("{back_end} on {name}: {difference}"),
        }
    }
    eprintln!("{back_end}: {whole} traces replayed, cut short: {cut:?}");
    assert!(whole > 0, "not one trace was replayed to its end");
}

/// Whether the whole trace was replayed in time; or the difference.
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
        Err(LoadError::Stopped { .. } | LoadError::Ground { .. } | LoadError::Compile { .. }) => {
            Ok(false)
        }
        // Sheets that are invalid on purpose need not be playable.
        Err(LoadError::Unplayable(_)) if trace.header.validator.is_some() => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}
