//! Results of grounding, case by case.

use senet_gdl::{Deadline, ScrambleOptions, Scrambled, Sheet, playable_by_force, scramble};
use senet_ground::{AtomKind, GroundError, GroundOptions, Grounded, Limits, StopReason, ground};

fn grounded(rules: &str) -> Grounded {
    let rules = playable_by_force(&Sheet::read(rules)).expect("playable rules");
    ground(&rules, &GroundOptions::default()).expect("rules that ground")
}

fn stopped(rules: &str, limits: Limits) -> GroundError {
    let rules = playable_by_force(&Sheet::read(rules)).expect("playable rules");
    ground(
        &rules,
        &GroundOptions {
            limits,
            ..GroundOptions::default()
        },
    )
    .expect_err("a limit that is too low")
}

fn texts(grounded: &Grounded, terms: &[senet_ground::TermId]) -> String {
    let texts: Vec<String> = terms.iter().map(|&term| grounded.text(term)).collect();
    texts.join(" ")
}

const FRAME: &str = "(role a) (legal a go) (<= terminal (true end)) (goal a 0)";

/// Compares fluents and initial state as text.
fn check(rules: &str, fluents: &str, initial: &str) {
    let grounded = grounded(&format!("{FRAME} {rules}"));
    assert_eq!(texts(&grounded, &grounded.fluents), fluents, "{rules}");
    let holding: Vec<_> = grounded
        .initial
        .iter()
        .map(|&at| grounded.fluents[at as usize])
        .collect();
    assert_eq!(texts(&grounded, &holding), initial, "{rules}");
}

#[test]
fn fluents_come_from_init_and_next() {
    check(
        "(init (p 1)) (<= (next (p 2)) (true (p 1)))",
        "(p 1) (p 2)",
        "(p 1)",
    );
    check(
        "(init (p 1)) (<= (next (p 3)) (true (p 2)))",
        "(p 1)",
        "(p 1)",
    );
}

#[test]
fn fluents_do_not_follow_declarations() {
    check(
        "(base (p 1)) (init (p 1)) (<= (next (p 2)) (true (p 1)))",
        "(p 1) (p 2)",
        "(p 1)",
    );
    check("(base (p 1)) (base (p 9)) (init (p 1))", "(p 1)", "(p 1)");
}

#[test]
fn evaluates_static_relations_exactly() {
    check(
        "(s 1) (s 2) (t 2) (<= (init (p ?x)) (s ?x) (not (t ?x)))",
        "(p 1)",
        "(p 1)",
    );
    check(
        "(s 1) (s 2) (<= (r ?x) (s ?x) (distinct ?x 1)) (<= (next (p ?x)) (r ?x))",
        "(p 2)",
        "",
    );
    check(
        "(e 1 2) (e 2 3) (<= (r ?x ?y) (e ?x ?y)) (<= (r ?x ?z) (r ?x ?y) (e ?y ?z)) (<= (next (p ?x)) (r 1 ?x))",
        "(p 2) (p 3)",
        "",
    );
}

#[test]
fn dynamic_facts_may_be_absent() {
    check("(init x) (<= (next y) (not (true x)))", "x y", "x");
}

#[test]
fn grounds_nested_terms() {
    check(
        "(init (p (f 1 (g 2)))) (<= (next (q ?x ?y)) (true (p (f ?x (g ?y)))))",
        "(p (f 1 (g 2))) (q 1 2)",
        "(p (f 1 (g 2)))",
    );
}

#[test]
fn only_roles_move() {
    let grounded = grounded(
        "(role a) (role b) (legal a go) (legal c stay) (<= (legal b (see ?m)) (does c ?m)) terminal (goal a 0) (goal b 0)",
    );
    let moves: Vec<String> = grounded
        .moves
        .iter()
        .map(|moves| texts(&grounded, moves))
        .collect();
    assert_eq!(moves, ["go", ""]);
    assert!(
        grounded
            .atoms
            .iter()
            .all(|kind| !matches!(kind, AtomKind::Does(1, _)))
    );
}

#[test]
fn limit_errors_name_the_largest_relation() {
    let endless = format!("{FRAME} (init (n 0)) (<= (next (n (s ?x))) (true (n ?x)))");
    let error = stopped(&endless, Limits::default());
    assert!(
        matches!(
            error,
            GroundError::Stopped {
                reason: StopReason::Depth(_),
                ..
            }
        ),
        "{error}"
    );
    let digits = "(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)";
    let wide = format!(
        "{FRAME} {digits} (<= (next (pin ?a ?b ?c ?d ?e ?f)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))"
    );
    let GroundError::Stopped {
        reason, relation, ..
    } = stopped(
        &wide,
        Limits {
            rules: 10_000,
            ..Limits::default()
        },
    )
    else {
        panic!("a limit")
    };
    assert_eq!(
        (reason, relation.as_str()),
        (StopReason::Rules(10_000), "next")
    );
    let GroundError::Stopped { reason, .. } = stopped(
        &wide,
        Limits {
            bytes: 1 << 20,
            ..Limits::default()
        },
    ) else {
        panic!("a limit")
    };
    assert_eq!(reason, StopReason::Bytes(1 << 20));
    let GroundError::Stopped { reason, .. } = stopped(
        &wide,
        Limits {
            deadline: Deadline::when(|| true),
            ..Limits::default()
        },
    ) else {
        panic!("a limit")
    };
    assert_eq!(reason, StopReason::Signalled);
}

#[test]
fn condensing_keeps_the_fluents() {
    let text = format!(
        "{FRAME} (e 1 2) (e 2 3) (e 3 1) (init (p 1 2)) (<= (next (p ?x ?z)) (true (p ?x ?y)) (e ?y ?z) (not (true (p ?z ?z))))
         (<= (next q) (true (p ?x ?y)) (true (p ?y ?z)) (distinct ?x ?z) (e ?z ?w))"
    );
    let rules = playable_by_force(&Sheet::read(text)).unwrap();
    let [plain, condensed] = [false, true].map(|condense| {
        let grounded = ground(
            &rules,
            &GroundOptions {
                condense,
                ..GroundOptions::default()
            },
        )
        .unwrap();
        texts(&grounded, &grounded.fluents)
    });
    assert_eq!(plain, condensed);
}

#[test]
fn scrambling_keeps_all_counts() {
    let sheet = Sheet::read(format!(
        "{FRAME} (e 1 2) (e 2 3) (init (p 1)) (<= (next (p ?y)) (true (p ?x)) (e ?x ?y) (does a go)) (<= (legal a (jump ?x)) (true (p ?x)))"
    ));
    let count = |rules| {
        let grounded = ground(&rules, &GroundOptions::default()).unwrap();
        (
            grounded.fluents.len(),
            grounded.moves[0].len(),
            grounded.rules.len(),
            grounded.initial.len(),
        )
    };
    let original = count(playable_by_force(&sheet).unwrap());
    for seed in 0..20 {
        let Scrambled { description, .. } =
            scramble(&sheet.description, seed, &ScrambleOptions::default());
        assert_eq!(count(description), original, "seed {seed}");
    }
}

#[test]
fn derives_all_declared_combinations_of_moves() {
    let numbers: String = (1..=20).map(|n| format!("(n {n})")).collect();
    let rules = format!(
        "(role a) (role b) (init (at 1)) (<= (base (at ?x)) (n ?x)) {numbers}
        (<= (input ?r (go (p ?x ?y) ?z)) (role ?r) (n ?x) (n ?y) (n ?z)) (<= (input ?r (turn ?x ?x)) (role ?r) (n ?x)) (<= (input a wait) (n ?x) (n ?y) (n ?z))
        (<= (legal ?r (go (p ?x 1) 2)) (role ?r) (true (at ?x))) (<= (legal ?r (go (p ?x 1) far)) (role ?r) (true (at ?x)))
        (<= (legal ?r (turn ?x 3)) (role ?r) (true (at ?x))) (legal a wait) (legal b wait) (legal b (go 1))
        (<= (next (at ?x)) (does a (go (p ?x ?y) ?z))) (<= terminal (true (at 20))) (goal a 1) (goal b 1)"
    );
    let rules = playable_by_force(&Sheet::read(rules)).expect("playable rules");
    let declared = |all_declared, condense| {
        let options = GroundOptions {
            all_declared,
            condense,
            ..GroundOptions::default()
        };
        let grounded = ground(&rules, &options).expect("rules that ground");
        let legal = |(role, made): &(_, _)| {
            let at = grounded.roles.iter().position(|own| own == role);
            at.is_some_and(|at| grounded.moves[at].contains(made))
        };
        let input = grounded.input.as_ref().expect("declared moves");
        let both = |(role, made): &(_, _)| texts(&grounded, &[*role, *made]);
        let mut moves: Vec<_> = input.iter().filter(|pair| legal(pair)).map(both).collect();
        moves.sort();
        (input.len(), moves)
    };
    let (all, moves) = declared(false, true);
    let (more, same) = declared(true, true);
    assert_eq!(declared(true, false).1, same);
    assert_eq!(all, 2 * 20 * 20 * 20 + 2 * 20 + 1);
    assert_eq!(more, all);
    // Each role may `go` from all reachable places with 2 and `turn` at the third.
    assert!(moves.contains(&"a wait".to_string()) && !moves.contains(&"b wait".to_string()));
    assert_eq!(moves.iter().filter(|made| made.contains("far")).count(), 0);
    let of_first: Vec<_> = moves.iter().filter(|made| same.contains(made)).collect();
    assert_eq!(of_first.len(), moves.len());
    assert!(same.contains(&"b (go (p 7 1) 2)".to_string()));
    assert_eq!(same.iter().filter(|made| made.contains("turn")).count(), 2);
}
