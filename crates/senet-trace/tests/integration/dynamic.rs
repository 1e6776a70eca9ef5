//! Each check by play finds its problem, and says how to get there.

use crate::common::{COUNTING, game};
use senet_engine::QueryLimits;
use senet_trace::{Declared, DynamicOptions, check_by_play};

/// Plays the rules and compares the problems, each as code, message and the moves that lead there.
#[track_caller]
fn check(rules: &str, expected: &[&str]) {
    let loaded = game(rules);
    let declared = Declared::of(&loaded.description, &QueryLimits::default()).unwrap();
    let options = DynamicOptions {
        matches: 50,
        seed: 1,
        max_steps: 20,
    };
    let problems = check_by_play(&*loaded.game, &declared, options).unwrap();
    let told: Vec<_> = problems
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
    assert_eq!(told, expected);
}

/// One player walks from 1 to 3.
const WALK: &str = "
    (role walker) (init (at 1)) (succ 1 2) (succ 2 3)
    (<= (legal walker go) (true (at 1)))
    (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))
    (<= terminal (true (at 3)))
    (goal walker 100)";

#[test]
fn good_rules_have_no_problems() {
    check(COUNTING, &[]);
}

#[test]
fn a_role_without_a_move() {
    check(
        WALK,
        &["E201 walker has no legal move here, but the match is not over [go]"],
    );
}

fn walking(change: &str) -> String {
    WALK.replace("(<= (legal walker go) (true (at 1)))", "(legal walker go)") + change
}

#[test]
fn goals_at_the_end() {
    check(
        &walking("(<= (goal walker 50) (true (at 3)))"),
        &["E202 the match is over and walker has the goal values 100, 50 [go go]"],
    );
    let none = walking("").replace("(goal walker 100)", "(<= (goal walker 100) (true (at 1)))");
    check(
        &none,
        &["E202 the match is over and walker has no goal value [go go]"],
    );
    let word = walking("").replace("100", "much");
    check(
        &word,
        &["E202 the match is over and walker has the goal value much, which is no integer [go go]"],
    );
}

#[test]
fn goals_on_the_way() {
    check(
        &walking("(<= (goal walker 50) (true (at 2)))"),
        &["W202 walker has the goal values 100, 50 here [go]"],
    );
}

#[test]
fn goals_out_of_range() {
    let rules = walking("").replace("100", "101");
    check(&rules, &["E203 the goal of walker is 101 here []"]);
}

#[test]
fn facts_and_moves_that_are_not_declared() {
    check(
        &walking("(base (at 1)) (base (at 2)) (base (at 3)) (input walker go)"),
        &[],
    );
    check(
        &walking("(base (at 1)) (base (at 2)) (input walker stay)"),
        &[
            "E204 the fact (at 3) is true here, but base does not list it [go go]",
            "E205 walker may play go here, but input does not list it []",
        ],
    );
}

#[test]
fn declarations_may_be_rules() {
    check(
        &walking(
            "(place 1) (<= (place ?y) (place ?x) (succ ?x ?y)) (<= (base (at ?x)) (place ?x))",
        ),
        &[],
    );
}

#[test]
fn a_match_that_does_not_end() {
    let endless = "(role x) (init on) (legal x go) (<= (next on) (true on)) (<= terminal (true off)) (goal x 0)";
    let moves = vec!["go"; 20].join(" ");
    check(
        endless,
        &[&format!(
            "E206 the match has not ended after 20 moves [{moves}]"
        )],
    );
}
