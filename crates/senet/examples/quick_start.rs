//! Senet plays connect four against itself, then plays a million random matches.

use std::time::Duration;

fn main() -> Result<(), senet::Error> {
    let game = senet::Game::library("connect-four")?; // or from_path, from_text
    let mut state = game.initial();
    while !state.is_terminal() {
        let advice = senet::Player::uct().think(&state, Duration::from_millis(20))?;
        state = state.play(advice.joint())?;
    }
    println!("goals at the end: {:?}", state.goals());
    let summary = game.playouts(1_000_000).seed(7).threads(2).run()?;
    println!("mean goals of random play: {:.1?}", summary.mean_goals());
    Ok(())
}
