//! Compares all vector widths with the circuit, and their playouts with plain ones.

use senet_engine::{
    BackEnd, Game, LoadOptions, Loaded, MoveWeights, PlayoutRequest, Policy, State, Width, load,
    play_one_by_one,
};
use senet_gdl::Sheet;

/// Simultaneous roles, turns, a loop (reachability), several goal values, and different lengths.
const RULES: &str = "
    (role a) (role b)
    (init (at 1)) (init (turn a)) (init (gold 0))
    (edge 1 2) (edge 2 3) (edge 3 1) (edge 3 4) (edge 4 5) (edge 5 2) (edge 5 6)
    (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (path ?x ?y) (edge ?x ?y) (not (true (cut ?x ?y))))
    (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))
    (<= (legal a (go ?y)) (true (turn a)) (true (at ?x)) (edge ?x ?y))
    (<= (legal a stay) (true (turn a)))
    (<= (legal a noop) (true (turn b)))
    (<= (legal b noop) (true (turn a)))
    (<= (legal b (saw ?x ?y)) (true (turn b)) (edge ?x ?y))
    (<= (legal b rest) (true (turn b)))
    (<= (next (turn a)) (true (turn b)))
    (<= (next (turn b)) (true (turn a)))
    (<= (next (at ?y)) (does a (go ?y)))
    (<= (next (at ?x)) (true (at ?x)) (does a stay))
    (<= (next (at ?x)) (true (at ?x)) (does a noop))
    (<= (next (cut ?x ?y)) (does b (saw ?x ?y)))
    (<= (next (cut ?x ?y)) (true (cut ?x ?y)))
    (<= (next (gold ?n)) (true (gold ?m)) (does a (go 3)) (succ ?m ?n))
    (<= (next (gold ?m)) (true (gold ?m)) (not (does a (go 3))))
    (<= terminal (true (at 6)))
    (<= terminal (true (at ?x)) (not (path ?x 6)))
    (<= (goal a 100) (true (at 6)))
    (<= (goal a 20) (not (true (at 6))) (true (gold 2)))
    (<= (goal a 10) (not (true (at 6))) (not (true (gold 2))))
    (<= (goal b 0) (true (at 6)))
    (<= (goal b 70) (not (true (at 6))))";

fn game(rules: &str, back_end: BackEnd, width: Option<Width>) -> Loaded {
    let options = LoadOptions {
        force: true,
        back_end: Some(back_end),
        width,
        ..LoadOptions::default()
    };
    load(&Sheet::read(rules), &options).unwrap()
}

fn widths() -> impl Iterator<Item = Width> {
    Width::ALL.into_iter().filter(|width| width.is_available())
}

/// States of random matches.
fn states(game: &dyn Game, count: usize) -> Vec<State> {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut states = vec![game.initial().unwrap()];
    while states.len() < count {
        let state = states.last().unwrap();
        let next = if game.is_terminal(state).unwrap() {
            game.initial().unwrap()
        } else {
            let joint: Vec<_> = (0..game.roles().len())
                .map(|role| *rng.choice(&game.legal(state, role).unwrap()).unwrap())
                .collect();
            game.next(state, &joint).unwrap()
        };
        states.push(next);
    }
    states
}

#[test]
fn all_widths_match_the_circuit() {
    let circuit = game(RULES, BackEnd::Circuit, None).game;
    let states = states(&*circuit, 1300);
    let terminal = circuit.terminal_in(&states).unwrap();
    let legal = circuit.legal_in(&states).unwrap();
    let goals = circuit.goals_in(&states).unwrap();
    let mut rng = fastrand::Rng::with_seed(4);
    let (mut non_terminal, mut joints) = (Vec::new(), Vec::new());
    for (at, state) in states.iter().enumerate().filter(|(at, _)| !terminal[*at]) {
        non_terminal.push(state.clone());
        joints.extend((0..2).map(|role| *rng.choice(legal.of(at, role)).unwrap()));
    }
    let next = circuit.next_of(&non_terminal, &joints).unwrap();
    // In reverse order, so that parent indices matter.
    let from: Vec<u32> = (0..non_terminal.len() as u32).rev().collect();
    let reversed: Vec<_> = joints.chunks(2).rev().flatten().copied().collect();
    let children = circuit
        .children_of(&non_terminal, &from, &reversed)
        .unwrap();
    for (at, next) in next.iter().rev().enumerate() {
        assert_eq!(children.state(at), *next);
    }
    let ends: Vec<_> = next.iter().rev().cloned().collect();
    assert_eq!(children.terminal(), circuit.terminal_in(&ends).unwrap());
    for width in widths() {
        let lanes = game(RULES, BackEnd::Lanes, Some(width)).game;
        assert_eq!(lanes.terminal_in(&states).unwrap(), terminal, "{width:?}");
        assert_eq!(lanes.legal_in(&states).unwrap(), legal, "{width:?}");
        assert_eq!(lanes.goals_in(&states).unwrap(), goals, "{width:?}");
        assert_eq!(
            lanes.next_of(&non_terminal, &joints).unwrap(),
            next,
            "{width:?}"
        );
        let found = lanes.children_of(&non_terminal, &from, &reversed);
        assert_eq!(found.unwrap(), children, "{width:?}");
    }
}

/// Compares mean goals and lengths with plain playouts, within four standard errors.
fn check_statistics(lanes: &dyn Game, request: &PlayoutRequest) {
    let plain = play_one_by_one(lanes, request).unwrap();
    let fast = lanes.playouts(request).unwrap();
    for (plain, fast) in plain.tallies.iter().zip(&fast.tallies) {
        assert_eq!(fast.matches(), u64::from(request.each));
        let n = f64::from(request.each);
        assert!((plain.cut as f64 - fast.cut as f64).abs() <= 4.0 * (2.0 * n * 0.25).sqrt());
        for (a, b) in plain.goals.iter().zip(&fast.goals) {
            let (Some(mean_a), Some(mean_b)) = (a.mean(), b.mean()) else {
                assert_eq!(a.mean(), b.mean());
                continue;
            };
            let variance = a.squares as f64 / a.valid as f64 - mean_a * mean_a;
            let error = (variance.max(1e-9) / a.valid as f64 + variance / b.valid as f64).sqrt();
            assert!(
                (mean_a - mean_b).abs() <= 4.0 * error + 1e-9,
                "{mean_a} {mean_b}"
            );
        }
        let (a, b) = (plain.steps as f64 / n, fast.steps as f64 / n);
        // The lengths of these matches vary by less than ten steps.
        assert!((a - b).abs() <= 4.0 * 10.0 * (2.0 / n).sqrt(), "{a} {b}");
    }
}

#[test]
fn playouts_have_the_means_of_single_queries() {
    for width in widths() {
        let lanes = game(RULES, BackEnd::Lanes, Some(width)).game;
        let mut starts = states(&*lanes, 7);
        starts.push(lanes.initial().unwrap());
        let one = [lanes.initial().unwrap()];
        check_statistics(&*lanes, &PlayoutRequest::new(&one, 20_000, 1));
        let request = PlayoutRequest::new(&starts, 5_000, 2);
        check_statistics(&*lanes, &request);
        let details = true;
        check_statistics(&*lanes, &PlayoutRequest { details, ..request });
        let depth_limit = Some(3);
        check_statistics(
            &*lanes,
            &PlayoutRequest {
                depth_limit,
                ..request
            },
        );
        let weights = MoveWeights {
            weights: vec![vec![7, 0, 3, 255, 1], vec![0, 40, 3, 2]],
        };
        let policy = Policy::Weighted(&weights);
        check_statistics(&*lanes, &PlayoutRequest { policy, ..request });
    }
}

#[test]
fn playouts_do_not_depend_on_the_number_of_threads() {
    for width in widths() {
        let lanes = game(RULES, BackEnd::Lanes, Some(width)).game;
        let starts = [lanes.initial().unwrap(), lanes.initial().unwrap()];
        let request = PlayoutRequest::new(&starts, 20_000, 9);
        let alone = lanes.playouts(&request).unwrap();
        let together = lanes.playouts(&PlayoutRequest {
            threads: 3,
            ..request
        });
        assert_eq!(alone, together.unwrap());
    }
}

#[test]
fn playout_details_add_up_to_the_tallies() {
    for width in widths() {
        let lanes = game(RULES, BackEnd::Lanes, Some(width)).game;
        let starts = states(&*lanes, 5);
        let request = PlayoutRequest {
            details: true,
            depth_limit: Some(5),
            ..PlayoutRequest::new(&starts, 300, 5)
        };
        let played = lanes.playouts(&request).unwrap();
        assert_eq!(played.matches.len(), 1500);
        for (number, matches) in played.matches.chunks(300).enumerate() {
            let tally = &played.tallies[number];
            let steps: u64 = matches.iter().map(|m| u64::from(m.length)).sum();
            let cut = matches.iter().filter(|m| m.is_cut).count();
            assert_eq!((steps, cut as u64), (tally.steps, tally.cut));
            let over = lanes.is_terminal(&starts[number]).unwrap();
            for one in matches {
                assert_eq!(one.first.is_none(), over);
                if let Some(first) = &one.first {
                    lanes.next(&starts[number], first).unwrap();
                }
            }
        }
    }
}
