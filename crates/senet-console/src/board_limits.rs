//! Finds the boards of a game within limits that the user sets.

use crate::Failure;
use crate::{Source, clock};
use clap::Args;
use senet_analyze::{Analysis, AnalyzeOptions, BoardQuestion, Boards, MissingDeclarations};
use senet_ground::GroundError;
use std::sync::Arc;
use std::time::Duration;

/// Limits for the board analysis.
#[derive(Args, Clone)]
pub struct BoardLimits {
    /// CPU time limit per game in seconds; projections not decided by then are `undecided`
    #[arg(long, value_name = "S", default_value_t = 8.0)]
    pub time_limit: f64,
    /// Conflict limit for each solver call
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    conflicts: u32,
    /// Steps of random matches to play before calling the solver
    #[arg(long, value_name = "N", default_value_t = 1000)]
    steps: usize,
}

impl BoardLimits {
    /// Converts the arguments to analysis options. The time limit starts now.
    pub fn options(&self, question: BoardQuestion, seed: u64) -> AnalyzeOptions {
        let mut options = AnalyzeOptions {
            question,
            conflicts: self.conflicts,
            seed,
            deadline: clock::cpu_deadline(self.time_limit),
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
        seed: u64,
    ) -> Result<Boards, Failure> {
        let rules = source.playable_rules()?;
        let boards = senet_analyze::boards(&rules, &self.options(question, seed));
        boards.map_err(|error| failed(source, error))
    }

    /// Runs only the published test, on one projection or on all.
    pub fn test(
        &self,
        source: &Source,
        only: Option<(String, Vec<usize>)>,
        seed: u64,
    ) -> Result<Boards, Failure> {
        let rules = source.playable_rules()?;
        let options = AnalyzeOptions {
            only,
            ..self.options(BoardQuestion::VerifyIp, seed)
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
    pub fn declarations(&self, source: &Source, seed: u64) -> Result<MissingDeclarations, Failure> {
        let rules = source.playable_rules()?;
        let options = self.options(BoardQuestion::Invariant, seed);
        let declarations = senet_analyze::declarations(&rules, &options);
        declarations.map_err(|error| failed(source, error))
    }

    /// Runs the full analysis of a game, boards included.
    pub fn analyze(&self, source: &Source, seed: u64) -> Result<Analysis, Failure> {
        let rules = source.playable_rules()?;
        let options = self.options(BoardQuestion::Invariant, seed);
        let analysis = senet_analyze::analyze(&rules, &options);
        analysis.map_err(|error| failed(source, error))
    }
}

fn failed(source: &Source, error: GroundError) -> Failure {
    Failure::new(format!("{}: {error}", source.name))
        .help("raise --time-limit; a game that cannot be grounded cannot be analysed")
}
