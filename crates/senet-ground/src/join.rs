//! Executes a join plan: finds the solutions of a rule's conditions one by one.

use crate::limits::StopReason;
use crate::plan::{Access, Age, Plan, Source, Step};
use crate::program::Literal;
use crate::relation::{Relation, fits, part};
use crate::terms::TermId;
use crate::world::World;

/// A search for the solutions of a plan. Its memory is reused between searches.
#[derive(Default)]
pub struct Join {
    /// The value of each variable of the rule; valid after a solution.
    pub bindings: Vec<TermId>,
    /// The atom matched with each condition; valid after a solution.
    pub matched: Vec<u32>,
    cursors: Vec<Cursor>,
    key: Vec<TermId>,
    /// True if the search has not begun.
    is_new: bool,
    /// The newest tuple's place in the queue.
    newest: u32,
    /// Tuples visited since the last tick.
    looked_at: u32,
}

/// The position of a join step in its list of tuples.
#[derive(Clone, Copy, Default)]
struct Cursor {
    /// The group of tuples that match the bound variables.
    group: Option<u32>,
    /// The next tuple to try.
    at: usize,
}

/// The newest tuple, matched with the plan's delta condition.
#[derive(Clone, Copy)]
pub struct Newest {
    pub pred: usize,
    pub number: u32,
    /// The place of the tuple in the queue.
    pub queued: u32,
}

impl Join {
    /// Begins a search; `newest` must be given exactly if the plan has a delta condition. False if there is no
    /// solution.
    pub fn start(
        &mut self,
        world: &World,
        plan: &Plan,
        variables: usize,
        conditions: usize,
        newest: Option<Newest>,
    ) -> bool {
        self.bindings.resize(variables, TermId(0));
        self.matched.resize(conditions, u32::MAX);
        if let (Some((condition, access)), Some(newest)) = (&plan.delta, newest) {
            let relation = &world.relations[newest.pred];
            if !self.matches_newest(world, access, relation.row(newest.number)) {
                return false;
            }
            self.matched[*condition] = relation.atoms[newest.number as usize];
        }
        self.newest = newest.map_or(u32::MAX, |newest| newest.queued);
        self.cursors.clear();
        self.cursors.resize(plan.steps.len(), Cursor::default());
        self.is_new = true;
        true
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

    /// Finds the next solution; false if there is none. The depth-first search has an explicit stack, since a hostile
    /// rule may have very many conditions. The search ignores tuples that are derived after it began.
    pub fn next(&mut self, world: &mut World, steps: &[Step]) -> Result<bool, StopReason> {
        // A solution is found behind the last step; the search continues from there.
        let mut advanced = std::mem::replace(&mut self.is_new, false);
        let mut depth = if advanced { 0 } else { steps.len() };
        loop {
            if advanced && depth == steps.len() {
                return Ok(true);
            }
            world.spend(1 + std::mem::take(&mut self.looked_at))?;
            if !advanced {
                match last_choice(&steps[..depth]) {
                    Some(choice) => depth = choice,
                    None => return Ok(false),
                }
            }
            let entering = advanced;
            advanced = self.look(world, &steps[depth], depth, entering);
            depth += usize::from(advanced);
        }
    }

    /// Moves a step to its next tuple, or to its first one on entry. Returns false after the last tuple.
    fn look(&mut self, world: &World, step: &Step, depth: usize, entering: bool) -> bool {
        match step {
            Step::Join {
                condition,
                pred,
                index,
                access,
                age,
            } => {
                let relation = &world.relations[*pred];
                if entering {
                    self.enter(world, relation, *index, access, depth);
                }
                match self.advance(world, relation, *index, access, *age, depth) {
                    Some(tuple) => {
                        self.matched[*condition] = relation.atoms[tuple as usize];
                        true
                    }
                    None => false,
                }
            }
            Step::Absent { literal } => entering && self.is_absent(world, literal),
            Step::Distinct(left, right) => {
                entering && !world.terms.same(left, right, &self.bindings)
            }
        }
    }

    /// Looks up the tuples that a join step will try.
    fn enter(
        &mut self,
        world: &World,
        relation: &Relation,
        index: usize,
        access: &Access,
        depth: usize,
    ) {
        self.key.clear();
        for value in &access.values {
            self.key.push(match *value {
                Source::Constant(constant) => constant,
                Source::Variable(variable) => self.bindings[variable],
            });
        }
        let group = relation.select(&world.terms, index, &self.key);
        self.cursors[depth] = Cursor { group, at: 0 };
    }

    /// The next tuple that a join step can use.
    fn advance(
        &mut self,
        world: &World,
        relation: &Relation,
        index: usize,
        access: &Access,
        age: Age,
        depth: usize,
    ) -> Option<u32> {
        let Cursor { group, at } = self.cursors[depth];
        let tuples = relation.tuples(index, group.as_ref()?);
        for (passed, &tuple) in tuples.iter().enumerate().skip(at) {
            if !old_enough(age, relation.queued[tuple as usize], self.newest) {
                return None;
            }
            self.looked_at += 1;
            if self.bind(world, access, relation.row(tuple)) {
                self.cursors[depth].at = passed + 1;
                return Some(tuple);
            }
        }
        self.cursors[depth].at = tuples.len();
        None
    }

    /// True if a complete relation lacks a tuple.
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
}

/// The last step with possible alternatives.
#[inline]
fn last_choice(steps: &[Step]) -> Option<usize> {
    steps.iter().rposition(Step::may_have_several)
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
