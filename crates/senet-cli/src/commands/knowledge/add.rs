//! `senet knowledge add`: adds games to the knowledge base.

use super::base;
use crate::commands::recognise::too_hard;
use clap::Args;
use senet_console::{Common, Failure, Out, progress, sheets::sheets_of, source};
use senet_gdl::Sheet;
use senet_graph::{TooHard, canonical};
use senet_knowledge::recognition::recognition_keys;
use senet_knowledge::{GameToStore, KnowledgeBase, Remembered};
use serde_json::{Value, json};
use std::path::Path;

/// Adds games with their variants; skips games that are already known, even under other names
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet knowledge add checkers nim my-game.kif\n  senet knowledge add folder-of-sheets"
)]
pub struct Add {
    /// Games, or folders of rule sheets
    #[arg(required = true)]
    games: Vec<String>,
    /// Name of the game, if only one is added [default: its name in the library or its file name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Skips a game after this number of seconds
    #[arg(long, value_name = "S", default_value_t = 600.0)]
    seconds: f64,
}

/// The result for each game.
#[derive(Default)]
struct Report {
    added: Vec<Value>,
    known: Vec<Value>,
    skipped: Vec<Value>,
}

impl Add {
    /// Adds the games one by one, each in one transaction.
    pub fn run(&self, file: &Path, common: &Common) -> Result<(), Failure> {
        let mut report = Report::default();
        let games = self.read(common, &mut report)?;
        let mut knowledge = base::open(file)?;
        let bar = progress::bar(games.len(), "games");
        for (name, sheet) in &games {
            bar.set_message(name.clone());
            let name = self.name.as_ref().unwrap_or(name);
            let added = self.add(&mut knowledge, file, (name, sheet), &mut report, common);
            // A single game fails the command. With several games, the others are still added.
            match added {
                Err(failure) if games.len() == 1 => return Err(failure),
                Err(failure) => report.skip(name, &failure.to_string()),
                Ok(()) => {}
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        report.show(common)
    }

    fn read(&self, common: &Common, report: &mut Report) -> Result<Vec<(String, Sheet)>, Failure> {
        let mut games = Vec::new();
        for game in &self.games {
            if Path::new(game).is_dir() && senet_library::find(game).is_none() {
                let sheets = sheets_of(Path::new(game))?;
                games.extend(sheets.games);
                for skipped in sheets.skipped {
                    report.skip(&skipped.game, &skipped.reason);
                }
            } else {
                let source = source::find(game, common)?;
                let sheet = source.sheet()?;
                games.push((source.name, sheet));
            }
        }
        match self.name.is_some() && games.len() > 1 {
            true => Err(Failure::new("--name needs a single game")
                .help("without --name, games take the names of their files")),
            false => Ok(games),
        }
    }

    fn add(
        &self,
        knowledge: &mut KnowledgeBase,
        file: &Path,
        (name, sheet): (&str, &Sheet),
        report: &mut Report,
        common: &Common,
    ) -> Result<(), Failure> {
        let failed = |error| base::failed(&error, file);
        let hard = |error: TooHard| too_hard(name, error, common.deadline());
        let deadline = &common.deadline_within(self.seconds);
        let form = canonical(&sheet.description, deadline).map_err(hard)?;
        let signs = recognition_keys(&sheet.description, deadline).map_err(hard)?;
        let game = GameToStore {
            key: form.key,
            name,
            sheet: &sheet.text,
            rules: sheet.description.rules.len(),
            nodes: form.graph.nodes().len(),
        };
        let remembered = knowledge.remember(&game).map_err(failed)?;
        knowledge
            .put_recognition_keys(&form.key, &signs)
            .map_err(failed)?;
        let key = form.key.to_string();
        match remembered {
            Remembered::Added => {
                let one = json!({"name": name, "key": key, "signs": signs.len()});
                report.added.push(one);
            }
            Remembered::Known(known) => report.known.push(json!({"name": name, "as": known})),
        }
        Ok(())
    }
}

impl Report {
    fn skip(&mut self, game: &str, reason: &str) {
        self.skipped.push(json!({"game": game, "reason": reason}));
    }

    fn show(&self, common: &Common) -> Result<(), Failure> {
        let mut out = Out::new();
        if common.json {
            out.json(&json!({"added": self.added, "known": self.known, "skipped": self.skipped}))?;
            return Ok(());
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        for one in &self.added {
            out.line(format!("added {}", text(&one["name"])))?;
        }
        for one in &self.known {
            let (name, known) = (text(&one["name"]), text(&one["as"]));
            out.line(match name == known {
                true => format!("{name} is already known"),
                false => format!("{name} is already known as {known}"),
            })?;
        }
        for one in &self.skipped {
            let (game, reason) = (text(&one["game"]), text(&one["reason"]));
            out.line(format!("skipped {game}: {reason}"))?;
        }
        out.flush()?;
        Ok(())
    }
}
