//! Tests of both exact searches on the same puzzles.

use super::breadth_first::{PuzzleResult, breadth_first};
use super::depth_first::depth_first;
use super::{PlannedLine, ROLE};
use crate::lookahead::{Abort, BEST, Meter, goal_score};
use crate::{Budget, Stop};
use fastrand::Rng;
use senet_engine::{Game, LoadOptions, load};

fn puzzle(key: &str) -> Box<dyn Game> {
    let rules = senet_library::find(key).map_or("", |game| game.rules);
    let loaded = load(&senet_gdl::Sheet::read(rules), &LoadOptions::default());
    loaded.unwrap().game
}

/// The results of breadth-first and depth-first search with limited nodes and memory.
fn both(game: &dyn Game, nodes: u64, bytes: usize) -> [PuzzleResult; 2] {
    let initial = game.initial().unwrap();
    let meter = || Meter::new(&Budget::unlimited().with_nodes(nodes));
    let mut rng = Rng::with_seed(1);
    [
        breadth_first(game, &initial, &mut meter(), bytes),
        depth_first(game, &initial, &mut meter(), bytes, &mut rng),
    ]
}

#[test]
fn both_searches_find_the_best_goal_with_legal_moves() {
    for key in ["hanoi-6", "buttons-and-lights"] {
        let game = puzzle(key);
        for found in both(&*game, u64::MAX, 1 << 30) {
            assert_eq!(found.abort, None, "{key}");
            let sequence = found.best.unwrap();
            assert_eq!(sequence.goal, BEST, "{key}");
            let mut state = game.initial().unwrap();
            for &id in &sequence.moves {
                assert!(game.legal(&state, ROLE).unwrap().contains(&id), "{key}");
                state = game.next(&state, &[id]).unwrap();
            }
            assert!(game.is_terminal(&state).unwrap());
            assert_eq!(goal_score(&game.goal(&state, ROLE).unwrap()), sequence.goal);
        }
    }
}

#[test]
fn reports_the_limit_that_stopped_the_search() {
    let game = puzzle("eight-puzzle");
    for found in both(&*game, 5000, 1 << 30) {
        assert_eq!(found.abort, Some(Abort::Budget(Stop::Nodes)));
    }
    for found in both(&*game, u64::MAX, 100_000) {
        assert_eq!(found.abort, Some(Abort::Budget(Stop::Memory)));
    }
}

#[test]
fn planned_line_is_dropped_off_path_and_replaced_only_by_better_ones() {
    let game = puzzle("hanoi-6");
    let initial = game.initial().unwrap();
    let [found, _] = both(&*game, u64::MAX, 1 << 30);
    let sequence = found.best.unwrap();
    let mut plan = None;
    PlannedLine::improve(
        &mut plan,
        PlannedLine::new(&*game, &initial, &sequence, false).ok(),
    );
    assert!(PlannedLine::advance(&mut plan, &initial));
    let worse = super::MoveSequence {
        moves: sequence.moves[..1].to_vec(),
        goal: 0,
    };
    PlannedLine::improve(
        &mut plan,
        PlannedLine::new(&*game, &initial, &worse, false).ok(),
    );
    assert_eq!(plan.as_ref().unwrap().remaining().len(), 63);
    let second = game.next(&initial, &sequence.moves[..1]).unwrap();
    assert!(PlannedLine::advance(&mut plan, &second));
    assert_eq!(plan.as_ref().unwrap().remaining().len(), 62);
    assert!(!PlannedLine::advance(&mut plan, &initial));
    assert!(plan.is_none());
}
