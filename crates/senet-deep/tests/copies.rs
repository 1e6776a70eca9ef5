//! A model belongs to a game, whatever the words of its rules are.

use senet_deep::{DeepError, DeepPlayer, GameModel, Identity, Model, NetworkKind};
use senet_engine::{Game, LoadOptions, MoveId, State, load};
use senet_gdl::{
    Deadline, Description, Notation, Renaming, ScrambleOptions, Sheet, scramble, write,
};
use senet_search::{Budget, Player, Setting};
use senet_value_net::ModelError;
use std::sync::Arc;

fn loaded(sheet: &Sheet) -> Arc<dyn Game> {
    load(sheet, &LoadOptions::default()).unwrap().game.into()
}

fn model(sheet: &Sheet) -> Model {
    let game = loaded(sheet);
    let identity = Identity::of(&sheet.description, &Deadline::never()).unwrap();
    Model::new(&*game, &identity, &NetworkKind::default(), 3).unwrap()
}

fn joined(model: &Model, game: &Arc<dyn Game>, description: &Description) -> GameModel {
    let never = Deadline::never();
    model.join(game.clone(), description, &never).unwrap()
}

fn choose(game: &Arc<dyn Game>, model: &GameModel, state: &State, role: usize) -> MoveId {
    let setting = Setting {
        game: game.clone(),
        role,
        seed: 11,
        learn: None,
    };
    let budget = Budget::unlimited().with_simulations(200);
    let mut player = DeepPlayer::new(setting, model.clone());
    player.choose(state, &budget).unwrap().chosen
}

/// The renaming that the keys of two copies give.
fn renaming(from: &Sheet, to: &Sheet) -> Renaming {
    let symbols = |sheet: &Sheet| {
        let identity = Identity::of(&sheet.description, &Deadline::never()).unwrap();
        identity.symbols
    };
    let pairs = symbols(from).into_iter().zip(symbols(to));
    Renaming::new(pairs.collect())
}

#[test]
fn scrambled_copy_plays_the_same_moves() {
    for name in ["tic-tac-toe", "connect-four", "blocker", "connect-four-3p"] {
        let rules = senet_library::find(name).unwrap().rules;
        let sheet = Sheet::read(rules);
        let other = scramble(&sheet.description, 5, &ScrambleOptions::default());
        let text = write(&other.description, Notation::Prefix);
        let copy = Sheet::read_as(Notation::Prefix, text);
        let (model, games) = (model(&sheet), [loaded(&sheet), loaded(&copy)]);
        let own = joined(&model, &games[0], &sheet.description);
        let foreign = joined(&model, &games[1], &copy.description);
        let to_copy = renaming(&sheet, &copy);
        let renamed = |text: &String| to_copy.translate(text).to_lowercase();
        let roles = games[0].roles().iter().map(renamed);
        let seats: Vec<usize> = roles
            .map(|role| {
                games[1]
                    .roles()
                    .iter()
                    .position(|one| *one == role)
                    .unwrap()
            })
            .collect();
        let mut states = [games[0].initial().unwrap(), games[1].initial().unwrap()];
        for _ in 0..6 {
            if games[0].is_terminal(&states[0]).unwrap() {
                break;
            }
            let mut joints = [vec![], vec![MoveId(0); seats.len()]];
            for (role, &seat) in seats.iter().enumerate() {
                let here = choose(&games[0], &own, &states[0], role);
                let there = choose(&games[1], &foreign, &states[1], seat);
                let name = games[0].move_name(role, here);
                assert_eq!(renamed(&name), games[1].move_name(seat, there));
                joints[0].push(here);
                joints[1][seat] = there;
            }
            let next = |at: usize| games[at].next(&states[at], &joints[at]).unwrap();
            states = [next(0), next(1)];
        }
    }
}

#[test]
fn model_is_refused_for_another_game() {
    let sheet = |name: &str| Sheet::read(senet_library::find(name).unwrap().rules);
    let (own, other) = (sheet("tic-tac-toe"), sheet("nim"));
    let refused = model(&own).join(loaded(&other), &other.description, &Deadline::never());
    let error = refused.err().unwrap();
    assert!(matches!(
        error,
        DeepError::Model(ModelError::OtherGame { .. })
    ));
}
