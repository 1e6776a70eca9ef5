//! The whole way from a description to a grounded game.

use crate::condense::condense;
use crate::declared::rows;
use crate::grounded::{AtomKind, Grounded};
use crate::limits::{GroundError, Limits, StopReason};
use crate::program::{Pred, Program};
use crate::questions::Questions;
use crate::saturate::{Consequence, Run, saturate};
use crate::terms::TermId;
use crate::world::World;
use rustc_hash::FxHashMap;
use senet_gdl::{Description, Symbols, clauses, components};

/// How to ground.
#[derive(Clone, Debug)]
pub struct Options {
    /// What may be used up.
    pub limits: Limits,
    /// Whether to split rules before grounding. Without it the instances are those of the sheet's own rules: fine to
    /// look at, but far too many for large games.
    pub condense: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            condense: true,
        }
    }
}

/// Instantiates the rules of a playable description (see [`senet_gdl::playable`]).
pub fn ground(description: &Description, options: &Options) -> Result<Grounded, GroundError> {
    let mut program = Program::of(&clauses(description).map_err(GroundError::Rule)?);
    let questions = Questions::of(&mut program);
    if options.condense {
        condense(&mut program);
    }
    let mut world = World::new(&program, &options.limits);
    let stages = Stages::of(&program, &questions);
    let outcome = stages.run(&mut world, &program, &questions);
    let outcome = outcome.and_then(|declared| {
        let texts = world.text_bytes(&[questions.holds, questions.does]);
        world.check(texts).map(|()| declared)
    });
    let declared = outcome.map_err(|reason| world.error(reason, &program, &description.symbols))?;
    Ok(Answer {
        world,
        questions,
        symbols: &description.symbols,
        declared,
    }
    .assemble())
}

/// Which rules are applied when.
struct Stages {
    /// Groups of rules whose conclusions hold in every state or in none, lowest first.
    strata: Vec<Vec<usize>>,
    /// Such groups that only the declarations need.
    declarations: Vec<Vec<usize>>,
    /// The predicates that depend on state or moves, or are asked of each state.
    dynamic: Vec<bool>,
    needed: Vec<bool>,
}

impl Stages {
    fn of(program: &Program, questions: &Questions) -> Stages {
        let given = [questions.holds, questions.does];
        let dynamic = program.dependents(&[&questions.per_state()[..], &given].concat());
        let needed = program.closure(&questions.roots());
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
        Stages {
            strata,
            declarations,
            dynamic,
            needed,
        }
    }

    /// Runs all stages; the inner result tells whether the declarations could be derived.
    fn run(
        &self,
        world: &mut World,
        program: &Program,
        questions: &Questions,
    ) -> Result<Result<(), StopReason>, StopReason> {
        let mut exact = ExactRuns::new(program);
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
            exact.saturate(world, group)?;
        }
        Ok(())
    }

    /// Whatever holds initially may hold.
    fn start(&self, world: &mut World, questions: &Questions) {
        for number in 0..world.relations[questions.init].len() as u32 {
            let row = world.relations[questions.init].row(number).to_vec();
            world.derive(questions.holds, &row, 0);
        }
    }

    fn saturate_dynamic(
        &self,
        world: &mut World,
        program: &Program,
        questions: &Questions,
        declared: bool,
    ) -> Result<(), StopReason> {
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
            record: true,
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
    hints: Vec<Option<Pred>>,
    consequences: Vec<Consequence>,
}

impl<'a> ExactRuns<'a> {
    fn new(program: &'a Program) -> ExactRuns<'a> {
        let count = program.predicates.len();
        ExactRuns {
            program,
            growing: vec![false; count],
            exact: vec![true; count],
            hints: vec![None; count],
            consequences: vec![Consequence::None; count],
        }
    }

    /// Applies all rules of some predicates.
    fn saturate(&mut self, world: &mut World, group: &[usize]) -> Result<(), StopReason> {
        self.mark(group, true);
        let run = Run {
            program: self.program,
            rules: group,
            present: &[],
            growing: &self.growing,
            exact: &self.exact,
            hints: &self.hints,
            consequences: &self.consequences,
            record: false,
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

/// What is known when all stages are done.
struct Answer<'a> {
    world: World,
    questions: Questions,
    symbols: &'a Symbols,
    declared: Result<(), StopReason>,
}

impl Answer<'_> {
    fn assemble(self) -> Grounded {
        let roles = self.first_parts(self.questions.role);
        let fluents = self.in_text_order(self.first_parts(self.questions.holds));
        let moves: Vec<Vec<TermId>> = roles
            .iter()
            .map(|&role| self.in_text_order(self.moves_of(role)))
            .collect();
        let initial = self.positions(&fluents, &self.first_parts(self.questions.init));
        let atoms = self.atom_kinds(&roles, &fluents, &moves);
        let pairs = |rows: Vec<Vec<TermId>>| rows.iter().map(|row| (row[0], row[1])).collect();
        let firsts = |rows: Vec<Vec<TermId>>| rows.iter().map(|row| row[0]).collect();
        Grounded {
            base: rows(&self.world, self.questions.base, &self.declared).map(firsts),
            input: rows(&self.world, self.questions.input, &self.declared).map(pairs),
            terms: self.world.terms,
            symbols: self.symbols.clone(),
            roles,
            fluents,
            moves,
            initial,
            atoms,
            rules: self.world.rules,
        }
    }

    fn first_parts(&self, pred: Pred) -> Vec<TermId> {
        let relation = &self.world.relations[pred];
        (0..relation.len() as u32)
            .map(|number| relation.row(number)[0])
            .collect()
    }

    fn moves_of(&self, role: TermId) -> Vec<TermId> {
        let does = &self.world.relations[self.questions.does];
        let rows = (0..does.len() as u32).map(|number| does.row(number));
        rows.filter(|row| row[0] == role)
            .map(|row| row[1])
            .collect()
    }

    fn in_text_order(&self, mut terms: Vec<TermId>) -> Vec<TermId> {
        terms.sort_by_cached_key(|&term| self.world.terms.text(term, self.symbols));
        terms
    }

    fn positions(&self, all: &[TermId], some: &[TermId]) -> Vec<u32> {
        let position: FxHashMap<TermId, u32> =
            (0..).zip(all).map(|(at, &term)| (term, at)).collect();
        let mut positions: Vec<u32> = some.iter().map(|term| position[term]).collect();
        positions.sort_unstable();
        positions
    }

    fn atom_kinds(
        &self,
        roles: &[TermId],
        fluents: &[TermId],
        moves: &[Vec<TermId>],
    ) -> Vec<AtomKind> {
        let fluent: FxHashMap<TermId, u32> =
            (0..).zip(fluents).map(|(at, &term)| (term, at)).collect();
        let role: FxHashMap<TermId, u32> = (0..).zip(roles).map(|(at, &term)| (term, at)).collect();
        let mut own_move: FxHashMap<(u32, TermId), u32> = FxHashMap::default();
        for (role, moves) in (0..).zip(moves) {
            own_move.extend((0..).zip(moves).map(|(at, &term)| ((role, term), at)));
        }
        let q = &self.questions;
        let kind = |&(pred, number): &(Pred, Option<u32>)| {
            let Some(number) = number else {
                return AtomKind::Never;
            };
            let row = self.world.relations[pred].row(number);
            let of_role = |make: &dyn Fn(u32) -> AtomKind| {
                role.get(&row[0]).map_or(AtomKind::Inner, |&r| make(r))
            };
            match pred {
                _ if pred == q.holds => AtomKind::True(fluent[&row[0]]),
                _ if pred == q.next => AtomKind::Next(fluent[&row[0]]),
                _ if pred == q.does => of_role(&|r| AtomKind::Does(r, own_move[&(r, row[1])])),
                _ if pred == q.legal => of_role(&|r| AtomKind::Legal(r, own_move[&(r, row[1])])),
                _ if pred == q.goal => of_role(&|r| AtomKind::Goal(r, row[1])),
                _ if pred == q.sees => of_role(&|r| AtomKind::Sees(r, row[1])),
                _ if pred == q.terminal => AtomKind::Terminal,
                _ => AtomKind::Inner,
            }
        };
        self.world.atoms.iter().map(kind).collect()
    }
}
