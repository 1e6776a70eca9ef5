//! The tree of the player `deep` lasts from move to move.

use senet_deep::{DeepPlayer, GameModel, Identity, Model, NetworkKind};
use senet_engine::{BackEnd, DeadlineGame, Game, LoadOptions, load};
use senet_gdl::{Deadline, Sheet};
use senet_search::{Budget, MoveChoice, Player, Setting};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Tic-tac-toe with queries that stop at a deadline, and an untrained network.
fn untrained(deadline: Deadline) -> (Arc<dyn Game>, GameModel) {
    let options = LoadOptions {
        back_end: Some(BackEnd::Circuit),
        ..LoadOptions::default()
    };
    let rules = senet_library::find("tic-tac-toe").unwrap().rules;
    let loaded = load(&Sheet::read(rules), &options).unwrap();
    let identity = Identity::of(&loaded.description, &Deadline::never()).unwrap();
    let game: Arc<dyn Game> = Arc::new(DeadlineGame::new(loaded.game, deadline));
    let kind = NetworkKind {
        layers: 1,
        width: 16,
        ..NetworkKind::default()
    };
    let model = Model::new(&*game, &identity, &kind, 5).unwrap();
    let joined = model.join_own(game.clone()).unwrap();
    (game, joined)
}

fn player(game: &Arc<dyn Game>, model: &GameModel) -> DeepPlayer {
    let setting = Setting {
        game: game.clone(),
        role: 0,
        seed: 3,
        learn: None,
    };
    DeepPlayer::new(setting, model.clone())
}

fn visits(choice: &MoveChoice) -> u64 {
    choice.report.moves.iter().map(|one| one.visits).sum()
}

#[test]
fn next_move_starts_with_the_tree_of_the_last() {
    let (game, model) = untrained(Deadline::never());
    let mut player = player(&game, &model);
    let mut state = game.initial().unwrap();
    let first = player.choose(&state, &Budget::unlimited().with_simulations(400));
    let mut own = first.unwrap().chosen;
    for _ in 0..2 {
        let joint = [own, game.legal(&state, 1).unwrap()[0]];
        state = game.next(&state, &joint).unwrap();
        player.observe(&joint, &state);
        own = game.legal(&state, 0).unwrap()[0];
    }
    let second = player.choose(&state, &Budget::unlimited().with_simulations(1));
    assert!(visits(&second.unwrap()) > 2);
}

#[test]
fn joint_move_of_another_state_is_no_reason_to_trust_the_tree() {
    let (game, model) = untrained(Deadline::never());
    let mut player = player(&game, &model);
    let initial = game.initial().unwrap();
    let few = Budget::unlimited().with_simulations(400);
    let own = player.choose(&initial, &few).unwrap().chosen;
    let joint = [own, game.legal(&initial, 1).unwrap()[0]];
    player.observe(&joint, &initial);
    let again = player.choose(&initial, &Budget::unlimited().with_simulations(1));
    assert!(visits(&again.unwrap()) <= 1);
}

#[test]
fn stopped_query_does_not_lose_the_search() {
    static LEFT: AtomicI64 = AtomicI64::new(i64::MAX);
    let deadline = Deadline::when(|| LEFT.fetch_sub(1, Ordering::Relaxed) <= 0);
    let (game, model) = untrained(deadline);
    let initial = game.initial().unwrap();
    let few = Budget::unlimited().with_simulations(400);
    let before = LEFT.load(Ordering::Relaxed);
    player(&game, &model).choose(&initial, &few).unwrap();
    let looks = before - LEFT.load(Ordering::Relaxed);
    LEFT.store(looks / 2, Ordering::Relaxed);
    let choice = player(&game, &model).choose(&initial, &few).unwrap();
    assert!(choice.report.notes[0].contains("stopped"), "{choice:?}");
    let most = choice.report.moves.iter().max_by_key(|one| one.visits);
    assert_eq!(most.unwrap().id, choice.chosen);
    assert_eq!(visits(&choice), choice.report.simulations);
}
