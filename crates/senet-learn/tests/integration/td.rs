//! Temporal-difference learning on games of the library.

use fastrand::Rng;
use senet_engine::{BackEnd, Game, LoadOptions, load};
use senet_gdl::Sheet;
use senet_learn::td::transfer::{InitialValues, StateCorrespondence, TransferredValues};
use senet_learn::td::{
    Opponent, PositionCache, TdError, TdLearner, TdSeat, TdSettings, TrainingMatches, ValueTable,
};
use std::sync::Arc;

fn game(rules: &str) -> Arc<dyn Game> {
    let options = LoadOptions {
        back_end: Some(BackEnd::Circuit),
        ..LoadOptions::default()
    };
    Arc::from(load(&Sheet::read(rules), &options).unwrap().game)
}

fn library(name: &str) -> &'static str {
    senet_library::find(name).unwrap().rules
}

fn learner(initial: InitialValues) -> TdSeat {
    TdSeat::Learner(Box::new(TdLearner::with_initial(
        TdSettings::default(),
        initial,
    )))
}

/// Plays matches. Returns the goals of the first role, and the players.
fn play(
    game: &Arc<dyn Game>,
    seats: Vec<TdSeat>,
    count: usize,
    seed: u64,
) -> (Vec<f32>, TrainingMatches) {
    let mut rng = Rng::with_seed(seed);
    let mut matches =
        TrainingMatches::new(PositionCache::new(game.clone()).unwrap(), seats).unwrap();
    let start = game.initial().unwrap();
    let goals = (0..count).map(|_| matches.play(start.clone(), &mut rng).unwrap()[0]);
    (goals.collect(), matches)
}

fn mean(goals: &[f32]) -> f32 {
    goals.iter().sum::<f32>() / goals.len() as f32
}

#[test]
fn learner_improves_at_tic_tac_toe() {
    let game = game(library("tic-tac-toe"));
    let seats = vec![
        learner(InitialValues::default()),
        TdSeat::Opponent(Opponent::Random),
    ];
    let (goals, matches) = play(&game, seats, 3_000, 1);
    let (early, late) = (mean(&goals[..200]), mean(&goals[2_500..]));
    assert!(late > early + 10.0 && late > 85.0, "{early} and {late}");
    let values = matches.learner(0).unwrap().values();
    assert!(
        values
            .iter()
            .all(|(_, value)| (0.0..=100.0).contains(&value))
    );
}

#[test]
fn same_seed_learns_the_same_values() {
    let game = game(library("tic-tac-toe"));
    let seats = || {
        vec![
            learner(InitialValues::default()),
            learner(InitialValues::default()),
        ]
    };
    let (one, first) = play(&game, seats(), 300, 5);
    let (other, second) = play(&game, seats(), 300, 5);
    assert_eq!(one, other);
    for role in 0..2 {
        assert_eq!(
            first.learner(role).unwrap().values(),
            second.learner(role).unwrap().values()
        );
    }
}

#[test]
fn greedy_opponent_beats_random() {
    let game = game(library("tic-tac-toe"));
    let seats = vec![
        TdSeat::Opponent(Opponent::Greedy),
        TdSeat::Opponent(Opponent::Random),
    ];
    let (goals, _) = play(&game, seats, 500, 3);
    assert!(mean(&goals) > 75.0, "{}", mean(&goals));
}

/// Transfers values from tic-tac-toe to a variant in which a line loses.
#[test]
fn inverse_transfer_helps_when_goals_are_inverted() {
    let source = game(library("tic-tac-toe"));
    let rules = library("tic-tac-toe")
        .replace("(goal ?r 100)", "(goal ?r ?won)")
        .replace("(goal ?r 0)", "(goal ?r 100)")
        .replace("(goal ?r ?won)", "(goal ?r 0)");
    let target = game(&rules);
    let random = || TdSeat::Opponent(Opponent::Random);
    let (_, matches) = play(
        &source,
        vec![learner(InitialValues::default()), random()],
        5_000,
        2,
    );
    let values = Arc::new(matches.learner(0).unwrap().values().clone());
    let fluents = |game: &Arc<dyn Game>| game.fluent_names().unwrap().to_vec();
    let same = |fluent: &str| Some(fluent.to_string());
    let same = StateCorrespondence::renaming(&fluents(&source), &fluents(&target), &same);
    let knowledge = TransferredValues::new(values, Arc::new(same), true);
    assert_eq!(knowledge.name(), "inverse");
    let with = vec![learner(InitialValues::from(knowledge)), random()];
    let (with, matches) = play(&target, with, 200, 4);
    let (without, _) = play(
        &target,
        vec![learner(InitialValues::default()), random()],
        200,
        4,
    );
    assert!(
        mean(&with) > mean(&without) + 5.0,
        "{} and {}",
        mean(&with),
        mean(&without)
    );
    assert!(matches.learner(0).unwrap().transferred().hit_rate() > 0.5);
}

/// With `watch`, a learner has values for the other role's afterstates.
#[test]
fn watching_learns_the_other_roles_afterstates() {
    let game = game(library("tic-tac-toe"));
    let watching = TdSettings {
        watch: true,
        ..TdSettings::default()
    };
    let count = |settings: TdSettings| {
        let seat = TdSeat::Learner(Box::new(TdLearner::from_scratch(settings)));
        let (_, matches) = play(
            &game,
            vec![seat, TdSeat::Opponent(Opponent::Random)],
            200,
            4,
        );
        let by_turn = |values: &ValueTable, turn: &str| {
            let fluents = |state| game.fluents(state).contains(&format!("(control {turn})"));
            values.iter().filter(|(state, _)| fluents(*state)).count()
        };
        let values = matches.learner(0).unwrap().values();
        (by_turn(values, "o") > 0, by_turn(values, "x") > 0)
    };
    assert_eq!(count(TdSettings::default()), (true, false));
    assert_eq!(count(watching), (true, true));
}

#[track_caller]
fn check_refused(rules: &str, expected: &str) {
    let game = game(rules);
    let refused = PositionCache::new(game.clone()).and_then(|positions| {
        let roles = game.roles().len();
        let seats = (0..roles)
            .map(|_| TdSeat::Opponent(Opponent::Random))
            .collect();
        let start = game.initial()?;
        TrainingMatches::new(positions, seats)?.play(start, &mut Rng::with_seed(1))
    });
    assert_eq!(
        refused.map_err(|unfit: TdError| unfit.to_string()),
        Err(expected.to_string())
    );
}

#[test]
fn rejects_games_without_afterstates() {
    check_refused(
        library("rock-paper-scissors"),
        "`left` and `right` choose at the same time, so neither knows the state after its move",
    );
    check_refused(
        "(role x) (role random) (init s) (legal x go) (legal random a) (legal random b) (<= terminal (not (true s))) \
         (goal x 50) (goal random 50) (<= (next t) (does x go))",
        "the game contains chance (the role `random`), so a move does not determine the next state",
    );
}

#[test]
fn three_learners_have_separate_tables() {
    let game = game(library("connect-four-3p"));
    let seats = (0..3).map(|_| learner(InitialValues::default())).collect();
    let (_, matches) = play(&game, seats, 20, 6);
    for role in 0..3 {
        assert!(!matches.learner(role).unwrap().values().is_empty());
    }
}
