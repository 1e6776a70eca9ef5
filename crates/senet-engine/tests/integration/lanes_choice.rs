//! Moves are chosen uniformly or in proportion to weights, in games with one to thousands of legal
//! moves.
//!
//! The games have observer roles. The goal of an observer says whether a certain move was made. The
//! goal sums therefore count moves even without match details.

use crate::chi_square::check_fit;
use senet_engine::{BackEnd, Game, LoadOptions, MoveId, MoveWeights, PlayoutRequest, Policy};
use senet_engine::{State, Width, load};
use senet_gdl::Sheet;
use std::fmt::Write;

fn game(rules: &str, width: Width) -> Box<dyn Game> {
    let options = LoadOptions {
        back_end: Some(BackEnd::Lanes),
        width: Some(width),
        ..LoadOptions::default()
    };
    let loaded = load(&Sheet::read(rules), &options);
    loaded.unwrap_or_else(|error| panic!("{error}")).game
}

fn widths() -> impl Iterator<Item = Width> {
    Width::ALL.into_iter().filter(|width| width.is_available())
}

/// Adds a role whose goal says whether something is true at the end.
fn observer(rules: &mut String, name: &str, what: &str) {
    writeln!(
        rules,
        "(role {name}) (legal {name} watch)
        (<= (goal {name} 1) (true {what})) (<= (goal {name} 0) (not (true {what})))"
    )
    .expect("writing to a string succeeds");
}

/// A game in which one role has `moves` legal moves. Each observer observes every `observers`-th of
/// them.
fn lottery(moves: usize, observers: usize) -> String {
    let mut rules = String::from(
        "(role player) (goal player 0)
        (<= (legal player (draw ?x)) (ticket ?x ?y))
        (<= (next (drawn ?y)) (does player (draw ?x)) (ticket ?x ?y))
        (<= (next over) (does player ?m))
        (<= terminal (true over))\n",
    );
    for ticket in 0..moves {
        let observer = ticket % observers;
        writeln!(rules, "(ticket {ticket} {observer})").expect("writing to a string succeeds");
    }
    (0..observers).for_each(|at| observer(&mut rules, &format!("w{at}"), &format!("(drawn {at})")));
    rules
}

/// The number of matches in which each observer saw its fluent.
fn observed(game: &dyn Game, request: &PlayoutRequest) -> Vec<u64> {
    let played = game.playouts(request).expect("the game can be played");
    let goals = &played.tallies[0].goals[1..];
    goals.iter().map(|goals| goals.sum as u64).collect()
}

#[test]
fn plain_playouts_choose_moves_uniformly() {
    for width in widths() {
        for (moves, observers) in [
            (1, 1),
            (2, 2),
            (3, 3),
            (8, 8),
            (9, 9),
            (13, 13),
            (64, 64),
            (100, 100),
            (257, 257),
            (600, 600),
            (1024, 64),
            (2000, 400),
            // Too many moves: the program does not include the move choice.
            (8200, 100),
        ] {
            let game = game(&lottery(moves, observers), width);
            let start = [game.initial().expect("a state")];
            let matches = 20_000 + 100 * observers as u32;
            let seen = observed(&*game, &PlayoutRequest::new(&start, matches, 7));
            let share =
                |at: usize| (moves / observers + usize::from(at < moves % observers)) as f64;
            let each = f64::from(matches) / moves as f64;
            let expected: Vec<f64> = (0..observers).map(|at| each * share(at)).collect();
            check_fit(&format!("{width:?} {moves} moves"), &seen, &expected);
        }
    }
}

/// The number of matches in which each move of a role was the first.
fn first_moves(game: &dyn Game, request: &PlayoutRequest, role: usize, moves: usize) -> Vec<u64> {
    let details = true;
    let played = game.playouts(&PlayoutRequest {
        details,
        ..*request
    });
    let mut seen = vec![0; moves];
    for one in played.expect("the game can be played").matches {
        let first = one.first.expect("a move was made");
        seen[first[role].0 as usize] += 1;
    }
    seen
}

#[test]
fn detailed_playouts_choose_first_moves_uniformly() {
    for width in widths() {
        for moves in [1, 2, 5, 8, 9, 100, 999, 2000] {
            let game = game(&lottery(moves, 1), width);
            let start = [game.initial().expect("a state")];
            let matches = 10_000 + 30 * moves as u32;
            let request = PlayoutRequest::new(&start, matches, 3);
            let seen = first_moves(&*game, &request, 0, moves);
            let expected = vec![f64::from(matches) / moves as f64; moves];
            check_fit(&format!("{width:?} {moves} first moves"), &seen, &expected);
        }
    }
}

#[test]
fn weighted_playouts_choose_first_moves_by_weight() {
    let mut rng = fastrand::Rng::with_seed(1);
    for width in widths() {
        for moves in [2usize, 5, 8, 9, 100, 2000] {
            let game = game(&lottery(moves, 1), width);
            let start = [game.initial().expect("a state")];
            let own: Vec<u8> = (0..moves)
                .map(|_| [0, 40, 120, 255][rng.usize(..4)])
                .chain([0])
                .collect();
            let weights = MoveWeights {
                weights: vec![own[..moves].to_vec()],
            };
            let total: f64 = own.iter().map(|&w| f64::from(w)).sum();
            let matches = 10_000 + 50 * moves as u32;
            let request = PlayoutRequest {
                policy: Policy::Weighted(&weights),
                ..PlayoutRequest::new(&start, matches, 5)
            };
            let share = |&w: &u8| match total > 0.0 {
                true => f64::from(w) / total,
                false => 1.0 / moves as f64,
            };
            let expected: Vec<f64> = own[..moves]
                .iter()
                .map(|w| f64::from(matches) * share(w))
                .collect();
            let seen = first_moves(&*game, &request, 0, moves);
            check_fit(&format!("{width:?} {moves} weights"), &seen, &expected);
            // Without details, the same matches are played.
            let played = game.playouts(&request).expect("the game can be played");
            assert_eq!(played.tallies[0].ended, u64::from(matches));
        }
    }
}

/// The player first chooses a number up to `size`, then one of that number of moves, spread over
/// all moves. At the same time, another role chooses among all numbers. Every pair of choices of
/// the player has an observer.
fn two_steps(size: usize) -> String {
    let mut rules = String::from(
        "(role player) (role other) (init first) (goal player 0) (goal other 0)
        (<= (legal player (size ?k)) (true first) (open ?k ?i))
        (<= (legal player (take ?i)) (true (of ?k)) (open ?k ?i))
        (<= (legal other (any ?k)) (open ?k ?i))
        (<= (next (of ?k)) (does player (size ?k)))
        (<= (next (pair ?k ?i)) (true (of ?k)) (does player (take ?i)))
        (<= (next over) (does player (take ?i)))
        (<= terminal (true over))\n",
    );
    for k in 1..=size {
        for i in (0..size).filter(|i| (i * 5 + 3 * k) % size < k) {
            writeln!(rules, "(open {k} {i})").expect("writing to a string succeeds");
            observer(&mut rules, &format!("w{k}x{i}"), &format!("(pair {k} {i})"));
        }
    }
    rules
}

#[test]
fn chooses_uniformly_if_lanes_have_different_moves() {
    let size = 18;
    let rules = two_steps(size);
    for width in widths() {
        let game = game(&rules, width);
        let start = [game.initial().expect("a state")];
        let matches = 200_000;
        let plain = PlayoutRequest::new(&start, matches, 11);
        let limited = PlayoutRequest {
            depth_limit: Some(10),
            ..plain
        };
        for request in [plain, limited] {
            let seen = observed(&*game, &request);
            // The observers of the pairs are ordered by size and follow the other role.
            let mut expected = Vec::new();
            for k in 1..=size {
                let open = (0..size).filter(|i| (i * 5 + 3 * k) % size < k).count();
                let share = f64::from(matches) / (size * open) as f64;
                expected.extend(vec![share; open]);
            }
            check_fit(&format!("{width:?} pairs"), &seen[1..], &expected);
        }
    }
}

#[test]
fn results_of_different_starts_stay_separate() {
    for width in widths() {
        let game = game(&two_steps(9), width);
        let initial = game.initial().expect("a state");
        let sized = |k: usize| -> State {
            let text = format!("( size {k} )");
            let find = |text: &str| game.find_move(0, text);
            let chosen = find(&text).or_else(|| find(&format!("(size {k})")));
            let mut joint = vec![MoveId(0); game.roles().len()];
            joint[0] = chosen.expect("a move of the rules");
            game.next(&initial, &joint).expect("a state")
        };
        let mut starts: Vec<State> = (1..=9).map(sized).collect();
        starts.push(initial.clone());
        let played = game.playouts(&PlayoutRequest::new(&starts, 3_000, 13));
        let played = played.expect("the game can be played");
        for (at, tally) in played.tallies.iter().enumerate() {
            let steps = if at == 9 { 2 } else { 1 };
            assert_eq!(tally.steps, steps * 3_000);
            assert_eq!(tally.matches(), 3_000);
            let seen: u64 = tally.goals.iter().map(|goals| goals.sum as u64).sum();
            assert_eq!(seen, 3_000, "each match is seen by one observer");
        }
        for (at, tally) in played.tallies.iter().enumerate().take(9) {
            let seen: Vec<u64> = tally.goals[2..].iter().map(|g| g.sum as u64).collect();
            let before: usize = (1..=at)
                .map(|k| (0..9).filter(|i| (i * 5 + 3 * k) % 9 < k).count())
                .sum();
            let open = (0..9)
                .filter(|i| (i * 5 + 3 * (at + 1)) % 9 < at + 1)
                .count();
            let mut expected = vec![0.0; seen.len()];
            expected[before..before + open].fill(3_000.0 / open as f64);
            check_fit(&format!("{width:?} start {at}"), &seen, &expected);
        }
    }
}

#[test]
fn without_a_stopwatch_the_size_of_the_code_decides_where_lanes_begin() {
    let sheet = Sheet::read(lottery(4000, 1000));
    let load = || load(&sheet, &LoadOptions::default()).unwrap();
    let (first, second) = (load(), load());
    let code = |loaded: &senet_engine::Loaded| loaded.counts.clone().unwrap().code.unwrap();
    let (lanes, other) = (code(&first), code(&second));
    assert!(lanes.min_batch > 1 && lanes.min_batch <= lanes.lanes);
    assert_eq!(lanes.min_batch, other.min_batch);
    let start = [first.game.initial().unwrap()];
    for each in lanes.min_batch as u32 - 1..lanes.min_batch as u32 + 1 {
        let request = PlayoutRequest::new(&start, each, 1);
        assert_eq!(
            first.game.playouts(&request),
            second.game.playouts(&request)
        );
    }
}
