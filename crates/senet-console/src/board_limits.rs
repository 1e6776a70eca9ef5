//! Finds the boards of a game within limits that the user chooses.

use crate::Failure;
use crate::{Source, back_end::load_failure, clock};
use clap::Args;
use senet_analyze::{
    Analysis, AnalyzeError, AnalyzeOptions, BoardQuestion, Boards, MissingDeclarations,
};
use senet_engine::LoadError;
use senet_gdl::{Description, read_playable};
use std::sync::Arc;
use std::time::Duration;

/// How much finding boards may cost.
#[derive(Args, Clone)]
pub struct BoardLimits {
    /// Stops after so many seconds of processor time a game; what is not decided by then is `undecided`
    #[arg(long, value_name = "S", default_value_t = 8.0)]
    pub time_limit: f64,
    /// Conflicts that one question to the solver may cost
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    conflicts: u32,
    /// Steps of random matches before the solver is asked
    #[arg(long, value_name = "N", default_value_t = 1000)]
    steps: usize,
}

impl BoardLimits {
    /// The options for the analysis; the time runs from now.
    pub fn options(&self, question: BoardQuestion, seed: u64) -> AnalyzeOptions {
        let mut options = AnalyzeOptions {
            question,
            conflicts: self.conflicts,
            seed,
            stop: clock::stop_after_cpu(self.time_limit),
            clock: Arc::new(|| Duration::from_secs_f64(clock::thread_cpu_seconds())),
            ..AnalyzeOptions::default()
        };
        options.playouts.all_steps = self.steps;
        options.ground.stop = options.stop.clone();
        options
    }

    /// Finds the boards of a game.
    pub fn find(
        &self,
        source: &Source,
        question: BoardQuestion,
        seed: u64,
    ) -> Result<Boards, Failure> {
        let rules = rules(source)?;
        let boards = senet_analyze::boards(&rules, &self.options(question, seed));
        boards.map_err(|error| failed(source, error))
    }

    /// Asks the published test alone, of one projection or of all.
    pub fn test(
        &self,
        source: &Source,
        only: Option<(String, Vec<usize>)>,
        seed: u64,
    ) -> Result<Boards, Failure> {
        let rules = rules(source)?;
        let options = AnalyzeOptions {
            only,
            ..self.options(BoardQuestion::VerifyIp, seed)
        };
        let boards = senet_analyze::boards(&rules, &options);
        let boards = boards.map_err(|error| failed(source, error))?;
        if options.only.is_some() && boards.projections.is_empty() {
            return Err(
                Failure::new(format!("{} has no such projection", source.name))
                    .help("senet boards without --only lists all of them"),
            );
        }
        Ok(boards)
    }

    /// What states and moves of a game may be made of.
    pub fn declarations(&self, source: &Source, seed: u64) -> Result<MissingDeclarations, Failure> {
        let rules = rules(source)?;
        let options = self.options(BoardQuestion::Invariant, seed);
        let declarations = senet_analyze::declarations(&rules, &options);
        declarations.map_err(|error| failed(source, error))
    }

    /// Finds the boards of a game and what else its rules contain.
    pub fn analyze(&self, source: &Source, seed: u64) -> Result<Analysis, Failure> {
        let rules = rules(source)?;
        let options = self.options(BoardQuestion::Invariant, seed);
        let analysis = senet_analyze::analyze(&rules, &options);
        analysis.map_err(|error| failed(source, error))
    }
}

fn rules(source: &Source) -> Result<Description, Failure> {
    let unplayable = |problems| load_failure(source, &LoadError::Unplayable(problems));
    read_playable(&source.text).map_err(unplayable)
}

fn failed(source: &Source, error: AnalyzeError) -> Failure {
    Failure::new(format!("{}: {error}", source.name))
        .help("raise --time-limit; games that do not ground cannot be analysed")
}
