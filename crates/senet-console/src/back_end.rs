//! Loads a game for a command: the shared back-end options, and load errors with their place in the sheet.

use crate::{ChosenBackEnd, Common, Failure, Source, clock, render, source};
use clap::Args;
use senet_arena::{LoadPlan, Rules, load_for_play};
use senet_engine::{
    BuildFromGrounded, LoadError, LoadOptions, LoadStage, Loaded, QueryLimits, Width, load_observed,
};
use senet_gdl::{Deadline, Sheet};
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
    /// Time limit in seconds
    #[arg(long, value_name = "S", default_value_t = 3600.0)]
    pub time_limit: f64,
}

impl BackEndArgs {
    /// Converts the arguments to loader options. The time limit starts now.
    pub fn options(&self) -> LoadOptions {
        LoadOptions {
            back_end: self.back_end.as_ref().map(|chosen| chosen.back_end),
            neural: self.neural(),
            width: self.width,
            limits: QueryLimits {
                deadline: Deadline::after_seconds(self.time_limit),
                ..QueryLimits::default()
            },
            ground: senet_ground::Limits {
                deadline: Deadline::after_seconds(self.time_limit.min(60.0)),
                ..senet_ground::Limits::default()
            },
            stopwatch: Some(clock::stopwatch()),
            ..LoadOptions::default()
        }
    }

    /// Builds the games of `neural`, if that was chosen.
    fn neural(&self) -> Option<Arc<dyn BuildFromGrounded>> {
        self.back_end.as_ref()?.neural.clone()
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
    load_observed(&sheet, options, observer).map_err(|error| load_failure(source, &error))
}

/// Loads a game for players.
pub fn load_rules(source: &Source, back_end: &BackEndArgs) -> Result<Rules, Failure> {
    let plan = LoadPlan {
        back_end: back_end.back_end.as_ref().map(|chosen| chosen.back_end),
        neural: back_end.neural(),
        width: back_end.width,
        time: Duration::try_from_secs_f64(back_end.time_limit.min(60.0)).unwrap_or_default(),
        ..LoadPlan::default()
    };
    let sheet = Sheet::read(source.text.as_str());
    load_for_play(&source.name, sheet, &plan).map_err(|error| load_failure(source, &error))
}

/// Explains why a sheet cannot be played, at which place, and how to fix it.
pub fn load_failure(source: &Source, error: &LoadError) -> Failure {
    match error {
        LoadError::Unplayable(problems) => {
            let place = problems
                .first()
                .map(|p| render::place(&source.path, &source.text, p));
            let message = format!("{}: {error}", place.unwrap_or_default());
            Failure::new(message).help(format!("`senet check {}` lists all problems", source.path))
        }
        LoadError::Stopped { .. } | LoadError::Ground { .. } | LoadError::Compile { .. } => {
            Failure::new(format!("{}: {error}", source.name))
                .help("raise --time-limit, or choose another --back-end")
        }
    }
}
