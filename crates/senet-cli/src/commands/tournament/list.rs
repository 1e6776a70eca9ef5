//! `senet tournament list` and `remove`.

use super::data;
use clap::Args;
use senet_arena::now_ms;
use senet_arena::store::Summary;
use senet_arena::tournament::match_count;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, Out};
use serde_json::json;
use std::path::Path;

/// Lists the tournaments
///
/// With --json a list of `{name, form, games, players, planned, done, failed, created}`.
#[derive(Args)]
#[command(after_help = "Example:\n  senet tournament list")]
pub struct List {}

impl List {
    /// Lists the tournaments.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let listed = data::open_to_read(folder)?.map(|store| store.list());
        let all = listed
            .transpose()
            .map_err(|error| data::failed(&error, folder))?;
        let all = all.unwrap_or_default();
        let mut out = Out::new();
        if common.json {
            return Ok(out.json(&all.iter().map(as_json).collect::<Vec<_>>())?);
        }
        if all.is_empty() {
            out.line(format!("There are no tournaments in {}.", folder.display()))?;
        }
        let mut table = TextTable::new([left(""), left(""), right(""), left(""), left("")]);
        all.iter().for_each(|summary| table.row(cells_of(summary)));
        out.text(&table.to_string())?;
        Ok(out.flush()?)
    }
}

fn as_json(summary: &Summary) -> serde_json::Value {
    let plan = &summary.tournament.plan;
    json!({
        "name": plan.name,
        "form": plan.form,
        "games": plan.game_names(),
        "players": plan.players,
        "planned": match_count(plan),
        "done": summary.done,
        "failed": summary.failed,
        "created": summary.tournament.created,
    })
}

fn cells_of(summary: &Summary) -> [String; 5] {
    let plan = &summary.tournament.plan;
    let (players, games) = (plan.players.join(", "), plan.game_names().join(", "));
    cells![
        plan.name,
        plan.form,
        summary.done,
        format!("of {} matches", match_count(plan)),
        format!("{players} at {games}"),
    ]
}

/// Removes a tournament and all its matches
#[derive(Args)]
#[command(after_help = "Example:\n  senet tournament remove club")]
pub struct Remove {
    /// The tournament
    name: String,
}

impl Remove {
    /// Removes the tournament, unless a process is playing it.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let (mut store, tournament) = data::find(folder, &self.name)?;
        let failed = |error| data::failed(&error, folder);
        let lock = store.lock(&tournament, now_ms()).map_err(failed)?;
        store.delete(lock).map_err(failed)?;
        let mut out = Out::new();
        match common.json {
            true => out.json(&json!({"removed": self.name}))?,
            false => out.line(format!("removed {}", self.name))?,
        }
        Ok(out.flush()?)
    }
}
