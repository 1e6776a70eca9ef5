//! The short form of the attack: few cases of every part, and no finding.
//!
//! `make attack` is the long form.

use crate::common::{Ran, senet};
use serde_json::{Value, json};

/// Runs one part. The slack allows for a busy machine and a program that is not optimised.
fn attack(part: &str, cases: &str) -> Ran {
    attack_within(part, cases, "0.5")
}

fn attack_within(part: &str, cases: &str, minutes: &str) -> Ran {
    let options = [
        "--cases",
        cases,
        "--minutes",
        minutes,
        "--command-limit",
        "1",
    ];
    let slack = ["--slack", "30", "--memory", "1536", "--json"];
    senet(&[&["lab", "attack", "--only", part], &options[..], &slack[..]].concat())
}

/// Runs a part and expects no finding and at least some work of this kind, unless the part was skipped.
#[track_caller]
fn check(part: &str, cases: &str, counted: &str) {
    check_ran(attack(part, cases), counted);
}

#[track_caller]
fn check_ran(ran: Ran, counted: &str) {
    assert!(!ran.stdout.is_empty(), "{ran:?}");
    let told = ran.json();
    assert_eq!(told["findings"], json!([]), "{told:#}");
    assert_eq!(ran.code, 0, "{ran:?}");
    let notes = told["skipped"].as_array().unwrap();
    let is_skip = |note: &&Value| note.as_str().is_some_and(|text| text.contains("skipped:"));
    match notes.iter().find(is_skip) {
        Some(note) => eprintln!("{note}"),
        None => assert!(told["counts"][counted].as_u64() > Some(0), "{told:#}"),
    }
}

#[test]
fn hostile_sheets_find_nothing() {
    check("sheets", "32", "runs");
}

#[test]
fn clingo_agrees_on_random_rules() {
    // The cases take seconds, but Python may start slowly on a busy machine.
    check_ran(
        attack_within("differential", "60", "3"),
        "states judged by clingo",
    );
}

#[test]
fn hostile_hosts_find_nothing() {
    check("protocol", "9", "assaults of hosts");
}

#[test]
fn hostile_visitors_find_nothing() {
    check("web", "11", "web requests");
}

#[test]
fn kills_lose_nothing() {
    check("kills", "3", "kills");
}

#[test]
fn damaged_files_are_not_believed() {
    check("corruption", "30", "damaged files");
}

#[test]
fn finds_faults_of_a_faulty_program() {
    let args = [
        "lab", "attack", "--only", "sheets", "--cases", "1", "--json",
    ];
    let faulty = ["--program", "/bin/false"];
    let ran = senet(&[&args[..], &faulty[..]].concat());
    assert_eq!(ran.code, 1, "{ran:?}");
    let told = ran.json();
    let findings = told["findings"].as_array().unwrap();
    let nonsense = findings.iter().any(|one| one["fault"] == "nonsense");
    assert!(nonsense, "an empty answer is no JSON: {told:#}");
    assert!(findings.iter().all(|one| one["seed"].is_u64()));
}

#[test]
fn rejects_invalid_options() {
    for wrong in [
        ["--minutes", "0"],
        ["--only", "weather"],
        ["--program", "/nowhere"],
    ] {
        let ran = senet(&["lab", "attack", wrong[0], wrong[1]]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.contains("error: "), "{ran:?}");
    }
}
