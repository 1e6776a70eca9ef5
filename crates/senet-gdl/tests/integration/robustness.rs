//! Parsing and checking never panic and take nearly linear time. Playable rules have the guaranteed properties.

use crate::common::random_sheet;
use proptest::prelude::*;
use senet_gdl::{
    Dependencies, Severity, Sheet, check, clauses, explain, playable, playable_by_force,
    split_disjunctions, unsafe_uses,
};
use std::time::{Duration, Instant};

/// Linear algorithms need about a second for the sheets below, quadratic ones need hours.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// Checks a text and asserts that the problems and the playable rules are consistent.
fn examine(text: &str) {
    let sheet = Sheet::read(text);
    let problems = check(&sheet);
    for problem in &problems {
        assert!(
            explain(problem.code).is_some(),
            "{} has no manual entry",
            problem.code
        );
        let labels = problem.related.iter().map(|(_, label)| label);
        for said in labels.chain([&problem.message, &problem.help]) {
            assert!(said.len() < 1_000, "{}: {said}", problem.code);
        }
        let places = problem
            .related
            .iter()
            .map(|(span, _)| *span)
            .chain([problem.span]);
        for span in places {
            assert!(
                text.get(span.range()).is_some(),
                "{span:?} of {} is not inside the text",
                problem.code
            );
        }
    }
    let is_valid = problems
        .iter()
        .all(|problem| problem.severity() == Severity::Warning);
    assert_eq!(playable(&sheet).is_ok(), is_valid, "{text}");
    if let Ok(rules) = playable_by_force(&sheet) {
        assert!(!rules.roles().is_empty());
        assert!(rules.rules.iter().all(|rule| unsafe_uses(rule).is_empty()));
        assert!(Dependencies::of(&rules).negative_cycles().is_empty());
        assert!(clauses(&split_disjunctions(&rules)).is_ok());
    }
}

/// Returns a random sheet with some pieces removed, repeated or moved.
fn mutated(seed: u64) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let frame =
        "(role a) (role b) (legal a m) (<= (next (cell ?x)) (true (cell ?x)) (not (does a m)))\n";
    let mut words: Vec<String> = split(&(frame.to_string() + &random_sheet(seed)));
    for _ in 0..random.usize(0..8) {
        let at = random.usize(0..words.len());
        match random.u8(0..3) {
            0 => words[at].clear(),
            1 => words.insert(at, words[random.usize(0..words.len())].clone()),
            _ => {
                let other = random.usize(0..words.len());
                words.swap(at, other);
            }
        }
    }
    words.concat()
}

/// Splits a text after parentheses and white space.
fn split(text: &str) -> Vec<String> {
    let pieces = text.split_inclusive(['(', ')', ' ', '\n']);
    pieces.map(str::to_string).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn checks_random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        examine(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn checks_random_tokens(words in prop::collection::vec(
        prop::sample::select(vec!["(", "(", ")", ")", "<=", "not", "or", "and", "distinct", "true", "does", "role", "legal",
            "init", "goal", "terminal", "sees", "percept", "p", "Q", "?x", "?Y", "a", "100", "\n", ":-", "&", "~", "|", ",", "'"]),
        0..80,
    )) {
        examine(&words.join(" "));
    }

    #[test]
    fn checks_mutated_sheets(seed in any::<u64>()) {
        examine(&mutated(seed));
    }
}

/// Checks a large sheet within the time limit.
fn examine_large(what: &str, text: &str) {
    let start = Instant::now();
    examine(text);
    let taken = start.elapsed();
    eprintln!("{what}: {taken:.2?}");
    assert!(taken < TIME_LIMIT, "{what} takes {taken:?}");
}

const MANY: usize = 100_000;

fn repeated(make: impl Fn(usize) -> String) -> String {
    (0..MANY).map(make).collect()
}

#[test]
fn checks_many_small_rules_in_time() {
    examine_large("facts of one relation", &repeated(|n| format!("(p {n})\n")));
    examine_large("unused relations", &repeated(|n| format!("(p{n} a)\n")));
    examine_large(
        "unknown relations",
        &repeated(|n| format!("(<= terminal (name{n}x a))\n")),
    );
    examine_large("roles", &repeated(|n| format!("(role r{n})\n")));
    examine_large(
        "users of many facts",
        &repeated(|n| format!("(p {n} a)\n(<= (q {n}) (p ?x a))")),
    );
    examine_large("spellings", &repeated(|n| format!("(p N{n})\n(p n{n})\n")));
}

#[test]
fn checks_long_chains_and_cycles_in_time() {
    let chain = repeated(|n| format!("(<= p{n} p{})\n", n + 1));
    let end = format!("p{MANY}");
    examine_large(
        "a chain",
        &format!("(role a) (<= terminal p0) {chain} (<= {end} (does a b))"),
    );
    examine_large(
        "a cycle",
        &format!("(role a) (<= terminal p0) {chain} (<= {end} p0)"),
    );
    examine_large(
        "a negative cycle",
        &format!("(role a) (<= terminal p0) {chain} (<= {end} (not p0))"),
    );
    let negative = repeated(|n| format!("(<= p{n} (not p{}))\n", n + 1));
    examine_large(
        "a cycle of negations",
        &format!("(role a) (<= terminal p0) {negative} (<= {end} p0)"),
    );
    examine_large(
        "rules that negate each other",
        &repeated(|n| format!("(<= (p {n} ?x) (q ?x) (not (p ?y ?x)))")),
    );
    examine_large(
        "rules that negate others",
        &repeated(|n| format!("(<= (p {n} b) (not (p {n} a)))")),
    );
    examine_large(
        "recursive rules",
        &repeated(|n| format!("(<= (p ?x) (p (f {n} ?x)))")),
    );
}

#[test]
fn checks_huge_rules_in_time() {
    let literals = repeated(|n| format!("(q ?x{n})"));
    examine_large(
        "many conditions",
        &format!("(role a) (<= terminal {literals})"),
    );
    let variables = repeated(|n| format!("?x{n} "));
    examine_large(
        "many unsafe variables",
        &format!("(role a) (<= (p {variables}) (not (q {variables})))"),
    );
    let branches = repeated(|n| format!("(and (q ?x{n}) (distinct ?x{n} ?x))"));
    examine_large(
        "many branches",
        &format!("(role a) (<= terminal (q ?x) {literals} (or {branches}))"),
    );
    examine_large(
        "many arguments",
        &format!("(role a) (<= (p ?x) (p (f {variables})) (q {variables}))"),
    );
    examine_large(
        "disjunctions",
        &format!("(role a) (<= terminal {})", repeated(|_| "(or b c)".into())),
    );
}

#[test]
fn checks_bad_nesting_in_time() {
    examine_large("deep lists", &"(".repeat(MANY));
    examine_large("unopened lists", &")".repeat(MANY));
    examine_large("unclosed forms", &repeated(|n| format!("(p {n}\n")));
    examine_large(
        "deep terms",
        &repeated(|_| format!("(p {}a{})\n", "(f ".repeat(20), ")".repeat(20))),
    );
    let nested = format!("{}a{}", "(or b (not ".repeat(120), "))".repeat(120));
    examine_large("deep literals", &format!("(role a) (<= terminal {nested})"));
    examine_large("one long word", &"x".repeat(10 * MANY));
    examine_large("one line of control characters", &"\u{1} ".repeat(MANY));
}

/// Each of many problems names the same long word. Whole words would take gigabytes.
#[test]
fn messages_cut_long_names() {
    let long = "x".repeat(100_000);
    let uses = |condition: &str| condition.repeat(20_000);
    for rules in [
        format!(
            "(<= q {long})(<= {long} (true p))(<= (init a) {})",
            uses("q ")
        ),
        format!("(<= {long} {})(<= q {long})", uses("(not q) ")),
        format!(
            "(<= (p ?y) {})(<= (q {long}) (p a))",
            uses(&format!("(p (f {} ?x)) ", &long[..9]))
        ),
        format!(
            "(role {long})(<= (legal {long} m) {})",
            uses("(not (s ?z)) ")
        ),
        format!("(<= {long} (p {long}) (p ?{long} {long} {long}) (true {long}) (not (q ?{long})))"),
        format!(
            "(p {long})(p {})(legal {long} a)(goal {long} {long})",
            long.to_uppercase()
        ),
        format!("(init {long})(init ({long} a))({long} a)({long} a b)(p ({long} a b))(p ({long}))"),
    ] {
        examine_large("long names", &format!("(role a) {rules}"));
    }
}

/// A thousand conditions may match a thousand heads of 170 words each. Copies of the conditions for each head would take gigabytes.
#[test]
fn wide_conditions_are_not_copied_for_each_head() {
    let ones = "1 ".repeat(169);
    let each = |make: &dyn Fn(usize) -> String| (0..1000).map(make).collect::<String>();
    let facts = each(&|n| format!("(p a{n} {ones})"));
    let rules = each(&|n| format!("(<= (p b{n} {ones}) (p ?v {ones}) (dom ?v))"));
    let negation = format!("(<= (p c {ones}) (not (p a1 {ones})))");
    let sheet = Sheet::read(format!(
        "(role a)(dom a1)(<= terminal (p a1 {ones})) {facts} {rules} {negation}"
    ));
    let problems = playable_by_force(&sheet).expect_err("the rules are too large to split");
    assert!(problems.iter().any(|problem| problem.code == "E017"));
}
