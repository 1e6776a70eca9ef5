//! MTD(f) with hand-made evaluations.

use crate::common::random_games::{Shape, sheet};
use crate::common::{library, new_player, play, small_game};
use senet_engine::{Game, State, Stopped};
use senet_search::{Budget, EvaluationLearner, Evaluator, Player, Setting, Stop, player};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A pseudo-random evaluation derived from the words of states.
struct WordEvaluator {
    roles: usize,
}

impl Evaluator for WordEvaluator {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        for state in states {
            let mixed = state.words().iter().fold(7_u64, |mixed, word| {
                (mixed ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            });
            let value = (mixed >> 40) as f64 / (1 << 24) as f64;
            values.extend((0..self.roles).map(|role| (value - role as f64).abs()));
        }
    }

    fn describe(&self) -> String {
        "pseudo-random values".to_string()
    }
}

/// A learner that counts its calls.
struct CountingLearner {
    roles: usize,
    calls: AtomicUsize,
}

impl EvaluationLearner for CountingLearner {
    fn learn(&self, _: &Budget, _: u64) -> Result<Arc<dyn Evaluator>, Stopped> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        Ok(Arc::new(WordEvaluator { roles: self.roles }))
    }
}

fn with_learner(
    name: &str,
    game: &Arc<dyn Game>,
    role: usize,
) -> (Box<dyn Player>, Arc<CountingLearner>) {
    let learner = Arc::new(CountingLearner {
        roles: game.roles().len(),
        calls: AtomicUsize::new(0),
    });
    let setting = Setting {
        game: game.clone(),
        role,
        seed: 1,
        learn: Some(learner.clone()),
    };
    let seated = player(&name.parse().unwrap(), setting).unwrap();
    (seated, learner)
}

#[test]
fn other_roles_form_one_opponent_that_replies_to_our_move() {
    for (roles, simultaneous) in [(2, false), (2, true), (3, false), (3, true)] {
        let shape = Shape {
            roles,
            opposed: false,
            simultaneous,
            chance: false,
        };
        for seed in 0..15 {
            let game = small_game(&sheet(shape, seed));
            let initial = game.initial().unwrap();
            for role in 0..roles {
                let (mut mtdf, _) = with_learner("mtdf", &game, role);
                let report = mtdf.prepare(&Budget::unlimited()).unwrap();
                let truth = crate::common::exhaustive_search::bounds(&*game, &initial, role).reply;
                assert_eq!(report.values[role], truth, "seed {seed}, {roles} roles");
            }
        }
    }
}

#[test]
fn learns_the_evaluation_once() {
    let game = library("connect-four");
    let (mut mtdf, learner) = with_learner("mtdf", &game, 0);
    let few = || Budget::unlimited().with_nodes(500);
    let state = game.initial().unwrap();
    let first = mtdf.choose(&state, &few()).unwrap().report;
    assert_eq!(first.stop, Stop::Nodes);
    let note = "evaluation: pseudo-random values".to_string();
    assert!(first.notes.contains(&note), "{:?}", first.notes);
    mtdf.choose(&state, &few()).unwrap();
    assert_eq!(learner.calls.load(Ordering::Relaxed), 1);
}

#[test]
fn mtdf_never_loses_tic_tac_toe() {
    let game = library("tic-tac-toe");
    for own in 0..2 {
        for seed in 0..5 {
            let mut players = vec![new_player("random", &game, 1 - own, seed)];
            players.insert(own, with_learner("mtdf", &game, own).0);
            let goals = play(&game, &mut players, Budget::unlimited);
            assert!(goals[own] >= 50, "seed {seed}: {goals:?}");
        }
    }
}

#[test]
fn rejects_a_setting_without_a_learner() {
    let game = library("tic-tac-toe");
    for name in ["mtdf", "minimax:eval=learned"] {
        let setting = Setting {
            game: game.clone(),
            role: 0,
            seed: 1,
            learn: None,
        };
        let refused = player(&name.parse().unwrap(), setting).err().unwrap();
        let text = refused.to_string();
        assert!(text.contains("no learner is available"), "{text}");
    }
}
