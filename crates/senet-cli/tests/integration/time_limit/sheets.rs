//! Slow sheets: each is small or quickly made, and each makes some command work for minutes.

use std::fmt::Write;

/// The name and the rules of a sheet.
pub type Slow = (&'static str, String);

/// All slow sheets. Each has the one role `a`.
pub fn all() -> Vec<Slow> {
    vec![
        ("chained", chained_rules(3000)),
        ("arguments", many_arguments(600)),
        ("closure", transitive_closure(2500)),
        ("fluents", many_fluents(40, 5)),
        ("endless", endless()),
        ("symmetric", symmetric(14)),
        ("product", cross_product(60)),
        ("board", huge_board(2000)),
        ("layers", many_boards(1500, 40)),
        ("counter", deep_counter(4900)),
        ("moves", many_moves(300)),
        ("doubling", doubling_terms()),
        ("conditions", many_conditions(30_000)),
        ("alternatives", many_alternatives(15)),
    ]
}

/// The rules that every sheet needs besides its slow part. `s` counts from 0 to 3.
const COMMON: &str = "(role a) (init (s 0)) (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (next (s ?n)) (true (s ?m)) (succ ?m ?n))
    (<= terminal (true (s 3))) (goal a 50)\n";

/// A game of three steps with one move.
fn short_game(slow_part: &str) -> String {
    format!("{COMMON}(legal a x)\n{slow_part}")
}

/// Each helper adds a condition to the one before.
fn chained_rules(length: usize) -> String {
    let mut text = String::from("(<= h0 (true (s ?x)))\n");
    for n in 0..length {
        let _ = writeln!(text, "(<= h{} h{n} (true (s ?x{n})))", n + 1);
    }
    short_game(&format!("{text}(<= (next r) h{length})"))
}

/// A fluent and a static relation with very many arguments, which rotate.
fn many_arguments(arity: usize) -> String {
    let words = |prefix: &str, from: usize| {
        let all = (0..arity).map(|n| format!("{prefix}{}", (n + from) % arity));
        all.collect::<Vec<_>>().join(" ")
    };
    let (first, before, after) = (words("", 0), words("?x", 0), words("?x", 1));
    let pairs: String = (3..arity)
        .map(|n| format!("(succ {n} {}) ", n + 1))
        .collect();
    short_game(&format!(
        "{pairs}(p {first}) (<= (p {after}) (p {before}))
         (init (f {first})) (<= (next (f {after})) (true (f {before})))"
    ))
}

/// The transitive closure of a random graph.
fn transitive_closure(nodes: usize) -> String {
    let mut text = String::new();
    for n in 0..nodes {
        let (one, other) = ((n * 1_919 + 7) % nodes, (n * 838 + 41) % nodes);
        let _ = writeln!(text, "(e {n} {one}) (e {n} {other})");
    }
    short_game(&format!(
        "{text}(<= (far ?x ?y) (e ?x ?y)) (<= (far ?x ?z) (far ?x ?y) (e ?y ?z))
         (<= (next (seen ?x ?y)) (far ?x ?y) (true (s ?n)))"
    ))
}

/// All tuples of some constants become fluents.
fn many_fluents(constants: usize, arity: usize) -> String {
    let facts: String = (0..constants).map(|n| format!("(d {n}) ")).collect();
    let variables: Vec<String> = (0..arity).map(|n| format!("?v{n}")).collect();
    let conditions: String = variables.iter().map(|v| format!("(d {v}) ")).collect();
    let head = variables.join(" ");
    short_game(&format!(
        "{facts}(<= (next (f {head})) {conditions} (true (s 0)))"
    ))
}

/// A match that never ends, with one choice in each step.
fn endless() -> String {
    "(role a) (init on) (legal a x) (legal a y) (<= (next on) (true on)) (<= (next on) (does a x))
     (<= terminal (true off)) (goal a 50)"
        .to_string()
}

/// A rook's graph: every cell looks like every other.
fn symmetric(side: usize) -> String {
    let mut text = String::new();
    for x in 0..side {
        for y in 0..side {
            for other in (0..side).filter(|&other| other != x) {
                let _ = write!(text, "(adj c{x}x{y} c{other}x{y}) ");
            }
            for other in (0..side).filter(|&other| other != y) {
                let _ = write!(text, "(adj c{x}x{y} c{x}x{other}) ");
            }
        }
    }
    short_game(&format!(
        "{text}(init (at c0x0)) (<= (legal a (go ?y)) (true (at ?x)) (adj ?x ?y))
         (<= (next (at ?y)) (does a (go ?y)))"
    ))
}

/// A rule with four independent conditions.
fn cross_product(constants: usize) -> String {
    let facts: String = (0..constants).map(|n| format!("(d {n}) ")).collect();
    short_game(&format!(
        "{facts}(<= (legal a (go ?p ?q ?r ?t)) (d ?p) (d ?q) (d ?r) (d ?t))
         (<= (next (at ?p ?q)) (does a (go ?p ?q ?r ?t)) (distinct ?r ?t))"
    ))
}

/// A board with millions of cells.
fn huge_board(side: usize) -> String {
    let rows: String = (3..side)
        .map(|n| format!("(succ {n} {}) ", n + 1))
        .collect();
    short_game(&format!(
        "{rows}(<= (index ?x) (succ ?x ?y)) (<= (init (cell ?x ?y b)) (index ?x) (index ?y))
         (<= (legal a (mark ?x ?y)) (true (cell ?x ?y b)))
         (<= (next (cell ?x ?y z)) (does a (mark ?x ?y)))
         (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (does a (mark ?u ?v)) (distinct ?x ?u))"
    ))
}

/// Very many fluents that are boards of their own.
fn many_boards(boards: usize, side: usize) -> String {
    let rows: String = (3..side)
        .map(|n| format!("(succ {n} {}) ", n + 1))
        .collect();
    let mut text = format!("{rows}(<= (index ?x) (succ ?x ?y))");
    for n in 0..boards {
        let _ = writeln!(
            text,
            "(init (b{n} 0 1)) (<= (legal a (m{n} ?x ?y)) (true (b{n} ?x ?y)))
             (<= (next (b{n} ?y ?z)) (true (b{n} ?x ?y)) (succ ?y ?z))
             (<= (next (b{n} ?x ?y)) (does a (m{n} ?x ?y)))"
        );
    }
    format!("{COMMON}(legal a x)\n{text}")
}

/// A counter of very many steps.
fn deep_counter(steps: usize) -> String {
    let rows: String = (0..steps).map(|n| format!("(t {n} {}) ", n + 1)).collect();
    format!(
        "(role a) {rows} (init (step 0)) (legal a x) (legal a y) (goal a 50)
         (<= (next (step ?n)) (true (step ?m)) (t ?m ?n)) (<= terminal (true (step {steps})))"
    )
}

/// Very many moves in every state, and a different state after each.
fn many_moves(constants: usize) -> String {
    let facts: String = (0..constants).map(|n| format!("(d {n}) ")).collect();
    format!(
        "(role a) {facts} (init (at 0 0)) (<= (legal a (go ?x ?y)) (d ?x) (d ?y))
         (<= (next (at ?x ?y)) (does a (go ?x ?y)))
         (<= (next (was ?x ?y)) (true (at ?x ?y))) (<= (next (was ?x ?y)) (true (was ?x ?y)))
         (<= terminal (true (was 299 299))) (goal a 50)"
    )
}

/// A rule that repeats a condition very often.
fn many_conditions(count: usize) -> String {
    short_game(&format!("(<= (next u) {})", "(true (s ?x)) ".repeat(count)))
}

/// A rule with two to the power of `count` combinations.
fn many_alternatives(count: usize) -> String {
    short_game(&format!(
        "(<= (next u) {})",
        "(or (true (s 1)) (true (s 2))) ".repeat(count)
    ))
}

/// A term that doubles in every step.
fn doubling_terms() -> String {
    "(role a) (init (f z)) (legal a x) (<= (next (f (g ?x ?x))) (true (f ?x)))
     (<= terminal (true (f y))) (goal a 50)"
        .to_string()
}
