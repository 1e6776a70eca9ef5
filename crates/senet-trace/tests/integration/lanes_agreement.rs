//! Lanes of every width give the same answers for a batch of states as the circuit and the reference back end for single states.
//! Tested on the library games and public sheets, also if they are scrambled.

use crate::public::{
    SEED, budget, build, check_sheets, files, library, public_sheets, scrambled, shared, shuffled,
    until, within,
};
use senet_engine::{BackEnd, BatchedGame, BuildLimits, Circuit, CodeLimits, Game, Lanes, Width};
use senet_gdl::{Sheet, playable_by_force};
use senet_ground::{Grounded, ground};
use senet_trace::{
    CompareError, ReplayError, Trace, compare, compare_in_batches, replay_in_batches,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The size of a batch: more than the number of lanes and not a multiple of it.
const STATES: usize = 600;

#[test]
fn lanes_agree_on_library_games() {
    check(library(), |text| text);
}

#[test]
fn lanes_agree_on_scrambled_library_games() {
    check(library(), scrambled);
}

#[test]
fn lanes_agree_on_public_sheets() {
    check(public_sheets(), |text| text);
}

#[test]
fn lanes_agree_on_scrambled_public_sheets() {
    check(public_sheets(), scrambled);
}

#[test]
fn single_queries_through_batches_agree() {
    let text = std::fs::read_to_string(&library()[0]).expect("a sheet is text");
    let end = budget(20.0);
    let judge = build(&text, BackEnd::Circuit, until(end)).expect("library games ground");
    let lanes = build(&text, BackEnd::Lanes, until(end)).expect("library games compile");
    let lanes = BatchedGame(lanes.game);
    let agreement = compare(&lanes, &*judge.game, SEED, 3, 30).expect("they agree");
    assert!(agreement.states > 3);
}

/// The results of all sheets.
#[derive(Default)]
struct Report {
    /// The number of compared sheets and states, by back end and width.
    compared: BTreeMap<String, (usize, usize)>,
    /// The sheets without lanes, with the reason.
    without: Vec<String>,
}

impl Report {
    fn add(&mut self, what: String, states: usize) {
        let sums = self.compared.entry(what).or_default();
        sums.0 += 1;
        sums.1 += states;
    }
}

/// Applies the change to every sheet and compares lanes on it, within the time budget.
fn check(sheets: Vec<PathBuf>, change: impl Fn(String) -> String) {
    if sheets.is_empty() {
        return;
    }
    let mut report = Report::default();
    check_sheets(&sheets, change, |sheet, text, end| {
        let name = sheet.display();
        let judged = check_sheet(text, end(), &mut report);
        if let Some(reason) = judged.unwrap_or_else(|difference| panic!("{name}: {difference}")) {
            report.without.push(format!("{name}: {reason}"));
        }
    });
    for (what, (sheets, states)) in &report.compared {
        eprintln!("{what}: {sheets} sheets, {states} states");
    }
    report
        .without
        .iter()
        .for_each(|one| eprintln!("no lanes: {one}"));
    assert!(!report.compared.is_empty(), "no state was compared");
}

/// Compares one sheet. Returns the reason if the sheet has no lanes, or the difference as an error.
fn check_sheet(text: &str, end: Instant, report: &mut Report) -> Result<Option<String>, String> {
    let Ok(description) = playable_by_force(&Sheet::read(text)) else {
        return Ok(Some("not playable".to_string()));
    };
    let mut options = senet_ground::GroundOptions::default();
    options.limits.deadline = until(end).deadline;
    let grounded = match ground(&description, &options) {
        Ok(grounded) => grounded,
        Err(error) => return Ok(Some(error.to_string())),
    };
    let circuit = Circuit::new(&grounded, &BuildLimits::default()).unwrap();
    let judge = build(text, BackEnd::Reference, until(end));
    for width in Width::ALL.into_iter().filter(|width| width.is_available()) {
        let lanes = match lanes(&grounded, width, end) {
            Ok(lanes) => lanes,
            Err(reason) => return Ok(Some(reason)),
        };
        compare_with(&lanes, &circuit, "circuit", width, STATES, report)?;
        if let Ok(judge) = &judge {
            compare_with(
                &lanes,
                &*judge.game,
                "reference",
                width,
                STATES / 20,
                report,
            )?;
        }
    }
    Ok(None)
}

fn lanes(grounded: &Grounded, width: Width, end: Instant) -> Result<Lanes, String> {
    let circuit = Box::new(Circuit::new(grounded, &BuildLimits::default()).unwrap());
    let lanes = Lanes::new(
        circuit,
        width,
        CodeLimits::default(),
        until(end),
        &BuildLimits::default(),
    );
    lanes.map_err(|(_, reason)| reason)
}

fn compare_with(
    lanes: &dyn Game,
    judge: &dyn Game,
    name: &str,
    width: Width,
    states: usize,
    report: &mut Report,
) -> Result<(), String> {
    match compare_in_batches(lanes, judge, SEED, states, 200) {
        Ok(agreement) => report.add(format!("{} and {name}", width.name()), agreement.states),
        Err(CompareError::Stopped(_)) => {}
        Err(CompareError::Differs(difference)) => {
            return Err(format!("{} and {name}: {difference}", width.name()));
        }
    }
    Ok(())
}

#[test]
fn lanes_replay_the_public_traces() {
    let Some(shared) = shared() else {
        return;
    };
    let end = budget(30.0);
    let read = |path: &Path| std::fs::read_to_string(path).expect("readable text");
    let (mut states, mut other) = (0, Vec::new());
    for file in shuffled(files(&shared.join("traces"), "jsonl")) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        // These traces treat `(p)` and `p` as different fluents.
        if ["base.blocksWorldSerial", "corner-cases.test_case_3a"].contains(&&*name) {
            continue;
        }
        if Instant::now() >= end {
            break;
        }
        let trace = Trace::parse(&read(&file)).expect("a trace");
        let rules = read(&shared.join(&trace.header.kif));
        let lanes = build(&rules, BackEnd::Lanes, until(within(4.0, end)));
        match lanes.map(|lanes| replay_in_batches(&*lanes.game, &trace)) {
            Ok(Ok(report)) => states += report.states,
            Err(_) | Ok(Err(ReplayError::Stopped { .. })) => other.push(name.into_owned()),
            Ok(Err(difference)) => panic!("{name}: {difference}"),
        }
    }
    eprintln!("{states} states replayed in batches; not replayed: {other:?}");
    assert!(states > 0, "no trace was replayed");
}
