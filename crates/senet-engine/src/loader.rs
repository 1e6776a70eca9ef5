//! The stages of loading. When a stage fails, its memory returns before the next one begins.

use crate::load::{BackEnd, GameCounts, LoadError, LoadOptions, LoadStage, Loaded};
use crate::{
    BuildLimits, BuildStop, Circuit, Game, Interpreter, Lanes, QueryLimits, Reference, Stopped,
    Width,
};
use senet_gdl::{Description, OverBudget, clause_bytes, split_disjunctions};
use senet_ground::{Grounded, ground};

/// The estimated memory of a fact that a back end without grounding derives.
const BYTES_PER_FACT: usize = 128;

/// The error of a stage that exceeds the memory budget.
pub(crate) fn over_budget(error: OverBudget) -> LoadError {
    LoadError::Build(BuildStop::Memory(error))
}

/// Builds back ends within the limits of one load.
pub(crate) struct Loader<'a> {
    pub options: &'a LoadOptions,
    pub limits: BuildLimits,
}

/// The parts that remain when lanes cannot be built, for a game on the circuit alone, and the
/// reason.
pub(crate) struct LanesGivenUp {
    circuit: Box<Circuit>,
    counts: GameCounts,
    description: Description,
    pub reason: String,
}

impl Loader<'_> {
    /// Builds lanes if possible, else the circuit, else the interpreter.
    pub fn fastest(
        &self,
        description: Description,
        observer: &mut dyn FnMut(LoadStage),
    ) -> Result<Loaded, LoadError> {
        let why_not = match self.circuit(&description, observer) {
            Ok((circuit, counts)) => {
                let lanes = self.lanes(circuit, counts, description);
                return Ok(lanes.unwrap_or_else(|given_up| {
                    let reason = format!("no lanes: {}", given_up.reason);
                    circuit_only(
                        given_up.circuit,
                        given_up.counts,
                        given_up.description,
                        reason,
                    )
                }));
            }
            Err(LoadError::Ground { error, .. }) => format!("the rules do not ground: {error}"),
            Err(LoadError::Build(BuildStop::Memory(error))) => error.to_string(),
            Err(other) => return Err(other),
        };
        Ok(Loaded {
            reason: why_not,
            ..self.interpreter(description)?
        })
    }

    /// Grounds the rules and passes them to the builder that the caller provides.
    pub fn neural(
        &self,
        description: Description,
        observer: &mut dyn FnMut(LoadStage),
    ) -> Result<Loaded, LoadError> {
        let back_end = BackEnd::Neural;
        let failed = |reason| LoadError::Compile { back_end, reason };
        let builder = self.options.neural.as_ref();
        let builder = builder.ok_or_else(|| failed("no network was given".to_string()))?;
        let grounded = self.grounded(&description, observer)?;
        let mut charge = self.limits.memory.charge("the grounded rules");
        charge.set(grounded.bytes()).map_err(over_budget)?;
        let memory = self.limits.memory.left();
        let game = builder.build(&grounded, memory).map_err(failed)?;
        Ok(Loaded {
            reason: format!("answers come from {}", builder.describe()),
            ..without_grounding(back_end, game, description)
        })
    }

    /// Grounds the rules.
    fn grounded(
        &self,
        description: &Description,
        observer: &mut dyn FnMut(LoadStage),
    ) -> Result<Grounded, LoadError> {
        let loading = self.limits.deadline.clone();
        let own = &self.options.ground;
        let how = senet_ground::GroundOptions {
            limits: senet_ground::Limits {
                deadline: own.deadline.or_when(move || loading.is_over()),
                memory: self.limits.memory.clone(),
                ..own.clone()
            },
            ..Default::default()
        };
        let grounded = ground(description, &how);
        observer(LoadStage::Grounded);
        self.limits.check().map_err(LoadError::Build)?;
        let back_end = self.options.back_end.unwrap_or(BackEnd::Circuit);
        grounded.map_err(|error| LoadError::Ground { back_end, error })
    }

    /// Grounds the rules and builds the circuit.
    pub fn circuit(
        &self,
        description: &Description,
        observer: &mut dyn FnMut(LoadStage),
    ) -> Result<(Box<Circuit>, GameCounts), LoadError> {
        let grounded = self.grounded(description, observer)?;
        let mut charge = self.limits.memory.charge("the grounded rules");
        charge.set(grounded.bytes()).map_err(over_budget)?;
        let circuit = Circuit::new(&grounded, &self.limits).map_err(LoadError::Build)?;
        let circuit = circuit.with_deadline(self.options.limits.deadline.clone());
        let counts = GameCounts {
            fluents: grounded.fluents.len(),
            moves: grounded.moves.iter().map(Vec::len).collect(),
            ground_rules: grounded.rules.len(),
            gates: circuit.gates(),
            code: None,
        };
        Ok((Box::new(circuit), counts))
    }

    /// Compiles the circuit to vector code.
    pub fn lanes(
        &self,
        circuit: Box<Circuit>,
        counts: GameCounts,
        description: Description,
    ) -> Result<Loaded, Box<LanesGivenUp>> {
        let lanes = match self.compile(circuit, &counts) {
            Ok(lanes) => lanes,
            Err((circuit, reason)) => {
                return Err(Box::new(LanesGivenUp {
                    circuit,
                    counts,
                    description,
                    reason,
                }));
            }
        };
        let code = lanes.counts();
        Ok(Loaded {
            description,
            back_end: BackEnd::Lanes,
            reason: match code.min_batch {
                0 | 1 => format!("{} matches at once", code.lanes),
                min_batch => format!(
                    "{} matches at once; below {min_batch} the circuit is faster",
                    code.lanes
                ),
            },
            counts: Some(GameCounts {
                code: Some(code),
                ..counts
            }),
            game: Box::new(lanes),
        })
    }

    /// The lanes, compared with the circuit: by measurement if the caller has a stopwatch, else by
    /// estimate. Returns the circuit and the reason if there are no lanes.
    fn compile(
        &self,
        circuit: Box<Circuit>,
        counts: &GameCounts,
    ) -> Result<Lanes, (Box<Circuit>, String)> {
        let mut charge = self.limits.memory.charge("the circuit");
        if let Err(error) = charge.set(circuit.bytes()) {
            return Err((circuit, error.to_string()));
        }
        let options = self.options;
        let fastest = || Width::best_for(counts.moves.iter().sum());
        let width = options.width.unwrap_or_else(fastest);
        let limits = options.limits.clone();
        let lanes = Lanes::new(circuit, width, options.code, limits, &self.limits)?;
        match (options.back_end, &options.stopwatch) {
            (None, Some(stopwatch)) => lanes.measured(stopwatch, &self.limits),
            (None, None) => lanes.estimated(),
            (Some(_), _) => Ok(lanes),
        }
    }

    /// Builds the reference back end.
    pub fn reference(&self, description: Description) -> Result<Loaded, LoadError> {
        let back_end = BackEnd::Reference;
        let (limits, loading) = (self.options.limits.clone(), self.query_limits());
        let game = Reference::prepare(&description, limits, &loading);
        let game = game.map_err(|stopped| self.stopped(back_end, stopped))?;
        Ok(without_grounding(back_end, Box::new(game), description))
    }

    /// Builds the interpreter.
    pub fn interpreter(&self, description: Description) -> Result<Loaded, LoadError> {
        let back_end = BackEnd::Interpreter;
        let mut clauses = self.limits.memory.charge("making clauses");
        let bytes = clause_bytes(&split_disjunctions(&description));
        clauses.set(bytes).map_err(over_budget)?;
        let (limits, loading) = (self.options.limits.clone(), self.query_limits());
        let game = Interpreter::prepare(&description, limits, &loading);
        let game = game.map_err(|stopped| self.stopped(back_end, stopped))?;
        Ok(without_grounding(back_end, Box::new(game), description))
    }

    /// Limits for the queries that loading itself makes.
    fn query_limits(&self) -> QueryLimits {
        let loading = self.limits.deadline.clone();
        let own = &self.options.limits;
        QueryLimits {
            facts: own.facts.min(self.limits.memory.left() / BYTES_PER_FACT),
            deadline: own.deadline.or_when(move || loading.is_over()),
        }
    }

    fn stopped(&self, back_end: BackEnd, stopped: Stopped) -> LoadError {
        match self.limits.check() {
            Err(stop) => LoadError::Build(stop),
            Ok(()) => LoadError::Stopped { back_end, stopped },
        }
    }

    /// The error of lanes that could not be built.
    pub fn error(&self, back_end: BackEnd, reason: String) -> LoadError {
        match self.limits.check() {
            Err(stop) => LoadError::Build(stop),
            Ok(()) => LoadError::Compile { back_end, reason },
        }
    }
}

/// A game on the circuit alone.
pub(crate) fn circuit_only(
    circuit: Box<Circuit>,
    counts: GameCounts,
    description: Description,
    reason: String,
) -> Loaded {
    Loaded {
        game: circuit,
        description,
        back_end: BackEnd::Circuit,
        reason,
        counts: Some(counts),
    }
}

fn without_grounding(back_end: BackEnd, game: Box<dyn Game>, description: Description) -> Loaded {
    Loaded {
        game,
        description,
        back_end,
        reason: String::new(),
        counts: None,
    }
}
