//! Our own mapper against what was published for others.

use senet_gdl::{Description, ScrambleOptions, Scrambled, Sheet, Symbols, scramble};
use senet_graph::{Graph, NodeId, is_numeric, mapping::senet, occurrence};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A public sheet; `None`, and a word about it, where they are not at hand.
fn sheet(name: &str) -> Option<Description> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SENET_SHARED").map_or(root, PathBuf::from);
    let file = shared.join("games/base").join(format!("{name}.kif"));
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(Sheet::read(text).description),
        Err(error) => {
            eprintln!("skipped: {}: {error}", file.display());
            None
        }
    }
}

const ALL_NAMES: ScrambleOptions = ScrambleOptions {
    rename: true,
    rename_integers: true,
    shuffle_rules: true,
    shuffle_facts: true,
    shuffle_literals: true,
};

/// The names of the symbols behind nodes.
fn named<'a>(graph: &'a Graph, symbols: &'a Symbols) -> impl Fn(NodeId) -> &'a str {
    |node| {
        let symbol = graph.nodes()[node as usize].symbol;
        symbol.map_or("", |symbol| symbols.key(symbol))
    }
}

/// The names that are not numbers.
fn names(description: &Description) -> BTreeSet<String> {
    let graph = occurrence(description);
    let name = named(&graph, &description.symbols);
    let nodes = 0..graph.nodes().len() as NodeId;
    let symbols =
        nodes.filter(|&node| graph.nodes()[node as usize].colour == senet_graph::Colour::Symbol);
    let names = symbols.map(|node| name(node).to_owned());
    names.filter(|name| !is_numeric(name)).collect()
}

/// The share of names in both games, numbers aside, that the mapper gives the same name after the first game was scrambled.
fn accuracy(from: &Description, to: &Description, seed: u64) -> f64 {
    let Scrambled {
        description,
        mapping,
    } = scramble(from, seed, &ALL_NAMES);
    let back = mapping.inverse();
    let (first, second) = (occurrence(&description), occurrence(to));
    let (new_name, name) = (
        named(&first, &description.symbols),
        named(&second, &to.symbols),
    );
    let (from, to) = (names(from), names(to));
    let shared: BTreeSet<&String> = from.intersection(&to).collect();
    let right = senet::map(&first, &second, seed)
        .pairs
        .into_iter()
        .filter(|pair| {
            let old_name = back.translate(new_name(pair.from)).trim().to_lowercase();
            shared.contains(&old_name) && old_name == name(pair.to)
        });
    right.count() as f64 / shared.len() as f64
}

#[track_caller]
fn check(from: &str, to: &str, least: f64) {
    let (Some(first), Some(second)) = (sheet(from), sheet(to)) else {
        return;
    };
    for seed in 1..=3 {
        let percent = 100.0 * accuracy(&first, &second, seed);
        assert!(
            percent >= least,
            "{from} to {to}, seed {seed}: {percent:.2} %"
        );
    }
}

#[test]
fn games_are_mapped_to_themselves() {
    for game in [
        "queens08lg",
        "ticTacToe",
        "connectFour",
        "rubiksCube",
        "checkers.v1",
        "chess",
    ] {
        check(game, game, 99.0);
    }
}

#[test]
fn queens_are_mapped_at_least_as_well_as_published() {
    for queens in ["queens06ug", "queens08ug", "queens12ug", "queens16ug"] {
        check(queens, "queens08lg", 100.0);
    }
    check("queens31lg", "queens08lg", 87.5);
}

#[test]
fn checkers_are_mapped_at_least_as_well_as_published() {
    check("checkersSmall.v1", "checkers.v1", 97.91);
    check("checkersTiny.v1", "checkers.v1", 97.82);
    for rules in ["mustjump", "cylinder-mustjump", "mustjump-torus"] {
        check(&format!("checkers-{rules}.v1"), "checkers.v1", 100.0);
    }
}
