//! Short sheets that explode when they are evaluated: products, powers, recursion, long matches.

use fastrand::Rng;
use std::fmt::Write;

/// A whole game of one move, to which families add rules.
pub const SMALL_GAME: &str = "(role a) (init (s 1)) (legal a go) (legal a stay)\n\
    (<= (next (s 2)) (does a go)) (<= (next (s 1)) (does a stay)) (<= terminal (true (s 2))) (goal a 100)\n";

/// Repeats a text for the numbers of a range.
fn each(range: std::ops::Range<usize>, text: impl Fn(usize) -> String) -> String {
    range.map(text).collect::<Vec<_>>().join(" ")
}

/// Rules with many alternatives side by side, which multiply when they are written out.
pub fn flat_ors(rng: &mut Rng) -> String {
    let count = rng.usize(4..26);
    let ways = rng.usize(2..5);
    let ors = each(0..count, |n| {
        format!(
            "(or {})",
            each(0..ways, |way| format!("(true (f {n} {way}))"))
        )
    });
    let heads = [
        "(legal a (go x))",
        "(next (s 2))",
        "terminal",
        "(goal a 100)",
        "(p x)",
    ];
    let head = heads[rng.usize(..heads.len())];
    let use_it = "(<= (legal a (with ?x)) (p ?x))";
    format!("{SMALL_GAME}{use_it}\n(<= {head} {ors})\n(init (f 0 0))")
}

/// Alternatives inside of alternatives, also negated.
pub fn nested_ors(rng: &mut Rng) -> String {
    let mut literal = "(true (s 1))".to_string();
    for level in 0..rng.usize(3..40) {
        literal = match rng.usize(0..4) {
            0 => format!("(or (and {literal} (true (f {level}))) (true (g {level})))"),
            1 => format!("(or {literal} (or (true (f {level})) (true (g {level}))))"),
            2 => format!("(not (or {literal} (true (f {level}))))"),
            _ => format!("(and (or {literal} (true (f {level}))) (or {literal} (true s)))"),
        };
        if literal.len() > 100_000 {
            break;
        }
    }
    format!("{SMALL_GAME}(<= (legal a more) {literal})")
}

/// A rule that joins many relations without a common variable.
pub fn cross_product(rng: &mut Rng) -> String {
    let (values, arity) = (rng.usize(2..60), rng.usize(3..14));
    let facts = each(0..values, |n| format!("(d {n})"));
    let variables = each(0..arity, |n| format!("?v{n}"));
    let conditions = each(0..arity, |n| format!("(d ?v{n})"));
    let heads = [
        "(legal a (go #))",
        "(next (f #))",
        "(p #)",
        "(init (f #))",
        "(base (f #))",
    ];
    let head = heads[rng.usize(..heads.len())].replace('#', &variables);
    let last = "(<= terminal (p ?x ?y ?z))";
    format!("{SMALL_GAME}{facts}\n(<= {head} {conditions})\n{last}")
}

/// A game with 2ⁿ states for n bits.
pub fn exponential_fluents(rng: &mut Rng) -> String {
    let bits = rng.usize(4..24);
    let variables = each(0..bits, |n| format!("?b{n}"));
    let conditions = each(0..bits, |n| format!("(bit ?b{n})"));
    let zeros = each(0..bits, |_| "0".to_string());
    let mut moves = String::new();
    for n in 0..bits {
        let flipped = each(0..bits, |m| match m == n {
            true => "?x".to_string(),
            false => format!("?b{m}"),
        });
        write!(
            moves,
            "(<= (next (f {flipped})) (does a (flip {n} ?x)) (true (f {variables})))\n(<= (legal a (flip {n} ?x)) (bit ?x))\n"
        )
        .ok();
    }
    let base = match rng.bool() {
        true => format!("(<= (base (f {variables})) {conditions})"),
        false => String::new(),
    };
    format!("{SMALL_GAME}(bit 0) (bit 1) (init (f {zeros}))\n{moves}{base}")
}

/// Functions inside of functions, thousands deep.
pub fn deep_terms(rng: &mut Rng) -> String {
    let depth = 1 << rng.usize(3..17);
    let inside = if rng.bool() { "?x" } else { "b" };
    let term = format!("{}{inside}{}", "(f ".repeat(depth), ")".repeat(depth));
    let places = [
        format!("(init {term})"),
        format!("(<= (legal a {term}) (d ?x))"),
        format!("(<= (next (t {term})) (true (t ?x)))"),
        format!("(<= terminal (not (true {term})) (d ?x))"),
        format!("(<= (p ?x) (d ?x) (distinct ?x {term}))"),
    ];
    format!(
        "{SMALL_GAME}(d 1) (init (t 1))\n{}",
        places[rng.usize(..places.len())]
    )
}

/// Terms and bodies with thousands of parts.
pub fn long_terms(rng: &mut Rng) -> String {
    let count = 1 << rng.usize(5..17);
    let words = each(0..count, |n| format!("c{}", n % 97));
    let places = [
        format!("(init (f {words}))"),
        format!("(legal a (go {words}))"),
        format!("(<= (next (f {words})) (does a go))"),
        format!(
            "(<= (p x) {})",
            each(0..count, |n| format!("(true (f {n}))"))
        ),
        format!(
            "(<= (p x) {})",
            each(0..count.min(3000), |n| format!("(q ?a{n} ?a{})", n + 1))
        ),
    ];
    format!(
        "{SMALL_GAME}(q 1 1) (<= terminal (p x))\n{}",
        places[rng.usize(..places.len())]
    )
}

/// Relations with hundreds of arguments that rotate.
pub fn huge_arity(rng: &mut Rng) -> String {
    let arity = rng.usize(20..1200);
    let values = each(0..arity, |n| format!("c{n}"));
    let from = each(0..arity, |n| format!("?x{n}"));
    let to = each(0..arity, |n| format!("?x{}", (n + 1) % arity));
    format!(
        "{SMALL_GAME}(init (row {values}))\n(<= (next (row {to})) (true (row {from})))\n\
         (<= (legal a (see ?x0)) (true (row {from})))"
    )
}

/// Recursion whose terms grow without end.
pub fn endless_recursion(rng: &mut Rng) -> String {
    let rules = [
        "(p z) (<= (p (s ?x)) (p ?x)) (<= (legal a (go ?x)) (p ?x))",
        "(p z z) (<= (p ?y (s ?x)) (p ?x ?y)) (<= (next (f ?x)) (p ?x ?y))",
        "(<= (p ?x) (q ?x)) (<= (q (s ?x)) (p ?x)) (q z) (<= terminal (p (s (s (s ?x)))))",
        "(<= (init (f (s ?x))) (init (f ?x))) (init (f z))",
        "(<= (goal a (s ?x)) (goal a ?x)) (goal a 0)",
        "(p z) (<= (p (c ?x ?y)) (p ?x) (p ?y)) (<= (legal a ?x) (p ?x))",
    ];
    format!("{SMALL_GAME}{}", rules[rng.usize(..rules.len())])
}

/// Matches without end, some with states that grow.
pub fn endless_match(rng: &mut Rng) -> String {
    let roles = each(0..rng.usize(1..4), |n| {
        format!("(role r{n}) (goal r{n} 50) (legal r{n} go)")
    });
    let rules = [
        "(init (n z)) (<= (next (n (s ?x))) (true (n ?x)))",
        "(init (n 0)) (<= (next (n 1)) (true (n 0))) (<= (next (n 0)) (true (n 1)))",
        "(init (n z)) (<= (next (n ?x)) (true (n ?x))) (<= (next (n (s ?x))) (true (n ?x)))",
        "(init (n z)) (<= (next (n (c ?x ?x))) (true (n ?x)))",
    ];
    format!(
        "{roles}\n{}\n(<= terminal (true never))",
        rules[rng.usize(..rules.len())]
    )
}

/// A match without end and without facts.
pub fn empty_endless_match(rng: &mut Rng) -> String {
    let moves = each(0..rng.usize(1..200), |n| format!("(legal a m{n})"));
    format!(
        "(role a) {moves} (goal a 100) (<= terminal (true over)) (<= (next (f x)) (true (f x)))"
    )
}

/// Numbers beyond every integer type.
pub fn huge_numbers(rng: &mut Rng) -> String {
    let numbers = [
        "9223372036854775808",
        "18446744073709551616",
        "-9223372036854775809",
        "2147483648",
        "1e308",
        "1e999",
        "0x7fffffff",
        "00000000000000000000100",
        "+100",
        "-0",
    ];
    let long = "9".repeat(1 << rng.usize(4..17));
    let pick = |rng: &mut Rng| match rng.usize(..=numbers.len()) {
        0 => long.clone(),
        n => numbers[n - 1].to_string(),
    };
    let (one, two, three) = (pick(rng), pick(rng), pick(rng));
    format!(
        "(role a) (init (n {one})) (legal a {two}) (legal a 1)\n(succ {one} {two}) (succ {two} {three})\n\
         (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= terminal (not (true (n {one}))))\n(<= (goal a {three}) terminal)\n\
         (<= (goal a 50) (not terminal))"
    )
}

/// Thousands of rules, in a chain or side by side.
pub fn many_rules(rng: &mut Rng) -> String {
    let count = 1 << rng.usize(6..15);
    let rules = match rng.usize(0..3) {
        0 => each(0..count, |n| format!("(<= (p{} ?x) (p{n} ?x))", n + 1)),
        1 => each(0..count, |n| {
            format!("(<= (legal a (m {n} ?x)) (p0 ?x) (true (s ?y)))")
        }),
        _ => each(0..count, |n| {
            format!("(<= (q ?x {n}) (p0 ?x) (not (r ?x {n})))")
        }),
    };
    format!("{SMALL_GAME}(p0 1) (p0 2) (<= (legal a (last ?x)) (p{count} ?x))\n{rules}")
}

/// Thousands of relations, functions and constants.
pub fn many_relations(rng: &mut Rng) -> String {
    let count = 1 << rng.usize(6..15);
    let facts = each(0..count, |n| format!("(rel{n} (fun{n} con{n}))"));
    let fluents = each(0..count.min(4000), |n| format!("(init (flu{n} con{n}))"));
    let frames = each(0..count.min(4000), |n| {
        format!("(<= (next (flu{n} ?x)) (true (flu{n} ?x)))")
    });
    format!("{SMALL_GAME}{facts}\n{fluents}\n{frames}")
}

/// Joins over a random graph, where the order of conditions matters.
pub fn random_joins(rng: &mut Rng) -> String {
    let (nodes, degree) = (rng.usize(10..1500), rng.usize(1..4));
    let edges: Vec<_> = (0..nodes * degree)
        .map(|n| format!("(e {} {})", n / degree, rng.usize(..nodes)))
        .collect();
    let length = rng.usize(2..9);
    let path = each(0..length, |n| format!("(e ?x{n} ?x{})", n + 1));
    let heads = [
        "(legal a (go ?x0 ?x1))",
        "(next (at ?x0))",
        "(p ?x0)",
        "terminal",
    ];
    let head = heads[rng.usize(..heads.len())];
    let closure =
        "(<= (t ?x ?y) (e ?x ?y)) (<= (t ?x ?z) (t ?x ?y) (t ?y ?z)) (<= (goal a 0) (t 0 0))";
    let closure = if rng.bool() { closure } else { "" };
    format!(
        "{SMALL_GAME}{}\n(<= {head} {path} (e ?x{length} ?x0))\n{closure}",
        edges.join(" ")
    )
}

/// Hundreds of roles that move at the same time.
pub fn many_roles(rng: &mut Rng) -> String {
    let count = rng.usize(5..400);
    let roles = each(0..count, |n| format!("(role r{n}) (goal r{n} {})", n % 101));
    format!(
        "{roles}\n(init (s 1)) (<= (legal ?r a) (role ?r)) (<= (legal ?r b) (role ?r))\n\
         (<= (next (s ?r)) (does ?r a)) (<= terminal (not (true (s 1))))"
    )
}
