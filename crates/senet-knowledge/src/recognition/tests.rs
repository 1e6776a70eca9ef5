//! Tests recognition of games and variants under other names.

use super::*;
use senet_gdl::{Deadline, Description, Notation, ScrambleOptions, Sheet, scramble, write};
use senet_graph::canonical;
use senet_structure::variants::{Transformation, variants};
use std::sync::LazyLock;

static NEVER: LazyLock<Deadline> = LazyLock::new(Deadline::never);

/// A walk on a board of four by four cells, with stones to collect and a step counter.
const WALK: &str = "
    (role walker) (role other)
    (init (cell 1 1 man)) (init (cell 2 2 stone)) (init (cell 3 4 stone)) (init (cell 2 4 stone)) (init (step 1))
    (succ 1 2) (succ 2 3) (succ 3 4)
    (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7)
    (<= (legal walker (go ?x ?y)) (true (cell ?u ?y man)) (succ ?u ?x))
    (<= (legal walker (go ?x ?y)) (true (cell ?x ?v man)) (succ ?v ?y))
    (legal walker stay) (legal other stay)
    (<= (next (cell ?x ?y man)) (does walker (go ?x ?y)))
    (<= (next (cell ?x ?y man)) (does walker stay) (true (cell ?x ?y man)))
    (<= (next (cell ?x ?y stone)) (true (cell ?x ?y stone)) (not (true (cell ?x ?y man))))
    (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
    (<= some-stone (true (cell ?x ?y stone)))
    (<= (goal walker 100) (not some-stone)) (<= (goal walker 30) some-stone)
    (<= (goal other 0) (not some-stone)) (<= (goal other 70) some-stone)
    (<= terminal (true (step 7)))
    (<= terminal (not some-stone))";

const OTHER: &str = "(role a) (init (p 1)) (legal a (take 1)) (legal a (take 2)) (<= (next (p 2)) (does a (take 1)))
    (<= (goal a 100) (true (p 2))) (<= (goal a 0) (true (p 1))) (<= terminal (true (p 2)))";

fn index() -> GameIndex {
    let mut index = GameIndex::default();
    for (name, rules) in [("other", OTHER), ("walk", WALK)] {
        index.learn(IndexedGame::new(name, rules), &NEVER).unwrap();
    }
    index
}

fn ask(index: &GameIndex, description: &Description) -> Option<Recognition> {
    let scrambled = scramble(description, 5, &ScrambleOptions::default());
    // Converts the rules to text and back, so that no other information remains.
    let sheet = Sheet::read(write(&scrambled.description, Notation::Prefix));
    let form = canonical(&sheet.description, &NEVER).unwrap();
    let answer = index.recognise(&form, &NEVER).unwrap()?;
    for (asked, known) in &answer.mapping {
        let original = scrambled.renaming.inverse();
        let original = original.get(asked).unwrap_or(asked);
        // The names match, except where symmetries swap them.
        assert!(original == known || answer.game == 1, "{asked} {known}");
    }
    Some(answer)
}

#[test]
fn recognises_renamed_game() {
    let index = index();
    for (game, rules) in [(0, OTHER), (1, WALK)] {
        let answer = ask(&index, &Sheet::read(rules).description).unwrap();
        assert_eq!((answer.game, answer.changes), (game, vec![]));
    }
}

#[test]
fn does_not_recognise_unknown_game() {
    let rules =
        "(role a) (init p) (legal a go) (<= (goal a 50) (true p)) (<= terminal (not (true p)))";
    assert_eq!(ask(&index(), &Sheet::read(rules).description), None);
}

#[test]
fn recognises_variants_and_their_parameters() {
    let index = index();
    let walk = Sheet::read(WALK).description;
    let mut classes = std::collections::BTreeSet::new();
    for variant in variants(&walk, &NEVER).unwrap() {
        let expected = &variant.transformations[0];
        let answer = ask(&index, &variant.description);
        let answer = answer.unwrap_or_else(|| panic!("{expected} is not found"));
        assert_eq!(index.games()[answer.game].name, "walk", "{expected}");
        let found = answer.changes.iter().map(|change| &change.transformation);
        let found: Vec<&Transformation> = found.collect();
        assert_eq!(found, [expected]);
        classes.insert(expected.class());
    }
    let classes = Vec::from_iter(classes).join(" ");
    assert_eq!(
        classes,
        "board_size cyclic_board inverted_goal missing_feature number_of_markers piece_configuration step_limit"
    );
}

#[test]
fn recognises_two_transformations() {
    let index = index();
    let walk = Sheet::read(WALK).description;
    let limit = Transformation::StepLimit {
        counter: "step".to_string(),
        from: 6,
        to: 5,
    };
    let inverted = limit.apply(&walk, &NEVER).unwrap();
    let inverted = Transformation::InvertedGoal
        .apply(&inverted, &NEVER)
        .unwrap();
    let answer = ask(&index, &inverted).unwrap();
    let mut found: Vec<_> = answer.changes.iter().map(RuleChange::to_string).collect();
    found.sort();
    assert_eq!(
        found,
        [
            "inverted goal: v becomes 100 - v",
            "step limit: 5 instead of 6 by `step`"
        ]
    );
}

#[test]
fn recognises_any_step_limit() {
    let index = index();
    let walk = Sheet::read(WALK).description;
    let limit = Transformation::StepLimit {
        counter: "step".to_string(),
        from: 6,
        to: 40,
    };
    let answer = ask(&index, &limit.apply(&walk, &NEVER).unwrap()).unwrap();
    assert_eq!(answer.changes, [RuleChange::forward(limit)]);
}

/// Two players take turns, and a third one watches.
const TURNS: &str = "
    (role left) (role right) (role guest) (init (turn left)) (init (turn right)) (legal guest wait)
    (<= (legal left wait) (true (turn left))) (<= (legal right wait) (true (turn right)))
    (<= (goal left 50) (true (turn left))) (<= (goal right 50) (true (turn right))) (goal guest 0)
    (<= terminal (not (true (turn left)))) (<= terminal (not (true (turn right))))";

#[test]
fn reports_switched_role_unless_a_symmetry_swaps_the_roles() {
    let mut index = GameIndex::default();
    index
        .learn(IndexedGame::new("turns", TURNS), &NEVER)
        .unwrap();
    let turns = Sheet::read(TURNS).description;
    let scrambled = scramble(&turns, 7, &ScrambleOptions::default());
    let asked = canonical(&scrambled.description, &NEVER).unwrap();
    let check = |now: &str, known: &str, expected: &[&str]| {
        let answer = index.recognise(&asked, &NEVER).unwrap().unwrap();
        let now = scrambled.renaming.get(now).unwrap();
        let roles = RolePair { now, known };
        let answer = index.with_roles(&asked, answer, roles, &NEVER).unwrap();
        let described: Vec<_> = answer.changes.iter().map(RuleChange::to_string).collect();
        assert_eq!(described, expected, "{now} {known}");
        if expected.is_empty() {
            let pair = (now.to_string(), known.to_string());
            assert!(answer.mapping.contains(&pair), "{:?}", answer.mapping);
        }
    };
    for (now, known) in [("left", "left"), ("left", "right"), ("right", "left")] {
        check(now, known, &[]);
    }
    check("guest", "guest", &[]);
    check(
        "guest",
        "left",
        &["switched role: `guest` instead of `left`"],
    );
    let answer = index.recognise(&asked, &NEVER).unwrap().unwrap();
    let roles = RolePair {
        now: "nobody",
        known: "left",
    };
    assert_eq!(
        index.with_roles(&asked, answer.clone(), roles, &NEVER),
        Ok(answer)
    );
}
