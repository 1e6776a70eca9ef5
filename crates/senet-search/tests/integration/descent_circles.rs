//! Descent in games whose states can repeat: neither learning nor search walks in a circle.

use crate::common::small_game;
use senet_engine::Game;
use senet_search::{Budget, DescentPlan, Learner, NetPlayer, Player, Setting, Stop};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The state stays as it is until both roles stop.
const WAITING: &str = "
    (role a) (role b) (init p)
    (<= (legal ?r stop) (role ?r)) (<= (legal ?r stay) (role ?r))
    (<= (next p) (does a stay)) (<= (next p) (does b stay))
    (<= (next over) (does a stop) (does b stop)) (<= terminal (true over))
    (<= (goal ?r 50) (role ?r))";

/// The first role walks to and fro on a path, and wins at its end. Between its steps the second switches a light.
const WALK: &str = "
    (role a) (role b) (init (at 4)) (init (turn a))
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)
    (<= (legal a up) (true (turn a))) (<= (legal a down) (true (turn a)) (true (at ?n)) (succ ?m ?n))
    (<= (legal a wait) (true (turn b))) (<= (legal b wait) (true (turn a)))
    (<= (legal b switch) (true (turn b))) (<= (legal b leave) (true (turn b)))
    (<= (next (turn b)) (true (turn a))) (<= (next (turn a)) (true (turn b)))
    (<= (next (at ?m)) (does a up) (true (at ?n)) (succ ?n ?m))
    (<= (next (at ?m)) (does a down) (true (at ?n)) (succ ?m ?n))
    (<= (next (at ?n)) (true (turn b)) (true (at ?n)))
    (<= (next light) (true light) (not (does b switch)))
    (<= (next light) (does b switch) (not (true light)))
    (<= terminal (true (at 9)))
    (<= (goal a 100) (true (at 9))) (<= (goal a 0) (not (true (at 9))))
    (<= (goal b 0) (true (at 9))) (<= (goal b 100) (not (true (at 9))))";

/// A learner with small trees.
fn learner(game: &Arc<dyn Game>, seed: u64) -> Learner {
    let plan = DescentPlan {
        matches: 4,
        hidden: 16,
        ..DescentPlan::default()
    };
    Learner::new(game.clone(), plan, seed, &Budget::seconds(20.0)).unwrap()
}

#[test]
fn learning_keeps_its_clock_if_the_state_repeats() {
    let mut learner = learner(&small_game(WAITING), 1);
    let begin = Instant::now();
    learner.learn(&Budget::seconds(0.2)).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(2));
}

#[test]
fn search_leaves_a_circle_that_looks_best() {
    let game = small_game(WALK);
    for seed in 0..20 {
        let setting = Setting {
            game: game.clone(),
            role: 0,
            seed,
            learn: None,
        };
        let mut player = NetPlayer::new(setting, learner(&game, seed).trained());
        let budget = Budget::unlimited().with_nodes(10_000);
        let state = game.initial().unwrap();
        let report = player.choose(&state, &budget).unwrap().report;
        assert_eq!(report.stop, Stop::Solved, "seed {seed}: {report:?}");
        assert_eq!(report.values[0], 100.0, "seed {seed}");
    }
}
