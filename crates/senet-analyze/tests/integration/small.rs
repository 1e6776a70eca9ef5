//! Small games, each for one way to prove, refute or leave open a projection.

use senet_analyze::{AnalyzeOptions, BoardQuestion, boards};
use senet_gdl::{Sheet, playable_by_force};

/// Compares all verdicts, one projection per line.
#[track_caller]
fn check(rules: &str, question: BoardQuestion, expected: &str) {
    let rules = playable_by_force(&Sheet::read(rules)).unwrap();
    let options = AnalyzeOptions {
        question,
        ..AnalyzeOptions::default()
    };
    let found = boards(&rules, &options).unwrap();
    let lines = found.projections.iter().map(|report| {
        let (named, by) = (&report.named, format!("{:?}", report.by).to_lowercase());
        let verdict = format!("{:?}", report.verdict).to_lowercase();
        format!("{} {:?} {verdict} by {by}", named.relation, named.positions)
    });
    let found: Vec<_> = lines.collect();
    let expected: Vec<_> = expected
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    assert_eq!(found, expected);
}

/// A light in each of two rooms is on or off; a move switches one of them.
const LIGHTS: &str = "
    (role a) (room 1) (room 2) (other on off) (other off on)
    (<= (base (light ?r ?s)) (room ?r) (other ?s ?t))
    (<= (input a (switch ?r)) (room ?r))
    (init (light 1 off)) (init (light 2 off))
    (<= (legal a (switch ?r)) (room ?r))
    (<= (next (light ?r ?t)) (does a (switch ?r)) (true (light ?r ?s)) (other ?s ?t))
    (<= (next (light ?r ?s)) (does a (switch ?q)) (true (light ?r ?s)) (distinct ?r ?q))
    (<= terminal (true (light 1 on)) (true (light 2 on)))
    (goal a 100)";

#[test]
fn proves_a_board_but_not_its_contents() {
    let expected = "
        light [1] proved by induction
        light [2] refuted by initial";
    check(LIGHTS, BoardQuestion::VerifyIp, expected);
    check(LIGHTS, BoardQuestion::Invariant, expected);
}

#[test]
fn proves_boards_without_declarations() {
    let rules: String = LIGHTS
        .lines()
        .filter(|l| !l.contains("base") && !l.contains("input"))
        .collect();
    check(
        &rules,
        BoardQuestion::VerifyIp,
        "light [1] proved by induction\nlight [2] refuted by initial",
    );
}

/// Checks that each projection has the same verdict when it is the only question.
#[track_caller]
fn check_alone(rules: &str) {
    let rules = playable_by_force(&Sheet::read(rules)).unwrap();
    let asked = |only| AnalyzeOptions {
        question: BoardQuestion::VerifyIp,
        only,
        ..AnalyzeOptions::default()
    };
    let all = boards(&rules, &asked(None)).unwrap().projections;
    assert!(!all.is_empty());
    for report in all {
        let named = &report.named;
        let only = Some((named.relation.clone(), named.positions.clone()));
        let alone = boards(&rules, &asked(only)).unwrap().projections;
        let [alone] = &alone[..] else {
            panic!("{} answers about {named:?}", alone.len());
        };
        assert_eq!((&alone.named, alone.verdict), (named, report.verdict));
    }
}

#[test]
fn single_projections_get_the_same_verdict() {
    check_alone(LIGHTS);
    check_alone(TURNS);
    for name in ["tic-tac-toe", "breakthrough", "eight-puzzle", "nim"] {
        check_alone(senet_library::find(name).unwrap().rules);
    }
}

/// The role with the turn paints. If both had the turn, both could rest, and the walls would lose their paint.
const TURNS: &str = "
    (role a) (role b)
    (init (wall 1 white)) (init (wall 2 white)) (init (turn a))
    (<= (legal ?r (paint ?x)) (true (turn ?r)) (true (wall ?x ?c)))
    (<= (legal a rest) (true (turn b))) (<= (legal b rest) (true (turn a)))
    (<= (next (wall ?x black)) (does ?r (paint ?x)))
    (<= (next (wall ?x ?c)) (true (wall ?x ?c)) (does ?r (paint ?y)) (distinct ?x ?y))
    (<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))
    (<= terminal (true (wall 1 black)) (true (wall 2 black)))
    (goal a 50) (goal b 50)";

#[test]
fn lemmas_prove_more_than_induction_alone() {
    let initial = "wall [2] refuted by initial";
    check(
        TURNS,
        BoardQuestion::VerifyIp,
        &format!("turn [1] refuted by initial\nwall [1] refuted by induction\n{initial}"),
    );
    check(
        TURNS,
        BoardQuestion::Invariant,
        &format!("turn [1] refuted by initial\nwall [1] proved by lemmas\n{initial}"),
    );
}

#[test]
fn random_match_refutes_projection_that_holds_initially() {
    let rules = "(role a) (init (p 1)) (init (p 2)) (legal a go) (<= (next (p 1)) (true (p 1)))
        (<= terminal (not (true (p 2)))) (goal a 0)";
    check(rules, BoardQuestion::Invariant, "p [1] refuted by playout");
    check(rules, BoardQuestion::VerifyIp, "p [1] refuted by induction");
}

/// `q` and `r` support each other without another reason. If they could hold, `p` would be lost.
#[test]
fn loops_without_a_reason_do_not_hold() {
    let rules = "(role a) (init (p 1)) (init (p 2)) (init (s 1)) (legal a go)
        (<= (q ?x) (r ?x)) (<= (r ?x) (q ?x)) (<= (q ?x) (true (s ?x)) (not (true (s ?x))))
        (<= (next (p ?x)) (true (p ?x)) (not (q ?x)))
        (<= (next (s ?x)) (true (s ?x)))
        (<= terminal (q 1)) (goal a 0)";
    check(
        rules,
        BoardQuestion::VerifyIp,
        "p [1] proved by induction\ns [1] proved by induction",
    );
}

#[test]
fn loops_with_a_reason_hold() {
    // Light spreads from the lit lamp along the wires in both directions; lamps without light go out.
    let rules =
        "(role a) (init (lamp 1)) (init (lamp 2)) (init (lamp 3)) (init (on 1)) (legal a go)
        (wire 1 2) (wire 2 3)
        (<= (joined ?x ?y) (wire ?x ?y)) (<= (joined ?x ?y) (wire ?y ?x))
        (<= (lit ?x) (true (on ?x)))
        (<= (lit ?y) (lit ?x) (joined ?x ?y) (true (lamp ?x)))
        (<= (next (lamp ?x)) (lit ?x))
        (<= (next (on ?x)) (true (on ?x)))
        (<= terminal (not (lit 3))) (goal a 0)";
    check(
        rules,
        BoardQuestion::Invariant,
        "lamp [1] proved by lemmas\non [1] proved by induction",
    );
    // Without lamp 1 the others would stay lit only if loops needed no reason.
    check(
        rules,
        BoardQuestion::VerifyIp,
        "lamp [1] refuted by induction\non [1] proved by induction",
    );
}

#[test]
fn published_test_considers_unreachable_declared_facts() {
    let rules = "(role a) (base (p 1)) (base (p 2)) (base (q 1)) (base wild) (input a go) (init (p 1)) (init (q 1)) (legal a go)
        (<= (next (p 1)) (true (p 1))) (<= (next (q 1)) (not (true wild)))
        (<= terminal (not (true (q 1)))) (goal a 0)";
    check(
        rules,
        BoardQuestion::Invariant,
        "p [1] refuted by initial\nq [1] proved by induction",
    );
    // The published test considers states with declared facts that never hold in a match.
    check(
        rules,
        BoardQuestion::VerifyIp,
        "p [1] refuted by initial\nq [1] refuted by induction",
    );
}
