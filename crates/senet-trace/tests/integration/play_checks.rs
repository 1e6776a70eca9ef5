//! Each check by play finds its problem and the moves that lead to it.

use crate::common::{COUNTING, game};
use senet_engine::QueryLimits;
use senet_trace::{Declarations, PlayCheckOptions, check_by_play};

/// Plays the rules and compares the problems, each as code, message and moves.
#[track_caller]
fn check(rules: &str, expected: &[&str]) {
    let loaded = game(rules);
    let declarations = Declarations::of(&loaded.description, &QueryLimits::default()).unwrap();
    let options = PlayCheckOptions {
        matches: 50,
        seed: 1,
        max_steps: 20,
    };
    let problems = check_by_play(&*loaded.game, &declarations, options).unwrap();
    let found: Vec<_> = problems
        .iter()
        .map(|problem| {
            let moves: Vec<_> = problem.moves.iter().map(|joint| joint.join("+")).collect();
            format!(
                "{} {} [{}]",
                problem.check.code,
                problem.message,
                moves.join(" ")
            )
        })
        .collect();
    assert_eq!(found, expected);
}

/// One player walks from 1 to 3, but can move only at 1.
const WALK: &str = "
    (role walker) (init (at 1)) (succ 1 2) (succ 2 3)
    (<= (legal walker go) (true (at 1)))
    (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))
    (<= terminal (true (at 3)))
    (goal walker 100)";

#[test]
fn valid_rules_have_no_problems() {
    check(COUNTING, &[]);
}

#[test]
fn reports_roles_without_a_legal_move() {
    check(
        WALK,
        &["E201 walker has no legal move in this state, which is not terminal [go]"],
    );
}

/// The game with a legal move in every state, and the additional rules.
fn walking(change: &str) -> String {
    WALK.replace("(<= (legal walker go) (true (at 1)))", "(legal walker go)") + change
}

#[test]
fn reports_missing_several_or_invalid_goals_at_the_end() {
    check(
        &walking("(<= (goal walker 50) (true (at 3)))"),
        &["E202 in this terminal state walker has the goal values 100, 50 [go go]"],
    );
    let none = walking("").replace("(goal walker 100)", "(<= (goal walker 100) (true (at 1)))");
    check(
        &none,
        &["E202 in this terminal state walker has no goal value [go go]"],
    );
    let word = walking("").replace("100", "much");
    check(
        &word,
        &[
            "E202 in this terminal state walker has the goal value much, which is not an integer [go go]",
        ],
    );
}

#[test]
fn warns_of_several_goals_before_the_end() {
    check(
        &walking("(<= (goal walker 50) (true (at 2)))"),
        &["W202 walker has the goal values 100, 50 here [go]"],
    );
}

#[test]
fn reports_goals_out_of_range() {
    let rules = walking("").replace("100", "101");
    check(&rules, &["E203 the goal of walker is 101 here []"]);
}

#[test]
fn reports_undeclared_fluents_and_moves() {
    check(
        &walking("(base (at 1)) (base (at 2)) (base (at 3)) (input walker go)"),
        &[],
    );
    check(
        &walking("(base (at 1)) (base (at 2)) (input walker stay)"),
        &[
            "E204 the fluent (at 3) is true here, but base does not declare it [go go]",
            "E205 walker may play go here, but input does not declare it []",
        ],
    );
}

#[test]
fn evaluates_declarations_with_rules() {
    check(
        &walking(
            "(place 1) (<= (place ?y) (place ?x) (succ ?x ?y)) (<= (base (at ?x)) (place ?x))",
        ),
        &[],
    );
}

#[test]
fn reports_matches_without_end() {
    let endless = "(role x) (init on) (legal x go) (<= (next on) (true on)) (<= terminal (true off)) (goal x 0)";
    let moves = vec!["go"; 20].join(" ");
    check(
        endless,
        &[&format!(
            "E206 the match has not ended after 20 moves [{moves}]"
        )],
    );
}
