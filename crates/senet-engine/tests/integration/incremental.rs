//! The incremental circuit agrees with the full circuit and the reference after any state change,
//! and its playouts are unbiased.

use crate::random::rules;
use fastrand::Rng;
use senet_engine::{
    BuildLimits, Circuit, CircuitEvaluation, Game, MoveId, MoveWeights, PlayoutRequest, Policy,
    QueryLimits, Reference, State, play_one_by_one,
};
use senet_gdl::{Sheet, playable_by_force};
use senet_ground::{GroundOptions, ground};
use std::fmt::Write;

/// A maze whose doors open and close. Reachability is recursive, and some facts support only each
/// other.
const MAZE: &str = "
    (role walker) (role keeper)
    (wall a b) (wall b c) (wall c d) (wall d a) (wall b e) (wall e f) (wall f c) (wall f g)
    (init (at a)) (init (shut f g)) (init (shut d a)) (init (clock 0))
    (count 0 1) (count 1 2) (count 2 3) (count 3 4) (count 4 5) (count 5 6) (count 6 7)
    (<= (open ?x ?y) (wall ?x ?y) (not (true (shut ?x ?y))))
    (<= (way ?x ?y) (open ?x ?y))
    (<= (way ?x ?y) (open ?y ?x))
    (<= (reach ?y) (true (at ?x)) (way ?x ?y))
    (<= (reach ?z) (reach ?y) (way ?y ?z))
    (<= (legal walker (go ?y)) (reach ?y))
    (legal walker stay)
    (<= (legal keeper (turn ?x ?y)) (wall ?x ?y) (not (true (clock 6))))
    (<= (legal keeper wait) (true (clock 6)))
    (<= (next (at ?y)) (does walker (go ?y)))
    (<= (next (at ?x)) (true (at ?x)) (does walker stay))
    (<= (next (shut ?x ?y)) (open ?x ?y) (does keeper (turn ?x ?y)))
    (<= (next (shut ?x ?y)) (true (shut ?x ?y)) (not (does keeper (turn ?x ?y))))
    (<= (next (clock ?n)) (true (clock ?m)) (count ?m ?n))
    (<= terminal (true (clock 7)))
    (<= terminal (true (at g)))
    (<= (goal walker 100) (true (at g)))
    (<= (goal walker 30) (reach g) (not (true (at g))))
    (<= (goal walker 0) (not (reach g)) (not (true (at g))))
    (<= (goal keeper 100) (not (true (at g))))
    (<= (goal keeper 0) (true (at g)))
    (<= (sees keeper (somewhere ?x)) (does walker (go ?x)) (reach ?x))";

/// Two players take turns to mark cells; whose turn it is affects ten moves of each. A player
/// without a move passes, and the end depends on legal moves.
const TURNS: &str = "
    (role x) (role o) (init (turn x)) (other x o) (other o x)
    (cell 1) (cell 2) (cell 3) (cell 4) (cell 5) (cell 6) (cell 7) (cell 8) (cell 9) (cell 10)
    (beside 1 2) (beside 2 3) (beside 3 4) (beside 4 5) (beside 5 6) (beside 6 7) (beside 7 8) (beside 8 9) (beside 9 10)
    (<= (marked ?c) (true (mark ?c ?p)))
    (<= (near ?c ?p) (true (mark ?d ?p)) (or (beside ?c ?d) (beside ?d ?c)))
    (<= (legal ?p (put ?c)) (true (turn ?p)) (cell ?c) (not (marked ?c)) (not (near ?c ?p)))
    (<= (legal ?p (take ?c)) (true (turn ?p)) (other ?p ?q) (true (mark ?c ?q)) (near ?c ?p))
    (<= (puts ?p) (legal ?p (put ?c)))
    (<= (legal ?p pass) (true (turn ?q)) (other ?p ?q))
    (<= (legal ?p pass) (true (turn ?p)) (not (puts ?p)))
    (<= (next (mark ?c ?p)) (does ?p (put ?c)))
    (<= (next (mark ?c ?p)) (does ?p (take ?c)))
    (<= (gone ?c) (does ?p (take ?c)))
    (<= (next (mark ?c ?p)) (true (mark ?c ?p)) (not (gone ?c)))
    (<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
    (<= terminal (true (mark 1 ?p)) (true (mark 5 ?p)) (true (mark 10 ?p)))
    (<= terminal (true (mark 2 ?p)) (true (turn ?q)) (not (puts ?q)))
    (<= (goal ?p 100) (role ?p) (puts ?p))
    (<= (goal ?p 0) (role ?p) (not (puts ?p)))";

struct Games {
    reference: Reference,
    full: Circuit,
    incremental: Circuit,
}

fn games(rules: &str) -> Games {
    let rules =
        playable_by_force(&Sheet::read(rules)).expect("the rules of this test are playable");
    let grounded =
        ground(&rules, &GroundOptions::default()).expect("the rules of this test ground");
    Games {
        reference: Reference::new(&rules, QueryLimits::default()).expect("few facts"),
        full: Circuit::full(&grounded, &BuildLimits::default()).unwrap(),
        incremental: Circuit::new(&grounded, &BuildLimits::default()).unwrap(),
    }
}

/// The answers of a game about a state and its successors.
fn answers(game: &dyn Game, fluents: &[String]) -> String {
    let state = game.find_state(fluents).expect("a state of the game");
    let mut text = String::new();
    writeln!(text, "{:?} {:?}", fluents, game.is_terminal(&state)).expect("a string");
    let roles = 0..game.roles().len();
    let legal = |role| game.legal(&state, role).expect("few facts");
    for role in roles.clone() {
        let names = legal(role).into_iter().map(|id| game.move_name(role, id));
        let names = names.collect::<Vec<_>>();
        writeln!(text, "{names:?} {:?}", game.goal(&state, role)).expect("a string");
    }
    for turn in 0..3 {
        let moves = roles.clone().map(|role| {
            let legal = legal(role);
            legal.get(turn % legal.len().max(1)).copied()
        });
        let Some(joint) = moves.collect::<Option<Vec<MoveId>>>() else {
            break;
        };
        let next = game.next(&state, &joint).expect("few facts");
        writeln!(text, "{:?}", game.fluents(&next)).expect("a string");
        for role in roles.clone() {
            let seen = game.sees(&state, &joint, role).expect("few facts");
            writeln!(text, "{seen:?} {:?}", game.goal(&state, role)).expect("a string");
        }
    }
    text
}

/// The fluents of some states of random matches.
fn states(game: &dyn Game, rng: &mut Rng, matches: usize) -> Vec<Vec<String>> {
    let mut states = Vec::new();
    for _ in 0..matches {
        let mut state = game.initial().expect("few facts");
        for _ in 0..8 {
            states.push(game.fluents(&state));
            let moves = (0..game.roles().len()).map(|role| {
                let legal = game.legal(&state, role).expect("few facts");
                rng.choice(&legal).copied()
            });
            match moves.collect::<Option<Vec<MoveId>>>() {
                Some(joint) => state = game.next(&state, &joint).expect("few facts"),
                None => break,
            }
        }
    }
    states
}

/// Compares the circuits with the reference on states in random order.
fn check_shuffled_states(rules: &str, seed: u64) {
    let Games {
        reference,
        full,
        incremental,
    } = games(rules);
    assert_eq!(full.evaluation(), CircuitEvaluation::Full);
    assert_eq!(incremental.evaluation(), CircuitEvaluation::Incremental);
    let mut rng = Rng::with_seed(seed);
    let states = states(&full, &mut rng, 4);
    for _ in 0..states.len() * 2 {
        let state = &states[rng.usize(..states.len())];
        let expected = answers(&reference, state);
        assert_eq!(answers(&full, state), expected, "seed {seed}\n{rules}");
        assert_eq!(
            answers(&incremental, state),
            expected,
            "seed {seed}\n{rules}"
        );
    }
}

#[test]
fn matches_reference_on_shuffled_states_of_random_rules() {
    for seed in 0..150 {
        check_shuffled_states(&rules(&mut Rng::with_seed(seed)), seed);
    }
}

#[test]
fn matches_reference_on_shuffled_states_of_a_maze() {
    (0..5).for_each(|seed| check_shuffled_states(MAZE, seed));
}

#[test]
fn matches_reference_on_shuffled_states_with_turns() {
    (0..5).for_each(|seed| check_shuffled_states(TURNS, seed));
}

/// Requests of all kinds for two states.
fn requests<'a>(starts: &'a [State], weights: &'a MoveWeights) -> Vec<PlayoutRequest<'a>> {
    let plain = PlayoutRequest::new(starts, 3000, 5);
    let policy = Policy::Weighted(weights);
    vec![
        plain,
        PlayoutRequest { policy, ..plain },
        PlayoutRequest {
            depth_limit: Some(3),
            ..plain
        },
        PlayoutRequest {
            depth_limit: Some(0),
            ..plain
        },
    ]
}

fn with_requests(check: impl Fn(&Circuit, &PlayoutRequest)) {
    let Games {
        full, incremental, ..
    } = games(MAZE);
    let (walker, keeper) = (
        incremental.find_move(0, "stay"),
        incremental.find_move(1, "(turn f g)"),
    );
    let mut weights = vec![vec![1; 40], vec![2; 40]];
    weights[0][walker.expect("a move").0 as usize] = 20;
    weights[1][keeper.expect("a move").0 as usize] = 0;
    let weights = MoveWeights { weights };
    for game in [full, incremental] {
        let first = game.initial().expect("few facts");
        let joint = [0, 1].map(|role| game.legal(&first, role).expect("few facts")[0]);
        let second = game.next(&first, &joint).expect("few facts");
        let starts = [first, second];
        let requests = requests(&starts, &weights);
        requests.iter().for_each(|request| check(&game, request));
    }
}

#[test]
fn playouts_have_the_statistics_of_single_queries() {
    with_requests(|game, request| {
        let own = game.playouts(request).expect("few facts");
        let plain = play_one_by_one(game, request).expect("few facts");
        for (own, plain) in own.tallies.iter().zip(&plain.tallies) {
            let n = own.matches() as f64;
            assert_eq!(own.matches(), plain.matches());
            let close = |what: &str, a: (f64, f64), b: (f64, f64)| {
                // From sum and sum of squares to mean and variance.
                let mean = |(sum, _): (f64, f64)| sum / n;
                let variance = |(sum, squares): (f64, f64)| squares / n - (sum / n).powi(2);
                let error = ((variance(a) + variance(b)) / n).max(0.0).sqrt();
                let difference = (mean(a) - mean(b)).abs();
                assert!(
                    difference <= 4.0 * error + 1e-9,
                    "{what}: {difference} {error}"
                );
            };
            let share = |count: u64| (count as f64, count as f64);
            close("ended", share(own.ended), share(plain.ended));
            close("cut", share(own.cut), share(plain.cut));
            close("stuck", share(own.stuck), share(plain.stuck));
            let lengths = |tally: &senet_engine::PlayoutTally| {
                (tally.steps as f64, tally.squared_lengths as f64)
            };
            close("length", lengths(own), lengths(plain));
            for (own, plain) in own.goals.iter().zip(&plain.goals) {
                let goals = |sums: &senet_engine::GoalSums| (sums.sum as f64, sums.squares as f64);
                close("goal", goals(own), goals(plain));
            }
        }
    });
}

#[test]
fn playouts_do_not_depend_on_the_number_of_threads() {
    with_requests(|game, request| {
        let play = |threads, each| {
            let request = PlayoutRequest {
                threads,
                each,
                details: true,
                ..*request
            };
            game.playouts(&request).expect("few facts")
        };
        for each in [1, 50] {
            let alone = play(1, each);
            assert_eq!(alone.matches.len(), 2 * each as usize);
            for threads in [0, 2, 3, 7, 1000] {
                assert_eq!(play(threads, each), alone, "{threads} threads");
            }
        }
    });
}

#[test]
fn playout_details_add_up_to_the_tallies() {
    with_requests(|game, request| {
        let each = 40;
        let request = PlayoutRequest {
            each,
            details: true,
            ..*request
        };
        let out = game.playouts(&request).expect("few facts");
        for (number, (start, tally)) in request.starts.iter().zip(&out.tallies).enumerate() {
            let own = &out.matches[number * each as usize..][..each as usize];
            let lengths: u64 = own.iter().map(|one| u64::from(one.length)).sum();
            assert_eq!(lengths, tally.steps);
            let cut = own.iter().filter(|one| one.is_cut).count() as u64;
            assert_eq!(cut, tally.cut + tally.stuck);
            for one in own {
                assert_eq!(one.first.is_some(), one.length > 0);
                for (role, chosen) in one.first.iter().flatten().enumerate() {
                    assert!(game.legal(start, role).expect("few facts").contains(chosen));
                }
                assert_eq!(game.is_terminal(&one.last), Ok(!one.is_cut));
            }
        }
    });
}
