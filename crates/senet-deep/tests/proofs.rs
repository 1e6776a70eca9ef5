//! Proven values in the search with an untrained network, judged by exhaustive search.

use senet_deep::{
    DeepPlan, DeepPlayer, GameModel, Identity, Model, NetworkKind, PolicyPlayer, Refinements,
    self_play,
};
use senet_engine::{BackEnd, Game, LoadOptions, State, legal_moves, load, random_joint};
use senet_gdl::{Deadline, Sheet};
use senet_search::{Budget, MoveChoice, Player, Setting, Stop, player};
use std::sync::Arc;

/// A game and a network with random weights.
fn untrained(rules: &str) -> (Arc<dyn Game>, GameModel) {
    let options = LoadOptions {
        back_end: Some(BackEnd::Circuit),
        ..LoadOptions::default()
    };
    let loaded = load(&Sheet::read(rules), &options).unwrap();
    let identity = Identity::of(&loaded.description, &Deadline::never()).unwrap();
    let game: Arc<dyn Game> = loaded.game.into();
    let kind = NetworkKind {
        layers: 1,
        width: 16,
        ..NetworkKind::default()
    };
    let model = Model::new(&*game, &identity, &kind, 5).unwrap();
    let joined = model.join_own(game.clone()).unwrap();
    (game, joined)
}

fn setting(game: &Arc<dyn Game>, role: usize) -> Setting {
    Setting {
        game: game.clone(),
        role,
        seed: 3,
        learn: None,
    }
}

fn search(game: &Arc<dyn Game>, model: &GameModel, state: &State, role: usize) -> MoveChoice {
    let mut player = DeepPlayer::new(setting(game, role), model.clone());
    let budget = Budget::unlimited().with_simulations(3_000);
    player.choose(state, &budget).unwrap()
}

/// The exact value of a state for the first role.
fn exact(game: &Arc<dyn Game>, state: &State) -> f64 {
    if game.is_terminal(state).unwrap() {
        return f64::from(game.goal(state, 0).unwrap().value().unwrap());
    }
    let legal = legal_moves(&**game, state).unwrap();
    let Some(chooser) = legal.iter().position(|moves| moves.len() > 1) else {
        let joint: Vec<_> = legal.iter().map(|moves| moves[0]).collect();
        return exact(game, &game.next(state, &joint).unwrap());
    };
    let name = "minimax".parse().unwrap();
    let mut judge = player(&name, setting(game, chooser)).unwrap();
    let report = judge.choose(state, &Budget::unlimited()).unwrap().report;
    assert!(report.proven, "{report:?}");
    report.values[0]
}

#[test]
fn states_of_tic_tac_toe_are_proven() {
    let (game, model) = untrained(senet_library::find("tic-tac-toe").unwrap().rules);
    for seed in 0..12 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut state = game.initial().unwrap();
        for _ in 0..4 {
            let joint = random_joint(&legal_moves(&*game, &state).unwrap(), &mut rng).unwrap();
            state = game.next(&state, &joint).unwrap();
        }
        let MoveChoice { chosen, report } = search(&game, &model, &state, 0);
        assert!(report.proven && report.stop == Stop::Solved, "{report:?}");
        assert_eq!(report.values[0], exact(&game, &state));
        let waits = game.legal(&state, 1).unwrap()[0];
        let next = game.next(&state, &[chosen, waits]).unwrap();
        assert_eq!(exact(&game, &next), report.values[0]);
    }
}

/// The second of three roles may win at once, or leave it to the third. The first never chooses.
const THREE_ROLES: &str = "
    (role a) (role b) (role c) (init (turn b))
    (<= (legal b give) (true (turn b))) (<= (legal b take) (true (turn b))) (<= (legal b wait) (true (turn b)))
    (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
    (<= (legal c x) (true (turn c))) (<= (legal c y) (true (turn c)))
    (<= (next (turn c)) (does b wait))
    (<= (next (won b)) (does b take)) (<= (next (won c)) (does b give)) (<= (next (won c)) (does c x)) (<= (next (won a)) (does c y))
    (<= terminal (true (won ?r)))
    (<= (goal ?r 100) (true (won ?r))) (<= (goal ?r 0) (role ?r) (not (true (won ?r))))";

#[test]
fn proven_win_is_played_among_three_roles() {
    let (game, model) = untrained(THREE_ROLES);
    let state = game.initial().unwrap();
    let MoveChoice { chosen, report } = search(&game, &model, &state, 1);
    assert_eq!(game.move_name(1, chosen), "take");
    assert!(report.proven);
    assert_eq!(report.values, [0.0, 100.0, 0.0]);
}

/// Both roles choose at once, and the first loses for certain with one of its moves.
const SIMULTANEOUS: &str = "
    (role a) (role b) (init start)
    (legal a safe) (legal a risk) (legal b left) (legal b right)
    (<= (next (end 50)) (does a safe)) (<= (next (end 0)) (does a risk))
    (<= terminal (true (end ?n)))
    (<= (goal a ?n) (true (end ?n))) (<= (goal b 50) (role b))";

#[test]
fn simultaneous_moves_are_searched_without_proof() {
    let (game, model) = untrained(SIMULTANEOUS);
    let state = game.initial().unwrap();
    let MoveChoice { chosen, report } = search(&game, &model, &state, 0);
    assert_eq!(game.move_name(0, chosen), "safe");
    assert!(!report.proven);
}

/// A proven root is not searched, so it must not use the drawn moves of the root before it.
#[test]
fn self_play_with_gumbel_roots_passes_proven_states() {
    let (_, model) = untrained(senet_library::find("tic-tac-toe").unwrap().rules);
    let plan = DeepPlan {
        simulations: 200,
        refinements: Refinements {
            gumbel: true,
            ..Refinements::default()
        },
        ..DeepPlan::default()
    };
    let mut ended = 0;
    let mut count = |_| {
        ended += 1;
        Ok(())
    };
    self_play(&model, &plan, 1, 0..16, &Deadline::never(), &mut count).unwrap();
    assert_eq!(ended, 16);
}

/// Both roles show a side of a coin. The first wants the same sides.
const PENNIES: &str = "
    (role a) (role b) (init start)
    (legal a heads) (legal a tails) (legal b heads) (legal b tails)
    (<= (next (end same)) (does a ?x) (does b ?x))
    (<= (next (end other)) (does a ?x) (does b ?y) (distinct ?x ?y))
    (<= terminal (true (end ?e)))
    (<= (goal a 100) (true (end same))) (<= (goal a 0) (true (end other)))
    (<= (goal b 0) (true (end same))) (<= (goal b 100) (true (end other)))";

#[test]
fn simultaneous_moves_are_drawn() {
    let (game, model) = untrained(PENNIES);
    let state = game.initial().unwrap();
    let budget = Budget::unlimited().with_simulations(100);
    let drawn = |player: &dyn Fn(Setting) -> Box<dyn Player>| {
        let seeds = (0..30).map(|seed| Setting {
            seed,
            ..setting(&game, 0)
        });
        let moves = seeds.map(|setting| player(setting).choose(&state, &budget).unwrap().chosen);
        moves.collect::<std::collections::BTreeSet<_>>().len()
    };
    let searching =
        |setting| -> Box<dyn Player> { Box::new(DeepPlayer::new(setting, model.clone())) };
    let plain =
        |setting| -> Box<dyn Player> { Box::new(PolicyPlayer::new(setting, model.clone())) };
    assert_eq!((drawn(&searching), drawn(&plain)), (2, 2));
}
