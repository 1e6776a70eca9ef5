//! The whole: which projections of a game are invariant.

use crate::Model;
use crate::declared::ground_declared;
use crate::findings::{Context, Finding, Seen, findings, holders};
use crate::glance::Glanced;
use crate::playouts::{Playouts, Step};
use crate::projection::Space;
use crate::prover::Prover;
use crate::report::Boards;
use crate::search::Search;
use crate::solver::SolverError;
use crate::ungrounded::undecided;
use senet_gdl::Description;
use senet_ground::{GroundError, Grounded, Limits, StopSignal, ground};
use senet_structure::Structure;
use std::sync::Arc;
use std::time::Duration;

/// Tells the time, for those who have a clock.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// What is asked of a projection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Whether it is invariant, by all means there are.
    Invariant,
    /// The published test alone: from any state of declared facts that shows everything, each legal step leads to one that does. Then
    /// `refuted` says that the test fails, which need not mean that the projection is not invariant.
    VerifyIp,
}

/// How to look.
#[derive(Clone)]
pub struct Options {
    /// What to ask.
    pub question: Question,
    /// The one projection to look at, if not all: a relation and positions, counted from 1 and increasing.
    pub only: Option<(String, Vec<usize>)>,
    /// What grounding may use up.
    pub ground: Limits,
    /// Conflicts that one question to the solver may cost.
    pub conflicts: u32,
    /// Random matches before the solver is asked.
    pub playouts: Playouts,
    /// Where random choices come from.
    pub seed: u64,
    /// Polled now and then; `true` leaves the rest undecided.
    pub stop: StopSignal,
    /// For the times in the report.
    pub clock: Clock,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            question: Question::Invariant,
            only: None,
            ground: Limits::default(),
            conflicts: 1_000_000,
            playouts: Playouts {
                matches: 20,
                steps: 200,
                all_steps: 1000,
            },
            seed: 1,
            stop: Arc::new(|| false),
            clock: Arc::new(|| Duration::ZERO),
        }
    }
}

/// Why there is no answer at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnalyzeError {
    /// The rules could not be grounded.
    #[error(transparent)]
    Ground(#[from] GroundError),
    /// The solver broke down.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// What was found out about a game.
pub struct Analysis {
    /// Its projections.
    pub boards: Boards,
    /// What else its rules contain.
    pub findings: Vec<Finding>,
    /// What was not looked at, and why.
    pub skipped: Vec<String>,
}

/// Finds the invariant projections of a playable description.
pub fn boards(description: &Description, options: &Options) -> Result<Boards, AnalyzeError> {
    let start = (options.clock)();
    let (grounded, glanced) = match grounded(description, options) {
        Err(error @ GroundError::Stopped { .. }) => {
            return Ok(undecided(description, &error, ms(&options.clock, start)));
        }
        grounded => grounded?,
    };
    let model = Model::new(&grounded);
    let mut search = Search::new(&grounded, options);
    let found = projections(&model, &mut search, &glanced, options, start, None)?;
    Ok(found.0)
}

/// Finds the invariant projections of a playable description, and what else its rules contain.
pub fn analyze(description: &Description, options: &Options) -> Result<Analysis, AnalyzeError> {
    let start = (options.clock)();
    let (grounded, glanced) = match grounded(description, options) {
        Err(error @ GroundError::Stopped { .. }) => {
            return Ok(Analysis {
                boards: undecided(description, &error, ms(&options.clock, start)),
                findings: Vec::new(),
                skipped: vec![format!("nothing else was looked for: {error}")],
            });
        }
        grounded => grounded?,
    };
    let model = Model::new(&grounded);
    let mut search = Search::new(&grounded, options);
    let mut seen = Seen::new(grounded.fluents.len(), holders(&model));
    let note = &mut |step: &Step| seen.note(step);
    let (boards, prover) = projections(&model, &mut search, &glanced, options, start, Some(note))?;
    let mut context = Context {
        description,
        model: &model,
        space: Space::new(&grounded),
        structure: Structure::of(description),
        boards: &boards,
        seen,
        known: search.known(),
        prover,
        limits: options.ground.clone(),
        skipped: Vec::new(),
        stop: options.stop.clone(),
    };
    let findings = findings(&mut context)?;
    let skipped = context.skipped;
    Ok(Analysis {
        boards,
        findings,
        skipped,
    })
}

/// The grounded rules that a question is about, and what was seen on the way.
pub(crate) fn grounded(
    description: &Description,
    options: &Options,
) -> Result<(Grounded, Glanced), GroundError> {
    let how = senet_ground::Options {
        limits: options.ground.clone(),
        ..senet_ground::Options::default()
    };
    match options.question {
        Question::Invariant => Ok((ground(description, &how)?, Glanced::NotAtAll)),
        Question::VerifyIp => ground_declared(description, options, &how),
    }
}

/// Decides the projections; the solver comes back with all that it learnt. Who observes the matches wants lemmas, too, even where all
/// projections are decided without.
pub(crate) fn projections<'m>(
    model: &'m Model<'m>,
    search: &mut Search,
    glanced: &Glanced,
    options: &Options,
    start: Duration,
    observe: Option<&mut dyn FnMut(&Step)>,
) -> Result<(Boards, Prover<'m>), AnalyzeError> {
    let ground_ms = ms(&options.clock, start);
    let wants_lemmas = observe.is_some();
    search.look_at_initial_state();
    if options.question == Question::Invariant {
        search.add_lemmas();
        match observe {
            Some(observe) => search.play(model, observe),
            None => search.play(model, |_| {}),
        }
    }
    let only_declared = options.question == Question::VerifyIp;
    if only_declared {
        search.guess(model, glanced);
    }
    let (families, stop) = (search.families.len(), options.stop.clone());
    let mut prover = Prover::new(model, families, only_declared, options.conflicts, stop)?;
    search.ask_alone(&mut prover)?;
    let calls = prover.questions() + glanced.calls();
    if options.question == Question::Invariant && (wants_lemmas || search.is_open()) {
        search.ask_together(&mut prover)?;
    }
    let total_ms = ms(&options.clock, start);
    let calls = (calls, prover.questions() + glanced.calls() - calls);
    Ok((search.report(calls, ground_ms, total_ms), prover))
}

/// Milliseconds since a moment.
pub(crate) fn ms(clock: &Clock, since: Duration) -> f64 {
    clock().saturating_sub(since).as_secs_f64() * 1e3
}
