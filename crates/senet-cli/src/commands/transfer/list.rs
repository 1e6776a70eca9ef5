//! `senet transfer list`: what was learned.

use super::shelf::Shelf;
use clap::Args;
use senet_console::{Common, Failure, Out};
use serde_json::json;
use std::path::Path;

/// Lists the games and roles whose values are known
#[derive(Args)]
pub struct List {}

impl List {
    /// Lists them.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let shelf = Shelf::open(folder)?;
        let mut rows = Vec::new();
        for kept in shelf.kept()? {
            let Some(table) = shelf.table(&kept.game.key, &kept.role)? else {
                continue;
            };
            rows.push((kept, table));
        }
        let mut out = Out::new();
        if common.json {
            let row = |(kept, table): &(super::shelf::Kept, senet_learn::td::SavedTable)| {
                json!({
                    "game": kept.game.name,
                    "role": kept.role,
                    "states": table.values.len(),
                    "matches": table.matches,
                    "bytes": kept.bytes,
                })
            };
            out.json(&rows.iter().map(row).collect::<Vec<_>>())?;
        } else if rows.is_empty() {
            out.line("Nothing was learned so far; `senet transfer learn GAME` does.")?;
        }
        if !common.json {
            for (kept, table) in &rows {
                let (game, role) = (&kept.game.name, &kept.role);
                out.line(format!(
                    "{game:<28} {role:<12} {:>9} states from {} matches, {} bytes",
                    table.values.len(),
                    table.matches,
                    kept.bytes
                ))?;
            }
        }
        out.flush()?;
        Ok(())
    }
}
