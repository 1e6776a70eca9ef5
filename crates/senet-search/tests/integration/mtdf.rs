//! MTD(f), with evaluations made by hand.

use crate::common::sheets::{Shape, sheet};
use crate::common::{library, play, seat, small_game};
use senet_engine::{Game, State, Stopped};
use senet_search::{Budget, Evaluation, Learn, Player, Setting, Stop, player};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// States are worth what their words happen to say.
struct ByWords {
    roles: usize,
}

impl Evaluation for ByWords {
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
        "what the words happen to say".to_string()
    }
}

/// Learns nothing, but counts how often it is asked.
struct Teacher {
    roles: usize,
    asked: AtomicUsize,
}

impl Learn for Teacher {
    fn learn(&self, _: &Budget, _: u64) -> Result<Arc<dyn Evaluation>, Stopped> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Ok(Arc::new(ByWords { roles: self.roles }))
    }
}

fn taught(name: &str, game: &Arc<dyn Game>, role: usize) -> (Box<dyn Player>, Arc<Teacher>) {
    let teacher = Arc::new(Teacher {
        roles: game.roles().len(),
        asked: AtomicUsize::new(0),
    });
    let setting = Setting {
        game: game.clone(),
        role,
        seed: 1,
        learn: Some(teacher.clone()),
    };
    let seated = player(&name.parse().unwrap(), setting).unwrap();
    (seated, teacher)
}

#[test]
fn all_others_are_taken_for_one_who_moves_after_us() {
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
                let (mut mtdf, _) = taught("mtdf", &game, role);
                let report = mtdf.prepare(&Budget::unlimited()).unwrap();
                let truth = crate::common::judge::bounds(&*game, &initial, role).after;
                assert_eq!(report.values[role], truth, "seed {seed}, {roles} roles");
            }
        }
    }
}

#[test]
fn it_learns_once() {
    let game = library("connect-four");
    let (mut mtdf, teacher) = taught("mtdf", &game, 0);
    let few = || Budget::unlimited().with_nodes(500);
    let state = game.initial().unwrap();
    let first = mtdf.choose(&state, &few()).unwrap().report;
    assert_eq!(first.stop, Stop::Nodes);
    let note = "evaluation: what the words happen to say".to_string();
    assert!(first.notes.contains(&note), "{:?}", first.notes);
    mtdf.choose(&state, &few()).unwrap();
    assert_eq!(teacher.asked.load(Ordering::Relaxed), 1);
}

#[test]
fn it_never_loses_tic_tac_toe() {
    let game = library("tic-tac-toe");
    for own in 0..2 {
        for seed in 0..5 {
            let mut players = vec![seat("random", &game, 1 - own, seed)];
            players.insert(own, taught("mtdf", &game, own).0);
            let goals = play(&game, &mut players, Budget::unlimited);
            assert!(goals[own] >= 50, "seed {seed}: {goals:?}");
        }
    }
}

#[test]
fn without_anything_to_learn_by_it_says_so() {
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
        assert!(text.contains("nothing was given to learn one by"), "{text}");
    }
}
