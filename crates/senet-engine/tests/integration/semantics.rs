//! The semantics of rules, case by case, on all back ends with single queries.

use senet_engine::{
    BuildLimits, Circuit, Game, Interpreter, MoveId, QueryLimits, Reference, Stopped,
};
use senet_gdl::{Deadline, Description, Sheet, playable_by_force};
use senet_ground::{GroundOptions, ground};
use std::fmt::Write;

type Builder = fn(&Description, QueryLimits) -> Result<Box<dyn Game>, Stopped>;

/// The back ends that derive facts for each query, and therefore have limits for it.
const WITH_QUERY_LIMITS: [(&str, Builder); 2] = [
    ("reference", |rules, limits| {
        Ok(Box::new(Reference::new(rules, limits)?))
    }),
    ("interpreter", |rules, limits| {
        Ok(Box::new(Interpreter::new(rules, limits)?))
    }),
];

/// The back end on grounded rules.
const CIRCUIT: (&str, Builder) = ("circuit", |rules, _| {
    let grounded = ground(rules, &GroundOptions::default()).expect("the rules of this test ground");
    Ok(Box::new(
        Circuit::new(&grounded, &BuildLimits::default()).unwrap(),
    ))
});

/// Plays the joint moves (one text per role, separated by commas) and compares the answers about
/// each state.
fn check(rules: &str, joints: &[&str], expected: &str) {
    check_within(QueryLimits::default(), rules, joints, expected);
    check_on(CIRCUIT, QueryLimits::default(), rules, joints, expected);
}

/// The same for the back ends with query limits.
fn check_within(limits: QueryLimits, rules: &str, joints: &[&str], expected: &str) {
    for back_end in WITH_QUERY_LIMITS {
        check_on(back_end, limits.clone(), rules, joints, expected);
    }
}

fn check_on(
    (name, build): (&str, Builder),
    limits: QueryLimits,
    rules: &str,
    joints: &[&str],
    expected: &str,
) {
    let sheet = Sheet::read(rules);
    let rules = playable_by_force(&sheet).expect("the rules of this test are playable");
    let text = build(&rules, limits)
        .and_then(|game| answers(&*game, joints))
        .unwrap_or_else(|stopped| format!("stopped: {stopped}"));
    let trimmed = |text: &str| {
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        lines.join("\n").trim().to_string()
    };
    assert_eq!(trimmed(&text), trimmed(expected), "{name}");
}

fn answers(game: &dyn Game, joints: &[&str]) -> Result<String, Stopped> {
    let mut text = String::new();
    let mut state = game.initial()?;
    for step in 0..=joints.len() {
        let end = if game.is_terminal(&state)? {
            " end"
        } else {
            ""
        };
        writeln!(text, "{}{end}", game.fluents(&state).join(" ")).unwrap();
        for (role, name) in game.roles().iter().enumerate() {
            let moves = game.legal(&state, role)?;
            let moves: Vec<_> = moves.iter().map(|&m| game.move_name(role, m)).collect();
            let goal = match game.goal(&state, role)? {
                senet_engine::Goal::Value(value) => value.to_string(),
                senet_engine::Goal::Invalid(texts) => format!("[{}]", texts.join(" ")),
            };
            writeln!(text, "{name}: {} -> {goal}", moves.join(" ")).unwrap();
        }
        if let Some(joint) = joints.get(step) {
            let joint = read_joint(game, joint);
            for (role, name) in game.roles().iter().enumerate() {
                let seen = game.sees(&state, &joint, role)?;
                if !seen.is_empty() {
                    writeln!(text, "{name} sees {}", seen.join(" ")).unwrap();
                }
            }
            state = game.next(&state, &joint)?;
        }
    }
    Ok(text)
}

fn read_joint(game: &dyn Game, joint: &str) -> Vec<MoveId> {
    let moves = joint.split(',').enumerate();
    moves
        .map(|(role, text)| game.find_move(role, text.trim()).expect("a known move"))
        .collect()
}

#[test]
fn state_contains_only_what_next_derives() {
    check(
        "(role a) (init (p 1)) (init kept) (<= (next (p 2)) (does a go)) (<= (next kept) (true kept) (does a stay))
         (<= (legal a go) (true (p ?x))) (legal a stay) (<= terminal (not (true (p 1)))) (goal a 50)",
        &["stay", "go"],
        "(p 1) kept
         a: go stay -> 50
         kept end
         a: stay -> 50
         (p 2) end
         a: go stay -> 50",
    );
}

#[test]
fn next_reads_all_moves_and_legal_reads_none() {
    check(
        "(role a) (role b) (init s) (legal a x) (legal a y) (legal b x) (legal b y)
         (<= (legal a z) (does a x))
         (<= (next (same ?m)) (does a ?m) (does b ?m)) (<= (next (pair ?m ?n)) (does a ?m) (does b ?n))
         (<= terminal (true (same ?m))) (goal a 0) (goal b 0)",
        &["x, y", "y, y"],
        "s
         a: x y -> 0
         b: x y -> 0
         (pair x y)
         a: x y -> 0
         b: x y -> 0
         (pair y y) (same y) end
         a: x y -> 0
         b: x y -> 0",
    );
}

#[test]
fn ignores_moves_of_non_roles() {
    check(
        "(role a) (init s) (legal a (put 1 b)) (legal b x) (legal (f a) y) terminal (goal a 1) (goal b 2)",
        &[],
        "s end
         a: (put 1 b) -> 1",
    );
}

#[test]
fn reports_goals_that_are_not_one_integer() {
    check(
        "(role a) (role b) (role c) (init s) (legal a x) (legal b x) (legal c x) terminal
         (goal a 10) (goal a 90) (<= (goal a 10) (true s)) (goal b half)",
        &[],
        "s end
         a: x -> [10 90]
         b: x -> [half]
         c: x -> []",
    );
}

#[test]
fn evaluates_nested_connectives() {
    check(
        "(role a) (n 1) (n 2) (n 3) (n 4) (even 2) (even 4) (init (at 2)) terminal (goal a 0)
         (<= (legal a (or ?x)) (n ?x) (or (distinct ?x 1) (even 3)) (or (not (even ?x)) (true (at ?x))))
         (<= (legal a (not ?x)) (n ?x) (not (or (even ?x) (true (at 3)) (not (n ?x)))))
         (<= (legal a (eq ?x)) (n ?x) (n ?y) (even ?y) (not (distinct ?x ?y)))
         (<= (legal a (bind ?x)) (or (and (even ?x) (distinct ?x 2)) (true (at ?x))))
         (<= (legal a (nand ?x)) (n ?x) (not (and (even ?x) (not (true (at ?x))))))
         (<= (legal a never) (or))
         (<= (legal a always) (and))",
        &[],
        "(at 2) end
         a: (bind 2) (bind 4) (eq 2) (eq 4) (nand 1) (nand 2) (nand 3) (not 1) (not 3) (or 2) (or 3) always -> 0",
    );
}

#[test]
fn distinct_compares_terms() {
    check(
        "(role a) (init (pair (f 1) (f 1))) (init (pair (f 1) (f 2))) (init (pair 1 (f 1))) terminal (goal a 0)
         (<= (legal a (same ?x)) (true (pair ?x ?y)) (not (distinct ?x ?y)))
         (<= (legal a (differ ?x ?y)) (true (pair ?x ?y)) (distinct ?x ?y))
         (<= (legal a (inside ?x)) (true (pair (f ?x) (f ?y))) (distinct ?x ?y))",
        &[],
        "(pair (f 1) (f 1)) (pair (f 1) (f 2)) (pair 1 (f 1)) end
         a: (differ (f 1) (f 2)) (differ 1 (f 1)) (inside 1) (same (f 1)) -> 0",
    );
}

#[test]
fn repeated_variable_requires_equal_arguments() {
    check(
        "(role a) (init (pair 1 1)) (init (pair 1 2)) (init (pair (f 3) (f 3))) terminal (goal a 0)
         (<= (legal a ?x) (true (pair ?x ?x))) (<= (legal a (in ?x)) (true (pair (f ?x) (f ?x))))",
        &[],
        "(pair (f 3) (f 3)) (pair 1 1) (pair 1 2) end
         a: (f 3) (in 3) 1 -> 0",
    );
}

#[test]
fn negation_reads_completed_recursion() {
    check(
        "(role a) (edge 1 2) (edge 2 3) (edge 3 1) (edge 4 5) (node 1) (node 2) (node 3) (node 4) (node 5)
         (init (at 1)) (init (shut 3)) (goal a 0)
         (<= (reach ?x) (true (at ?x))) (<= (reach ?y) (reach ?x) (open ?x ?y))
         (<= (open ?x ?y) (edge ?x ?y) (not (true (shut ?y))))
         (<= (legal a (cut ?x)) (node ?x) (not (reach ?x))) (<= (legal a (go ?x)) (reach ?x))
         (<= (next (at ?x)) (does a (go ?x)))
         (<= terminal (reach 3))
         (<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))
         (<= (legal a (loop ?x)) (path ?x ?x))",
        &["(go 2)"],
        "(at 1) (shut 3)
         a: (cut 3) (cut 4) (cut 5) (go 1) (go 2) (loop 1) (loop 2) (loop 3) -> 0
         (at 2) end
         a: (cut 4) (cut 5) (go 1) (go 2) (go 3) (loop 1) (loop 2) (loop 3) -> 0",
    );
}

#[test]
fn evaluates_mutual_recursion() {
    check(
        "(role a) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (init (n 4)) terminal (goal a 0)
         (even 0) (<= (even ?y) (odd ?x) (succ ?x ?y)) (<= (odd ?y) (even ?x) (succ ?x ?y))
         (<= (legal a ?x) (odd ?x)) (<= (legal a even) (true (n ?x)) (even ?x))",
        &[],
        "(n 4) end
         a: 1 3 even -> 0",
    );
}

#[test]
fn relation_may_negate_its_other_facts() {
    check(
        "(role a) (role b) (init (won a)) (legal a x) (legal b x) terminal
         (<= (goal ?r 0) (role ?r) (not (goal ?r 100))) (<= (goal ?r 100) (true (won ?r)))",
        &[],
        "(won a) end
         a: x -> 100
         b: x -> 0",
    );
}

#[test]
fn arities_distinguish_relations() {
    check(
        "(role a) (p 1) (p 1 2) p (init (p 1)) (init p) terminal (goal a 0)
         (<= (legal a (one ?x)) (p ?x)) (<= (legal a (two ?x ?y)) (p ?x ?y)) (<= (legal a none) p)
         (<= (legal a (state ?x)) (true (p ?x)))",
        &[],
        "(p 1) p end
         a: (one 1) (state 1) (two 1 2) none -> 0",
    );
}

#[test]
fn init_is_derived_from_the_empty_state() {
    check(
        "(role a) (n 1) (n 2) (<= (init (p ?x)) (n ?x) (not (true (p 1)))) (<= (init never) (true (p 1)))
         (legal a x) terminal (goal a 0)",
        &[],
        "(p 1) (p 2) end
         a: x -> 0",
    );
}

#[test]
fn sees_reads_the_old_state_and_the_moves() {
    check(
        "(role a) (role random) (init (n 0)) (legal a look) (legal random (roll 1)) (legal random (roll 2))
         (<= (next (n ?x)) (does random (roll ?x)))
         (<= (sees a (was ?x)) (does a look) (true (n ?x))) (<= (sees a ?m) (does random ?m))
         (<= terminal (true (n 2))) (goal a 0) (goal random 0)",
        &["look, (roll 2)"],
        "(n 0)
         a: look -> 0
         random: (roll 1) (roll 2) -> 0
         a sees (roll 2) (was 0)
         (n 2) end
         a: look -> 0
         random: (roll 1) (roll 2) -> 0",
    );
}

#[test]
fn ignores_letter_case() {
    check(
        "(Role Red) (INIT (Cell A)) (<= (Legal RED (Take ?X)) (True (cell ?x))) TERMINAL (Goal red 100)",
        &[],
        "(cell a) end
         red: (take a) -> 100",
    );
}

#[test]
fn stops_at_terms_that_nest_forever() {
    check_within(
        QueryLimits::default(),
        "(role a) (init s) (legal a x) terminal (goal a 0) (<= (n (s ?x)) (n ?x)) (n 0) (<= (legal a ?x) (n ?x))",
        &[],
        "stopped: terms of `n` nest deeper than 256: its recursion seems to be infinite, so bound it by a condition",
    );
}

#[test]
fn long_derivations_need_no_deep_stack() {
    const LENGTH: usize = 20_000;
    let chain: String = (0..LENGTH)
        .map(|n| format!("(succ {n} {}) ", n + 1))
        .collect();
    check(
        &format!(
            "(role a) {chain} (init (at {LENGTH})) terminal (goal a 0)
             (<= (up ?x) (true (at ?x))) (<= (up ?x) (succ ?x ?y) (up ?y)) (<= (legal a (climb 0)) (up 0))"
        ),
        &[],
        &format!("(at {LENGTH}) end\na: (climb 0) -> 0"),
    );
}

#[test]
fn stops_at_too_many_facts() {
    let limits = QueryLimits {
        facts: 50,
        ..QueryLimits::default()
    };
    check_within(
        limits,
        "(role a) (init (d 1)) (init (d 2)) (init (d 3)) (init (d 4)) terminal (goal a 0)
         (<= (many ?x ?y ?z) (true (d ?x)) (true (d ?y)) (true (d ?z))) (<= (legal a (go ?x ?y ?z)) (many ?x ?y ?z))",
        &[],
        "stopped: more than 50 facts follow in one state, most of them of `many`: raise the limit or restrict the rules",
    );
}

#[test]
fn stops_at_the_watched_deadline() {
    let limits = QueryLimits {
        deadline: Deadline::when(|| true),
        ..QueryLimits::default()
    };
    let numbers: String = (0..60).map(|n| format!("(init (d {n})) ")).collect();
    check_within(
        limits,
        &format!(
            "(role a) {numbers} terminal (goal a 0)
             (<= (legal a (go ?x ?y ?z)) (true (d ?x)) (true (d ?y)) (true (d ?z)))"
        ),
        &[],
        "stopped: the time for this query is used up",
    );
}

#[test]
fn rejects_foreign_states_and_moves() {
    let sheet = Sheet::read("(role a) (init s) (legal a x) terminal (goal a 0)");
    let rules = playable_by_force(&sheet).expect("playable");
    for (name, build) in WITH_QUERY_LIMITS.into_iter().chain([CIRCUIT]) {
        let game = build(&rules, QueryLimits::default()).expect("small");
        let state = game.initial().expect("small");
        let misuse = |stopped: Stopped| matches!(stopped, Stopped::Misuse(_));
        assert!(game.next(&state, &[]).is_err_and(misuse), "{name}");
        assert!(
            game.next(&state, &[MoveId(77)]).is_err_and(misuse),
            "{name}"
        );
        assert!(game.legal(&state, 1).is_err_and(misuse), "{name}");
        let foreign = senet_engine::State::from_ids(vec![12_345]);
        assert!(game.is_terminal(&foreign).is_err_and(misuse), "{name}");
        assert_eq!(game.find_move(0, "unheard"), None, "{name}");
        assert_eq!(game.find_state(&["unheard".into()]), None, "{name}");
        assert_eq!(game.find_state(&["s".into()]), Some(state), "{name}");
    }
}

#[test]
fn recursive_relations_are_least_fixpoints() {
    check(
        "(role a) (init (at 1)) (init (gate 2)) (e 1 2) (e 2 3) (e 3 1) (e 4 5)
         (<= (open ?x ?y) (e ?x ?y) (not (true (gate ?y))))
         (<= (reach ?x) (true (at ?x))) (<= (reach ?y) (reach ?x) (open ?x ?y))
         (<= (legal a (go ?x)) (reach ?x)) (<= (next (at ?x)) (does a (go ?x)))
         (<= (linked ?x) (does a (go ?y)) (e ?y ?x)) (<= (linked ?y) (linked ?x) (e ?x ?y))
         (<= (next (near ?x)) (linked ?x)) (<= terminal (true (near 9))) (goal a 0)",
        &["(go 1)", "(go 3)"],
        "(at 1) (gate 2)
         a: (go 1) -> 0
         (at 1) (near 1) (near 2) (near 3)
         a: (go 1) (go 2) (go 3) -> 0
         (at 3) (near 1) (near 2) (near 3)
         a: (go 1) (go 2) (go 3) -> 0",
    );
}

#[test]
fn init_may_read_static_legal_goal_and_terminal() {
    check(
        "(role a) (legal a go) (goal a 5) terminal
        (<= (init p) (legal a go)) (<= (init q) terminal) (<= (init (g ?v)) (goal a ?v))",
        &[],
        "(g 5) p q end
        a: go -> 5",
    );
}

#[test]
fn stops_at_terms_that_double() {
    let steps: String = (0..60)
        .map(|n| format!("(<= (t{} (f ?x ?x)) (t{n} ?x))", n + 1))
        .collect();
    check_within(
        QueryLimits::default(),
        &format!(
            "(role a) (legal a go) (t0 1) {steps} (<= (init ?x) (t60 ?x)) terminal (goal a 0)"
        ),
        &[],
        "stopped: terms of `t20` have more than 1048576 symbols: they seem to double at every step, so split them into several facts",
    );
}
