//! Hostile rule sheets: each is grounded, or refused with a reason, after little work.

use senet_gdl::{Deadline, Sheet, playable_by_force};
use senet_ground::{GroundOptions, Limits, ground};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const FRAME: &str = "(role a) (legal a go) (goal a 0) (init s) (<= (next s) (true s)) ";

/// Grounds the rules with at most `polls` polls of the deadline; compares the number of fluents or the reason.
fn check(rules: &str, polls: usize, expected: Result<usize, &str>) {
    let rules =
        playable_by_force(&Sheet::read(format!("{FRAME} {rules}"))).expect("playable rules");
    let made = AtomicUsize::new(0);
    let limits = Limits {
        bytes: 1 << 28,
        deadline: Deadline::when(move || made.fetch_add(1, Ordering::Relaxed) >= polls),
        ..Limits::default()
    };
    let options = GroundOptions {
        limits,
        ..GroundOptions::default()
    };
    match (ground(&rules, &options), expected) {
        (Ok(grounded), Ok(fluents)) => assert_eq!(grounded.fluents.len(), fluents),
        (Err(error), Err(reason)) => {
            let told = error.to_string();
            assert!(told.starts_with(reason), "{told}");
        }
        (Ok(_), Err(reason)) => panic!("it grounds, but should be refused: {reason}"),
        (Err(error), Ok(_)) => panic!("it should ground: {error}"),
    }
}

/// Texts made from the numbers below `count`.
fn many(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, number| {
        writeln!(all, "{}", text(number)).expect("texts grow");
        all
    })
}

#[test]
fn grounds_very_many_relations() {
    let chain = many(20_000, |n| format!("(<= (p{} ?x) (p{n} ?x))", n + 1));
    check(
        &format!("(p0 s) {chain} (<= terminal (p20000 s))"),
        100,
        Ok(1),
    );
    check(
        &format!("(<= (p0 ?x) (true ?x)) {chain} (<= terminal (p20000 s))"),
        200,
        Ok(1),
    );
}

#[test]
fn grounds_very_many_fluents_with_own_rules() {
    let rules = many(20_000, |n| {
        format!("(init f{n}) (<= (next f{n}) (true f{n}))")
    });
    check(&rules, 200, Ok(20_001));
}

#[test]
fn grounds_very_long_rules() {
    let facts = many(5_000, |n| format!("(init f{n}) (g{n} 1)"));
    let fluents = many(5_000, |n| format!("(true f{n})"));
    let others = many(5_000, |n| format!("(g{n} ?x) (not (true h{n}))"));
    let rules = format!("{facts} (<= terminal {fluents}) (<= (next (t ?x)) {others})");
    check(&rules, 2_000, Ok(5_002));
}

#[test]
fn grounds_very_many_variables() {
    let variables = |k: usize| many(300, |n| format!("?v{k}x{n}"));
    let body = many(60, |k| format!("(w{k} {})", variables(k)));
    let facts = many(60, |k| format!("(w{k} {})", "1 ".repeat(300)));
    check(&format!("{facts} (<= (next t) {body})"), 100, Ok(2));
}

#[test]
fn refuses_terms_that_double() {
    let steps = many(60, |n| format!("(<= (t{} (f ?x ?x)) (t{n} ?x))", n + 1));
    check(
        &format!("(t0 1) {steps} (<= (init ?x) (t60 ?x))"),
        100,
        Err("terms have more than 1048576 words"),
    );
    let short = format!("(t0 1) {steps} (<= (init (g 1)) (t12 ?x))");
    check(&short, 100, Ok(2));
}

#[test]
fn splits_disjunctions_that_stand_alone() {
    let body = |count| many(count, |n| format!("(or (true a{n}) (true b{n}))"));
    let facts = many(14, |n| format!("(init a{n}) (init b{n})"));
    let rules = |count| format!("{facts} (<= terminal {})", body(count));
    check(&rules(8), 10, Ok(29));
    check(&rules(14), 10, Ok(29));
}

#[test]
fn stops_at_multiplying_disjunctions() {
    let body = |count| {
        many(count, |n| {
            format!("(or (true (a {n} ?x)) (true (b {n} ?y)))")
        })
    };
    let facts = many(14, |n| format!("(init (a {n} 0)) (init (b {n} 0))"));
    let rules = |count| format!("{facts} (<= terminal {})", body(count));
    check(&rules(8), 10, Ok(29));
    check(&rules(14), 10, Err("the time was used up"));
}

#[test]
fn ignores_exploding_declarations() {
    let domain = many(100, |n| format!("(d {n})"));
    let rules = format!("{domain} (<= (base (q ?a ?b ?c ?e)) (d ?a) (d ?b) (d ?c) (d ?e))");
    check(&rules, 100_000, Ok(1));
}

#[test]
fn stops_exploding_joins() {
    let domain = many(100, |n| format!("(d {n})"));
    let body = "(d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g)";
    let all = format!("{domain} (<= (next (q ?a ?b ?c ?e ?f ?g)) {body})");
    check(&all, 1_000_000, Err("the limit of 256 MiB was reached"));
    let none = format!("{domain} (<= (next q) {body} (not (d ?g)))");
    check(&none, 100, Ok(1));
    let repeated = format!(
        "{domain} (<= (e ?x ?y) (d ?x) (d ?y) (distinct ?x ?y)) (<= (next q) (e ?a ?b) (e ?c ?c) (r ?b ?c)) (r 1 2)"
    );
    check(&repeated, 100, Ok(1));
}

#[test]
fn planning_of_long_rules_heeds_the_deadline() {
    // Each condition may be matched first, and each such plan takes quadratic time.
    let body = many(30_000, |_| "(true (f ?x))".to_string());
    let rules = format!("{FRAME} (<= (next (f 1)) {body})");
    let rules = playable_by_force(&Sheet::read(rules)).expect("playable rules");
    let options = GroundOptions {
        limits: Limits {
            deadline: Deadline::after(Duration::from_millis(100)),
            ..Limits::default()
        },
        condense: false,
        ..GroundOptions::default()
    };
    let start = Instant::now();
    let told = ground(&rules, &options)
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert!(told.starts_with("the time was used up"), "{told}");
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
}
