//! The fast form of the mappers against the plain one.

use senet_gdl::Sheet;
use senet_graph::mapping::{self, Method, reference};
use senet_graph::{Graph, occurrence};
use std::path::PathBuf;

/// A public sheet; `None`, and a word about it, where they are not at hand.
fn sheet(name: &str) -> Option<Graph> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SENET_SHARED").map_or(root, PathBuf::from);
    let file = shared.join("games/base").join(name);
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(occurrence(&Sheet::read(text).description)),
        Err(error) => {
            eprintln!("skipped: {}: {error}", file.display());
            None
        }
    }
}

#[track_caller]
fn check(first: &Graph, second: &Graph, method: Method, seed: u64) {
    let expected = reference::map(first, second, method, seed);
    assert_eq!(mapping::map(first, second, method, seed), expected);
}

#[test]
fn public_games_are_mapped_as_by_the_plain_form() {
    let names = ["queens08lg.kif", "queens06ug.kif", "ticTacToe.kif"];
    let graphs: Vec<Graph> = names.into_iter().filter_map(sheet).collect();
    for first in &graphs {
        for second in &graphs {
            check(first, second, Method::Lmap, 1);
            check(first, second, Method::Myopic, 2);
        }
    }
    for graph in &graphs {
        check(graph, graph, Method::Mmap, 3);
    }
}
