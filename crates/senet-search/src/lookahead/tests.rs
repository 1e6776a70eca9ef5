//! Searches of some depth, judged by a plain one of the same depth.

use super::alphabeta::MOST_DEPTH;
use super::expand::{Node, Seats};
use super::root::Root;
use super::score::{Score, of_goal};
use super::table::Key;
use super::{Leaf, Scout, Search, Windows};
use crate::{Budget, Evaluation, Setting};
use fastrand::Rng;
use senet_engine::{Game, LoadOptions, State, load};
use std::sync::Arc;

/// States are worth what their keys happen to say.
struct ByKeys {
    roles: usize,
}

impl Evaluation for ByKeys {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        for state in states {
            let value = (Key::of(state).seed() >> 40) as f64 / (1 << 24) as f64;
            values.extend((0..self.roles).map(|_| value));
        }
    }

    fn describe(&self) -> String {
        "what the keys happen to say".to_string()
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

/// The value of a state by plain search: we maximise, the others reply, chance is not there.
fn plain(game: &dyn Game, seats: Seats, state: &State, depth: u16) -> Score {
    if game.is_terminal(state).unwrap() {
        return of_goal(&game.goal(state, seats.own).unwrap());
    }
    if depth == 0 {
        let mut values = Vec::new();
        let roles = seats.roles;
        ByKeys { roles }.evaluate(std::slice::from_ref(state), &mut values);
        return super::score::of_guess(values[seats.own]);
    }
    let node = Node::expand(game, seats, state).unwrap().unwrap();
    let replies = node.children.chunks(node.joints.replies);
    let row = |states: &[State]| {
        let values = states
            .iter()
            .map(|state| plain(game, seats, state, depth - 1));
        values.min().unwrap()
    };
    replies.map(row).max().unwrap()
}

#[track_caller]
fn check(key: &str, depth: u16) {
    let setting = setting(key);
    let roles = setting.game.roles().len();
    let initial = setting.game.initial().unwrap();
    for windows in [Windows::Aspiration, Windows::Zero] {
        let leaf = Leaf::Learned(Arc::new(ByKeys { roles }));
        let mut search = Search::new(Scout::new(&setting, leaf));
        search.begin(&Budget::unlimited().with_nodes(1_000_000));
        let mut rng = Rng::with_seed(1);
        let mut root = Root::enter(&mut search, &initial, &mut rng)
            .unwrap()
            .unwrap();
        for depth in 1..=depth {
            let outcome = root.search(&mut search, depth, windows).unwrap();
            let expected = plain(&*setting.game, search.scout.seats, &initial, depth);
            assert_eq!(outcome.value, expected, "{key}, depth {depth}, {windows:?}");
            let best = &root.moves[0];
            assert_eq!(best.outcome.unwrap().value, expected);
        }
    }
}

#[test]
fn depth_for_depth_windows_find_the_plain_value() {
    check("tic-tac-toe", 6);
    check("connect-four", 5);
    check("nim", 4);
    check("breakthrough-6x6", 3);
}

#[test]
fn simultaneous_moves_and_more_roles_too() {
    check("tron", 3);
    check("chinese-checkers-3", 4);
    check("rock-paper-scissors", 3);
}

/// A game of two roles that count, whatever they do, up to a number.
fn counting(steps: usize) -> String {
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
fn the_stack_bears_the_deepest_search() {
    for (steps, open) in [(MOST_DEPTH, false), (MOST_DEPTH + 1, true)] {
        let setting = setting_of(&counting(usize::from(steps)));
        let mut search = Search::new(Scout::new(&setting, Leaf::Even));
        search.begin(&Budget::unlimited().with_nodes(1_000_000));
        let initial = setting.game.initial().unwrap();
        let mut rng = Rng::with_seed(1);
        let mut root = Root::enter(&mut search, &initial, &mut rng)
            .unwrap()
            .unwrap();
        let outcome = root.search(&mut search, MOST_DEPTH, Windows::Aspiration);
        assert_eq!(outcome.unwrap().open, open);
    }
}
