//! A player of your own in the arena: it plays the move with the best mean goal in a few random matches.

use senet::{Agent, Game, Move, State};
use std::time::Duration;

/// Flat Monte-Carlo search.
struct FlatMonteCarlo;

impl Agent for FlatMonteCarlo {
    fn choose(&mut self, state: &State, role: usize, _time: Duration) -> Move {
        let value = |candidate: &Move| match after(state, candidate) {
            Ok(next) => next
                .playouts(50)
                .run()
                .map_or(0.0, |played| played.mean_goals()[role]),
            Err(_) => 0.0,
        };
        let moves = state.legal_moves(role).iter();
        let best = moves.max_by(|a, b| value(a).total_cmp(&value(b)));
        best.expect("a role has a legal move until the match is over")
            .clone()
    }
}

/// The state after a move of one role; every other role makes its first legal move.
fn after(state: &State, chosen: &Move) -> Result<State, senet::Error> {
    let joint = (0..state.game().roles().len()).map(|role| match role == chosen.role() {
        true => chosen.clone(),
        false => state.legal_moves(role)[0].clone(),
    });
    state.play(&joint.collect::<Vec<Move>>())
}

fn main() -> Result<(), senet::Error> {
    let game = Game::library("tic-tac-toe")?;
    let result = game
        .new_match()
        .agent("flat", || FlatMonteCarlo)
        .player("random")?
        .clocks(Duration::from_secs(1), Duration::from_secs(1))
        .play_observed(|step, moves| println!("{step}: {}", moves.join(" | ")))?;
    println!("goals: {:?}", result.goals());
    Ok(())
}
