//! The order of the rules: first those that depend on neither state nor moves, then all others.

use crate::declared::firsts;
use crate::guard_policy::Watched;
use crate::lazy_relations::can_be_lazy;
use crate::limits::StopReason;
use crate::program::{Pred, Program};
use crate::queries::Queries;
use crate::saturate::{Consequence, Halt, Run, saturate};
use crate::world::World;
use senet_gdl::components;

/// The stages of grounding, and which predicates belong to the game.
pub struct Stages {
    /// Rule groups whose conclusions hold in every state or in none, in order of dependence.
    strata: Vec<Vec<usize>>,
    /// Rule groups of the same kind that only the declarations need.
    declarations: Vec<Vec<usize>>,
    /// Per predicate: whether it depends on state or moves, or is queried in each state.
    dynamic: Vec<bool>,
    /// Per predicate: whether it is dynamic even without guards. A lazy relation is dynamic only through its guard.
    dynamic_without_guards: Vec<bool>,
    /// Per predicate: whether its relation could be lazy.
    can_be_lazy: Vec<bool>,
    needed: Vec<bool>,
    /// True if every declared fact may hold.
    all_declared: bool,
    /// Per predicate: whether its rules are part of the game. Guards, their helpers and lazy relations are not.
    pub recorded: Vec<bool>,
    /// Per predicate: the maximum number of tuples.
    pub tuples: Vec<usize>,
}

impl Stages {
    /// Sorts the rules of a program. With `all_declared` every declared fact may hold in a state.
    pub fn of(program: &Program, queries: &Queries, all_declared: bool) -> Stages {
        let dynamic = queries.dynamic(program);
        let declared = [queries.base];
        let asked = [
            &queries.roots()[..],
            if all_declared { &declared } else { &[] },
        ];
        let needed = program.closure(&asked.concat());
        let declaring = program.closure(&[queries.base, queries.input]);
        let (mut strata, mut declarations) = (Vec::new(), Vec::new());
        for group in groups(program) {
            let head = program.rules[group[0]].head.pred;
            if dynamic[head] {
                continue;
            }
            if needed[head] {
                strata.push(group);
            } else if declaring[head] {
                declarations.push(group);
            }
        }
        let roots = [&queries.roots()[..], &[queries.holds, queries.does]].concat();
        let mut recorded = program.closure_without_guards(&roots);
        let dynamic_without_guards = queries.dynamic_without_guards(program);
        recorded
            .iter_mut()
            .zip(&dynamic_without_guards)
            .for_each(|(recorded, dynamic_without_guards)| *recorded &= dynamic_without_guards);
        Stages {
            strata,
            declarations,
            can_be_lazy: can_be_lazy(program, queries, &dynamic),
            dynamic,
            dynamic_without_guards,
            needed,
            all_declared,
            recorded,
            tuples: vec![usize::MAX; program.predicates.len()],
        }
    }

    /// Says when a large relation of the predicate ends the attempt. `origin` is the predicate from which it was split off.
    pub fn watched(&self, pred: Pred, origin: Pred, queries: &Queries) -> Watched {
        let is_early = !self.dynamic[pred];
        let could_be_lazy = self.can_be_lazy[pred] && self.is_static(origin);
        if queries.all().contains(&pred) || is_early && !could_be_lazy {
            Watched::Never
        } else if is_early {
            Watched::Early
        } else if self.recorded[pred] {
            Watched::Unguarded
        } else if self.is_static(origin) {
            Watched::EarlyGuard
        } else {
            Watched::Guard
        }
    }

    /// True if a predicate depends on neither state nor moves, guards aside.
    pub fn is_static(&self, pred: Pred) -> bool {
        !self.dynamic_without_guards[pred]
    }

    /// Runs all stages. The inner result tells whether the declarations could be derived.
    pub fn run(
        &self,
        world: &mut World,
        program: &Program,
        queries: &Queries,
    ) -> Result<Result<(), StopReason>, Halt> {
        let mut exact = ExactRuns::new(program, &self.tuples);
        for group in &self.strata {
            exact.saturate(world, group)?;
        }
        let declared = world.with_reserve(|world| self.declare(world, &mut exact));
        self.start(world, queries);
        self.saturate_dynamic(world, program, queries, declared.is_ok())?;
        Ok(declared)
    }

    fn declare(&self, world: &mut World, exact: &mut ExactRuns) -> Result<(), StopReason> {
        for group in &self.declarations {
            match exact.saturate(world, group) {
                Err(Halt::Limit(reason)) => return Err(reason),
                // No relation that declarations need is lazy, so none is too large.
                Err(Halt::Large) | Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Adds the facts that hold initially, and all declared facts if the options ask for them.
    fn start(&self, world: &mut World, queries: &Queries) {
        let declared = [queries.base].into_iter().filter(|_| self.all_declared);
        for pred in declared.chain([queries.init]) {
            for fact in firsts(world, pred) {
                world.derive(queries.holds, &[fact], 0);
            }
        }
    }

    fn saturate_dynamic(
        &self,
        world: &mut World,
        program: &Program,
        queries: &Queries,
        declared: bool,
    ) -> Result<(), Halt> {
        let count = program.predicates.len();
        let is_active = |pred: Pred| self.dynamic[pred] && self.needed[pred];
        let rules = (0..program.rules.len()).filter(|&r| is_active(program.rules[r].head.pred));
        let exact: Vec<bool> = self.dynamic.iter().map(|dynamic| !dynamic).collect();
        let mut consequences = vec![Consequence::None; count];
        consequences[queries.next] = Consequence::Also(queries.holds);
        consequences[queries.legal] = Consequence::AlsoIf(queries.does, queries.role);
        let mut hints = vec![None; count];
        if declared {
            hints[queries.holds] = Some(queries.base);
            hints[queries.does] = Some(queries.input);
        }
        let run = Run {
            program,
            rules: &rules.collect::<Vec<_>>(),
            present: &[queries.holds],
            growing: &self.dynamic,
            exact: &exact,
            hints: &hints,
            consequences: &consequences,
            recorded: &self.recorded,
            tuples: &self.tuples,
        };
        saturate(world, &run)
    }
}

/// Saturates rules that depend only on complete relations. Their results are exact: a missing tuple is false.
struct ExactRuns<'a> {
    program: &'a Program,
    /// All false between runs.
    growing: Vec<bool>,
    exact: Vec<bool>,
    /// All false: no instances are recorded.
    recorded: Vec<bool>,
    tuples: &'a [usize],
    hints: Vec<Option<Pred>>,
    consequences: Vec<Consequence>,
}

impl<'a> ExactRuns<'a> {
    fn new(program: &'a Program, tuples: &'a [usize]) -> ExactRuns<'a> {
        let count = program.predicates.len();
        ExactRuns {
            program,
            growing: vec![false; count],
            exact: vec![true; count],
            recorded: vec![false; count],
            tuples,
            hints: vec![None; count],
            consequences: vec![Consequence::None; count],
        }
    }

    /// Applies all rules of a group.
    fn saturate(&mut self, world: &mut World, group: &[usize]) -> Result<(), Halt> {
        self.mark(group, true);
        let run = Run {
            program: self.program,
            rules: group,
            present: &[],
            growing: &self.growing,
            exact: &self.exact,
            hints: &self.hints,
            consequences: &self.consequences,
            recorded: &self.recorded,
            tuples: self.tuples,
        };
        let outcome = saturate(world, &run);
        self.mark(group, false);
        outcome
    }

    fn mark(&mut self, group: &[usize], growing: bool) {
        for &rule in group {
            self.growing[self.program.rules[rule].head.pred] = growing;
        }
    }
}

/// Groups the rules of mutually recursive predicates; each group comes after those that it depends on.
fn groups(program: &Program) -> Vec<Vec<usize>> {
    let mut uses: Vec<Vec<usize>> = vec![Vec::new(); program.predicates.len()];
    for rule in &program.rules {
        uses[rule.head.pred].extend(rule.uses());
    }
    let component = components(&uses);
    let mut groups = vec![Vec::new(); program.predicates.len()];
    for (number, rule) in program.rules.iter().enumerate() {
        groups[component[rule.head.pred]].push(number);
    }
    groups.retain(|group| !group.is_empty());
    groups
}
