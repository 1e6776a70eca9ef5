//! `senet transfer list`: lists the learned values.

use super::stored_values::StoredValues;
use clap::Args;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, Out};
use serde_json::json;
use std::path::Path;

/// Lists the games and roles with learned values
#[derive(Args)]
#[command(after_help = "Example:\n  senet transfer list --json")]
pub struct List {}

impl List {
    /// Lists the games and roles.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let shelf = StoredValues::open(folder)?;
        let mut rows = Vec::new();
        for kept in shelf.tables()? {
            let Some(table) = shelf.table(&kept.game.key, &kept.role)? else {
                continue;
            };
            rows.push((kept, table));
        }
        let mut out = Out::new();
        if common.json {
            let row = |(kept, table): &(
                super::stored_values::StoredTable,
                senet_learn::td::SavedTable,
            )| {
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
            out.line("No values are stored; `senet transfer learn GAME` learns some.")?;
        }
        if !common.json {
            let numbers = ["states", "matches", "bytes"].map(right);
            let mut shown = TextTable::new(["game", "role"].map(left).into_iter().chain(numbers));
            for (kept, table) in &rows {
                let (states, matches) = (table.values.len(), table.matches);
                shown.row(cells![
                    kept.game.name,
                    kept.role,
                    states,
                    matches,
                    kept.bytes
                ]);
            }
            if !rows.is_empty() {
                out.text(&shown.to_string())?;
            }
        }
        out.flush()?;
        Ok(())
    }
}
