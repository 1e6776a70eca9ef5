//! Tests that canonical keys ignore names and order, and nothing else.

use super::*;
use crate::Isomorphism;
use senet_gdl::{Deadline, Notation, ScrambleOptions, Sheet, scramble, write};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

static NEVER: LazyLock<Deadline> = LazyLock::new(Deadline::never);

fn form(rules: &str) -> Canonical {
    canonical(&Sheet::read(rules).description, &NEVER).unwrap()
}

/// Checks whether both games have the same key, and that an isomorphism exists exactly then.
fn check(one: &str, other: &str, same: bool) {
    let (one, other) = (form(one), form(other));
    assert_eq!(one.key == other.key, same);
    let isomorphism = Isomorphism::between(&one, &other, &NEVER).unwrap();
    assert_eq!(isomorphism.is_some(), same);
    if let Some(isomorphism) = isomorphism {
        let renamed = isomorphism.renaming(&one, &other).apply(&one.description);
        let text = write(&renamed, Notation::Prefix);
        assert_eq!(form(&text).key, other.key);
    }
}

const RULES: &str = "
    (role x) (role o) (init (cell 1 b)) (init (cell 2 b)) (init (control x)) (succ 1 2)
    (<= (legal ?p (mark ?c)) (true (control ?p)) (true (cell ?c b)))
    (<= (next (cell ?c ?p)) (does ?p (mark ?c)))
    (<= (next (cell ?c ?v)) (true (cell ?c ?v)) (does ?p (mark ?d)) (distinct ?c ?d))
    (<= (next (control o)) (true (control x)))
    (<= (goal ?p 100) (true (cell ?c ?p)) (true (cell ?d ?p)) (succ ?c ?d))
    (<= (goal ?p 0) (role ?p) (not (true (cell 2 ?p))))
    (<= terminal (or (not (true (cell 1 b))) (true (cell 2 b))))";

#[test]
fn key_ignores_names_and_order() {
    let description = Sheet::read(RULES).description;
    for seed in 0..20 {
        let options = ScrambleOptions {
            rename_integers: seed % 2 == 0,
            ..ScrambleOptions::default()
        };
        let other = scramble(&description, seed, &options).description;
        check(RULES, &write(&other, Notation::Prefix), true);
    }
}

#[test]
fn key_changes_with_every_other_edit() {
    for (old, new) in [
        ("(goal ?p 100)", "(goal ?p 90)"),
        ("(succ 1 2)", "(succ 2 1)"),
        ("(distinct ?c ?d)", "(distinct ?c 1)"),
        ("(init (control x))", "(init (control o))"),
        ("(does ?p (mark ?d))", "(does ?v (mark ?d))"),
        ("(next (control o))", "(next (control x))"),
        ("(or (not", "(and (not"),
        ("(role o)", ""),
    ] {
        assert!(RULES.contains(old), "{old}");
        check(RULES, &RULES.replace(old, new), false);
    }
}

#[test]
fn key_depends_on_argument_order_and_rule_direction() {
    check("(p a b) (p b c)", "(p a b) (p c b)", false);
    check("(p (f a) b)", "(p a (f b))", false);
    check("(<= (p ?x) (q ?x))", "(<= (q ?x) (p ?x) (q ?x))", false);
    check("(<= p (q a))", "(<= (p a) q)", false);
}

#[test]
fn key_ignores_order_of_conditions_and_distinct_arguments() {
    check(
        "(<= p (distinct a (f b)) (f a) (b a))",
        "(<= p (b a) (distinct (f b) a) (f a))",
        true,
    );
    check("(<= p (or q r) r)", "(<= p (or q r) q)", true);
}

#[test]
fn key_ignores_repeated_rules_and_conditions() {
    check("(p a) (p a) (q a)", "(p a) (q a)", true);
    check("(<= p q q (not r) (not r))", "(<= p q (not r))", true);
    check(
        "(<= (p ?x) (q ?x ?y) (q ?y ?x) (r ?x)) (<= (p ?a) (r ?a) (q ?b ?a) (q ?a ?b))",
        "(<= (p ?y) (q ?y ?x) (q ?x ?y) (r ?y))",
        true,
    );
    check(
        "(<= (p ?x) (q ?x ?y)) (<= (p ?x) (q ?y ?x))",
        "(<= (p ?x) (q ?x ?y))",
        false,
    );
    check("(<= p (or q q) (or r q))", "(<= p (or q) (or q r))", true);
}

#[test]
fn finds_orbits_of_interchangeable_symbols() {
    let names = |rules: &str| {
        let form = form(rules);
        let symbols = &form.description.symbols;
        let group = |group: &Vec<Symbol>| {
            let mut names: Vec<_> = group.iter().map(|&s| symbols.key(s)).collect();
            names.sort_unstable();
            names.join(" ")
        };
        let mut groups: Vec<_> = form.symbol_orbits().iter().map(group).collect();
        groups.sort();
        groups.join(", ")
    };
    assert_eq!(names("(p a) (p b) (p c) (q c)"), "a b");
    assert_eq!(names("(next-to a b) (next-to b a) (p c) (p d)"), "a b, c d");
    assert_eq!(names("(succ a b) (succ b c)"), "");
    // Goal values and keywords keep their meaning, so nothing can be exchanged.
    assert_eq!(names("(role r) (goal r 1) (goal r 2)"), "");
}

#[test]
fn empty_sheet_has_a_key() {
    check("", "", true);
    check("", "terminal", false);
}

/// Rules whose constants are all interchangeable.
fn symmetric(size: usize) -> String {
    (0..size).map(|n| format!("(p a{n}) ")).collect()
}

#[test]
fn too_deep_search_is_an_error_on_a_small_stack() {
    // Threads may have a small stack, so the search must not need more for deeper trees.
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let run = small.spawn(|| {
        let sheet = Sheet::read(symmetric(3_000));
        let error = canonical(&sheet.description, &NEVER).unwrap_err();
        assert_eq!(error, TooHard::Deep(2_000));
        // The error does not affect the next search.
        assert_eq!(form(&symmetric(30)).symbol_orbits()[0].len(), 30);
    });
    run.unwrap().join().unwrap();
}

#[test]
fn stopped_searches_do_not_affect_other_threads() {
    let hard = Sheet::read(symmetric(1_200)).description;
    let expected = form(&symmetric(60)).key;
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for limit in 1..40 {
                    let asked = AtomicUsize::new(0);
                    let deadline =
                        Deadline::when(move || asked.fetch_add(1, Ordering::Relaxed) >= limit);
                    assert_eq!(canonical(&hard, &deadline).unwrap_err(), TooHard::Stopped);
                }
            });
            scope.spawn(|| {
                for _ in 0..60 {
                    assert_eq!(form(&symmetric(60)).key, expected);
                }
            });
        }
    });
}

#[test]
fn key_text_round_trips_and_bad_text_is_rejected() {
    let key = form(RULES).key;
    assert_eq!(key.to_string().parse(), Ok(key));
    assert_eq!("12".parse::<CanonicalKey>(), Err(ParseKeyError));
    assert_eq!("é".repeat(32).parse::<CanonicalKey>(), Err(ParseKeyError));
}

/// `5` and `05` are one goal, but two words elsewhere. One of these games ends after a step, the other never does.
#[test]
fn spellings_of_a_goal_are_different_words() {
    let rules = |end: &str| {
        form(&format!(
            "(role x) (init (step 1)) (legal x go) (<= (next (step 5)) (true (step 1)))
            (<= terminal (true (step {end}))) (<= (goal x 5) (true (step 1))) (<= (goal x {end}) (true (step 5)))"
        ))
    };
    let (never_ends, ends) = (rules("05"), rules("5"));
    let isomorphism = Isomorphism::between(&never_ends, &ends, &NEVER).unwrap();
    assert!(isomorphism.is_none());
}
