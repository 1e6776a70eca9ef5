//! A million random matches of every small game of the library: mean goals and lengths.

use std::time::Instant;

fn main() -> Result<(), senet::Error> {
    for name in ["tic-tac-toe", "connect-four", "breakthrough-6x6"] {
        let game = senet::Game::library(name)?;
        let start = Instant::now();
        let summary = game.playouts(1_000_000).seed(1).threads(2).run()?;
        println!(
            "{name}: mean goals {:.2?}, {:.1} moves a match, {:.0} matches a second",
            summary.mean_goals(),
            summary.mean_length(),
            summary.ended() as f64 / start.elapsed().as_secs_f64(),
        );
    }
    Ok(())
}
