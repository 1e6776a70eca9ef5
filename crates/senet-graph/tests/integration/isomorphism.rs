//! Compares canonical keys with VF2, an independent isomorphism test without canonical forms.

use petgraph::algo::is_isomorphic_matching;
use petgraph::graph::DiGraph;
use proptest::prelude::*;
use senet_gdl::{Deadline, Notation, ScrambleOptions, Sheet, scramble, write};
use senet_graph::{Canonical, Colour, Graph, Isomorphism, canonical};
use std::sync::LazyLock;

static NEVER: LazyLock<Deadline> = LazyLock::new(Deadline::never);

/// Small rule sheets with symmetries that make similar games hard to distinguish.
const RULES: [&str; 3] = [
    "(role x) (role o) (init (cell a)) (init (cell b)) (next-to a b) (next-to b c) (next-to c a)
     (<= (legal ?p (mark ?c)) (role ?p) (true (cell ?c)) (not (next-to ?c ?c)))
     (<= (goal x 100) (true (cell a)) (true (cell ?d)) (distinct ?d a)) (<= terminal (or (true (cell b)) (true (cell a))))",
    "(role r) (p a b c) (p b c a) (p c a b) (q a) (<= (s ?x ?y) (p ?x ?y ?z) (p ?z ?x ?y) (not (q ?z)))
     (<= (s ?x ?y) (p ?x ?z ?y) (q ?x)) (<= (goal r 50) (s a b))",
    "(e a b) (e b c) (e c d) (e d a) (e a f) (e f g) (e g d) (<= (path ?x ?y) (e ?x ?y)) (<= (path ?x ?z) (e ?x ?y) (path ?y ?z))",
];

fn form(rules: &str) -> Canonical {
    canonical(&Sheet::read(rules).description, &NEVER).unwrap()
}

fn petgraph_of(graph: &Graph) -> DiGraph<Colour, ()> {
    let mut result = DiGraph::new();
    let nodes = graph.nodes().iter();
    let nodes: Vec<_> = nodes.map(|node| result.add_node(node.colour)).collect();
    for (from, to) in graph.all_edges() {
        result.add_edge(nodes[from as usize], nodes[to as usize], ());
    }
    result
}

/// Makes a small change: swaps two neighbouring symbols.
fn changed(rules: &str, at: usize) -> String {
    let tokens: Vec<&str> = rules.split(' ').collect();
    let at = at % (tokens.len() - 1);
    let is_symbol = |token: &str| !token.contains(['(', ')']) && !token.is_empty();
    match is_symbol(tokens[at]) && is_symbol(tokens[at + 1]) {
        true => {
            let mut tokens = tokens.clone();
            tokens.swap(at, at + 1);
            tokens.join(" ")
        }
        false => rules.replacen(" b)", " c)", at % 3),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn keys_are_equal_exactly_for_isomorphic_graphs(
        which in 0..RULES.len(),
        seed in any::<u64>(),
        change in proptest::option::of(0..200usize),
    ) {
        let original = RULES[which];
        let other = change.map_or(original.to_string(), |at| changed(original, at));
        let options = ScrambleOptions { rename_integers: seed % 2 == 0, ..ScrambleOptions::default() };
        let scrambled = scramble(&Sheet::read(&other[..]).description, seed, &options);
        let text = write(&scrambled.description, Notation::Prefix);
        let (one, other) = (form(original), form(&text));
        let same = is_isomorphic_matching(&petgraph_of(&one.graph), &petgraph_of(&other.graph), |a, b| a == b, |_, _| true);
        prop_assert_eq!(one.key == other.key, same);
        prop_assert_eq!(Isomorphism::between(&one, &other, &NEVER).unwrap().is_some(), same);
        if change.is_none() {
            prop_assert!(same);
        }
    }
}
