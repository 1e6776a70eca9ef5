//! Findings in small games, one kind each.

use senet_analyze::{AnalyzeOptions, Basis, analyze};
use senet_gdl::{Sheet, playable_by_force};

/// Compares all findings of one kind and their basis, one per line.
#[track_caller]
fn check(rules: &str, kind: &str, expected: &[&str]) {
    let rules = playable_by_force(&Sheet::read(rules)).unwrap();
    let found = analyze(&rules, &AnalyzeOptions::default()).unwrap();
    let of_kind = found.findings.iter().filter(|finding| {
        // The kind in JSON equals the kind in the program.
        let data = serde_json::to_value(finding).unwrap();
        assert_eq!(data["kind"], finding.what.kind());
        finding.what.kind() == kind
    });
    let lines: Vec<String> = of_kind
        .map(|finding| {
            let basis = match finding.basis {
                Basis::Proved => "proved",
                Basis::Rules => "rules",
                Basis::Seen => "seen",
            };
            format!("{basis}: {}", finding.text)
        })
        .collect();
    assert_eq!(lines, expected, "{:#?}", found.findings);
}

/// Two painters take turns at a wall of four places. Paint stays, and the match ends after six steps.
const WALL: &str = "
    (role a) (role b) (other a b) (other b a)
    (s 1 2) (s 2 3) (s 3 4) (place 1) (place 2) (place 3) (place 4)
    (init (turn a)) (init (step 0)) (init (free 1)) (init (free 2)) (init (free 3)) (init (free 4))
    (after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6)
    (init (done a 0)) (init (done b 0)) (init (open door))
    (<= (legal ?r (paint ?x)) (true (turn ?r)) (true (free ?x)))
    (<= (legal ?r rest) (true (turn ?q)) (other ?q ?r))
    (<= (legal ?r wait) (true (turn ?r)))
    (<= (next (turn ?r)) (true (turn ?q)) (other ?q ?r))
    (<= (next (painted ?x ?r)) (does ?r (paint ?x)))
    (<= (next (painted ?x ?r)) (true (painted ?x ?r)))
    (<= (next (free ?x)) (true (free ?x)) (not (now ?x)))
    (<= (now ?x) (does ?r (paint ?x)))
    (<= (next (done ?r ?n)) (true (done ?r ?m)) (does ?r (paint ?x)) (after ?m ?n))
    (<= (next (done ?r ?n)) (true (done ?r ?n)) (not (painting ?r)) (role ?r))
    (<= (painting ?r) (does ?r (paint ?x)))
    (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
    (<= (next (open door)) (true (open door)))
    (<= terminal (true (step 6)))
    (<= (goal ?r 100) (true (done ?r 3))) (<= (goal ?r 50) (role ?r) (not (true (done ?r 3))))";

#[test]
fn finds_turn_facts() {
    check(
        WALL,
        "turn_holder",
        &[
            "proved: Argument 1 of turn says whose turn it is: (turn a) for a, (turn b) for b; a role without it has one move at most.",
        ],
    );
}

#[test]
fn finds_step_counter_with_its_end() {
    check(
        WALL,
        "step_counter",
        &["proved: step counts steps, up from 0; at 6 the match is over, after 6 steps."],
    );
}

#[test]
fn finds_scores() {
    check(
        WALL,
        "score",
        &["proved: Argument 2 of done is a number from 0 to 6 for each role; goals depend on it."],
    );
}

#[test]
fn finds_latches_and_constants() {
    check(
        WALL,
        "latch",
        &[
            "proved: All facts of free stay false once false.",
            "proved: All facts of painted stay true once true.",
        ],
    );
    check(
        WALL,
        "constant",
        &["proved: (open door) holds in every state."],
    );
}

#[test]
fn finds_simultaneous_choice() {
    let rules = "(role a) (role b) (init (p 1)) (hand x) (hand y) (hand z)
        (<= (legal ?r ?h) (role ?r) (hand ?h)) (<= (next (shown ?r ?h)) (does ?r ?h))
        (<= terminal (true (shown ?r ?h))) (<= (goal ?r 50) (role ?r))";
    check(
        rules,
        "order",
        &["seen: Several roles choose at the same time."],
    );
}

#[test]
fn finds_hands_and_pools() {
    let rules = "(role a) (role b) (s 0 1) (s 1 2) (s 2 3) (card red) (card blue) (card green)
        (pile left) (pile right) (init (coins left 3)) (init (coins right 3))
        (init (has a red)) (init (has a blue)) (init (has b green))
        (<= (legal ?r (give ?c)) (true (has ?r ?c))) (<= (legal ?r (take ?p)) (role ?r) (pile ?p))
        (<= (next (has ?r ?c)) (true (has ?r ?c)) (not (does ?r (give ?c))))
        (<= (next (has b ?c)) (does a (give ?c))) (<= (next (has a ?c)) (does b (give ?c)))
        (<= (taken ?p) (does ?r (take ?p)))
        (<= (next (coins ?p ?m)) (true (coins ?p ?n)) (taken ?p) (s ?m ?n))
        (<= (next (coins ?p ?n)) (true (coins ?p ?n)) (not (taken ?p)))
        (<= terminal (true (coins left 0))) (<= terminal (true (coins right 0)))
        (<= (goal ?r 50) (role ?r))";
    check(
        rules,
        "hand",
        &["rules: has lists the things that each role holds; argument 1 is the role."],
    );
    check(
        rules,
        "pool",
        &["proved: Argument 2 of coins is a number from 0 to 3 for each value of argument 1."],
    );
}

#[test]
fn tic_tac_toe_has_eight_symmetries() {
    let game = senet_library::find("tic-tac-toe").unwrap();
    check(
        game.rules,
        "symmetry",
        &["rules: Rotations and reflections of the board marked: 8."],
    );
}
