//! Compares alpha-beta with a plain minimax search of the same depth.

use super::alphabeta::MAX_DEPTH;
use super::expansion::{ExpandedState, Sides};
use super::root::Root;
use super::score::{Score, goal_score};
use super::transposition_table::StateKey;
use super::{AlphaBeta, LeafEvaluation, SearchContext, WindowPolicy};
use crate::{Budget, Evaluator, Setting};
use fastrand::Rng;
use senet_engine::{Game, LoadOptions, State, load};
use std::sync::Arc;

/// A pseudo-random evaluation derived from state keys.
struct KeyEvaluator {
    roles: usize,
}

impl Evaluator for KeyEvaluator {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        for state in states {
            let value = (StateKey::of(state).seed() >> 40) as f64 / (1 << 24) as f64;
            values.extend((0..self.roles).map(|_| value));
        }
    }

    fn describe(&self) -> String {
        "pseudo-random values".to_string()
    }
}

fn setting(key: &str) -> Setting {
    setting_of(senet_library::find(key).map_or("", |game| game.rules))
}

fn setting_of(rules: &str) -> Setting {
    let loaded = load(&senet_gdl::Sheet::read(rules), &LoadOptions::default());
    Setting {
        game: Arc::from(loaded.unwrap().game),
        role: 0,
        seed: 1,
        learn: None,
    }
}

/// The minimax value of a state: we maximise, the opponents reply, and there is no chance.
fn minimax(game: &dyn Game, sides: Sides, state: &State, depth: u16) -> Score {
    if game.is_terminal(state).unwrap() {
        return goal_score(&game.goal(state, sides.own).unwrap());
    }
    if depth == 0 {
        let mut values = Vec::new();
        let roles = sides.roles;
        KeyEvaluator { roles }.evaluate(std::slice::from_ref(state), &mut values);
        return super::score::heuristic_score(values[sides.own]);
    }
    let node = ExpandedState::new(game, sides, state).unwrap().unwrap();
    let replies = node.children.chunks(node.joints.replies);
    let row = |states: &[State]| {
        let values = states
            .iter()
            .map(|state| minimax(game, sides, state, depth - 1));
        values.min().unwrap()
    };
    replies.map(row).max().unwrap()
}

#[track_caller]
fn check(key: &str, depth: u16) {
    let setting = setting(key);
    let roles = setting.game.roles().len();
    let initial = setting.game.initial().unwrap();
    for windows in [WindowPolicy::Aspiration, WindowPolicy::Null] {
        let leaf = LeafEvaluation::Learned(Arc::new(KeyEvaluator { roles }));
        let mut search = AlphaBeta::new(SearchContext::new(&setting, leaf));
        search.begin(&Budget::unlimited().with_nodes(1_000_000));
        let mut rng = Rng::with_seed(1);
        let mut root = Root::expand(&mut search, &initial, &mut rng)
            .unwrap()
            .unwrap();
        for depth in 1..=depth {
            let outcome = root.search(&mut search, depth, windows).unwrap();
            let expected = minimax(&*setting.game, search.context.sides, &initial, depth);
            assert_eq!(outcome.value, expected, "{key}, depth {depth}, {windows:?}");
            let best = &root.moves[0];
            assert_eq!(best.outcome.unwrap().value, expected);
        }
    }
}

#[test]
fn both_window_policies_find_the_minimax_value_at_every_depth() {
    check("tic-tac-toe", 6);
    check("connect-four", 5);
    check("nim", 4);
    check("breakthrough-6x6", 3);
}

#[test]
fn simultaneous_moves_and_three_roles_match_plain_minimax() {
    check("tron", 3);
    check("chinese-checkers-3", 4);
    check("rock-paper-scissors", 3);
}

/// A two-role game that ends after a fixed number of steps, whatever the roles do.
fn counting_game(steps: usize) -> String {
    let succ: String = (0..steps)
        .map(|n| format!("(succ {n} {})", n + 1))
        .collect();
    format!(
        "(role a) (role b) (init (step 0)) (legal a x) (legal a y) (legal b z)
        (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
        (<= terminal (true (step {steps}))) (goal a 100) (goal b 0) {succ}"
    )
}

#[test]
fn stack_holds_a_search_of_maximum_depth() {
    for (steps, heuristic) in [(MAX_DEPTH, false), (MAX_DEPTH + 1, true)] {
        let setting = setting_of(&counting_game(usize::from(steps)));
        let mut search = AlphaBeta::new(SearchContext::new(&setting, LeafEvaluation::Even));
        search.begin(&Budget::unlimited().with_nodes(1_000_000));
        let initial = setting.game.initial().unwrap();
        let mut rng = Rng::with_seed(1);
        let mut root = Root::expand(&mut search, &initial, &mut rng)
            .unwrap()
            .unwrap();
        let outcome = root.search(&mut search, MAX_DEPTH, WindowPolicy::Aspiration);
        assert_eq!(outcome.unwrap().heuristic, heuristic);
    }
}
