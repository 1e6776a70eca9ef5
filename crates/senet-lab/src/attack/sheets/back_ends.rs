//! The same matches on every back end: their traces must be the same.

use super::super::attacker::{Attacker, Trouble};
use super::super::finding::Fault;
use super::super::verdict::crash;
use super::{PATIENCE, SheetCase};
use senet_console::Failure;
use senet_engine::BackEnd;
use std::path::Path;
use std::time::Duration;

/// Compares the traces of all back ends that can play the sheet.
pub fn compare(case: &SheetCase, attacker: &mut Attacker) -> Result<(), Failure> {
    let mut traces: Vec<(BackEnd, String)> = Vec::new();
    for back_end in BackEnd::ALL {
        let Some(trace) = trace(case, attacker, back_end)? else {
            continue;
        };
        if let Some((first, expected)) = traces.first()
            && *expected != trace
        {
            let detail = format!(
                "{first} and {back_end}: {}",
                first_difference(expected, &trace)
            );
            let trouble = Trouble::new(Fault::Differs, detail);
            let name = format!("{}, back ends", case.family);
            let file = Some(Path::new(&case.path));
            attacker.found_with(name, case.seed, trouble, None, file);
        }
        traces.push((back_end, trace));
    }
    attacker.count("sheets on all back ends", 1);
    Ok(())
}

/// The trace of some matches; `None` if the back end refuses the rules or exceeds a limit.
fn trace(
    case: &SheetCase,
    attacker: &mut Attacker,
    back_end: BackEnd,
) -> Result<Option<String>, Failure> {
    let file = attacker.folder.path("trace.jsonl");
    let limits = attacker.limits;
    let seconds = limits.seconds.to_string();
    let line: Vec<String> = ["simulate", "--matches", "3", "--max-steps", "20"]
        .into_iter()
        .chain(["--trace", &file, "--time-limit", &seconds])
        .chain(["--back-end", back_end.name(), &case.path])
        .map(str::to_string)
        .collect();
    let wall = Duration::from_secs_f64(limits.seconds + limits.slack + PATIENCE);
    let ended = attacker.run(&line, wall)?;
    attacker.count("runs", 1);
    if let Some(trouble) = crash(&ended, &limits) {
        let name = format!("{}, simulate on {back_end}", case.family);
        let shown = Some(Path::new(&case.path));
        attacker.found_with(name, case.seed, trouble, Some(&line), shown);
    }
    let written = std::fs::read_to_string(&file).ok();
    // The next run writes its own file.
    std::fs::remove_file(&file).ok();
    Ok(written.filter(|_| ended.code == Some(0)))
}

fn first_difference(one: &str, two: &str) -> String {
    let mut lines = one.lines().zip(two.lines());
    match lines.find(|(one, two)| one != two) {
        Some((one, two)) => format!("{one} but {two}"),
        None => format!("{} and {} lines", one.lines().count(), two.lines().count()),
    }
}
