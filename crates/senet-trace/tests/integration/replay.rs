//! A recording replays without differences, and a changed recording is reported with the place of the change.

use crate::common::{COUNTING, game};
use senet_trace::{RecordOptions, Trace, record, replay};

fn recorded(seed: u64) -> Trace {
    let options = RecordOptions {
        game: "counting".into(),
        kif: "games/counting.kif".into(),
        matches: 5,
        seed,
        max_steps: 100,
    };
    record(&*game(COUNTING).game, &options).unwrap()
}

/// Changes a trace, replays it and compares the start of the result.
#[track_caller]
fn check(change: impl Fn(&mut Trace), expected: &str) {
    let mut trace = recorded(1);
    change(&mut trace);
    let result = match replay(&*game(COUNTING).game, &trace) {
        Ok(report) => format!("{} matches, {} states", report.matches, report.states),
        Err(error) => error.to_string(),
    };
    assert!(result.starts_with(expected), "{result}");
}

#[test]
fn recording_replays_and_parses_back() {
    let trace = recorded(7);
    assert_eq!(Trace::parse(&trace.write()).unwrap(), trace);
    let report = replay(&*game(COUNTING).game, &trace).unwrap();
    assert_eq!((report.matches, report.states), (5, trace.steps.len()));
    assert_ne!(trace, recorded(8), "another seed gives other matches");
}

#[test]
fn reports_differences_with_their_place() {
    check(|_| {}, "5 matches");
    check(
        |trace| trace.header.roles.swap(0, 1),
        r#"the first line: the list of roles should be ["right", "left"], but is ["left", "right"]"#,
    );
    check(
        |trace| trace.header.init.push("(sum 9)".into()),
        r#"the first line: the initial state should be 2 texts, among them ["(sum 9)"], but is 1 texts"#,
    );
    check(
        |trace| trace.steps[0].state_size = 3,
        "match 0 step 0: the number of fluents should be 3, but is 1",
    );
    check(
        |trace| trace.steps[1].state_hash.clear(),
        "match 0 step 1: the hash of the fluents should be",
    );
    check(
        |trace| trace.steps[1].terminal ^= true,
        "match 0 step 1: terminal should be",
    );
    check(
        |trace| trace.steps[0].joint = Some(vec!["one".into(), "three".into()]),
        r#"match 0 step 0: the move three of right should be "legal", but is "illegal""#,
    );
}

#[test]
fn reports_wrong_goals() {
    let spoil = |trace: &mut Trace| {
        let last = trace.steps.iter_mut().find(|step| step.terminal).unwrap();
        last.goals.as_mut().unwrap().0[0].1 = Some(42);
    };
    let mut trace = recorded(1);
    spoil(&mut trace);
    let error = replay(&*game(COUNTING).game, &trace)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("the goal of left should be Value(42)"),
        "{error}"
    );
}
