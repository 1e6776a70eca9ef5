//! Compares the Senet mapper with published results of other mappers.

use senet_gdl::{Deadline, Description, ScrambleOptions, Scrambled, Sheet, Symbols, scramble};
use senet_graph::{Graph, GraphNodeId, is_numeric, mapping::senet, occurrence};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Reads a public sheet. Prints a note and returns `None` if it is missing.
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

/// Returns a function from nodes to the names of their symbols.
fn named<'a>(graph: &'a Graph, symbols: &'a Symbols) -> impl Fn(GraphNodeId) -> &'a str {
    |node| {
        let symbol = graph.nodes()[node as usize].symbol;
        symbol.map_or("", |symbol| symbols.key(symbol))
    }
}

/// The names that are not numbers.
fn names(description: &Description) -> BTreeSet<String> {
    let graph = occurrence(description);
    let name = named(&graph, &description.symbols);
    let nodes = 0..graph.nodes().len() as GraphNodeId;
    let symbols =
        nodes.filter(|&node| graph.nodes()[node as usize].colour == senet_graph::Colour::Symbol);
    let names = symbols.map(|node| name(node).to_owned());
    names.filter(|name| !is_numeric(name)).collect()
}

/// The share of common names, without numbers, that the mapper restores after the first game was scrambled.
fn accuracy(from: &Description, to: &Description, seed: u64) -> f64 {
    let Scrambled {
        description,
        renaming: mapping,
    } = scramble(from, seed, &ALL_NAMES);
    let back = mapping.inverse();
    let (first, second) = (occurrence(&description), occurrence(to));
    let (new_name, name) = (
        named(&first, &description.symbols),
        named(&second, &to.symbols),
    );
    let (from, to) = (names(from), names(to));
    let shared: BTreeSet<&String> = from.intersection(&to).collect();
    let right = senet::map(&first, &second, seed, &Deadline::never())
        .unwrap()
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
fn maps_games_to_themselves() {
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
fn queens_accuracy_reaches_published_values() {
    for queens in ["queens06ug", "queens08ug", "queens12ug", "queens16ug"] {
        check(queens, "queens08lg", 100.0);
    }
    check("queens31lg", "queens08lg", 87.5);
}

#[test]
fn checkers_accuracy_reaches_published_values() {
    check("checkersSmall.v1", "checkers.v1", 97.91);
    check("checkersTiny.v1", "checkers.v1", 97.82);
    for rules in ["mustjump", "cylinder-mustjump", "mustjump-torus"] {
        check(&format!("checkers-{rules}.v1"), "checkers.v1", 100.0);
    }
}

/// Checks the pairs, as sorted text, and the distance of the games.
#[track_caller]
fn check_pairs(from: &str, to: &str, pairs: &str, distance: &str) {
    let [from, to] = [from, to].map(|text| Sheet::read(text).description);
    let (first, second) = (occurrence(&from), occurrence(&to));
    let (one, other) = (named(&first, &from.symbols), named(&second, &to.symbols));
    for seed in 0..5 {
        let mapping = senet::map(&first, &second, seed, &Deadline::never()).unwrap();
        let pair = |pair: &senet_graph::mapping::SymbolPair| {
            format!("{}={}", one(pair.from), other(pair.to))
        };
        let mut found: Vec<String> = mapping.pairs.iter().map(pair).collect();
        found.sort();
        assert_eq!(found.join(" "), pairs, "seed {seed}");
        assert_eq!(format!("{:.2}", mapping.distance), distance, "seed {seed}");
    }
}

#[test]
fn maps_empty_games() {
    check_pairs("", "", "", "0.00");
    check_pairs("(role x)", "", "", "1.00");
    check_pairs("", "(p a)", "", "1.00");
}

#[test]
fn argument_order_distinguishes_symbols() {
    check_pairs("(p a b) (q b)", "(s d) (r c d)", "a=c b=d p=r q=s", "0.00");
    check_pairs(
        "(<= (p ?x) (q ?x))",
        "(<= (r ?x) (s ?x))",
        "p=r q=s",
        "0.00",
    );
}

#[test]
fn maps_symbols_of_one_name_together() {
    let from = "(p a) (p b) (q (a c)) (q (b d))";
    let to = "(p (y 1)) (p (z 2)) (q z) (q y)";
    let from = Sheet::read(from).description;
    let to = Sheet::read(to).description;
    let (first, second) = (occurrence(&from), occurrence(&to));
    let (one, other) = (named(&first, &from.symbols), named(&second, &to.symbols));
    for seed in 0..10 {
        let mut partner = std::collections::BTreeMap::new();
        for pair in senet::map(&first, &second, seed, &Deadline::never())
            .unwrap()
            .pairs
        {
            let new = other(pair.to);
            assert_eq!(*partner.entry(one(pair.from)).or_insert(new), new);
        }
        assert_eq!(partner.len(), 6);
    }
}

#[test]
fn follows_successor_chains_from_a_known_end() {
    check_pairs(
        "(init (at a)) (next a b) (next b c) (<= (next (at ?y)) (true (at ?x)) (next ?x ?y))",
        "(init (at 1)) (next 1 2) (next 2 3) (<= (next (at ?y)) (true (at ?x)) (next ?x ?y))",
        "a=1 at=at b=2 c=3",
        "0.00",
    );
}
