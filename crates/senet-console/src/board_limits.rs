//! Finds the boards of a game within limits that the user sets.

use crate::{Common, Failure, Source, clock};
use clap::Args;
use senet_analyze::{Analysis, AnalyzeOptions, BoardQuestion, Boards, MissingDeclarations};
use senet_ground::GroundError;
use std::sync::Arc;
use std::time::Duration;

/// The default limit of the analysis in CPU seconds. Projections without an answer by then are reported as undecided.
const CPU_SECONDS: f64 = 8.0;

/// Limits for the board analysis. Without --time-limit it takes at most 8 s of CPU time for a game.
#[derive(Args, Clone)]
pub struct BoardLimits {
    /// Conflict limit for each solver call
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    conflicts: u32,
    /// Steps of random matches to play before calling the solver
    #[arg(long, value_name = "N", default_value_t = 1000)]
    steps: usize,
}

impl BoardLimits {
    /// Converts the arguments to analysis options. The default time limit starts now.
    pub fn options(&self, question: BoardQuestion, common: &Common) -> AnalyzeOptions {
        let deadline = match common.time_limit {
            Some(_) => common.deadline().clone(),
            None => clock::cpu_deadline(CPU_SECONDS, common.deadline()),
        };
        let mut options = AnalyzeOptions {
            question,
            conflicts: self.conflicts,
            seed: common.seed,
            deadline,
            clock: Arc::new(|| Duration::from_secs_f64(clock::thread_cpu_seconds())),
            ..AnalyzeOptions::default()
        };
        options.playouts.all_steps = self.steps;
        options.ground.deadline = options.deadline.clone();
        options
    }

    /// Finds the boards of a game.
    pub fn find(
        &self,
        source: &Source,
        question: BoardQuestion,
        common: &Common,
    ) -> Result<Boards, Failure> {
        let rules = source.playable_rules()?;
        let boards = senet_analyze::boards(&rules, &self.options(question, common));
        boards.map_err(|error| failed(source, error))
    }

    /// Runs only the published test, on one projection or on all.
    pub fn test(
        &self,
        source: &Source,
        only: Option<(String, Vec<usize>)>,
        common: &Common,
    ) -> Result<Boards, Failure> {
        let rules = source.playable_rules()?;
        let options = AnalyzeOptions {
            only,
            ..self.options(BoardQuestion::VerifyIp, common)
        };
        let boards = senet_analyze::boards(&rules, &options);
        let boards = boards.map_err(|error| failed(source, error))?;
        if options.only.is_some() && boards.projections.is_empty() {
            return Err(
                Failure::new(format!("{} has no such projection", source.name))
                    .help("run `senet boards` without --only to list all projections"),
            );
        }
        Ok(boards)
    }

    /// Finds the declarations that the game lacks: possible fluents and moves.
    pub fn declarations(
        &self,
        source: &Source,
        common: &Common,
    ) -> Result<MissingDeclarations, Failure> {
        let rules = source.playable_rules()?;
        let options = self.options(BoardQuestion::Invariant, common);
        let declarations = senet_analyze::declarations(&rules, &options);
        declarations.map_err(|error| failed(source, error))
    }

    /// Runs the full analysis of a game, boards included.
    pub fn analyze(&self, source: &Source, common: &Common) -> Result<Analysis, Failure> {
        let rules = source.playable_rules()?;
        let options = self.options(BoardQuestion::Invariant, common);
        let analysis = senet_analyze::analyze(&rules, &options);
        analysis.map_err(|error| failed(source, error))
    }
}

fn failed(source: &Source, error: GroundError) -> Failure {
    Failure::new(format!("{}: {error}", source.name))
        .help("raise --time-limit; a game that cannot be grounded cannot be analysed")
}
