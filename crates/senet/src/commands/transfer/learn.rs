//! `senet transfer learn`: learns the values of a role, from scratch or from a game that is known.

use super::shelf::{Kept, Shelf};
use crate::cli::Common;
use crate::clock;
use crate::commands::fmt::readable;
use crate::failure::Failure;
use crate::kinship::{Kin, Kinship};
use crate::output::Out;
use crate::{progress, source};
use clap::{Args, ValueEnum};
use fastrand::Rng;
use senet_engine::{BackEnd, Game, LoadOptions, load};
use senet_gdl::Sheet;
use senet_graph::{Canonical, canonical};
use senet_learn::td::transfer::{Correspondence, Initial, Knowledge};
use senet_learn::td::{Learner, Opponent, Positions, Saved, Seat, Settings, Table, Values};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// Seconds that recognising a game may take.
const PATIENCE: f64 = 20.0;

/// Learns the values of a role by playing, and keeps them
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet transfer learn tic-tac-toe --matches 10000\n  senet transfer learn my-game.kif --role black --opponent greedy\n  \
    senet transfer learn checkers-5x5-4men --from checkers-5x5 --json"
)]
pub struct Learn {
    /// The game
    game: String,
    /// Matches to play
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    matches: u32,
    /// The role to learn [default: the first]
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Who plays the other roles
    #[arg(long, value_enum, default_value_t = Against::Random)]
    opponent: Against,
    /// The known game whose values to start from [default: any of which this one is recognised as a variant]
    #[arg(long, value_name = "NAME", conflicts_with = "from_scratch")]
    from: Option<String>,
    /// Starts from nothing
    #[arg(long)]
    from_scratch: bool,
    /// Does not keep what was learned
    #[arg(long)]
    no_save: bool,
    /// The learning rate α
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    rate: f32,
    /// How often a move is made by chance (ε)
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    exploration: f32,
}

/// Who plays the other roles.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Against {
    /// Every move is equally likely
    Random,
    /// Looks one move ahead
    Greedy,
    /// Learns as well, from nothing
    #[value(name = "self")]
    Itself,
}

/// The game that is learned.
struct Pupil {
    name: String,
    text: String,
    game: Arc<dyn Game>,
    form: Canonical,
    role: usize,
}

/// What is known already, and where from.
struct Source {
    game: String,
    role: String,
    /// Whether it is about the other role of two: what is good for the one is bad for the other.
    switched: bool,
    kinship: Kinship,
    table: Saved,
}

impl Source {
    /// Whether it is about the same role of the same game.
    fn is_same(&self) -> bool {
        self.kinship.changes.is_empty() && !self.switched
    }

    /// For people.
    fn describe(&self, pupil: &Pupil) -> String {
        let kinship = self.kinship.describe();
        match self.switched {
            false => kinship,
            true => {
                let role = &pupil.game.roles()[pupil.role];
                format!(
                    "{kinship}; then switched role: `{role}` instead of `{}`",
                    self.role
                )
            }
        }
    }
}

impl Learn {
    /// Learns, tells and keeps.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let pupil = self.pupil(common)?;
        let mut shelf = Shelf::open(folder)?;
        let source = match self.from_scratch {
            true => None,
            false => self.source(&pupil, &shelf)?,
        };
        let facts = facts(&pupil)?;
        let known = source.as_ref().map(|source| known(source, facts));
        let how = known.as_ref().map(Knowledge::name);
        let begin = clock::thread_cpu_seconds();
        let (goals, learner) = self.play(&pupil, known, common.seed)?;
        let seconds = clock::thread_cpu_seconds() - begin;
        let counts = learner.transferred();
        let values = learner.into_values();
        let states = values.len();
        let bytes = match self.no_save {
            true => None,
            false => Some(self.keep(&mut shelf, &pupil, source.as_ref(), values)?),
        };
        let told = json!({
            "game": pupil.name,
            "role": pupil.game.roles()[pupil.role],
            "matches": goals.len(),
            "seed": common.seed,
            "from": source.as_ref().map(|source| &source.game),
            "source_role": source.as_ref().map(|source| &source.role),
            "kinship": source.as_ref().map(|source| source.describe(&pupil)),
            "transformations": source.as_ref().map(|source| &source.kinship.changes),
            "initialisation": how,
            "curve": curve(&goals),
            "states": states,
            "values_transferred": counts.visited_known,
            "hit_rate": counts.hit_rate(),
            "matches_per_s": goals.len() as f64 / seconds.max(1e-9),
            "bytes": bytes,
        });
        tell(&told, common)
    }

    fn pupil(&self, common: &Common) -> Result<Pupil, Failure> {
        let found = source::find(&self.game, common)?;
        let sheet = readable(&found)?;
        let options = LoadOptions {
            back_end: Some(BackEnd::Circuit),
            ..LoadOptions::default()
        };
        let loaded = load(&sheet, &options).map_err(|error| Failure::new(error.to_string()))?;
        let game: Arc<dyn Game> = Arc::from(loaded.game);
        let role = match &self.role {
            None => 0,
            Some(name) => {
                let roles = game.roles();
                let is_it = |role: &String| role.eq_ignore_ascii_case(name);
                roles.iter().position(is_it).ok_or_else(|| {
                    Failure::new(format!("there is no role `{name}` in {}", found.name))
                        .help(format!("there are {}", roles.join(", ")))
                })?
            }
        };
        Ok(Pupil {
            form: form(&sheet)?,
            name: found.name,
            text: found.text,
            game,
            role,
        })
    }

    /// What is known about the game or one that it is a variant of: the same game first, then by name.
    fn source(&self, pupil: &Pupil, shelf: &Shelf) -> Result<Option<Source>, Failure> {
        let mut kept = shelf.kept()?;
        if let Some(name) = &self.from {
            kept.retain(|kept| kept.game.name == *name);
            if kept.is_empty() {
                return Err(
                    Failure::new(format!("nothing was learned about `{name}`")).help(
                        "`senet transfer list` shows what was; `senet transfer learn` learns more",
                    ),
                );
            }
        }
        kept.sort_by_key(|kept| kept.game.key != pupil.form.key);
        let mut other_role = None;
        for kept in kept {
            if let Some(source) = candidate(kept, pupil, shelf)? {
                match source.switched {
                    false => return Ok(Some(source)),
                    true => other_role = other_role.or(Some(source)),
                }
            }
        }
        if other_role.is_some() {
            return Ok(other_role);
        }
        match &self.from {
            None => Ok(None),
            Some(name) => Err(Failure::new(format!(
                "{} is no variant of `{name}` that is known, or this role was not learned",
                pupil.name
            ))
            .help("leave --from out to start from any game that fits, or give --from-scratch")),
        }
    }

    fn settings(&self) -> Settings {
        Settings {
            rate: self.rate.clamp(0.0, 1.0),
            exploration: self.exploration.clamp(0.0, 1.0),
            watch: true,
            ..Settings::default()
        }
    }

    fn play(
        &self,
        pupil: &Pupil,
        known: Option<Knowledge>,
        seed: u64,
    ) -> Result<(Vec<f32>, Learner), Failure> {
        let unfit = |error: senet_learn::td::Unfit| {
            Failure::new(format!("the values of {} cannot be learned: {error}", pupil.name))
                .help("values are learned for games in which roles take turns and nothing is left to chance")
        };
        let initial = known.map(Initial::from).unwrap_or_default();
        let mut learner = Some(Learner::with_initial(self.settings(), initial));
        let seats = (0..pupil.game.roles().len()).map(|role| {
            match learner.take_if(|_| role == pupil.role) {
                Some(learner) => Seat::Learner(Box::new(learner)),
                None => self.other(),
            }
        });
        let seats = seats.collect();
        let positions = Positions::new(pupil.game.clone()).map_err(unfit)?;
        let mut table = Table::new(positions, seats).map_err(unfit)?;
        let start = pupil.game.initial()?;
        let mut rng = Rng::with_seed(seed);
        let bar = progress::bar(self.matches as usize, "matches");
        let mut goals = Vec::new();
        for _ in 0..self.matches {
            goals.push(table.play(start.clone(), &mut rng).map_err(unfit)?[pupil.role]);
            bar.inc(1);
        }
        bar.finish_and_clear();
        match table.into_parts().1.into_iter().nth(pupil.role) {
            Some(Seat::Learner(learner)) => Ok((goals, *learner)),
            _ => Err(Failure::new("the learner has left the table")),
        }
    }

    fn other(&self) -> Seat {
        match self.opponent {
            Against::Random => Seat::Opponent(Opponent::Random),
            Against::Greedy => Seat::Opponent(Opponent::Greedy),
            Against::Itself => Seat::Learner(Box::new(Learner::from_scratch(self.settings()))),
        }
    }

    /// Keeps the values under the words of the game as it is known; what was known about the same game stays where nothing new was learned.
    fn keep(
        &self,
        shelf: &mut Shelf,
        pupil: &Pupil,
        source: Option<&Source>,
        mut values: Values,
    ) -> Result<usize, Failure> {
        let facts = facts(pupil)?;
        let mut matches = u64::from(self.matches);
        if let Some(same) = source.filter(|source| source.is_same()) {
            matches += same.table.matches;
            add_old(&mut values, same, facts);
        }
        let name = shelf.remember(&pupil.name, &pupil.text, &pupil.form)?;
        let known = shelf.sheet(&name)?;
        let words = related(&known, pupil)?
            .ok_or_else(|| Failure::new("the game was not recognised as itself"))?;
        let translated = |text: &String| words.words().translate(text).to_lowercase();
        let saved = Saved {
            role: translated(&pupil.game.roles()[pupil.role]),
            matches,
            default: self.settings().default,
            facts: facts.iter().map(translated).collect(),
            values,
        };
        shelf.put(&pupil.form.key, &saved)
    }
}

fn facts(pupil: &Pupil) -> Result<&[String], Failure> {
    pupil
        .game
        .fluent_names()
        .ok_or_else(|| Failure::new("the facts of the game are not numbered"))
}

fn form(sheet: &Sheet) -> Result<Canonical, Failure> {
    let stop = clock::stop_after(PATIENCE);
    canonical(&sheet.description, &*stop).map_err(|error| Failure::new(error.to_string()))
}

/// What a kept table has to say about the game; nothing if the games are not related, or the role is another one of many.
fn candidate(kept: Kept, pupil: &Pupil, shelf: &Shelf) -> Result<Option<Source>, Failure> {
    let Some(kinship) = related(&kept.game.sheet, pupil)? else {
        return Ok(None);
    };
    let (roles, word) = (pupil.game.roles(), kinship.words());
    let is_it = |role: &String| word.translate(role).eq_ignore_ascii_case(&kept.role);
    let role = roles.iter().position(is_it);
    let switched = role != Some(pupil.role);
    if role.is_none() || switched && roles.len() != 2 {
        return Ok(None);
    }
    let table = shelf.table(&kept.game.key, &kept.role)?;
    Ok(table.map(|table| Source {
        game: kept.game.name,
        role: kept.role,
        switched,
        kinship,
        table,
    }))
}

/// How the game follows from a known one.
fn related(known: &str, pupil: &Pupil) -> Result<Option<Kinship>, Failure> {
    let stop = clock::stop_after(PATIENCE);
    let kin = Kin::of(&Sheet::read(known).description, &*stop);
    let found = kin.and_then(|kin| kin.find(&pupil.form.description, &*stop));
    found.map_err(|error| Failure::new(error.to_string()))
}

fn known(source: &Source, facts: &[String]) -> Knowledge {
    let correspondence = source.kinship.compile(&source.table.facts, facts);
    let values = Arc::new(source.table.values.clone());
    let inverse = source.kinship.is_inverse() != source.switched;
    Knowledge::new(values, Arc::new(correspondence), inverse)
}

/// Adds the old values of the same game for states that have no new ones.
fn add_old(values: &mut Values, same: &Source, facts: &[String]) {
    let back = same.kinship.words().inverse();
    let translate = |fact: &str| Some(back.translate(fact).to_lowercase());
    let renamed = Correspondence::renaming(facts, &same.table.facts, &translate);
    for (state, value) in same.table.values.iter() {
        for state in renamed.looks_of_target(state) {
            if values.get(&state).is_none() {
                values.set(state, value);
            }
        }
    }
}

/// Ten means, one for each tenth of the matches.
fn curve(goals: &[f32]) -> Vec<f64> {
    let part = goals.len().div_ceil(10).max(1);
    let mean = |goals: &[f32]| {
        let sum: f64 = goals.iter().map(|&goal| f64::from(goal)).sum();
        (sum / goals.len() as f64 * 10.0).round() / 10.0
    };
    goals.chunks(part).map(mean).collect()
}

fn tell(told: &serde_json::Value, common: &Common) -> Result<(), Failure> {
    let mut out = Out::new();
    if common.json {
        out.json(told)?;
        return Ok(());
    }
    let text = |name: &str| match &told[name] {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    out.line(format!(
        "role            {} of {}",
        text("role"),
        text("game")
    ))?;
    match told["from"].is_null() {
        true => out.line("start           from scratch")?,
        false => {
            let (from, kinship) = (text("from"), text("kinship"));
            out.line(format!(
                "start           {} ({kinship}): {}",
                from,
                text("initialisation")
            ))?;
            let hits = told["hit_rate"].as_f64().unwrap_or(0.0) * 100.0;
            let (count, all) = (text("values_transferred"), text("states"));
            out.line(format!(
                "transferred     {count} of {all} values; {hits:.0} % of visits"
            ))?;
        }
    }
    out.line(format!(
        "mean goal       {} (a tenth of the matches each)",
        text("curve")
    ))?;
    let speed = told["matches_per_s"].as_f64().unwrap_or(0.0);
    out.line(format!(
        "matches         {}, {speed:.0} a second",
        text("matches")
    ))?;
    match told["bytes"].is_null() {
        true => out.line("kept            nothing (--no-save)")?,
        false => out.line(format!("kept            {} bytes", text("bytes")))?,
    }
    out.flush()?;
    Ok(())
}
