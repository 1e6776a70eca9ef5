//! Both exact searches of the same puzzles.

use super::breadth::{Found, solve};
use super::depth::dive;
use super::{Plan, ROLE};
use crate::lookahead::{BEST, Halt, Meter, of_goal};
use crate::{Budget, Stop};
use fastrand::Rng;
use senet_engine::{Game, LoadOptions, load};

fn puzzle(key: &str) -> Box<dyn Game> {
    let rules = senet_library::find(key).map_or("", |game| game.rules);
    let loaded = load(&senet_gdl::Sheet::read(rules), &LoadOptions::default());
    loaded.unwrap().game
}

/// What searching by breadth and by depth come to, with so many states and bytes.
fn both(game: &dyn Game, nodes: u64, bytes: usize) -> [Found; 2] {
    let initial = game.initial().unwrap();
    let meter = || Meter::new(&Budget::unlimited().with_nodes(nodes));
    let mut rng = Rng::with_seed(1);
    [
        solve(game, &initial, &mut meter(), bytes),
        dive(game, &initial, &mut meter(), bytes, &mut rng),
    ]
}

#[test]
fn both_find_the_best_goal_by_legal_ways() {
    for key in ["hanoi-6", "buttons-and-lights"] {
        let game = puzzle(key);
        for found in both(&*game, u64::MAX, 1 << 30) {
            assert_eq!(found.halt, None, "{key}");
            let way = found.best.unwrap();
            assert_eq!(way.goal, BEST, "{key}");
            let mut state = game.initial().unwrap();
            for &id in &way.moves {
                assert!(game.legal(&state, ROLE).unwrap().contains(&id), "{key}");
                state = game.next(&state, &[id]).unwrap();
            }
            assert!(game.is_terminal(&state).unwrap());
            assert_eq!(of_goal(&game.goal(&state, ROLE).unwrap()), way.goal);
        }
    }
}

#[test]
fn limits_are_named() {
    let game = puzzle("eight-puzzle");
    for found in both(&*game, 5000, 1 << 30) {
        assert_eq!(found.halt, Some(Halt::Budget(Stop::Nodes)));
    }
    for found in both(&*game, u64::MAX, 100_000) {
        assert_eq!(found.halt, Some(Halt::Budget(Stop::Memory)));
    }
}

#[test]
fn plans_are_left_with_the_match_and_for_better_ones() {
    let game = puzzle("hanoi-6");
    let initial = game.initial().unwrap();
    let [found, _] = both(&*game, u64::MAX, 1 << 30);
    let way = found.best.unwrap();
    let mut plan = None;
    Plan::improve(&mut plan, Plan::new(&*game, &initial, &way, false).ok());
    assert!(Plan::keep(&mut plan, &initial));
    let worse = super::Way {
        moves: way.moves[..1].to_vec(),
        goal: 0,
    };
    Plan::improve(&mut plan, Plan::new(&*game, &initial, &worse, false).ok());
    assert_eq!(plan.as_ref().unwrap().rest().len(), 63);
    let second = game.next(&initial, &way.moves[..1]).unwrap();
    assert!(Plan::keep(&mut plan, &second));
    assert_eq!(plan.as_ref().unwrap().rest().len(), 62);
    assert!(!Plan::keep(&mut plan, &initial));
    assert!(plan.is_none());
}
