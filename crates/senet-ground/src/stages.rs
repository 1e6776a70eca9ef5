//! Which rules are applied when: first what never changes, then everything that depends on state or moves.

use crate::declared::firsts;
use crate::deferred::deferrable;
use crate::glimpse::Glimpse;
use crate::limits::StopReason;
use crate::onlooker::Onlooker;
use crate::products::Product;
use crate::program::{Pred, Program};
use crate::questions::Questions;
use crate::saturate::{Consequence, Halt, Run, Saturation, saturate};
use crate::start::Start;
use crate::terms::TermId;
use crate::treatment::Watched;
use crate::world::World;
use senet_gdl::components;

/// So many instances are many for a few states.
const LONG: usize = 1 << 12;

/// Which rules are applied when, and what is kept.
pub struct Stages {
    /// Groups of rules whose conclusions hold in every state or in none, lowest first: those on which roles, the initial state and declarations rest.
    first: Vec<Vec<usize>>,
    /// The other such groups.
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
        let starting = program.closure(&[questions.role, questions.init]);
        let (mut first, mut strata, mut declarations) = (Vec::new(), Vec::new(), Vec::new());
        for group in groups(program) {
            let head = program.rules[group[0]].head.pred;
            if dynamic[head] {
                continue;
            }
            if needed[head] && (starting[head] || declaring[head]) {
                first.push(group);
            } else if needed[head] {
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
            first,
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

    /// Runs all stages, or only some if they are enough for who looks on; the inner result tells whether the declarations could be derived.
    pub fn run(
        &self,
        world: &mut World,
        program: &Program,
        questions: &Questions,
        onlooker: &dyn Onlooker,
    ) -> Result<Result<(), StopReason>, Halt> {
        let mut exact = ExactRuns::new(program, &self.tuples);
        for group in &self.first {
            exact.saturate(world, group)?;
        }
        let declared = world.apart(|world| self.declare(world, questions, &mut exact));
        let mut first = Vec::new();
        if declared.is_ok() {
            let start = Start::of(world, questions);
            if onlooker.is_enough(&start) {
                self.start(world, questions);
                return Ok(declared);
            }
            first = onlooker.first_facts(&start);
        }
        for group in &self.strata {
            exact.saturate(world, group)?;
        }
        self.saturate_dynamic(
            world,
            program,
            questions,
            declared.is_ok(),
            &first,
            onlooker,
        )?;
        Ok(declared)
    }

    fn declare(
        &self,
        world: &mut World,
        questions: &Questions,
        exact: &mut ExactRuns,
    ) -> Result<(), StopReason> {
        for group in &self.declarations {
            let mut group = group.clone();
            if self.all_declared {
                set_apart(world, exact.program, questions.input, &mut group);
            }
            match exact.saturate(world, &group) {
                Err(Halt::Limit(reason)) => return Err(reason),
                // What declarations need cannot wait, so its size does not matter.
                Err(Halt::Large) | Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Whatever holds initially may hold, and whatever is declared if that counts.
    fn start(&self, world: &mut World, questions: &Questions) {
        for fact in self.given(world, questions) {
            world.derive(questions.holds, &[fact], 0);
        }
    }

    /// The facts that may hold whatever the moves are.
    fn given(&self, world: &World, questions: &Questions) -> Vec<TermId> {
        let declared = [questions.base].into_iter().filter(|_| self.all_declared);
        let preds = declared.chain([questions.init]);
        preds.flat_map(|pred| firsts(world, pred)).collect()
    }

    fn saturate_dynamic(
        &self,
        world: &mut World,
        program: &Program,
        questions: &Questions,
        declared: bool,
        first: &[TermId],
        onlooker: &dyn Onlooker,
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
        if first.is_empty() {
            self.start(world, questions);
            return saturate(world, &run);
        }
        self.saturate_in_parts(world, &run, questions, first, onlooker)
    }

    /// First what follows in states of some facts, with a look at that; then, unless it is enough, everything.
    fn saturate_in_parts(
        &self,
        world: &mut World,
        run: &Run,
        questions: &Questions,
        first: &[TermId],
        onlooker: &dyn Onlooker,
    ) -> Result<(), Halt> {
        let mut saturation = Saturation::begin(world, run)?;
        saturation.let_wait(questions.next);
        for &fact in first {
            saturation.derive(world, questions.holds, &[fact])?;
        }
        saturation.go_on_up_to(world, LONG)?;
        let is_long = world.rules.len() >= LONG;
        let is_enough_after_all =
            |world: &World| onlooker.is_enough_after_all(&Start::of(world, questions), is_long);
        let is_enough = is_long && is_enough_after_all(world) || {
            saturation.go_on(world)?;
            let world = &*world;
            onlooker.is_seen(&|| Glimpse::of(world, run.program, questions, &self.recorded))
                || !is_long && is_enough_after_all(world)
        };
        for fact in self.given(world, questions) {
            saturation.derive(world, questions.holds, &[fact])?;
        }
        saturation.make_up(world)?;
        match is_enough {
            true => Ok(()),
            false => saturation.go_on(world),
        }
    }
}

/// Takes rules for moves that let all combinations be out of a group, unless they are few: the world keeps them as they are.
fn set_apart(world: &mut World, program: &Program, input: Pred, group: &mut Vec<usize>) {
    group.retain(|&rule| {
        let rule = &program.rules[rule];
        let of_moves = Some(rule).filter(|rule| rule.head.pred == input);
        let product = of_moves.and_then(|rule| Product::of(rule, world));
        let is_kept = product.is_none();
        world.products.extend(product);
        is_kept
    });
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
