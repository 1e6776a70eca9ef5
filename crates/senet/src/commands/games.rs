//! `senet games`: the library.

use crate::cli::Common;
use crate::failure::Failure;
use crate::output::Out;
use clap::Args;
use serde_json::json;

/// Lists the games that come with Senet
#[derive(Args)]
#[command(after_help = "Examples:\n  senet games\n  senet games --json")]
pub struct Games {}

impl Games {
    /// Lists the games.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let games = senet_library::games();
        let mut out = Out::new();
        if common.json {
            let list: Vec<_> = games
                .iter()
                .map(
                    |g| json!({"name": g.name, "title": g.title, "roles": g.roles, "tags": g.tags}),
                )
                .collect();
            out.json(&list)?;
        } else {
            let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
            for game in games {
                out.line(format!("{:width$}  {}", game.name, game.title))?;
            }
        }
        out.flush()?;
        Ok(())
    }
}
