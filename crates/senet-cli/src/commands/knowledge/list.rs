//! `senet knowledge list`, `show` and `remove`.

use super::base;
use clap::Args;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, Out};
use senet_knowledge::{KnowledgeBase, StoredGame};
use serde_json::{Value, json};
use std::path::Path;

/// Lists the known games
#[derive(Args)]
#[command(after_help = "Example:\n  senet knowledge list --json")]
pub struct List {}

/// Shows a known game: its key, its size, its learned data and its rules
#[derive(Args)]
#[command(after_help = "Example:\n  senet knowledge show checkers")]
pub struct Show {
    /// Name of the game in the knowledge base
    name: String,
}

/// Removes a game and its learned data
#[derive(Args)]
#[command(after_help = "Example:\n  senet knowledge remove my-game")]
pub struct Remove {
    /// Name of the game in the knowledge base
    name: String,
}

impl List {
    /// Lists the games; without a knowledge base the list is empty.
    pub fn run(&self, file: &Path, common: &Common) -> Result<(), Failure> {
        let games = match file.exists() {
            true => base::open_to_read(file)?
                .games()
                .map_err(|error| base::failed(&error, file))?,
            false => Vec::new(),
        };
        let mut out = Out::new();
        if common.json {
            let games: Vec<_> = games.iter().map(as_json).collect();
            out.json(&json!({"base": file.display().to_string(), "games": games}))?;
        } else if games.is_empty() {
            out.line(format!("no games are known ({})", file.display()))?;
            out.line("add games with `senet knowledge add GAME`")?;
        } else {
            let mut table = TextTable::new([left("game"), right("rules"), left("key")]);
            for game in &games {
                let key = &game.key.to_string()[..16];
                table.row(cells![game.name, game.rules, key]);
            }
            out.text(&table.to_string())?;
        }
        out.flush()?;
        Ok(())
    }
}

impl Show {
    /// Shows the game.
    pub fn run(&self, file: &Path, common: &Common) -> Result<(), Failure> {
        let knowledge = base::open_to_read(file)?;
        let failed = |error| base::failed(&error, file);
        let game = knowledge.game(&self.name).map_err(failed)?;
        let learnt = learnt(&knowledge, &game).map_err(failed)?;
        let mut out = Out::new();
        if common.json {
            let mut told = as_json(&game);
            told["learnt"] = json!(learnt);
            told["rules_text"] = json!(game.sheet);
            out.json(&told)?;
        } else {
            out.line(format!("; name   {}", game.name))?;
            out.line(format!("; key    {}", game.key))?;
            out.line(format!(
                "; rules  {} (graph of {} nodes)",
                game.rules, game.nodes
            ))?;
            for one in &learnt {
                out.line(format!("; learnt {} ({} bytes)", one["kind"], one["bytes"]))?;
            }
            out.text(&game.sheet)?;
        }
        out.flush()?;
        Ok(())
    }
}

impl Remove {
    /// Removes the game.
    pub fn run(&self, file: &Path, common: &Common) -> Result<(), Failure> {
        let mut knowledge = base::open_existing(file)?;
        knowledge
            .forget(&self.name)
            .map_err(|error| base::failed(&error, file))?;
        let mut out = Out::new();
        match common.json {
            true => out.json(&json!({"removed": self.name}))?,
            false => out.line(format!("removed {}", self.name))?,
        }
        out.flush()?;
        Ok(())
    }
}

fn as_json(game: &StoredGame) -> Value {
    json!({
        "name": game.name,
        "key": game.key.to_string(),
        "rules": game.rules,
        "nodes": game.nodes,
        "added": game.added,
    })
}

fn learnt(
    knowledge: &KnowledgeBase,
    game: &StoredGame,
) -> Result<Vec<Value>, senet_knowledge::KnowledgeError> {
    let learnt = knowledge.learnt(&game.key)?.into_iter();
    let told =
        learnt.map(|one| json!({"kind": one.kind, "bytes": one.bytes, "written": one.written}));
    Ok(told.collect())
}
