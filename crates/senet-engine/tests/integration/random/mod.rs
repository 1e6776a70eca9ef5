//! Random recursive rules.
//!
//! The games are meaningless on purpose. Their relations depend on each other in all ways, with
//! fluents, static facts, functions, disjunctions, and negation of earlier relations.

use fastrand::Rng;
use std::fmt::Write;

/// Relations of one group may use each other and may negate relations of earlier groups.
const GROUPS: [&[&str]; 3] = [&["a0", "a1"], &["b0", "b1", "b2"], &["c0"]];
const VARIABLES: [&str; 4] = ["?x", "?y", "?z", "?w"];

/// The text of a game.
pub fn rules(rng: &mut Rng) -> String {
    let mut text = String::from("(role r) (goal r 0) ");
    for _ in 0..rng.usize(4..12) {
        let (x, y) = (rng.u32(0..5), rng.u32(0..5));
        let fact = ["edge", "init (at", "init (link"][rng.usize(..3)];
        let close = if fact.contains('(') { "))" } else { ")" };
        write!(text, "({fact} {x} {y}{close} ").expect("a string");
    }
    text.push_str("(init (at 0 0)) (init (link 0 1)) (edge 0 1)\n");
    for (group, relations) in GROUPS.iter().enumerate() {
        for relation in *relations {
            for _ in 0..rng.usize(1..4) {
                rule(rng, group, &format!("({relation} ?x ?y)"), &mut text);
            }
        }
    }
    rule(rng, 2, "(legal r (go ?x ?y))", &mut text);
    rule(rng, 2, "(legal r (f (g ?x) ?y))", &mut text);
    rule(rng, 2, "(next (at ?x ?y))", &mut text);
    text.push_str("(<= (next (link ?x ?y)) (true (link ?x ?y)) (not (does r (go ?x ?y))))\n");
    text.push_str("(<= (next (at ?x ?y)) (does r (f (g ?x) ?y)))\n");
    rule(rng, 2, "(goal r 50)", &mut text);
    rule(rng, 2, "terminal", &mut text);
    text
}

/// A rule whose variables are all bound by positive conditions, with its conditions in random
/// order.
fn rule(rng: &mut Rng, group: usize, head: &str, text: &mut String) {
    let (first, second) = (VARIABLES[rng.usize(1..4)], VARIABLES[rng.usize(..4)]);
    let mut body = vec![
        positive(rng, group, "?x", first),
        positive(rng, group, second, "?y"),
    ];
    for _ in 0..rng.usize(..3) {
        let (x, y) = (
            ["?x", "?y", "2"][rng.usize(..3)],
            ["?x", "?y", "0"][rng.usize(..3)],
        );
        body.push(match rng.usize(..4) {
            0 => format!("(distinct {x} {y})"),
            1 if group > 0 => format!("(not {})", negatable(rng, group, x, y)),
            2 => format!("(or {} (distinct {x} {y}))", positive(rng, group, x, y)),
            _ => positive(rng, group, x, y),
        });
    }
    rng.shuffle(&mut body);
    writeln!(text, "(<= {head} {})", body.join(" ")).expect("a string");
}

fn positive(rng: &mut Rng, group: usize, x: &str, y: &str) -> String {
    match rng.usize(..5) {
        0 => format!("(edge {x} {y})"),
        1 => format!("(true (at {x} {y}))"),
        2 => format!("(true (link {x} {y}))"),
        _ => {
            let group = GROUPS[rng.usize(..=group)];
            format!("({} {x} {y})", group[rng.usize(..group.len())])
        }
    }
}

fn negatable(rng: &mut Rng, group: usize, x: &str, y: &str) -> String {
    let group = GROUPS[rng.usize(..group)];
    format!("({} {x} {y})", group[rng.usize(..group.len())])
}
