//! Which rules are applied when: first what never changes, then everything that depends on state or moves.

use crate::declared::firsts;
use crate::deferred::deferrable;
use crate::limits::StopReason;
use crate::program::{Pred, Program};
use crate::questions::Questions;
use crate::saturate::{Consequence, Halt, Run, saturate};
use crate::treatment::Watched;
use crate::world::World;
use senet_gdl::components;

/// Which rules are applied when, and what is kept.
pub struct Stages {
    /// Groups of rules whose conclusions hold in every state or in none, lowest first.
    strata: Vec<Vec<usize>>,
    /// Such groups that only the declarations need.
    declarations: Vec<Vec<usize>>,
    /// The predicates that depend on state or moves, or are asked of each state.
    dynamic: Vec<bool>,
    /// Those of them that do so even without guards: they are no part of what waits to be asked for.
    changing: Vec<bool>,
    /// Those that depend on nothing and could wait.
    deferrable: Vec<bool>,
    needed: Vec<bool>,
    /// Whether all declared facts may hold.
    all_declared: bool,
    /// Those of them that are part of the game: all but guards, what only guards need, and what depends on nothing but for its guard.
    pub recorded: Vec<bool>,
    /// How many tuples each predicate may have.
    pub tuples: Vec<usize>,
}

impl Stages {
    /// Sorts the rules of a program, in whose states all declared facts may hold or only those that a match comes to.
    pub fn of(program: &Program, questions: &Questions, all_declared: bool) -> Stages {
        let dynamic = questions.dynamic(program);
        let declared = [questions.base];
        let asked = [
            &questions.roots()[..],
            if all_declared { &declared } else { &[] },
        ];
        let needed = program.closure(&asked.concat());
        let declaring = program.closure(&[questions.base, questions.input]);
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
        let roots = [&questions.roots()[..], &[questions.holds, questions.does]].concat();
        let mut recorded = program.closure_without_guards(&roots);
        let changing = questions.dynamic_without_guards(program);
        recorded
            .iter_mut()
            .zip(&changing)
            .for_each(|(recorded, changing)| *recorded &= changing);
        Stages {
            strata,
            declarations,
            deferrable: deferrable(program, questions, &dynamic),
            dynamic,
            changing,
            needed,
            all_declared,
            recorded,
            tuples: vec![usize::MAX; program.predicates.len()],
        }
    }

    /// When the size of a predicate's relation matters, given the one that it was split off from.
    pub fn watched(&self, pred: Pred, origin: Pred, questions: &Questions) -> Watched {
        let is_early = !self.dynamic[pred];
        let could_wait = self.deferrable[pred] && self.is_unchanging(origin);
        if questions.all().contains(&pred) || is_early && !could_wait {
            Watched::Never
        } else if is_early {
            Watched::Early
        } else if self.recorded[pred] {
            Watched::Unguarded
        } else if self.is_unchanging(origin) {
            Watched::EarlyGuard
        } else {
            Watched::Guard
        }
    }

    /// Whether a predicate depends on neither state nor moves, but for guards.
    pub fn is_unchanging(&self, pred: Pred) -> bool {
        !self.changing[pred]
    }

    /// Runs all stages; the inner result tells whether the declarations could be derived.
    pub fn run(
        &self,
        world: &mut World,
        program: &Program,
        questions: &Questions,
    ) -> Result<Result<(), StopReason>, Halt> {
        let mut exact = ExactRuns::new(program, &self.tuples);
        for group in &self.strata {
            exact.saturate(world, group)?;
        }
        let declared = world.apart(|world| self.declare(world, &mut exact));
        self.start(world, questions);
        self.saturate_dynamic(world, program, questions, declared.is_ok())?;
        Ok(declared)
    }

    fn declare(&self, world: &mut World, exact: &mut ExactRuns) -> Result<(), StopReason> {
        for group in &self.declarations {
            match exact.saturate(world, group) {
                Err(Halt::Limit(reason)) => return Err(reason),
                // What declarations need cannot wait, so its size does not matter.
                Err(Halt::Large) | Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Adds the facts that hold initially, and all declared facts if the options ask for them.
    fn start(&self, world: &mut World, questions: &Questions) {
        let declared = [questions.base].into_iter().filter(|_| self.all_declared);
        for pred in declared.chain([questions.init]) {
            for fact in firsts(world, pred) {
                world.derive(questions.holds, &[fact], 0);
            }
        }
    }

    fn saturate_dynamic(
        &self,
        world: &mut World,
        program: &Program,
        questions: &Questions,
        declared: bool,
    ) -> Result<(), Halt> {
        let count = program.predicates.len();
        let is_active = |pred: Pred| self.dynamic[pred] && self.needed[pred];
        let rules = (0..program.rules.len()).filter(|&r| is_active(program.rules[r].head.pred));
        let exact: Vec<bool> = self.dynamic.iter().map(|dynamic| !dynamic).collect();
        let mut consequences = vec![Consequence::None; count];
        consequences[questions.next] = Consequence::Also(questions.holds);
        consequences[questions.legal] = Consequence::AlsoIf(questions.does, questions.role);
        let mut hints = vec![None; count];
        if declared {
            hints[questions.holds] = Some(questions.base);
            hints[questions.does] = Some(questions.input);
        }
        let run = Run {
            program,
            rules: &rules.collect::<Vec<_>>(),
            present: &[questions.holds],
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

/// Runs over rules that depend on nothing but what was derived before, so that absence is known exactly.
struct ExactRuns<'a> {
    program: &'a Program,
    /// All false between runs.
    growing: Vec<bool>,
    exact: Vec<bool>,
    /// All false: instances are not kept.
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

    /// Applies all rules of some predicates.
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

/// The rules in groups to be applied one after the other: those of predicates that are defined by means of each other.
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
