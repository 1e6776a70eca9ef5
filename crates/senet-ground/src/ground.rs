//! The whole way from a description to a grounded game.

use crate::alternatives::merge;
use crate::answer::Answer;
use crate::condense::{condense, condense_more};
use crate::deferred::{deferrable, deferred};
use crate::demand::guard;
use crate::grounded::Grounded;
use crate::limits::{GroundError, Limits, StopReason};
use crate::program::{Pred, Program};
use crate::questions::Questions;
use crate::saturate::Halt;
use crate::stages::Stages;
use crate::treatment::Treatment;
use crate::unfold::unfold;
use crate::world::World;
use senet_gdl::{Clause, Description, Symbols, clauses};

/// How to ground.
#[derive(Clone, Debug)]
pub struct Options {
    /// What may be used up.
    pub limits: Limits,
    /// Whether to split rules before grounding. Without it the instances are those of the sheet's own rules: fine to
    /// look at, but far too many for large games.
    pub condense: bool,
    /// Which relations are derived only as far as rules ask for them, if the rules are split.
    pub demand: Demand,
    /// Whether all facts that the sheet declares may hold in a state, and not only those that a match comes to.
    pub all_declared: bool,
}

/// Which relations are derived only as far as rules ask for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// None. The work may be far larger.
    Never,
    /// Those that turn out to have more tuples than this, where it helps.
    Above(usize),
    /// All for which rules ask in parts. Mostly a waste, but it must make no difference to the game.
    Always,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            condense: true,
            demand: Demand::Above(1 << 16),
            all_declared: false,
        }
    }
}

impl Options {
    /// Guards need rules that are split.
    fn demand(&self) -> Demand {
        if self.condense {
            self.demand
        } else {
            Demand::Never
        }
    }
}

/// Instantiates the rules of a playable description (see [`senet_gdl::playable`]).
pub fn ground(description: &Description, options: &Options) -> Result<Grounded, GroundError> {
    let clauses = clauses(description).map_err(GroundError::Rule)?;
    ground_clauses(clauses, &description.symbols, options)
}

/// Instantiates clauses, which may be only some of a description's rules.
pub fn ground_clauses(
    clauses: Vec<Clause>,
    symbols: &Symbols,
    options: &Options,
) -> Result<Grounded, GroundError> {
    let mut original = Program::of(clauses);
    let questions = Questions::of(&mut original);
    let mut treatment = Treatment::of(&original, options.demand());
    loop {
        let mut attempt = Attempt::new(&original, &questions, &treatment, options);
        let reason = match attempt.run(&questions) {
            Ok(declared) => {
                let world = attempt.world;
                let answer = Answer {
                    world,
                    questions,
                    symbols,
                    declared,
                };
                return Ok(answer.assemble());
            }
            Err(halt) => {
                let Attempt {
                    program,
                    stages,
                    world,
                } = &attempt;
                match halt {
                    Halt::Limit(StopReason::Signalled) => StopReason::Signalled,
                    _ if treatment.waits_in_vain(halt, |pred| stages.is_unchanging(pred)) => {
                        let fresh = Treatment::of(&original, options.demand());
                        treatment = fresh.without_waiting();
                        continue;
                    }
                    Halt::Limit(reason) => reason,
                    Halt::Large => {
                        treatment.change(program, world, &stages.tuples);
                        continue;
                    }
                }
            }
        };
        let Attempt { program, world, .. } = attempt;
        return Err(world.error(reason, &program, symbols));
    }
}

/// A try at grounding with some predicates guarded.
struct Attempt {
    program: Program,
    stages: Stages,
    world: World,
}

impl Attempt {
    fn new(
        program: &Program,
        questions: &Questions,
        treatment: &Treatment,
        options: &Options,
    ) -> Attempt {
        let mut program = program.clone();
        if options.condense {
            prepare(&mut program, questions, treatment);
        }
        let mut stages = Stages::of(&program, questions, options.all_declared);
        let watched = |pred: Pred| {
            let origin = program.predicates[pred].origin;
            stages.watched(pred, origin, questions)
        };
        stages.tuples = treatment.limits(&program, watched);
        let world = World::new(&program, &options.limits, &stages.recorded);
        Attempt {
            program,
            stages,
            world,
        }
    }

    /// Runs all stages; the inner result tells whether the declarations could be derived.
    fn run(&mut self, questions: &Questions) -> Result<Result<(), StopReason>, Halt> {
        let (world, program) = (&mut self.world, &self.program);
        let declared = self.stages.run(world, program, questions)?;
        let texts = self.world.text_bytes(&[questions.holds, questions.does]);
        self.world.check(texts)?;
        Ok(declared)
    }
}

/// Some predicates and all that use them, directly or not.
fn users(program: &Program, of: &[bool]) -> impl Iterator<Item = Pred> + use<> {
    let of: Vec<Pred> = (0..of.len()).filter(|&pred| of[pred]).collect();
    let users = program.dependents(&of);
    (0..users.len()).filter(move |&pred| users[pred])
}

/// Splits the rules and guards what is to be guarded.
fn prepare(program: &mut Program, questions: &Questions, treatment: &Treatment) {
    if treatment.guarded.contains(&true) {
        merge(program, &treatment.guarded);
        unfold(program, &treatment.guarded);
    }
    let mut helpers = condense(program);
    let mut dynamic = questions.dynamic(program);
    let mut large = treatment.to_guard(program, &questions.all(), &dynamic);
    let can_wait = deferrable(program, questions, &dynamic);
    let waits = |pred: Pred| {
        let origin = program.predicates[pred].origin;
        treatment.lets_wait && !dynamic[origin] && treatment.is_meant(program, pred)
    };
    let waiting = deferred(program, &can_wait, waits);
    // What waits is asked for by what uses it: only if that is asked for in parts, so is this.
    let kept = questions.all();
    for pred in users(program, &waiting).filter(|pred| !kept.contains(pred)) {
        large[pred] = true;
        dynamic[pred] |= waiting[pred];
    }
    let asking = guard(program, &large, &dynamic);
    // A helper that is guarded cannot serve a guard: each would wait for the other.
    helpers.retain(|_, helper| !large[*helper]);
    condense_more(program, &mut helpers, asking);
}
