//! Finds the invariant projections of a game.

use crate::findings::{Context, Finding, Observations, findings};
use crate::playouts::{PlayedStep, SampledMatches};
use crate::projection::Space;
use crate::prover::Prover;
use crate::report::Boards;
use crate::search::Search;
use crate::step_rules::ground_step_rules;
use crate::ungrounded::undecided;
use senet_gdl::{Deadline, Description, OutOfTime};
use senet_ground::RuleIndex;
use senet_ground::{GroundError, Grounded, Limits, ground};
use senet_structure::{Structure, turn_fact_candidates};
use std::sync::Arc;
use std::time::Duration;

/// A clock for the times in the report; the caller provides it.
pub type AnalysisClock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// The question about a projection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardQuestion {
    /// Decides by all available methods if the projection is invariant.
    Invariant,
    /// The published test alone: from any state of declared facts in which the projection is complete, every legal
    /// step leads to such a state. `refuted` means that the test fails; the projection may still be invariant.
    VerifyIp,
}

/// Options of the analysis.
#[derive(Clone)]
pub struct AnalyzeOptions {
    /// The question.
    pub question: BoardQuestion,
    /// The only projection to test, if given: a relation and increasing positions, counted from 1.
    pub only: Option<(String, Vec<usize>)>,
    /// Limits of grounding. The solver draws from the same memory.
    pub ground: Limits,
    /// Maximum number of conflicts per solver question.
    pub conflicts: u32,
    /// Limits of the random matches that are played before the solver starts.
    pub playouts: SampledMatches,
    /// Seed of the random choices.
    pub seed: u64,
    /// The deadline. Projections that are not decided by then stay undecided.
    pub deadline: Deadline,
    /// Clock for the times in the report.
    pub clock: AnalysisClock,
}

impl Default for AnalyzeOptions {
    fn default() -> AnalyzeOptions {
        AnalyzeOptions {
            question: BoardQuestion::Invariant,
            only: None,
            ground: Limits::default(),
            conflicts: 1_000_000,
            playouts: SampledMatches {
                matches: 20,
                steps: 200,
                all_steps: 1000,
            },
            seed: 1,
            deadline: Deadline::never(),
            clock: Arc::new(|| Duration::ZERO),
        }
    }
}

/// The results of an analysis.
pub struct Analysis {
    /// The projections.
    pub boards: Boards,
    /// Everything else that the rules contain.
    pub findings: Vec<Finding>,
    /// Parts that were skipped, with the reason.
    pub skipped: Vec<String>,
}

/// Finds the invariant projections of a playable description.
pub fn boards(description: &Description, options: &AnalyzeOptions) -> Result<Boards, GroundError> {
    let start = (options.clock)();
    let grounded = match grounded(description, options) {
        Err(error @ (GroundError::Stopped { .. } | GroundError::Memory(_))) => {
            return Ok(undecided(description, &error, ms(&options.clock, start)));
        }
        grounded => grounded?,
    };
    let index = RuleIndex::new(&grounded);
    let mut search = Search::new(&grounded, options);
    let (boards, _) = projections(&index, &mut search, options, start, None);
    Ok(boards)
}

/// Finds the invariant projections of a playable description, and everything else that its rules contain.
pub fn analyze(
    description: &Description,
    options: &AnalyzeOptions,
) -> Result<Analysis, GroundError> {
    let start = (options.clock)();
    let grounded = match grounded(description, options) {
        Err(error @ (GroundError::Stopped { .. } | GroundError::Memory(_))) => {
            return Ok(Analysis {
                boards: undecided(description, &error, ms(&options.clock, start)),
                findings: Vec::new(),
                skipped: vec![format!("other findings were not searched for: {error}")],
            });
        }
        grounded => grounded?,
    };
    let index = RuleIndex::new(&grounded);
    let mut search = Search::new(&grounded, options);
    let mut seen = Observations::new(grounded.fluents.len(), turn_fact_candidates(&index));
    let note = &mut |step: &PlayedStep| seen.note(step);
    let (boards, prover) = projections(&index, &mut search, options, start, Some(note));
    let Ok(structure) = Structure::of(description, &options.deadline) else {
        return Ok(Analysis {
            boards,
            findings: Vec::new(),
            skipped: vec![format!("other findings were not searched for: {OutOfTime}")],
        });
    };
    let mut context = Context {
        description,
        index: &index,
        space: Space::new(&grounded),
        structure,
        boards: &boards,
        seen,
        known: search.known(),
        prover,
        limits: options.ground.clone(),
        skipped: Vec::new(),
        deadline: options.deadline.clone(),
    };
    let findings = findings(&mut context);
    let skipped = context.skipped;
    Ok(Analysis {
        boards,
        findings,
        skipped,
    })
}

/// Grounds the rules that a question needs.
pub(crate) fn grounded(
    description: &Description,
    options: &AnalyzeOptions,
) -> Result<Grounded, GroundError> {
    let how = senet_ground::GroundOptions {
        limits: options.ground.clone(),
        ..senet_ground::GroundOptions::default()
    };
    match options.question {
        BoardQuestion::Invariant => ground(description, &how),
        BoardQuestion::VerifyIp => ground_step_rules(description, &how),
    }
}

/// Decides the projections. Returns the results, and the solver with the clauses that it learnt.
///
/// If there is an observer, the solver also proves lemmas that no projection needs.
fn projections<'m>(
    index: &'m RuleIndex<'m>,
    search: &mut Search,
    options: &AnalyzeOptions,
    start: Duration,
    observe: Option<&mut dyn FnMut(&PlayedStep)>,
) -> (Boards, Prover<'m>) {
    let ground_ms = ms(&options.clock, start);
    let wants_lemmas = observe.is_some();
    search.test_initial_state();
    if options.question == BoardQuestion::Invariant {
        search.add_lemmas();
        match observe {
            Some(observe) => search.play(index, observe),
            None => search.play(index, |_| {}),
        }
    }
    let only_declared = options.question == BoardQuestion::VerifyIp;
    let (families, deadline) = (search.families.len(), options.deadline.clone());
    let limits = (deadline, &options.ground.memory);
    let mut prover = Prover::new(index, families, only_declared, options.conflicts, limits);
    search.prove_alone(&mut prover);
    let calls = prover.questions();
    if options.question == BoardQuestion::Invariant && (wants_lemmas || search.is_open()) {
        search.prove_together(&mut prover);
    }
    let total_ms = ms(&options.clock, start);
    let calls = (calls, prover.questions() - calls);
    (search.report(calls, ground_ms, total_ms), prover)
}

/// Milliseconds since a moment.
pub(crate) fn ms(clock: &AnalysisClock, since: Duration) -> f64 {
    clock().saturating_sub(since).as_secs_f64() * 1e3
}
