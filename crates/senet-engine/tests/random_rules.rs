//! Random recursive rules: the reasoners must derive the same from them, in whatever order they go about it.
//!
//! The games are senseless on purpose. Their relations are defined by means of each other in all ways, over facts of the
//! state and fixed ones, with negation of earlier relations, functions and disjunctions.

use fastrand::Rng;
use senet_engine::{BackEnd, Game, LoadOptions, State, load};
use senet_gdl::Sheet;
use std::fmt::Write;

/// How many games are made; game number `n` comes from seed `n`.
const GAMES: u64 = 400;
/// Relations that may use each other; those of one group may negate those of an earlier one.
const GROUPS: [&[&str]; 3] = [&["a0", "a1"], &["b0", "b1", "b2"], &["c0"]];
const VARIABLES: [&str; 4] = ["?x", "?y", "?z", "?w"];

#[test]
fn random_rules_mean_the_same_to_all() {
    for seed in 0..GAMES {
        let rules = rules(&mut Rng::with_seed(seed));
        let sheet = Sheet::read(rules.as_str());
        let told = BackEnd::ALL.map(|back_end| {
            let options = LoadOptions {
                back_end: Some(back_end),
                ..LoadOptions::default()
            };
            let loaded = load(&sheet, &options);
            let loaded = loaded.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{rules}"));
            tell(&*loaded.game, seed)
        });
        for (back_end, text) in BackEnd::ALL.iter().zip(&told) {
            assert_eq!(*text, told[0], "{back_end}, seed {seed}\n{rules}");
        }
    }
}

/// What the game says along a random match.
fn tell(game: &dyn Game, seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut told = String::new();
    let mut state = game.initial().expect("few facts");
    for _ in 0..4 {
        let moves = game.legal(&state, 0).expect("few facts");
        describe(game, &state, &mut told);
        let Some(&choice) = rng.choice(&moves) else {
            break;
        };
        state = game.next(&state, &[choice]).expect("few facts");
    }
    told
}

fn describe(game: &dyn Game, state: &State, told: &mut String) {
    let moves = game.legal(state, 0).expect("few facts");
    let moves: Vec<_> = moves.iter().map(|&m| game.move_name(0, m)).collect();
    let end = game.is_terminal(state).expect("few facts");
    let goal = game.goal(state, 0).expect("few facts");
    writeln!(told, "{:?} {moves:?} {end} {goal:?}", game.fluents(state)).expect("a string");
}

/// The text of a game.
fn rules(rng: &mut Rng) -> String {
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

/// A rule whose variables are all bound by positive conditions, in a random order with everything else.
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
