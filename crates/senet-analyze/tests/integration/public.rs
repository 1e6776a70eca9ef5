//! Public sheets: the boards that people see are proved invariant.

use senet_analyze::{AnalyzeOptions, BoardQuestion, Verdict, boards};
use senet_gdl::{Description, Sheet, playable};
use std::path::PathBuf;

/// A public sheet; prints a message and returns `None` if it is not available.
fn sheet(name: &str) -> Option<Description> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SENET_SHARED").map_or(root, PathBuf::from);
    let file = shared.join("games").join(name);
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(playable(&Sheet::read(text)).unwrap()),
        Err(error) => {
            eprintln!("skipped: {}: {error}", file.display());
            None
        }
    }
}

#[track_caller]
fn check(name: &str, relation: &str, positions: &[usize]) {
    let Some(rules) = sheet(name) else { return };
    let found = boards(&rules, &AnalyzeOptions::default()).unwrap();
    let is_it = |report: &&senet_analyze::ProjectionReport| {
        report.named.relation == relation && report.named.positions == positions
    };
    let report = found.projections.iter().find(is_it).unwrap();
    assert_eq!(report.verdict, Verdict::Proved, "{name}: {report:?}");
}

#[test]
fn proves_boards_of_public_sheets() {
    check("base/ticTacToe.kif", "cell", &[1, 2]);
    check("base/conn4.kif", "cell", &[1, 2]);
    check("stanford/kono.kif", "cell", &[1, 2]);
    check("stanford/8puzzle.kif", "cell", &[1, 2]);
    check("stanford/horseshoe.kif", "cell", &[1]);
    check("stanford/alquerque.kif", "cell", &[1, 2]);
}

#[test]
fn tic_tac_toe_needs_lemmas() {
    let Some(rules) = sheet("base/ticTacToe.kif") else {
        return;
    };
    let options = AnalyzeOptions {
        question: BoardQuestion::VerifyIp,
        ..AnalyzeOptions::default()
    };
    let found = boards(&rules, &options).unwrap();
    let board = found
        .projections
        .iter()
        .find(|report| report.named.positions == [1, 2])
        .unwrap();
    assert_eq!(board.verdict, Verdict::Refuted);
    let witness = board.witness.as_ref().unwrap();
    assert_eq!(witness.joint, ["noop", "noop"]);
    let found = boards(&rules, &AnalyzeOptions::default()).unwrap();
    assert!(
        found
            .lemmas
            .iter()
            .any(|lemma| lemma == "at most one fact of control holds")
    );
}

/// The published test considers more states for a part of a projection than for the whole. So the part alone may fail.
#[test]
fn published_test_may_pass_a_projection_and_fail_its_part() {
    let Some(rules) = sheet("stanford/8puzzle.kif") else {
        return;
    };
    let verdict = |question, positions: &[usize]| {
        let options = AnalyzeOptions {
            question,
            ..AnalyzeOptions::default()
        };
        let found = boards(&rules, &options).unwrap();
        let is_it = |report: &&senet_analyze::ProjectionReport| {
            report.named.relation == "cell" && report.named.positions == positions
        };
        found.projections.iter().find(is_it).unwrap().verdict
    };
    assert_eq!(verdict(BoardQuestion::VerifyIp, &[1, 2]), Verdict::Proved);
    assert_eq!(verdict(BoardQuestion::VerifyIp, &[1]), Verdict::Refuted);
    assert_eq!(verdict(BoardQuestion::Invariant, &[1]), Verdict::Proved);
}

/// Checks that each projection has the same verdict when it is the only question.
#[track_caller]
fn check_alone(name: &str) {
    let Some(rules) = sheet(name) else { return };
    let asked = |only| AnalyzeOptions {
        question: BoardQuestion::VerifyIp,
        only,
        ..AnalyzeOptions::default()
    };
    for report in boards(&rules, &asked(None)).unwrap().projections {
        let named = &report.named;
        let only = Some((named.relation.clone(), named.positions.clone()));
        let alone = boards(&rules, &asked(only)).unwrap().projections;
        let verdicts: Vec<_> = alone.iter().map(|one| (&one.named, one.verdict)).collect();
        assert_eq!(verdicts, [(named, report.verdict)], "{name}");
    }
}

#[test]
fn single_projections_get_the_same_verdict() {
    check_alone("base/ticTacToe.kif");
    check_alone("base/conn4.kif");
    check_alone("base/eightPuzzle.kif");
    check_alone("base/breakthrough.kif");
    check_alone("base/checkersTiny.v1.kif");
    check_alone("base/battle.kif");
    check_alone("base/wargame01.kif");
}

#[test]
fn single_projections_of_more_sheets_get_the_same_verdict() {
    for name in [
        "2pffa",
        "battlebrushes",
        "chineseCheckers2",
        "cubicup_3player",
        "futoshiki5",
        "hidato37",
        "lightsOut",
        "queens12ug",
        "shmup",
        "skirmishNew",
        "snake_2009",
        "tron_10x10",
    ] {
        let Some(rules) = sheet(&format!("base/{name}.kif")) else {
            return;
        };
        let ask = |only| {
            let options = AnalyzeOptions {
                question: BoardQuestion::VerifyIp,
                only,
                ..AnalyzeOptions::default()
            };
            boards(&rules, &options).unwrap().projections
        };
        for report in ask(None) {
            let named = &report.named;
            let alone = ask(Some((named.relation.clone(), named.positions.clone())));
            assert_eq!(alone.len(), 1, "{name}: {named}");
            assert_eq!(alone[0].verdict, report.verdict, "{name}: {named}");
        }
    }
}
