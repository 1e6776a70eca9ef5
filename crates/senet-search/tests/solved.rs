//! Games whose value is known.

mod common;

use common::{library, play, seat};
use senet_search::{Budget, Stop};

#[test]
fn tic_tac_toe_is_even() {
    let game = library("tic-tac-toe");
    for role in 0..2 {
        let report = seat("minimax", &game, role, 1)
            .prepare(&Budget::unlimited())
            .unwrap();
        assert_eq!(report.stop, Stop::Solved, "{:?}", report.notes);
        assert!(report.proven);
        assert_eq!(report.values, [50.0, 50.0]);
    }
}

#[test]
fn minimax_never_loses_tic_tac_toe() {
    let game = library("tic-tac-toe");
    for seed in 0..20 {
        let own = (seed % 2) as usize;
        let mut players = vec![
            seat("random", &game, 0, seed),
            seat("random", &game, 1, seed),
        ];
        players[own] = seat("minimax", &game, own, seed);
        let goals = play(&game, &mut players, Budget::unlimited);
        assert!(goals[own] >= 50, "seed {seed}: {goals:?}");
    }
}
