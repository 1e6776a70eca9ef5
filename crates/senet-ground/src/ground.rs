//! From a description to a grounded game.

use crate::alternatives::merge;
use crate::assemble::Results;
use crate::condense::{condense, condense_more};
use crate::grounded::Grounded;
use crate::guard_policy::GuardPolicy;
use crate::lazy_relations::{can_be_lazy, lazy_relations};
use crate::limits::{GroundError, Limits, StopReason};
use crate::magic_sets::guard;
use crate::program::{Pred, Program};
use crate::queries::Queries;
use crate::saturate::Halt;
use crate::stages::Stages;
use crate::unfold::unfold;
use crate::world::World;
use senet_gdl::{
    Clause, Description, Problem, Symbols, clause_bytes, clauses, split_disjunctions, unsafe_uses,
};

/// Options of grounding.
#[derive(Clone, Debug)]
pub struct GroundOptions {
    /// Limits on rules, memory and time.
    pub limits: Limits,
    /// True to split rules before grounding. Otherwise grounding instantiates the sheet's own rules. They are easy to
    /// read, but large games have far too many instances.
    pub condense: bool,
    /// The relations that magic sets restrict. Magic sets need split rules.
    pub demand: Demand,
    /// True if every declared fact may hold in a state, reachable or not.
    pub all_declared: bool,
}

/// The relations that magic sets restrict to the tuples that rules ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// No relation. Grounding may take far longer.
    Never,
    /// Relations that have more tuples than this, if a magic set can make them smaller.
    Above(usize),
    /// Every relation of which rules ask only for parts. Mostly a waste, used to test that the game stays the same.
    Always,
}

impl Default for GroundOptions {
    fn default() -> GroundOptions {
        GroundOptions {
            limits: Limits::default(),
            condense: true,
            demand: Demand::Above(1 << 16),
            all_declared: false,
        }
    }
}

impl GroundOptions {
    /// The relations that magic sets restrict: none without split rules, which magic sets need.
    fn demand(&self) -> Demand {
        if self.condense {
            self.demand
        } else {
            Demand::Never
        }
    }
}

/// Instantiates the rules of a description that passed [`senet_gdl::playable`]. A caller that skips this gate must stratify
/// the rules; unsafe rules are an error.
pub fn ground(description: &Description, options: &GroundOptions) -> Result<Grounded, GroundError> {
    must_be_safe(description)?;
    let description = split_disjunctions(description);
    let mut charge = options.limits.memory.charge("making clauses");
    charge.set(clause_bytes(&description))?;
    let clauses = clauses(&description).map_err(GroundError::Rule)?;
    ground_clauses(clauses, &description.symbols, options)
}

/// Rejects rules with unsafe variables.
pub fn must_be_safe(description: &Description) -> Result<(), GroundError> {
    let mut uses = description.rules.iter().flat_map(unsafe_uses);
    uses.next().map_or(Ok(()), |(variable, span, _)| {
        let name = description.symbols.spelling(variable);
        let message = format!("no positive condition of the rule binds `{name}`");
        let help = "add a positive condition that says which values it may take";
        let problem = Problem::new("E016", span, message, help);
        Err(GroundError::Rule(problem))
    })
}

/// Instantiates clauses, which may be only some of a description's rules.
pub fn ground_clauses(
    clauses: Vec<Clause>,
    symbols: &Symbols,
    options: &GroundOptions,
) -> Result<Grounded, GroundError> {
    let mut program = Program::of(clauses);
    let queries = Queries::of(&mut program);
    let (world, declared) = derive(&program, &queries, symbols, options, Kept::Instances)?;
    let results = Results {
        world,
        queries,
        symbols,
        declared,
    };
    Ok(results.assemble())
}

/// The results that a run keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// The tuples, and the instances of the game's rules.
    Instances,
    /// The tuples alone.
    Tuples,
}

/// Derives everything that the queries need. The inner result is an error if `base` and `input` reached a limit.
pub fn derive(
    original: &Program,
    queries: &Queries,
    symbols: &Symbols,
    options: &GroundOptions,
    kept: Kept,
) -> Result<(World, Result<(), StopReason>), GroundError> {
    let mut policy = GuardPolicy::of(original, options.demand());
    loop {
        let mut attempt = Attempt::new(original, queries, &policy, options, kept);
        let halt = match attempt.run(queries, symbols) {
            Ok(declared) => return Ok((attempt.world, declared)),
            Err(halt) => halt,
        };
        let Attempt {
            program,
            stages,
            world,
        } = &attempt;
        let reason = match halt {
            Halt::Limit(StopReason::Signalled) => StopReason::Signalled,
            _ if policy.lazy_relations_failed(halt, |pred| stages.is_static(pred)) => {
                policy = GuardPolicy::of(original, options.demand()).without_lazy_relations();
                continue;
            }
            Halt::Limit(reason) => reason,
            Halt::Large => {
                policy.change(program, world, &stages.tuples);
                continue;
            }
        };
        return Err(world.error(reason, program, symbols));
    }
}

/// An attempt at grounding with some predicates guarded.
struct Attempt {
    program: Program,
    stages: Stages,
    world: World,
}

impl Attempt {
    fn new(
        program: &Program,
        queries: &Queries,
        policy: &GuardPolicy,
        options: &GroundOptions,
        kept: Kept,
    ) -> Attempt {
        let mut program = program.clone();
        if options.condense {
            prepare(&mut program, queries, policy);
        }
        let mut stages = Stages::of(&program, queries, options.all_declared);
        let watched = |pred: Pred| {
            let origin = program.predicates[pred].origin;
            stages.watched(pred, origin, queries)
        };
        stages.tuples = policy.limits(&program, watched);
        if kept == Kept::Tuples {
            stages.recorded.fill(false);
        }
        let world = World::new(&program, &options.limits, &stages.recorded);
        Attempt {
            program,
            stages,
            world,
        }
    }

    /// Runs all stages. The inner result tells whether the declarations could be derived.
    fn run(
        &mut self,
        queries: &Queries,
        symbols: &Symbols,
    ) -> Result<Result<(), StopReason>, Halt> {
        let (world, program) = (&mut self.world, &self.program);
        let declared = self.stages.run(world, program, queries)?;
        let told = [queries.holds, queries.does, queries.goal, queries.sees];
        let texts = [&queries.asked[..], &told].concat();
        let texts = self.world.text_bytes(&texts, symbols);
        self.world.check(texts)?;
        Ok(declared)
    }
}

/// These predicates and all that use them, directly or not.
fn users(program: &Program, of: &[bool]) -> impl Iterator<Item = Pred> + use<> {
    let of: Vec<Pred> = (0..of.len()).filter(|&pred| of[pred]).collect();
    let users = program.dependents(&of);
    (0..users.len()).filter(move |&pred| users[pred])
}

/// Splits the rules and adds the guards.
fn prepare(program: &mut Program, queries: &Queries, policy: &GuardPolicy) {
    if policy.guarded.contains(&true) {
        merge(program, &policy.guarded);
        unfold(program, &policy.guarded);
    }
    let mut helpers = condense(program);
    let mut dynamic = queries.dynamic(program);
    let mut large = policy.to_guard(program, &queries.all(), &dynamic);
    let can_be_lazy = can_be_lazy(program, queries, &dynamic);
    let is_chosen = |pred: Pred| {
        let origin = program.predicates[pred].origin;
        policy.allows_lazy && !dynamic[origin] && policy.is_selected(program, pred)
    };
    let lazy = lazy_relations(program, &can_be_lazy, is_chosen);
    // A lazy relation is restricted only if all its users are.
    let kept = queries.all();
    for pred in users(program, &lazy).filter(|pred| !kept.contains(pred)) {
        large[pred] = true;
        dynamic[pred] |= lazy[pred];
    }
    let asking = guard(program, &large, &dynamic);
    // A guarded helper cannot serve a guard: each would wait for the other.
    helpers.retain(|_, helper| !large[*helper]);
    condense_more(program, &mut helpers, asking);
}
