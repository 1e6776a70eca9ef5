//! Draws a game from its rules: the state after a few moves, as text and as an SVG file.

use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut state = senet::Game::library("breakthrough-6x6")?.initial();
    for _ in 0..6 {
        let advice = senet::Player::uct().think(&state, Duration::from_millis(20))?;
        state = state.play(advice.joint())?;
    }
    println!("{}", state.ascii());
    let file = std::env::temp_dir().join("breakthrough.svg");
    std::fs::write(&file, state.svg())?;
    println!("the picture is in {}", file.display());
    Ok(())
}
