//! How to find all instances of a rule: in which order to join its conditions, and through which indexes.

use crate::program::{Literal, Pred, Program, Test};
use crate::relation::{Path, Shape};
use crate::terms::TermId;
use crate::world::World;
use senet_gdl::Pattern;

/// How a literal is matched against tuples when some variables are bound already.
#[derive(Clone, Debug, Default)]
pub struct Access {
    pub shapes: Vec<Shape>,
    /// Parts that are known beforehand, and where their values come from.
    pub keys: Vec<Path>,
    pub values: Vec<Source>,
    /// Parts that bind a variable.
    pub binds: Vec<(Path, usize)>,
    /// Parts that must equal a variable bound by this same literal.
    pub repeats: Vec<(Path, usize)>,
}

/// Where a known value comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Constant(TermId),
    Variable(usize),
}

/// Which tuples of a relation that is still growing a literal may use, so that each instance is found exactly once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Age {
    /// The relation is complete.
    Any,
    /// Queued before the tuple that is being processed.
    Before,
    /// Queued before it, or it itself.
    UpTo,
}

/// One step of a join.
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
    /// Goes on only if the tuple is not in the (complete) relation.
    Absent { literal: Literal },
    /// Goes on only if the two differ.
    Distinct(Pattern, Pattern),
}

/// A way to find the instances of a rule.
#[derive(Clone, Debug)]
pub struct Plan {
    pub rule: usize,
    /// The condition that the newest tuple is matched with, if any.
    pub delta: Option<(usize, Access)>,
    pub steps: Vec<Step>,
}

/// What a planner needs to know of the run that the plan is for.
pub struct Context<'a> {
    pub program: &'a Program,
    /// Per predicate: whether its relation is still growing in this run.
    pub growing: &'a [bool],
    /// Per predicate: whether its absence in a state can be decided now.
    pub exact: &'a [bool],
    /// Per predicate: a complete relation of the same shape that tells how selective a growing one will be.
    pub hints: &'a [Option<Pred>],
}

/// Plans a rule whose condition number `delta` (if any) is matched with the newest tuple.
pub fn plan(context: &Context, world: &mut World, rule: usize, delta: Option<usize>) -> Plan {
    let body = &context.program.rules[rule].body;
    let mut bound = vec![false; context.program.rules[rule].variables];
    let mut left: Vec<usize> = (0..body.len()).filter(|&c| Some(c) != delta).collect();
    let delta_access = delta.map(|condition| {
        let access = body[condition]
            .positive()
            .map(|literal| access(world, literal, &bound))
            .unwrap_or_default();
        bind(&body[condition], &mut bound);
        (condition, access)
    });
    let mut steps = Vec::new();
    while !left.is_empty() {
        if let Some(at) = left.iter().position(|&c| is_ready_filter(&body[c], &bound)) {
            steps.extend(filter_step(context, &body[left.remove(at)]));
            continue;
        }
        let at = cheapest(context, world, body, &left, &bound);
        let condition = left.remove(at);
        let Test::Holds(literal) = &body[condition] else {
            // Only an unsafe rule leaves a filter with unbound variables, and those were refused before.
            continue;
        };
        let access = access(world, literal, &bound);
        let index = world.index(literal.pred, &access);
        let age = age(context, literal.pred, condition, delta);
        steps.push(Step::Join {
            condition,
            pred: literal.pred,
            index,
            access,
            age,
        });
        bind(&body[condition], &mut bound);
    }
    Plan {
        rule,
        delta: delta_access,
        steps,
    }
}

fn is_ready_filter(test: &Test, bound: &[bool]) -> bool {
    test.positive().is_none() && test.variables().iter().all(|&v| bound[v])
}

/// The step for a negative condition; none if the absence is possible anyway.
fn filter_step(context: &Context, test: &Test) -> Option<Step> {
    match test {
        Test::Fails(literal) if context.exact[literal.pred] => Some(Step::Absent {
            literal: literal.clone(),
        }),
        Test::Distinct(left, right) => Some(Step::Distinct(left.clone(), right.clone())),
        Test::Fails(_) | Test::Holds(_) => None,
    }
}

/// The position in `left` of the positive condition that is expected to have the fewest matches.
fn cheapest(
    context: &Context,
    world: &mut World,
    body: &[Test],
    left: &[usize],
    bound: &[bool],
) -> usize {
    let mut best = (f64::INFINITY, 0);
    for (at, &condition) in left.iter().enumerate() {
        if let Test::Holds(literal) = &body[condition] {
            let cost = expected_matches(context, world, literal, bound);
            if cost < best.0 {
                best = (cost, at);
            }
        }
    }
    best.1
}

fn expected_matches(
    context: &Context,
    world: &mut World,
    literal: &Literal,
    bound: &[bool],
) -> f64 {
    let access = access(world, literal, bound);
    if !context.growing[literal.pred] {
        let index = world.index(literal.pred, &access);
        return world.relations[literal.pred].mean_selection(index);
    }
    if access.binds.is_empty() {
        return 0.7;
    }
    // Declared fluents and moves are good estimates of those that will be derived.
    if let Some(hint) = context.hints[literal.pred] {
        let index = world.index(hint, &access);
        let estimate = world.relations[hint].mean_selection(index);
        if estimate > 0.0 {
            return estimate;
        }
    }
    0.8 * 6f64.powi(access.binds.len() as i32)
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

fn bind(test: &Test, bound: &mut [bool]) {
    test.variables().into_iter().for_each(|v| bound[v] = true);
}

/// Splits a literal into shapes to check, parts to look up and parts to bind.
fn access(world: &mut World, literal: &Literal, bound: &[bool]) -> Access {
    let mut access = Access::default();
    for (position, arg) in literal.args.iter().enumerate() {
        access.add(world, arg, vec![position as u32], bound);
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
