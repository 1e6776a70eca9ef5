//! Join plans: the order in which the conditions of a rule are joined, and the indexes used.

use crate::limits::StopReason;
use crate::program::{Literal, Pred, Program, Test};
use crate::relation::{Path, Shape};
use crate::terms::TermId;
use crate::world::World;
use senet_gdl::Pattern;
use smallvec::smallvec;

/// How a literal is matched against tuples, given the bound variables.
#[derive(Clone, Debug, Default)]
pub struct Access {
    pub shapes: Vec<Shape>,
    /// Parts with known values, and the sources of the values.
    pub keys: Vec<Path>,
    pub values: Vec<Source>,
    /// Parts that bind a variable.
    pub binds: Vec<(Path, usize)>,
    /// Parts that must equal a variable bound by the same literal.
    pub repeats: Vec<(Path, usize)>,
}

/// The source of a known value.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Constant(TermId),
    Variable(usize),
}

/// The tuples of a growing relation that a literal may use, so that each instance is found exactly once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Age {
    /// The relation is complete.
    Any,
    /// Tuples queued before the current one.
    Before,
    /// Tuples queued before the current one, and the current one.
    UpTo,
}

/// A step of a join.
#[derive(Clone, Debug)]
pub enum Step {
    /// Tries all matching tuples of a relation; `condition` is the position in the rule's body.
    Join {
        condition: usize,
        pred: Pred,
        index: usize,
        access: Access,
        age: Age,
    },
    /// Continues only if a complete relation lacks the tuple.
    Absent { literal: Literal },
    /// Continues only if the two terms differ.
    Distinct(Pattern, Pattern),
}

impl Step {
    /// True if the step may continue in several ways. Tests and look-ups of whole tuples may not.
    pub fn may_have_several(&self) -> bool {
        matches!(self, Step::Join { access, .. } if !access.binds.is_empty())
    }
}

/// A plan to find the instances of a rule.
#[derive(Clone, Debug)]
pub struct Plan {
    pub rule: usize,
    /// The condition that is matched with the newest tuple, if any.
    pub delta: Option<(usize, Access)>,
    pub steps: Vec<Step>,
}

/// Properties of the run that a plan is for.
pub struct Context<'a> {
    pub program: &'a Program,
    /// Per predicate: whether its relation grows in this run.
    pub growing: &'a [bool],
    /// Per predicate: whether the relation is exact, so that a missing tuple is known to be false.
    pub exact: &'a [bool],
    /// Per predicate: a complete relation of the same shape. It estimates how selective the growing relation will be.
    pub hints: &'a [Option<Pred>],
}

/// Plans a rule whose condition `delta`, if given, is matched with the newest tuple.
pub fn plan(
    context: &Context,
    world: &mut World,
    rule: usize,
    delta: Option<usize>,
) -> Result<Plan, StopReason> {
    let body = &context.program.rules[rule].body;
    let mut planner = Planner {
        context,
        body,
        delta,
        bound: vec![false; context.program.rules[rule].variables],
        left: (0..body.len())
            .filter(|&condition| Some(condition) != delta)
            .map(|condition| Candidate {
                condition,
                variables: body[condition].variables(),
                access: None,
                cost: None,
            })
            .collect(),
        steps: Vec::new(),
    };
    let delta = delta.map(|condition| (condition, planner.delta_access(world, condition)));
    planner.take_filters();
    while let Some(at) = planner.cheapest(world)? {
        // Each step looks at all conditions that are left, so a long rule takes quadratic time.
        world.spend(planner.left.len() as u32 / CONDITIONS_PER_TICK)?;
        planner.take(world, at)?;
        planner.take_filters();
    }
    let steps = planner.steps;
    world.use_bytes(steps.len() * BYTES_PER_STEP)?;
    Ok(Plan { rule, delta, steps })
}

/// Estimated bytes of a step.
const BYTES_PER_STEP: usize = 256;

/// Comparing this number of conditions takes about as long as a join step, which counts as one
/// tick.
const CONDITIONS_PER_TICK: u32 = 32;

/// A condition that has no step yet.
struct Candidate {
    condition: usize,
    variables: Vec<usize>,
    /// The access of the condition and its expected number of matches; reset when one of its variables is bound.
    access: Option<Access>,
    cost: Option<f64>,
}

/// A plan in progress.
struct Planner<'a> {
    context: &'a Context<'a>,
    body: &'a [Test],
    delta: Option<usize>,
    bound: Vec<bool>,
    left: Vec<Candidate>,
    steps: Vec<Step>,
}

impl Planner<'_> {
    fn delta_access(&mut self, world: &mut World, condition: usize) -> Access {
        let literal = self.body[condition].positive();
        let access = literal.map(|literal| access(world, literal, &self.bound));
        self.bind(&self.body[condition].variables());
        access.unwrap_or_default()
    }

    fn bind(&mut self, variables: &[usize]) {
        let new = |&v: &usize| !self.bound[v];
        let new: Vec<usize> = variables.iter().copied().filter(new).collect();
        new.iter().for_each(|&v| self.bound[v] = true);
        for candidate in &mut self.left {
            if candidate.variables.iter().any(|v| new.contains(v)) {
                (candidate.access, candidate.cost) = (None, None);
            }
        }
    }

    /// Adds tests for negative conditions whose variables are bound.
    fn take_filters(&mut self) {
        let (body, bound) = (self.body, &self.bound);
        let is_ready = |candidate: &mut Candidate| {
            body[candidate.condition].positive().is_none()
                && candidate.variables.iter().all(|&v| bound[v])
        };
        for filter in self.left.extract_if(.., is_ready) {
            self.steps
                .extend(filter_step(self.context, &body[filter.condition]));
        }
    }

    /// The position in `left` of the positive condition with the fewest expected matches.
    fn cheapest(&mut self, world: &mut World) -> Result<Option<usize>, StopReason> {
        let is_positive =
            |candidate: &Candidate| self.body[candidate.condition].positive().is_some();
        let mut positive = (0..self.left.len()).filter(|&at| is_positive(&self.left[at]));
        if let (only, None) = (positive.next(), positive.next()) {
            return Ok(only);
        }
        let mut best = (f64::INFINITY, None);
        for (at, candidate) in self.left.iter_mut().enumerate() {
            let Test::Holds(literal) = &self.body[candidate.condition] else {
                continue;
            };
            let cost = match candidate.cost {
                Some(cost) => cost,
                None => {
                    let access = access(world, literal, &self.bound);
                    let cost = expected_matches(self.context, world, literal.pred, &access)?;
                    candidate.access = Some(access);
                    *candidate.cost.insert(cost)
                }
            };
            if cost < best.0 {
                best = (cost, Some(at));
            }
        }
        Ok(best.1)
    }

    /// Adds a join step for a positive condition.
    fn take(&mut self, world: &mut World, at: usize) -> Result<(), StopReason> {
        let Candidate {
            condition,
            variables,
            access: known,
            ..
        } = self.left.remove(at);
        if let Test::Holds(literal) = &self.body[condition] {
            let access = known.unwrap_or_else(|| access(world, literal, &self.bound));
            self.steps.push(Step::Join {
                condition,
                pred: literal.pred,
                index: world.index(literal.pred, &access)?,
                access,
                age: age(self.context, literal.pred, condition, self.delta),
            });
        }
        self.bind(&variables);
        Ok(())
    }
}

/// The step for a negative condition; `None` if absence is always possible.
fn filter_step(context: &Context, test: &Test) -> Option<Step> {
    match test {
        Test::Fails(literal) if context.exact[literal.pred] => Some(Step::Absent {
            literal: literal.clone(),
        }),
        Test::Distinct(left, right) => Some(Step::Distinct(left.clone(), right.clone())),
        Test::Fails(_) | Test::Holds(_) => None,
    }
}

/// The expected number of tuples that a condition matches.
fn expected_matches(
    context: &Context,
    world: &mut World,
    pred: Pred,
    access: &Access,
) -> Result<f64, StopReason> {
    world.tick()?;
    if !context.growing[pred] {
        let index = world.index(pred, access)?;
        return Ok(world.relations[pred].mean_selection(index));
    }
    if access.binds.is_empty() {
        return Ok(0.7);
    }
    // Declared fluents and moves are good estimates of the derived ones.
    if let Some(hint) = context.hints[pred] {
        let index = world.index(hint, access)?;
        let estimate = world.relations[hint].mean_selection(index);
        if estimate > 0.0 {
            return Ok(estimate);
        }
    }
    Ok((0.8 * 6f64.powi(access.binds.len() as i32)).min(f64::MAX))
}

fn age(context: &Context, pred: Pred, condition: usize, delta: Option<usize>) -> Age {
    match delta {
        Some(delta) if context.growing[pred] => {
            if condition < delta {
                Age::Before
            } else {
                Age::UpTo
            }
        }
        _ => Age::Any,
    }
}

/// Splits a literal into shapes to check, parts to look up and parts to bind.
fn access(world: &mut World, literal: &Literal, bound: &[bool]) -> Access {
    let mut access = Access::default();
    for (position, arg) in literal.args.iter().enumerate() {
        access.add(world, arg, smallvec![position as u32], bound);
    }
    access
}

impl Access {
    fn add(&mut self, world: &mut World, pattern: &Pattern, path: Path, bound: &[bool]) {
        match pattern {
            Pattern::Variable(v) if bound[*v] => self.key(path, Source::Variable(*v)),
            Pattern::Variable(v) if self.binds.iter().any(|(_, other)| other == v) => {
                self.repeats.push((path, *v))
            }
            Pattern::Variable(v) => self.binds.push((path, *v)),
            Pattern::Constant(name) => {
                let constant = world.terms.make(*name, &[]);
                self.key(path, Source::Constant(constant));
            }
            Pattern::Function(name, args) => {
                self.shapes.push(Shape {
                    path: path.clone(),
                    name: *name,
                    arity: args.len(),
                });
                for (position, arg) in args.iter().enumerate() {
                    let mut inner = path.clone();
                    inner.push(position as u32);
                    self.add(world, arg, inner, bound);
                }
            }
        }
    }

    fn key(&mut self, path: Path, value: Source) {
        self.keys.push(path);
        self.values.push(value);
    }
}
