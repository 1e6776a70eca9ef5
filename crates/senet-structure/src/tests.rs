use super::*;
use senet_gdl::{Sheet, Symbol};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Compares the structure of some rules with the expected lines, one for each finding.
fn check(rules: &str, expected: &[&str]) {
    let description = Sheet::read(rules).description;
    let found = describe(&description);
    let expected: Vec<String> = expected.iter().map(|&line| line.to_owned()).collect();
    assert_eq!(found, expected, "{rules}");
}

fn describe(description: &Description) -> Vec<String> {
    let structure = Structure::of(description, &Deadline::never()).unwrap();
    let name = |symbol: Symbol| description.symbols.spelling(symbol).to_owned();
    let names = |row: &[Symbol]| row.iter().map(|&s| name(s)).collect::<Vec<_>>().join(" ");
    let mut lines = Vec::new();
    for successor in &structure.successors {
        let way = if successor.both_ways {
            " both ways"
        } else {
            ""
        };
        for chain in &successor.chains {
            let (row, end) = (names(&chain.elements), format!("{:?}", chain.end));
            let relation = name(successor.relation);
            lines.push(format!("{relation}{way}: {row}, {}", end.to_lowercase()));
        }
    }
    for counter in &structure.counters {
        let (fluent, relation) = (name(counter.fluent), name(counter.relation));
        let (start, limits) = (name(counter.start), names(&counter.limits));
        let way = if counter.is_countdown { "down" } else { "up" };
        lines.push(format!(
            "counter {fluent} by {relation}: {way} from {start} to {limits}"
        ));
    }
    for board in &structure.boards {
        let coordinates: Vec<_> = board
            .coordinates
            .iter()
            .map(|c| format!("{}: {}", c.index, names(&c.values)))
            .collect();
        let markers: Vec<_> = board
            .markers
            .iter()
            .map(|m| {
                let piece = if m.is_piece { " (piece)" } else { "" };
                format!("{} {}{piece}", m.count, names(&m.contents))
            })
            .collect();
        let (fluent, coordinates) = (name(board.fluent), coordinates.join(", "));
        lines.push(format!(
            "board {fluent}: {coordinates}; {}",
            markers.join(", ")
        ));
    }
    lines
}

#[test]
fn finds_chains_but_not_lookup_tables() {
    let used = "(<= (near ?a ?b) (r ?a ?b)) (<= (near ?a ?b) (near ?b ?a))";
    check(
        &format!("(r a b) (r c d) (r b c) {used}"),
        &["r: a b c d, open"],
    );
    check(
        &format!("(r a b) (r b c) (r c a) {used}"),
        &["r: a b c, cyclic"],
    );
    check(
        &format!("(r a b) (r b c) (r c c) {used}"),
        &["r: a b c, stays"],
    );
    check(
        &format!("(r a b) (r b a) (r b c) (r c b) {used}"),
        &["r both ways: a b c, open"],
    );
    check(
        &format!("(r a b) (r b c) (r 1 2) {used}"),
        &["r: a b c, open", "r: 1 2, open"],
    );
    // No successor relations: branches, pairs of opponents, lookup tables between different classes, and relations
    // with rules.
    check(&format!("(r a b) (r a c) (r c d) {used}"), &[]);
    check(&format!("(r a b) (r b a) {used}"), &[]);
    check(
        "(r 0 10) (r 10 20) (r 20 30) (<= (goal p ?v) (true (n ?n)) (r ?n ?v))",
        &[],
    );
    check(&format!("(r a b) (r b c) (<= (r c ?x) (s ?x)) {used}"), &[]);
}

/// Each of many rules for `terminal` asks for a value that many rules reach. All pairs would take gigabytes.
#[test]
fn many_rules_may_test_a_counter_at_one_value() {
    let rules = format!(
        "(init (s 1)) (u 1 2) (u 2 3) (u 3 5) (<= (next (s ?y)) (true (s ?x)) (u ?x ?y)) {} {}",
        "(<= terminal (true (s z)))".repeat(20_000),
        "(<= (next (s z)) (true (s 5)))".repeat(20_000),
    );
    let structure = Structure::of(&Sheet::read(rules).description, &Deadline::never()).unwrap();
    assert_eq!(structure.counters[0].limits.len(), 1);
}

#[test]
fn finds_counters_that_no_move_changes() {
    let row = "(s 0 1) (s 1 2) (s 2 3) (init (step 0))";
    let count = "(<= (next (step ?n)) (true (step ?m)) (s ?m ?n))";
    let row_found = "s: 0 1 2 3, open";
    check(
        &format!("{row} {count} (<= terminal (true (step 3)))"),
        &[row_found, "counter step by s: up from 0 to 3"],
    );
    check(
        &format!("{row} {count} (<= terminal late) (<= late (true (step 2)))"),
        &[row_found, "counter step by s: up from 0 to 2"],
    );
    check(
        &format!(
            "{row} {count} (<= (next (step end)) (true (step 3))) (<= terminal (true (step end)))"
        ),
        &[row_found, "counter step by s: up from 0 to 3"],
    );
    check(
        "(s 0 1) (s 1 2) (init (left 2)) (<= (next (left ?m)) (true (left ?n)) (s ?m ?n)) (<= terminal (true (left 0)))",
        &["s: 0 1 2, open", "counter left by s: down from 2 to 0"],
    );
    // A fluent that depends on a move is not a step counter.
    let moved = "(<= (next (step ?n)) (does p go) (true (step ?m)) (s ?m ?n))";
    check(
        &format!("{row} {moved} (<= terminal (true (step 3)))"),
        &[row_found],
    );
}

#[test]
fn finds_coordinates_and_markers_of_boards() {
    check(
        "(role p) (s 1 2) (s 2 3) (init (at 1 1 king)) (init (at 2 1 man)) (init (at 3 1 man))
         (<= (next (at ?x ?z ?m)) (true (at ?x ?y ?m)) (s ?y ?z))
         (<= (next (at ?z ?y ?m)) (true (at ?x ?y ?m)) (s ?x ?z))",
        &[
            "s: 1 2 3, open",
            "board at: 0: 1 2 3, 1: 1 2 3; 1 king (piece), 2 man",
        ],
    );
    // Unordered coordinates are recognised by the moves that name them. Roles are not coordinates.
    check(
        "(role x) (role o) (cell a) (cell b) (<= (legal ?r (mark ?i ?j)) (role ?r) (cell ?i) (cell ?j))
         (<= (next (marked ?i ?j ?r)) (does ?r (mark ?i ?j)))",
        &["board marked: 0: a b, 1: a b; 0 x, 0 o"],
    );
    // The second argument is the height of a column, not a coordinate.
    check(
        "(s 1 2) (s 2 3) (init (high 1 1)) (init (high 2 1)) (init (high 3 1))
         (<= (next (high ?x ?z)) (true (high ?x ?y)) (s ?y ?z)) (<= (wide ?x) (s ?x ?y) (true (high ?x ?y)))",
        &["s: 1 2 3, open"],
    );
}

/// A relation whose arguments rotate by one place in each step, with this many arguments.
fn rotation(arity: usize) -> Description {
    let words = |prefix: &str, from: usize| {
        let all = (0..arity).map(|n| format!("{prefix}{}", (n + from) % arity));
        all.collect::<Vec<_>>().join(" ")
    };
    let (first, before, after) = (words("", 0), words("?x", 0), words("?x", 1));
    let text = format!("(role a) (init (p {first})) (<= (next (p {after})) (true (p {before})))");
    Sheet::read(text).description
}

#[test]
fn values_of_many_arguments_take_a_step_each() {
    let description = rotation(150);
    let values = ArgumentValues::of(&description, &Deadline::never()).unwrap();
    let name = description.symbols.get("p").unwrap();
    let at = |index| values.at(ArgumentPosition::new(name, 150, index)).count();
    assert!((0..150).all(|index| at(index) == 150));
    // One poll for each 1024 steps: a round over all arguments for each new value would poll more often.
    let looks = Arc::new(AtomicUsize::new(0));
    let counter = looks.clone();
    let deadline = Deadline::when(move || counter.fetch_add(1, Ordering::Relaxed) > 1000);
    assert!(ArgumentValues::of(&description, &deadline).is_ok());
    assert!(looks.load(Ordering::Relaxed) <= 150 * 150 / 1024 + 1);
}

#[test]
fn cancelled_deadline_ends_the_search_for_structure() {
    let description = rotation(400);
    let start = Instant::now();
    assert!(Structure::of(&description, &Deadline::when(|| true)).is_err());
    let survey = variants::survey(&description, &Deadline::when(|| true));
    assert!(!survey.is_complete && survey.variants.is_empty());
    assert!(start.elapsed() < Duration::from_secs(1));
}
