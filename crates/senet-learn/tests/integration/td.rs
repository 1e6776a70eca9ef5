//! Learning by temporal differences on games of the library.

use fastrand::Rng;
use senet_engine::{BackEnd, Game, LoadOptions, load};
use senet_gdl::Sheet;
use senet_learn::td::transfer::{Correspondence, Initial, Knowledge};
use senet_learn::td::{Learner, Opponent, Positions, Seat, Settings, Table, Unfit, Values};
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

fn learner(initial: Initial) -> Seat {
    Seat::Learner(Box::new(Learner::with_initial(
        Settings::default(),
        initial,
    )))
}

/// The goals of the first role over so many matches, and the table.
fn play(game: &Arc<dyn Game>, seats: Vec<Seat>, matches: usize, seed: u64) -> (Vec<f32>, Table) {
    let mut rng = Rng::with_seed(seed);
    let mut table = Table::new(Positions::new(game.clone()).unwrap(), seats).unwrap();
    let start = game.initial().unwrap();
    let goals = (0..matches).map(|_| table.play(start.clone(), &mut rng).unwrap()[0]);
    (goals.collect(), table)
}

fn mean(goals: &[f32]) -> f32 {
    goals.iter().sum::<f32>() / goals.len() as f32
}

#[test]
fn learners_get_better_at_tic_tac_toe() {
    let game = game(library("tic-tac-toe"));
    let seats = vec![
        learner(Initial::default()),
        Seat::Opponent(Opponent::Random),
    ];
    let (goals, table) = play(&game, seats, 3_000, 1);
    let (early, late) = (mean(&goals[..200]), mean(&goals[2_500..]));
    assert!(late > early + 10.0 && late > 85.0, "{early} and {late}");
    let values = table.learner(0).unwrap().values();
    assert!(
        values
            .iter()
            .all(|(_, value)| (0.0..=100.0).contains(&value))
    );
}

#[test]
fn the_same_seed_learns_the_same() {
    let game = game(library("tic-tac-toe"));
    let seats = || vec![learner(Initial::default()), learner(Initial::default())];
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
fn looking_ahead_beats_chance() {
    let game = game(library("tic-tac-toe"));
    let seats = vec![
        Seat::Opponent(Opponent::Greedy),
        Seat::Opponent(Opponent::Random),
    ];
    let (goals, _) = play(&game, seats, 500, 3);
    assert!(mean(&goals) > 75.0, "{}", mean(&goals));
}

/// Tic-tac-toe in which a line loses, from what was learned where it wins.
#[test]
fn what_was_good_is_bad_when_goals_are_inverted() {
    let source = game(library("tic-tac-toe"));
    let rules = library("tic-tac-toe")
        .replace("(goal ?r 100)", "(goal ?r ?won)")
        .replace("(goal ?r 0)", "(goal ?r 100)")
        .replace("(goal ?r ?won)", "(goal ?r 0)");
    let target = game(&rules);
    let random = || Seat::Opponent(Opponent::Random);
    let (_, table) = play(
        &source,
        vec![learner(Initial::default()), random()],
        5_000,
        2,
    );
    let values = Arc::new(table.learner(0).unwrap().values().clone());
    let facts = |game: &Arc<dyn Game>| game.fluent_names().unwrap().to_vec();
    let same = |fact: &str| Some(fact.to_string());
    let same = Correspondence::renaming(&facts(&source), &facts(&target), &same);
    let knowledge = Knowledge::new(values, Arc::new(same), true);
    assert_eq!(knowledge.name(), "inverse");
    let with = vec![learner(Initial::from(knowledge)), random()];
    let (with, table) = play(&target, with, 200, 4);
    let (without, _) = play(&target, vec![learner(Initial::default()), random()], 200, 4);
    assert!(
        mean(&with) > mean(&without) + 5.0,
        "{} and {}",
        mean(&with),
        mean(&without)
    );
    assert!(table.learner(0).unwrap().transferred().hit_rate() > 0.5);
}

/// Whoever watches has values for what the others went to.
#[test]
fn watching_gives_values_to_the_others_afterstates() {
    let game = game(library("tic-tac-toe"));
    let watching = Settings {
        watch: true,
        ..Settings::default()
    };
    let count = |settings: Settings| {
        let seat = Seat::Learner(Box::new(Learner::from_scratch(settings)));
        let (_, table) = play(&game, vec![seat, Seat::Opponent(Opponent::Random)], 200, 4);
        let by_turn = |values: &Values, turn: &str| {
            let facts = |state| game.fluents(state).contains(&format!("(control {turn})"));
            values.iter().filter(|(state, _)| facts(*state)).count()
        };
        let values = table.learner(0).unwrap().values();
        (by_turn(values, "o") > 0, by_turn(values, "x") > 0)
    };
    assert_eq!(count(Settings::default()), (true, false));
    assert_eq!(count(watching), (true, true));
}

#[track_caller]
fn check_refused(rules: &str, expected: &str) {
    let game = game(rules);
    let refused = Positions::new(game.clone()).and_then(|positions| {
        let roles = game.roles().len();
        let seats = (0..roles)
            .map(|_| Seat::Opponent(Opponent::Random))
            .collect();
        let start = game.initial()?;
        Table::new(positions, seats)?.play(start, &mut Rng::with_seed(1))
    });
    assert_eq!(
        refused.map_err(|unfit: Unfit| unfit.to_string()),
        Err(expected.to_string())
    );
}

#[test]
fn games_without_afterstates_are_refused() {
    check_refused(
        library("rock-paper-scissors"),
        "`left` and `right` choose at the same time, so neither knows which state follows from its move",
    );
    check_refused(
        "(role x) (role random) (init s) (legal x go) (legal random a) (legal random b) (<= terminal (not (true s))) \
         (goal x 50) (goal random 50) (<= (next t) (does x go))",
        "the game has chance in it (the role `random`), so a move does not decide which state follows",
    );
}

#[test]
fn three_roles_have_a_table_each() {
    let game = game(library("connect-four-3p"));
    let seats = (0..3).map(|_| learner(Initial::default())).collect();
    let (_, table) = play(&game, seats, 20, 6);
    for role in 0..3 {
        assert!(!table.learner(role).unwrap().values().is_empty());
    }
}
