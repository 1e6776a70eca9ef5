//! `senet games`: lists the library and imports games from public repositories.

use clap::{Args, Subcommand};
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{
    Common, Failure, Out,
    cache::{self, Imported},
    output::wrap,
    progress,
    repository::Repository,
    source,
};
use senet_library::LibraryGame;
use serde::Serialize;
use serde_json::json;
use std::path::Path;

/// Lists the library games and the imported games
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet games\n  senet games --tag puzzle\n  senet games show breakthrough\n  \
    senet games import path/to/repository\n  senet games import http://games.ggp.org/base --key ticTacToe"
)]
pub struct Games {
    /// Lists only library games with this tag
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// Explains the rules of a library game in plain words
    #[command(after_help = "Example:\n  senet games show breakthrough --rules")]
    Show {
        /// The name of the game
        name: String,
        /// Prints the rule sheet instead
        #[arg(long)]
        rules: bool,
    },
    /// Imports games from a repository in the layout of games.ggp.org into the local cache
    #[command(after_help = "Examples:\n  senet games import path/to/repository\n  \
        senet games import http://games.ggp.org/base --key ticTacToe")]
    Import {
        /// A folder or the URL of a repository
        #[arg(value_name = "DIR|URL")]
        place: String,
        /// Imports only the game with this key
        #[arg(long, value_name = "KEY")]
        key: Vec<String>,
        /// Name of the repository [default: the last part of its folder or URL]
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
}

impl Games {
    /// Runs the command.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        match &self.action {
            None => self.list(common),
            Some(Action::Show { name, rules }) => show(name, *rules, common),
            Some(Action::Import { place, key, name }) => {
                import(place, key, name.as_deref(), common)
            }
        }
    }

    fn list(&self, common: &Common) -> Result<(), Failure> {
        let tagged = |game: &&LibraryGame| {
            self.tag
                .as_ref()
                .is_none_or(|tag| game.card.tags.iter().any(|has| has == tag))
        };
        let games: Vec<_> = senet_library::games().iter().filter(tagged).collect();
        let imported = match (&self.tag, cache::folder(common)) {
            (None, Ok(folder)) => cache::list(&folder),
            _ => Vec::new(),
        };
        let mut out = Out::new();
        if common.json {
            let library = games.iter().map(|game| json!(Card::of(game)));
            let list: Vec<_> = library.chain(imported.iter().map(imported_json)).collect();
            out.json(&list)?;
        } else {
            list_library(&mut out, &games)?;
            list_imported(&mut out, &imported)?;
        }
        out.flush()?;
        Ok(())
    }
}

/// A library game as JSON.
#[derive(Serialize)]
struct Card<'a> {
    name: &'a str,
    group: &'static str,
    title: &'a str,
    summary: &'a str,
    roles: &'a [String],
    tags: &'a [String],
    source: &'a str,
}

impl Card<'_> {
    fn of(game: &LibraryGame) -> Card<'_> {
        Card {
            name: game.name,
            group: "library",
            title: &game.card.title,
            summary: &game.card.summary,
            roles: &game.card.roles,
            tags: &game.card.tags,
            source: &game.card.source,
        }
    }
}

fn imported_json(game: &Imported) -> serde_json::Value {
    json!({"name": game.key, "group": game.repository, "version": game.version})
}

fn list_library(out: &mut Out, games: &[&LibraryGame]) -> Result<(), Failure> {
    let mut table = TextTable::new([left(""), right(""), left("")]);
    for game in games {
        let roles = match game.card.roles.len() {
            1 => "1 role ".to_string(),
            roles => format!("{roles} roles"),
        };
        table.row(cells![game.name, roles, game.card.title]);
    }
    Ok(out.text(&table.to_string())?)
}

fn list_imported(out: &mut Out, games: &[Imported]) -> Result<(), Failure> {
    if !games.is_empty() {
        out.line("\nImported:")?;
    }
    for game in games {
        out.line(format!("{}/{}@{}", game.repository, game.key, game.version))?;
    }
    Ok(())
}

fn show(name: &str, rules: bool, common: &Common) -> Result<(), Failure> {
    let game = senet_library::find(name).ok_or_else(|| source::unknown(name))?;
    let mut out = Out::new();
    if common.json {
        let mut card = json!(Card::of(game));
        card["rules"] = json!(game.rules);
        out.json(&card)?;
    } else if rules {
        out.text(game.rules)?;
    } else {
        out.line(format!(
            "{}\n\n{}\n",
            game.card.title,
            wrap(&game.card.summary)
        ))?;
        let mut table = TextTable::of_pairs();
        table.row(cells!["roles", game.card.roles.join(", ")]);
        table.row(cells!["tags", game.card.tags.join(", ")]);
        table.row(cells!["source", game.card.source]);
        out.text(&table.to_string())?;
    }
    out.flush()?;
    Ok(())
}

/// A game that could not be imported.
#[derive(Serialize)]
struct Skipped {
    key: String,
    reason: String,
}

fn import(
    place: &str,
    keys: &[String],
    name: Option<&str>,
    common: &Common,
) -> Result<(), Failure> {
    let repository = Repository::open(place)?;
    let name = name.map_or_else(|| repository.name(), str::to_string);
    let cache = cache::folder(common)?;
    let keys = if keys.is_empty() {
        repository.keys()?
    } else {
        keys.to_vec()
    };
    let bar = progress::bar(keys.len(), "games");
    let (mut versions, mut skipped) = (0, Vec::new());
    for key in keys {
        bar.set_message(key.clone());
        match import_game(&repository, &name, &key, &cache) {
            Ok(count) => versions += count,
            Err(failure) => skipped.push(Skipped {
                key,
                reason: failure.to_string(),
            }),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    tell_import(&name, versions, &skipped, &cache, common)
}

fn import_game(
    repository: &Repository,
    name: &str,
    key: &str,
    cache: &Path,
) -> Result<u32, Failure> {
    let newest = repository.newest(key)?;
    for number in 0..=newest {
        cache::store(cache, name, &repository.version(key, number)?)?;
    }
    Ok(newest + 1)
}

fn tell_import(
    name: &str,
    versions: u32,
    skipped: &[Skipped],
    cache: &Path,
    common: &Common,
) -> Result<(), Failure> {
    let mut out = Out::new();
    if common.json {
        let cache = cache.display().to_string();
        out.json(
            &json!({"repository": name, "versions": versions, "skipped": skipped, "cache": cache}),
        )?;
    } else {
        for game in skipped {
            out.line(format!("skipped {}: {}", game.key, game.reason))?;
        }
        out.line(format!(
            "imported {versions} rule sheets as {name}/KEY into {}",
            cache.display()
        ))?;
    }
    out.flush()?;
    if skipped.is_empty() {
        Ok(())
    } else {
        Err(Failure::No)
    }
}
