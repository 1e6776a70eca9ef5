//! Shared helpers: a small game and a loader.

use senet_engine::{BackEnd, LoadOptions, Loaded, load};
use senet_gdl::Sheet;

/// Two players add one or two to a sum until it is five or more. A player who adds two in the last step gets 0.
pub const COUNTING: &str = "
    (role left) (role right)
    (init (sum 0))
    (step one 1) (step two 2)
    (plus 0 1 1) (plus 0 2 2) (plus 1 1 2) (plus 1 2 3) (plus 2 1 3) (plus 2 2 4)
    (plus 3 1 4) (plus 3 2 5) (plus 4 1 5) (plus 4 2 6) (plus 5 1 6) (plus 5 2 6)
    (plus 6 1 6) (plus 6 2 6)
    (<= (legal ?r ?m) (role ?r) (step ?m ?n))
    (<= (next (sum ?c)) (true (sum ?a)) (does left ?m) (step ?m ?x) (does right ?n) (step ?n ?y)
        (plus ?a ?x ?b) (plus ?b ?y ?c))
    (<= (next (greedy ?r)) (does ?r two))
    (<= terminal (true (sum 5)))
    (<= terminal (true (sum 6)))
    (<= terminal (true (sum 4)) (true (greedy left)))
    (<= (goal ?r 0) (role ?r) (true (greedy ?r)))
    (<= (goal ?r 100) (role ?r) (not (true (greedy ?r))))";

/// Loads rules with the reference back end.
pub fn game(rules: &str) -> Loaded {
    let options = LoadOptions {
        force: true,
        back_end: Some(BackEnd::Reference),
        ..LoadOptions::default()
    };
    load(&Sheet::read(rules), &options).unwrap_or_else(|error| panic!("{error}"))
}
