//! A small tournament with ratings. Run it twice: the second run finds the results of the first.

use senet::{Game, TournamentBuilder};

fn main() -> Result<(), senet::Error> {
    let folder = std::env::temp_dir().join("senet-example-tournament");
    let result = TournamentBuilder::new("club", folder)
        .game(Game::library("tic-tac-toe")?)
        .game(Game::library("nim")?)
        .players(["random", "greedy", "uct"])
        .rounds(2)
        .clocks(0.1, 0.02)
        .play()?;
    println!("{} matches", result.matches());
    for rated in result.ratings() {
        println!(
            "{:8} {:+6.0}  ({:+.0} to {:+.0})",
            rated.player, rated.elo, rated.low, rated.high
        );
    }
    for warning in result.warnings() {
        println!("warning: {warning}");
    }
    Ok(())
}
