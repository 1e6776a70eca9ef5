//! Compares graphs of public sheets with published numbers.

use senet_gdl::{Deadline, Sheet};
use senet_graph::{InstanceLimits, instantiated, occurrence, symbol_overlap};
use std::path::PathBuf;

/// Reads a public sheet. Prints a note and returns `None` if it is missing.
fn sheet(name: &str) -> Option<Sheet> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SENET_SHARED").map_or(root, PathBuf::from);
    let file = shared.join("games").join(name);
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(Sheet::read(text)),
        Err(error) => {
            eprintln!("skipped: {}: {error}", file.display());
            None
        }
    }
}

fn in_base(name: &str) -> Option<Sheet> {
    sheet(&format!("base/{name}"))
}

const KINDS: [&str; 7] = [
    "symbol",
    "argument",
    "variable_symbol",
    "occurrence",
    "variable_occurrence",
    "keyword",
    "and",
];

#[track_caller]
fn check(file: &str, by_kind: [usize; 7], nodes: usize, edges: usize) {
    let Some(sheet) = in_base(file) else { return };
    let counts = occurrence(&sheet.description).counts();
    let found = KINDS.map(|kind| counts.by_kind.get(kind).copied().unwrap_or(0));
    assert_eq!(found, by_kind, "{file}");
    assert_eq!((counts.nodes, counts.edges), (nodes, edges), "{file}");
}

#[test]
fn occurrence_counts_equal_published_ones() {
    check("queens08lg.kif", [42, 18, 50, 184, 98, 61, 11], 464, 762);
    check("ticTacToe.kif", [21, 13, 39, 181, 92, 108, 15], 469, 791);
    check("connectFour.kif", [25, 14, 52, 203, 140, 103, 16], 553, 953);
    check(
        "rubiksCube.kif",
        [112, 35, 95, 903, 208, 147, 21],
        1521,
        2881,
    );
    check(
        "checkers.v1.kif",
        [252, 91, 492, 1552, 1183, 359, 61],
        3990,
        7505,
    );
    check(
        "chess.kif",
        [286, 207, 693, 2217, 1669, 506, 90],
        5668,
        10942,
    );
}

#[track_caller]
fn check_shared(variant: &str, original: &str, percent: f64) {
    let (Some(variant), Some(original)) = (in_base(variant), in_base(original)) else {
        return;
    };
    let found = 100.0 * symbol_overlap(&variant.description, &original.description);
    assert_eq!(format!("{found:.2}"), format!("{percent:.2}"));
}

#[test]
fn symbol_overlap_equals_published_values() {
    for queens in ["queens06ug", "queens08ug", "queens12ug", "queens16ug"] {
        check_shared(&format!("{queens}.kif"), "queens08lg.kif", 93.33);
    }
    check_shared("queens31lg.kif", "queens08lg.kif", 100.0);
    check_shared("checkersSmall.v1.kif", "checkers.v1.kif", 97.96);
    check_shared("checkersTiny.v1.kif", "checkers.v1.kif", 95.83);
    for rules in ["mustjump", "cylinder-mustjump", "mustjump-torus"] {
        check_shared(
            &format!("checkers-{rules}.v1.kif"),
            "checkers.v1.kif",
            84.62,
        );
    }
}

#[track_caller]
fn check_instances(file: &str, instances: [usize; 2], size: [usize; 3]) {
    let Some(sheet) = sheet(file) else { return };
    let made = instantiated(&sheet.description, true, &InstanceLimits::default()).unwrap();
    let counts = made.graph.counts();
    assert_eq!([made.rules, made.facts], instances, "{file}");
    let found = [counts.nodes, counts.edges, counts.max_out_degree];
    assert_eq!(found, size, "{file}");
}

#[test]
fn instance_counts_equal_published_ones() {
    check_instances("dresden/tictactoe.kif", [325, 12], [4810, 11031, 591]);
    check_instances("dresden/tictactoelarge.kif", [261, 8], [3553, 8185, 323]);
    check_instances("base/doubletictactoe.kif", [521, 32], [7379, 16338, 803]);
    check_instances("base/connect4.kif", [1193, 69], [19672, 47221, 2249]);
    check_instances("base/3pConnectFour.kif", [832, 28], [17076, 42623, 1731]);
    check_instances("base/blocker.kif", [298, 16], [5087, 12201, 559]);
    check_instances("base/knightsTour.kif", [832, 93], [12291, 30154, 1393]);
    check_instances("base/hanoi_6_disks.kif", [2669, 90], [28055, 70237, 4098]);
    check_instances("stanford/hamilton.kif", [1038, 123], [14963, 31516, 1601]);
}

#[test]
fn compatible_mode_drops_arrows_without_conditions() {
    let Some(sheet) = sheet("stanford/hamilton.kif") else {
        return;
    };
    let counts = |compatible| {
        let made = instantiated(&sheet.description, compatible, &InstanceLimits::default());
        made.unwrap().graph.counts()
    };
    let (right, published) = (counts(false), counts(true));
    assert_eq!(
        (right.nodes - published.nodes, right.edges - published.edges),
        (6, 10)
    );
}

#[test]
fn mean_path_length_equals_published_values() {
    for (file, mean) in [("tictactoe", "4.1936"), ("tictactoelarge", "4.6927")] {
        let Some(sheet) = sheet(&format!("dresden/{file}.kif")) else {
            continue;
        };
        let made = instantiated(&sheet.description, true, &InstanceLimits::default()).unwrap();
        let found = made.graph.mean_path_length(&Deadline::never()).unwrap();
        assert_eq!(format!("{found:.4}"), mean, "{file}");
    }
}
