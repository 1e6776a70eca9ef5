use super::*;
use crate::{LetterCase, Notation, Sheet, show, write};

/// Flattens a text and compares the resulting rules and the reported helpers.
fn check_with(options: &FlattenOptions, text: &str, expected: &str, left_alone: &[&str]) {
    let flat = flatten(&Sheet::read(text).description, options, &Deadline::never());
    assert_eq!(write(&flat.description, Notation::Prefix), expected);
    let symbols = &flat.description.symbols;
    let found: Vec<String> = flat
        .left_alone
        .iter()
        .map(|((name, arity), reason)| format!("{}/{arity}: {reason}", symbols.key(*name)))
        .collect();
    assert_eq!(found, left_alone);
}

fn check(text: &str, expected: &str, left_alone: &[&str]) {
    check_with(&FlattenOptions::default(), text, expected, left_alone);
}

#[test]
fn unfolds_helpers() {
    check(
        "(<= (next (p ?x)) (q ?x ?y) (r ?y))
         (<= (q ?a (f ?x)) (true (c ?a ?x)))
         (<= (r (f ?z)) (does ?z ?x) (s ?x)) (<= (s ?x) (true ?x)) (<= (s ?x) (not (true ?x)))",
        "(<= (next (p ?x)) (true (c ?x ?x_2)) (does ?x_2 ?x_3) (true ?x_3))\n\
         (<= (next (p ?x)) (true (c ?x ?x_2)) (does ?x_2 ?x_3) (not (true ?x_3)))\n",
        &[],
    );
}

#[test]
fn splits_disjunctions_into_rules() {
    check(
        "(<= (legal ?p go) (or (a ?p) (true (b ?p)))) (<= (a ?p) (true (c ?p)) (distinct ?p x))",
        "(<= (legal ?p go) (true (c ?p)) (distinct ?p x))\n(<= (legal ?p go) (true (b ?p)))\n",
        &[],
    );
}

#[test]
fn decides_table_conditions_with_at_most_one_match() {
    check(
        "(succ 1 2) (succ 2 3)
         (<= (next (n ?y)) (two ?x) (succ ?x ?y) (not (succ ?y 9)) (true (n ?x)))
         (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y) (not (succ ?y ?x)))
         (<= (two 2))",
        "(succ 1 2)\n(succ 2 3)\n\
         (<= (next (n 3)) (true (n 2)))\n\
         (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y) (not (succ ?y ?x)))\n",
        &["succ/2: it is a table of 2 facts"],
    );
    check("(<= (next p) (true p) (none ?x))", "", &[]);
    check(
        "(<= (next p) (not (static a)) (true p)) (<= (static b) (base-fact b)) (base-fact b) (base-fact c)",
        "(<= (next p) (true p))\n",
        &[],
    );
}

#[test]
fn keeps_recursive_and_negated_helpers() {
    check(
        "(<= (legal ?p go) (far ?p ?x) (not (near ?x)))
         (<= (far ?p ?x) (true (at ?p ?x))) (<= (far ?p ?x) (far ?p ?y) (true (edge ?y ?x)))
         (<= (near ?x) (true (at me ?x)))",
        "(<= (legal ?p go) (far ?p ?x) (not (near ?x)))\n\
         (<= (far ?p ?x) (true (at ?p ?x)))\n\
         (<= (far ?p ?x) (far ?p ?y) (true (edge ?y ?x)))\n\
         (<= (near ?x) (true (at me ?x)))\n",
        &["far/2: it is recursive", "near/1: a rule negates it"],
    );
}

#[test]
fn keeps_helpers_beyond_the_size_limits() {
    let options = FlattenOptions {
        rules_per_rule: 3,
        ..FlattenOptions::default()
    };
    check_with(
        &options,
        "(<= (next a) two three) (<= two (true a)) (<= two (true b)) (<= three (true c)) (<= three (true d)) (<= three (true e))",
        "(<= (next a) (true a) three)\n(<= (next a) (true b) three)\n\
         (<= three (true c))\n(<= three (true d))\n(<= three (true e))\n",
        &["three/0: unfolding it would exceed the size limit"],
    );
    let options = FlattenOptions {
        rules: 1,
        ..FlattenOptions::default()
    };
    check_with(
        &options,
        "(role x) (<= (next a) h) (<= h (true a))",
        "(role x)\n(<= (next a) h)\n(<= h (true a))\n",
        &["h/0: unfolding it would exceed the size limit"],
    );
}

#[test]
fn bounds_the_size_of_growing_terms() {
    let chain: String = (0..100)
        .map(|n| format!("(<= (p{n} ?x) (p{} (f ?x ?x)))", n + 1))
        .collect();
    let text = format!("(<= (next ?x) (true ?x) (p0 ?x)) {chain} (<= (p100 ?x) (true ?x))");
    let sheet = Sheet::read(text);
    let flat = flatten(
        &sheet.description,
        &FlattenOptions::default(),
        &Deadline::never(),
    );
    assert!(flat.description.rules.len() > 1);
    let written = write(&flat.description, Notation::Prefix);
    assert!(written.len() < 1_000_000);
    assert_eq!(Sheet::read(written).problems, []);
}

#[test]
fn unfolds_goal_and_terminal_on_request() {
    let text = "\
(<= terminal over)
(<= (goal x 1) over)
(<= over (true end))
(<= (init p) h)
(<= h q)
q
";
    check(text, text, &[]);
    let options = FlattenOptions {
        goal: true,
        terminal: true,
        ..FlattenOptions::default()
    };
    check_with(
        &options,
        text,
        "(<= terminal (true end))\n(<= (goal x 1) (true end))\n(<= (init p) h)\n(<= h q)\nq\n",
        &[],
    );
}

#[test]
fn keeps_rules_that_were_never_needed() {
    let sheet = Sheet::read("(<= (next a) h) (<= h (true a)) (<= idle h)");
    let flat = flatten(
        &sheet.description,
        &FlattenOptions::default(),
        &Deadline::never(),
    );
    assert_eq!(flat.description.rules.len(), 3);
    assert_eq!(flat.unfolded, []);
    let last = flat.description.rules.last().unwrap();
    assert_eq!(
        show(last, &flat.description.symbols, LetterCase::Folded).to_string(),
        "(<= idle h)"
    );
}

/// Rules in which each helper adds one condition to the one before.
fn chained_rules(length: usize) -> Description {
    let chain: String = (0..length)
        .map(|n| format!("(<= h{} h{n} (true (s ?x{n})))", n + 1))
        .collect();
    let text = format!("(role a) (<= h0 (true r)) {chain} (<= (next r) h{length})");
    Sheet::read(text).description
}

#[test]
fn each_rule_of_a_chain_is_tried_once() {
    let options = FlattenOptions {
        steps: 2 * 1000,
        ..FlattenOptions::default()
    };
    let flat = flatten(&chained_rules(1000), &options, &Deadline::never());
    assert!(flat.is_complete);
    // The rule is full after every 199 helpers. If the steps had run out, the last helper would remain.
    let left: Vec<&str> = flat
        .left_alone
        .iter()
        .map(|((name, _), _)| flat.description.symbols.key(*name))
        .collect();
    assert_eq!(left, ["h995"]);
}

#[test]
fn a_passed_deadline_leaves_the_rest_folded() {
    let flat = flatten(
        &chained_rules(100),
        &FlattenOptions::default(),
        &Deadline::when(|| true),
    );
    assert!(!flat.is_complete);
    assert_eq!(flat.description.rules.len(), 103);
    assert_eq!(flat.left_alone[0].1, NotUnfolded::OutOfTime);
}
