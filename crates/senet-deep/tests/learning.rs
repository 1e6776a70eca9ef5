//! A few seconds of AlphaZero on small games.

use senet_deep::{AlphaZero, DeepPlan, DeepPlayer, GameModel, Identity, Model, NetworkKind};
use senet_engine::{Game, LoadOptions, MoveId, load};
use senet_gdl::{Deadline, Sheet};
use senet_search::{Budget, Player, PlayerName, Setting, player, watched_deadline};
use std::sync::Arc;

fn loaded(rules: &str) -> (Arc<dyn Game>, Identity) {
    let mut options = LoadOptions::default();
    options.limits.deadline = watched_deadline();
    let loaded = load(&Sheet::read(rules), &options).unwrap();
    let identity = Identity::of(&loaded.description, &Deadline::never()).unwrap();
    (loaded.game.into(), identity)
}

fn plan() -> DeepPlan {
    DeepPlan {
        matches: 64,
        simulations: 24,
        gate_matches: 16,
        drawn_moves: 4,
        ..DeepPlan::default()
    }
}

fn run(rules: &str, plan: DeepPlan, iterations: usize) -> (Arc<dyn Game>, AlphaZero) {
    let (game, identity) = loaded(rules);
    let kind = NetworkKind {
        layers: 1,
        width: 64,
        ..NetworkKind::default()
    };
    let start = Model::new(&*game, &identity, &kind, 5).unwrap();
    let mut run = AlphaZero::new(game.clone(), start, plan, 7).unwrap();
    for _ in 0..iterations {
        let never = Deadline::never();
        let report = run
            .iterate(Vec::new(), &never, &mut |_| Ok(()), &mut |_| ())
            .unwrap();
        eprintln!(
            "{} positions, loss {:.3} {:.3}, gate {:?}",
            report.positions,
            report.loss.mean_policy(),
            report.loss.mean_value(),
            report.gate
        );
    }
    (game, run)
}

/// The mean goal of a player in a role, against random players.
fn mean_goal(game: &Arc<dyn Game>, model: &GameModel, role: usize, matches: u64) -> f64 {
    let mut sum = 0.0;
    for number in 0..matches {
        let setting = |role| Setting {
            game: game.clone(),
            role,
            seed: 100 * number + role as u64,
            learn: None,
        };
        let mut players: Vec<Box<dyn Player>> = (0..game.roles().len())
            .map(|seat| player(&PlayerName::plain("random"), setting(seat)).unwrap())
            .collect();
        players[role] = Box::new(DeepPlayer::new(setting(role), model.clone()));
        let mut state = game.initial().unwrap();
        while !game.is_terminal(&state).unwrap() {
            let budget = Budget::unlimited().with_simulations(32);
            let joint: Vec<MoveId> = players
                .iter_mut()
                .map(|player| player.choose(&state, &budget).unwrap().chosen)
                .collect();
            state = game.next(&state, &joint).unwrap();
        }
        sum += f64::from(game.goal(&state, role).unwrap().value().unwrap());
    }
    sum / matches as f64
}

#[test]
fn few_seconds_of_learning_beat_random_play_in_tic_tac_toe() {
    let rules = senet_library::find("tic-tac-toe").unwrap().rules;
    let (game, run) = run(rules, plan(), 12);
    let model = run.best.join_own(game.clone()).unwrap();
    let (first, second) = (
        mean_goal(&game, &model, 0, 50),
        mean_goal(&game, &model, 1, 50),
    );
    assert!(first > 90.0 && second > 65.0, "{first} {second}");
}
