//! `senet info`: what a game is made of and which reasoner plays it.

use crate::back_end::BackEndArgs;
use crate::cli::Common;
use crate::clock::ms_since;
use crate::failure::Failure;
use crate::output::Out;
use clap::Args;
use serde_json::json;
use std::time::Instant;

/// Shows roles, fluents, moves, ground rules, circuit size, the back end chosen and why, and times
#[derive(Args)]
#[command(after_help = "Examples:\n  senet info chess\n  senet info my-game.kif --json")]
pub struct Info {
    /// The game
    game: String,
    #[command(flatten)]
    back_end: BackEndArgs,
}

impl Info {
    /// Loads the game and tells about it.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let start = Instant::now();
        let (source, loaded) = self.back_end.load(&self.game, common)?;
        let setup_ms = ms_since(start);
        let mut out = Out::new();
        if common.json {
            out.json(&json!({
                "game": source.name,
                "roles": loaded.game.roles(),
                "back_end": loaded.back_end.name(),
                "reason": loaded.reason,
                "setup_ms": setup_ms,
            }))?;
        } else {
            out.line(format!("game      {}", source.name))?;
            out.line(format!("roles     {}", loaded.game.roles().join(", ")))?;
            out.line(format!("back end  {} ({})", loaded.back_end, loaded.reason))?;
            out.line(format!("set-up    {setup_ms:.1} ms"))?;
        }
        out.flush()?;
        Ok(())
    }
}
