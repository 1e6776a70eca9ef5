//! Learned evaluations: correct compilation, independence of names, and playing strength.

use crate::common::{Loaded, game_of, library, rules_of, values};
use fastrand::Rng;
use senet_engine::{BackEnd, State};
use senet_gdl::{Notation, ScrambleOptions, Sheet, scramble, write};
use senet_learn::evaluation::StopLearning;
use senet_learn::{LearnedEvaluation, SimulationLearner};
use senet_search::{Budget, EvaluationLearner, Stop};

/// True if a fluent matches a pattern, by comparing texts.
fn fits(pattern: &str, fluent: &str) -> bool {
    match (parts(pattern), parts(fluent)) {
        _ if pattern.starts_with('?') => true,
        (Some(patterns), Some(fluents)) => {
            let mut pairs = patterns.iter().zip(&fluents);
            patterns.len() == fluents.len() && pairs.all(|(pattern, fluent)| fits(pattern, fluent))
        }
        _ => pattern == fluent,
    }
}

/// The arguments of a term; `None` if it is a symbol.
fn parts(term: &str) -> Option<Vec<String>> {
    let inside = term.strip_prefix('(')?.strip_suffix(')')?;
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in inside.chars() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        match letter == ' ' && depth == 0 {
            true => parts.push(String::new()),
            false => parts.last_mut().unwrap().push(letter),
        }
    }
    Some(parts)
}

/// The value of a state for a role, computed from the reported features.
fn slow_value(game: &Loaded, learned: &LearnedEvaluation, state: &State, role: usize) -> f64 {
    let fluents = game.game.fluents(state);
    let features = learned.features.iter().map(|feature| {
        let count = fluents
            .iter()
            .filter(|fluent| fits(&feature.pattern, fluent))
            .count();
        feature.measures[role].map_or(0.0, |measure| measure.per_fluent * count as f64)
    });
    let sum = learned.selections[role].constant + features.sum::<f64>();
    sum.clamp(0.0, 1.0)
}

/// Checks that the compiled evaluation agrees with its reported features.
#[track_caller]
fn check(name: &str, back_end: BackEnd, sequences: usize, states: usize) {
    let game = library(name, Some(back_end));
    let learned = game.learn(sequences, 3);
    let states = game.states(states, 5);
    let fast = values(&learned, &states);
    let roles = game.game.roles().len();
    assert_eq!(fast.len(), states.len() * roles);
    for (state, fast) in states.iter().zip(fast.chunks(roles)) {
        for (role, fast) in fast.iter().enumerate() {
            let slow = slow_value(&game, &learned, state, role);
            let close = (fast - slow).abs() < 1e-4;
            assert!(
                close,
                "{name} on {back_end}: compiled value {fast}, but its features give {slow}"
            );
        }
    }
}

#[test]
fn compiled_evaluation_agrees_with_its_features() {
    check("connect-four", BackEnd::Lanes, 600, 200);
    check("connect-four", BackEnd::Circuit, 200, 100);
    check("checkers-5x5", BackEnd::Lanes, 400, 100);
    check("chinese-checkers-3", BackEnd::Circuit, 64, 50);
    check("rock-paper-scissors", BackEnd::Circuit, 300, 20);
    check("nim", BackEnd::Circuit, 300, 50);
}

#[test]
fn evaluates_states_that_are_lists_of_numbers() {
    check("tic-tac-toe", BackEnd::Interpreter, 150, 80);
    check("tic-tac-toe", BackEnd::Reference, 40, 20);
}

#[test]
fn same_seed_gives_the_same_evaluation() {
    let game = library("connect-four", None);
    let states = game.states(100, 1);
    let of_seed = |seed| values(&game.learn(500, seed), &states);
    assert_eq!(of_seed(7), of_seed(7));
    assert_ne!(of_seed(7), of_seed(8));
}

/// The values of corresponding states in a game and in a scrambled copy.
fn values_when_scrambled(
    name: &str,
    options: &ScrambleOptions,
    sequences: usize,
) -> (Vec<f64>, Vec<f64>) {
    let game = library(name, None);
    let sheet = Sheet::read(rules_of(name));
    let scrambled = scramble(&sheet.description, 11, options);
    let other = game_of(&write(&scrambled.description, Notation::Prefix), None);
    let states = game.states(300, 2);
    let translated: Vec<State> = states
        .iter()
        .map(|state| {
            let fluents = game.game.fluents(state).into_iter();
            let fluents: Vec<_> = fluents
                .map(|fluent| scrambled.renaming.translate(&fluent))
                .collect();
            other
                .game
                .find_state(&fluents)
                .expect("the scrambled game has the same fluents")
        })
        .collect();
    let (here, there) = (game.learn(sequences, 1), other.learn(sequences, 1));
    (values(&here, &states), values(&there, &translated))
}

#[test]
fn rule_order_does_not_matter() {
    let options = ScrambleOptions {
        rename: false,
        ..ScrambleOptions::default()
    };
    let (here, there) = values_when_scrambled("connect-four", &options, 2_000);
    let pairs = here.iter().zip(&there);
    pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-6, "{a} and {b}"));
}

#[test]
fn names_do_not_matter() {
    let options = ScrambleOptions {
        rename_integers: true,
        ..ScrambleOptions::default()
    };
    // Moves are numbered by name, so the playouts differ. The values agree up to noise.
    let (here, there) = values_when_scrambled("breakthrough-6x6", &options, 6_000);
    let pairs = here.iter().zip(&there);
    let mean = pairs.map(|(a, b)| (a - b).abs()).sum::<f64>() / here.len() as f64;
    assert!(mean < 0.06, "values differ by {mean} on average");
}

#[test]
fn predicts_constant_goals() {
    let rules = "(role r) (init (at 1)) (succ 1 2) (succ 2 3) (<= (legal r go) (true (at ?n)))
        (<= (next (at ?m)) (true (at ?n)) (succ ?n ?m)) (<= terminal (true (at 3))) (goal r 70)";
    let game = game_of(rules, None);
    let learned = game.learn(100, 1);
    assert_eq!(learned.selections[0].chosen, 0);
    let all = values(&learned, &game.states(2, 1));
    assert!(
        all.iter().all(|value| (value - 0.7).abs() < 1e-6),
        "{all:?}"
    );
}

#[test]
fn stops_at_its_limits() {
    let game = library("connect-four", None);
    let simulations = SimulationLearner::new(game.description.clone(), game.game.clone());
    let budget = Budget::unlimited().with_simulations(1_000);
    let learned = simulations.evaluation(&budget, 1).unwrap();
    assert_eq!(learned.stop, StopLearning::Budget(Stop::Simulations));
    assert!(learned.sequences > 0);
    assert!(simulations.learn(&Budget::seconds(0.0), 1).is_err());
    let bounded = SimulationLearner {
        sequences: 100,
        ..simulations
    };
    let learned = bounded.evaluation(&Budget::unlimited(), 1).unwrap();
    assert_eq!(learned.stop, StopLearning::Sequences);
    assert_eq!(learned.sequences + learned.choosing + learned.judging, 100);
    let evaluation = bounded.learn(&Budget::unlimited(), 1).unwrap();
    assert!(
        evaluation.describe().contains("100 sequences"),
        "{}",
        evaluation.describe()
    );
}

/// The mean goal of one-move lookahead with an evaluation against random play, over all roles.
fn one_move_ahead(name: &str, sequences: usize, matches: usize) -> f64 {
    let game = library(name, None);
    let learned = game.learn(sequences, 1);
    let mut rng = Rng::with_seed(9);
    let seats = game.game.roles().len();
    let goals = (0..matches).map(|number| play(&game, &learned, number % seats, &mut rng));
    goals.sum::<f64>() / matches as f64
}

fn play(game: &Loaded, learned: &LearnedEvaluation, seat: usize, rng: &mut Rng) -> f64 {
    let rules = &game.game;
    let mut state = rules.initial().unwrap();
    while !rules.is_terminal(&state).unwrap() {
        let mut joint = game.random_joint(&state, rng);
        let after = |id| {
            let mut joint = joint.clone();
            joint[seat] = id;
            rules.next(&state, &joint).unwrap()
        };
        let legal = rules.legal(&state, seat).unwrap();
        let worth = |state: &State| match rules.is_terminal(state).unwrap() {
            true => f64::from(rules.goal(state, seat).unwrap().value().unwrap_or(0)) / 100.0,
            false => values(learned, std::slice::from_ref(state))[seat],
        };
        let best = legal
            .iter()
            .max_by(|a, b| worth(&after(**a)).total_cmp(&worth(&after(**b))));
        joint[seat] = *best.unwrap();
        state = rules.next(&state, &joint).unwrap();
    }
    f64::from(rules.goal(&state, seat).unwrap().value().unwrap_or(0))
}

#[test]
fn one_move_lookahead_beats_random() {
    for (name, sequences) in [("connect-four", 2_000), ("breakthrough-6x6", 1_000)] {
        let mean = one_move_ahead(name, sequences, 40);
        assert!(mean >= 80.0, "{name}: a mean goal of {mean}");
    }
}
