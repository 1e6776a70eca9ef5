//! Loads a game for a command: the shared back-end options, and load errors with their place in the sheet.

use crate::memory_size::memory;
use crate::{ChosenBackEnd, Common, Failure, Source, clock, gate::refused, source};
use clap::Args;
use senet_arena::{LoadPlan, Rules, load_for_play};
use senet_engine::{
    BackEnd, BuildFromGrounded, DeadlineGame, LoadError, LoadOptions, LoadStage, Loaded,
    MemoryBudget, QueryLimits, Width, load_observed,
};
use senet_gdl::{Deadline, Sheet};
use senet_search::NetLibrary;
use std::sync::Arc;
use std::time::Duration;

/// The back end to use, and its time limit.
#[derive(Args, Clone, Debug)]
pub struct BackEndArgs {
    /// Back end: reference, interpreter, circuit, lanes, neural or neural:model=FILE [default: the fastest that supports the game]
    #[arg(long, value_name = "NAME")]
    pub back_end: Option<ChosenBackEnd>,
    /// Vector width of `lanes`: portable, avx2 or avx512 [default: the fastest that this CPU supports]
    #[arg(long, value_name = "WIDTH")]
    pub width: Option<Width>,
    /// Memory limit for loading, such as 500M or 4G; if a back end exceeds it, one that needs less is used
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = memory)]
    pub memory_limit: usize,
}

impl Default for BackEndArgs {
    fn default() -> BackEndArgs {
        BackEndArgs {
            back_end: None,
            width: None,
            memory_limit: MemoryBudget::DEFAULT_LIMIT,
        }
    }
}

/// The default limit of grounding in seconds. After that, a back end without grounding is used.
const GROUNDING: f64 = 60.0;

impl BackEndArgs {
    /// Converts the arguments to loader options, which take the deadline of the command.
    pub fn options(&self, common: &Common) -> LoadOptions {
        LoadOptions {
            back_end: self.back_end.as_ref().map(|chosen| chosen.back_end),
            neural: self.neural(),
            width: self.width,
            limits: QueryLimits {
                deadline: common.deadline().clone(),
                ..QueryLimits::default()
            },
            ground: senet_ground::Limits {
                deadline: common.deadline_within(GROUNDING),
                ..senet_ground::Limits::default()
            },
            deadline: common.deadline().clone(),
            memory: MemoryBudget::new(self.memory_limit),
            stopwatch: Some(clock::stopwatch()),
            ..LoadOptions::default()
        }
    }

    /// The same arguments, with this back end if the user chose none.
    pub fn or(&self, back_end: BackEnd) -> BackEndArgs {
        let chosen = self.back_end.clone();
        BackEndArgs {
            back_end: chosen.or_else(|| Some(ChosenBackEnd::from(back_end))),
            ..self.clone()
        }
    }

    /// The builder of the games of `neural`, if the user chose that back end.
    fn neural(&self) -> Option<Arc<dyn BuildFromGrounded>> {
        self.back_end.as_ref()?.neural.clone()
    }

    /// Finds and loads a game.
    pub fn load(&self, game: &str, common: &Common) -> Result<(Source, Loaded), Failure> {
        let source = source::find(game, common)?;
        let mut loaded = load_source(&source, &self.options(common))?;
        let deadline = common.deadline().clone();
        loaded.game = Box::new(DeadlineGame::new(loaded.game, deadline));
        Ok((source, loaded))
    }
}

/// Builds the back end for a rule sheet.
pub fn load_source(source: &Source, options: &LoadOptions) -> Result<Loaded, Failure> {
    load_source_observed(source, options, &mut |_| {})
}

/// Builds the back end for a rule sheet. Calls the observer after each stage.
pub fn load_source_observed(
    source: &Source,
    options: &LoadOptions,
    observer: &mut dyn FnMut(LoadStage),
) -> Result<Loaded, Failure> {
    let sheet = Sheet::read(source.text.as_str());
    let options = LoadOptions {
        force: source.force,
        ..options.clone()
    };
    let loaded = load_observed(&sheet, &options, observer);
    loaded.map_err(|error| load_failure(source, error, &options.limits.deadline))
}

/// Loads a game for players.
pub fn load_rules(
    source: &Source,
    back_end: &BackEndArgs,
    common: &Common,
) -> Result<Rules, Failure> {
    load_rules_with(source, back_end, None, common)
}

/// Loads a game for players that learn. They start with networks of earlier matches and store their own.
pub fn load_rules_with(
    source: &Source,
    back_end: &BackEndArgs,
    networks: Option<Arc<dyn NetLibrary>>,
    common: &Common,
) -> Result<Rules, Failure> {
    let plan = LoadPlan {
        force: source.force,
        back_end: back_end.back_end.as_ref().map(|chosen| chosen.back_end),
        neural: back_end.neural(),
        width: back_end.width,
        time: Duration::from_secs_f64(GROUNDING),
        bytes: back_end.memory_limit,
        end: common.deadline().clone(),
        networks,
        ..LoadPlan::default()
    };
    let sheet = Sheet::read(source.text.as_str());
    let rules = load_for_play(&source.name, sheet, &plan);
    rules.map_err(|error| load_failure(source, error, common.deadline()))
}

/// Explains why a sheet cannot be played, at which place, and how to fix it.
pub fn load_failure(source: &Source, error: LoadError, deadline: &Deadline) -> Failure {
    match error {
        LoadError::Unplayable(problems) => refused(source, problems),
        _ if deadline.is_over() => Failure::out_of_time(format!("loading {}", source.name)),
        LoadError::Stopped { .. }
        | LoadError::Ground { .. }
        | LoadError::Build(_)
        | LoadError::Compile { .. } => Failure::new(format!("{}: {error}", source.name))
            .help("raise --time-limit or --memory-limit, or choose another --back-end"),
    }
}
