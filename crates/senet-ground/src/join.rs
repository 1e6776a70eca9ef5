//! Runs a plan: finds all ways to satisfy a rule's conditions.

use crate::limits::StopReason;
use crate::plan::{Access, Age, Plan, Source, Step};
use crate::program::Literal;
use crate::relation::{fits, part};
use crate::terms::TermId;
use crate::world::World;

/// The memory of a run, kept between runs to save allocations.
#[derive(Default)]
pub struct Join {
    /// The value of each variable of the rule.
    bindings: Vec<TermId>,
    /// The atom matched with each condition.
    matched: Vec<u32>,
    cursors: Vec<Cursor>,
    key: Vec<TermId>,
    /// How many tuples were looked at since the last tick.
    looked_at: u32,
    /// All solutions, one after the other.
    pub solutions: Solutions,
}

/// Ways to satisfy all conditions.
#[derive(Default)]
pub struct Solutions {
    /// How many there are.
    pub count: usize,
    /// The value of each variable of the first, then of the second, and so on.
    pub bindings: Vec<TermId>,
    /// The atoms matched with each condition, in the same way.
    pub matched: Vec<u32>,
}

impl Solutions {
    fn clear(&mut self) {
        self.count = 0;
        self.bindings.clear();
        self.matched.clear();
    }
}

/// Where a join step is in its list of tuples.
#[derive(Clone, Copy, Default)]
struct Cursor {
    /// The group of tuples that fit what is bound.
    group: Option<u32>,
    /// The next one to try.
    at: usize,
}

/// The newest tuple, with which the plan's delta condition is matched.
#[derive(Clone, Copy)]
pub struct Newest {
    pub pred: usize,
    pub number: u32,
    /// Its place in the queue.
    pub queued: u32,
}

impl Join {
    /// Finds all solutions of a plan; `newest` must be there exactly if the plan has a delta condition.
    pub fn run(
        &mut self,
        world: &mut World,
        plan: &Plan,
        variables: usize,
        conditions: usize,
        newest: Option<Newest>,
    ) -> Result<(), StopReason> {
        self.solutions.clear();
        self.bindings.resize(variables, TermId(0));
        self.matched.resize(conditions, u32::MAX);
        if let (Some((condition, access)), Some(newest)) = (&plan.delta, newest) {
            let relation = &world.relations[newest.pred];
            if !self.matches_newest(world, access, relation.row(newest.number)) {
                return Ok(());
            }
            self.matched[*condition] = relation.atoms[newest.number as usize];
        }
        self.search(world, &plan.steps, newest.map_or(u32::MAX, |n| n.queued))
    }

    fn matches_newest(&mut self, world: &World, access: &Access, row: &[TermId]) -> bool {
        if !fits(&world.terms, row, &access.shapes) {
            return false;
        }
        let known = access
            .keys
            .iter()
            .zip(&access.values)
            .all(|(key, value)| match value {
                Source::Constant(constant) => part(&world.terms, row, key) == *constant,
                Source::Variable(_) => true,
            });
        known && self.bind(world, access, row)
    }

    /// Binds the variables of a tuple; false if a repeated variable would need two values.
    #[inline]
    fn bind(&mut self, world: &World, access: &Access, row: &[TermId]) -> bool {
        for (path, variable) in &access.binds {
            self.bindings[*variable] = part(&world.terms, row, path);
        }
        access
            .repeats
            .iter()
            .all(|(path, variable)| part(&world.terms, row, path) == self.bindings[*variable])
    }

    /// Depth-first search over the steps with an explicit stack: a hostile rule may have very many conditions.
    fn search(&mut self, world: &mut World, steps: &[Step], queued: u32) -> Result<(), StopReason> {
        self.cursors.clear();
        self.cursors.resize(steps.len(), Cursor::default());
        let mut depth = 0;
        let mut entering = true;
        loop {
            world.spend(1 + std::mem::take(&mut self.looked_at))?;
            let advanced = match steps.get(depth) {
                None => {
                    self.emit(world)?;
                    false
                }
                Some(step) => {
                    if entering {
                        self.enter(world, step, depth);
                    }
                    self.advance(world, step, depth, entering, queued)
                }
            };
            if advanced {
                depth += 1;
            } else if depth == 0 {
                return Ok(());
            } else {
                depth -= 1;
            }
            entering = advanced;
        }
    }

    /// Looks up the tuples that a join step is going to try.
    fn enter(&mut self, world: &World, step: &Step, depth: usize) {
        if let Step::Join {
            pred,
            index,
            access,
            ..
        } = step
        {
            self.key.clear();
            let bindings = &self.bindings;
            self.key
                .extend(access.values.iter().map(|source| match source {
                    Source::Constant(constant) => *constant,
                    Source::Variable(variable) => bindings[*variable],
                }));
            let group = world.relations[*pred].select(&world.terms, *index, &self.key);
            self.cursors[depth] = Cursor { group, at: 0 };
        }
    }

    /// Moves a step to its next possibility; false if there is none left.
    fn advance(
        &mut self,
        world: &World,
        step: &Step,
        depth: usize,
        entering: bool,
        queued: u32,
    ) -> bool {
        match step {
            Step::Join {
                condition,
                pred,
                index,
                access,
                age,
            } => {
                let Some(group) = self.cursors[depth].group else {
                    return false;
                };
                let relation = &world.relations[*pred];
                while let Some(number) = relation.tuple(*index, group, self.cursors[depth].at) {
                    if !old_enough(*age, relation.queued[number as usize], queued) {
                        return false;
                    }
                    self.cursors[depth].at += 1;
                    self.looked_at += 1;
                    if self.bind(world, access, relation.row(number)) {
                        self.matched[*condition] = relation.atoms[number as usize];
                        return true;
                    }
                }
                false
            }
            Step::Absent { literal } => entering && self.is_absent(world, literal),
            Step::Distinct(left, right) => {
                entering && !world.terms.same(left, right, &self.bindings)
            }
        }
    }

    /// Whether a complete relation lacks a tuple.
    fn is_absent(&mut self, world: &World, literal: &Literal) -> bool {
        self.key.clear();
        for arg in &literal.args {
            let Some(term) = world.terms.look_up(arg, &self.bindings) else {
                return true;
            };
            self.key.push(term);
        }
        world.relations[literal.pred].find(&self.key).is_none()
    }

    fn emit(&mut self, world: &mut World) -> Result<(), StopReason> {
        let solutions = &mut self.solutions;
        solutions.bindings.extend_from_slice(&self.bindings);
        solutions.matched.extend_from_slice(&self.matched);
        solutions.count += 1;
        world.check(4 * (solutions.bindings.len() + solutions.matched.len()))
    }
}

/// Tuples are in the order of the queue, so the first that is too young ends the list.
#[inline]
fn old_enough(age: Age, tuple: u32, newest: u32) -> bool {
    match age {
        Age::Any => true,
        Age::Before => tuple < newest,
        Age::UpTo => tuple <= newest,
    }
}
