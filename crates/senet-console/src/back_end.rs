//! Loads a game for a command: the shared back-end options, and load errors with their place in the sheet.

use crate::memory_size::memory;
use crate::{Common, Failure, Source, clock, gate::refused, source};
use clap::Args;
use senet_arena::{LoadPlan, Rules, load_for_play};
use senet_engine::{
    BackEnd, LoadError, LoadOptions, LoadStage, Loaded, MemoryBudget, QueryLimits, Width,
    load_observed,
};
use senet_gdl::{Deadline, Sheet};
use std::time::Duration;

/// The back end to use, and its time limit.
#[derive(Args, Clone, Debug)]
pub struct BackEndArgs {
    /// Back end [default: the fastest that supports the game]
    #[arg(long, value_name = "NAME")]
    pub back_end: Option<BackEnd>,
    /// Vector width of `lanes`: portable, avx2 or avx512 [default: the fastest that this CPU supports]
    #[arg(long, value_name = "WIDTH")]
    pub width: Option<Width>,
    /// Time limit in seconds
    #[arg(long, value_name = "S", default_value_t = 3600.0)]
    pub time_limit: f64,
    /// Memory limit for loading, such as 500M or 4G; above it, a smaller back end is used
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = memory)]
    pub memory_limit: usize,
}

impl Default for BackEndArgs {
    fn default() -> BackEndArgs {
        BackEndArgs {
            back_end: None,
            width: None,
            time_limit: 3600.0,
            memory_limit: MemoryBudget::DEFAULT_LIMIT,
        }
    }
}

impl BackEndArgs {
    /// Converts the arguments to loader options. The time limit starts now.
    pub fn options(&self) -> LoadOptions {
        LoadOptions {
            back_end: self.back_end,
            width: self.width,
            limits: QueryLimits {
                deadline: Deadline::after_seconds(self.time_limit),
                ..QueryLimits::default()
            },
            ground: senet_ground::Limits {
                deadline: Deadline::after_seconds(self.time_limit.min(60.0)),
                ..senet_ground::Limits::default()
            },
            deadline: Deadline::after_seconds(self.time_limit),
            memory: MemoryBudget::new(self.memory_limit),
            stopwatch: Some(clock::stopwatch()),
            ..LoadOptions::default()
        }
    }

    /// Finds and loads a game.
    pub fn load(&self, game: &str, common: &Common) -> Result<(Source, Loaded), Failure> {
        let source = source::find(game, common)?;
        let loaded = load_source(&source, &self.options())?;
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
    load_observed(&sheet, &options, observer).map_err(|error| load_failure(source, error))
}

/// Loads a game for players.
pub fn load_rules(source: &Source, back_end: &BackEndArgs) -> Result<Rules, Failure> {
    let plan = LoadPlan {
        force: source.force,
        back_end: back_end.back_end,
        width: back_end.width,
        time: Duration::try_from_secs_f64(back_end.time_limit.min(60.0)).unwrap_or_default(),
        bytes: back_end.memory_limit,
        deadline: Deadline::after_seconds(back_end.time_limit),
    };
    let sheet = Sheet::read(source.text.as_str());
    load_for_play(&source.name, sheet, &plan).map_err(|error| load_failure(source, error))
}

/// Explains why a sheet cannot be played, at which place, and how to fix it.
pub fn load_failure(source: &Source, error: LoadError) -> Failure {
    match error {
        LoadError::Unplayable(problems) => refused(source, problems),
        LoadError::Stopped { .. }
        | LoadError::Ground { .. }
        | LoadError::Build(_)
        | LoadError::Compile { .. } => Failure::new(format!("{}: {error}", source.name))
            .help("raise --time-limit or --memory-limit, or choose another --back-end"),
    }
}
