//! Semi-naive evaluation: derives everything that follows from a set of rules, one tuple at a time.
//!
//! Each derived tuple is queued. When its turn comes, it is matched with every condition that it can satisfy. The
//! other conditions of the rule see only tuples queued earlier (see [`Age`](crate::plan::Age)), so each instance is
//! found exactly once.

use crate::join::{Join, Newest};
use crate::limits::StopReason;
use crate::plan::{Context, Plan, plan};
use crate::program::{Literal, Pred, Program, Rule, Test};
use crate::terms::TermId;
use crate::world::World;
use rustc_hash::FxHashMap;
use senet_gdl::{Pattern, Symbol};

/// A tuple that is derived together with a tuple of a predicate.
#[derive(Clone, Copy, Debug)]
pub enum Consequence {
    /// No consequence.
    None,
    /// The same tuple of the given predicate: a fact in `next` may be `true` later.
    Also(Pred),
    /// The same tuple of the first predicate, if the second predicate holds for the tuple's first argument. A `legal` move may be done if its first
    /// argument is a role.
    AlsoIf(Pred, Pred),
}

/// The inputs of a run. Runs share the lists per predicate, because a program may have many predicates.
pub struct Run<'a> {
    pub program: &'a Program,
    /// The rules to saturate.
    pub rules: &'a [usize],
    /// Growing relations that contain tuples already.
    pub present: &'a [Pred],
    /// Per predicate: whether its relation grows in this run.
    pub growing: &'a [bool],
    /// Per predicate: whether its relation is exact, so that a missing tuple is known to be false.
    pub exact: &'a [bool],
    /// Per predicate: a complete relation of the same shape. It estimates how selective the growing relation will be.
    pub hints: &'a [Option<Pred>],
    /// Per predicate: the consequence of a tuple.
    pub consequences: &'a [Consequence],
    /// Per predicate: whether recorded instances contain it. If so, the instances of its rules are recorded, and other
    /// recorded instances keep it as a condition.
    pub recorded: &'a [bool],
    /// Per predicate: the maximum number of tuples.
    pub tuples: &'a [usize],
}

/// Why a run stopped early.
#[derive(Clone, Copy, Debug)]
pub enum Halt {
    /// A limit was reached.
    Limit(StopReason),
    /// A relation has more tuples than this run allows.
    Large,
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Halt {
        Halt::Limit(reason)
    }
}

/// Derives everything that follows. Tuples that are already in growing relations are queued first.
pub fn saturate(world: &mut World, run: &Run) -> Result<(), Halt> {
    let mut saturation = Saturation {
        run,
        queue: Vec::new(),
        row: Vec::new(),
        body: Vec::new(),
    };
    saturation.queue_present(world);
    let plans = Plans::of(world, run)?;
    for &fact in &plans.facts {
        saturation.conclude(world, &run.program.rules[fact], &[], &[])?;
    }
    saturation.process_queue(world, &plans)
}

/// A trigger of plans: a new tuple of the predicate. If there is a name, it must be the name of the tuple's last argument.
type Trigger = (Pred, Option<Symbol>);

/// The plans of a run.
#[derive(Default)]
struct Plans {
    /// Rules without conditions; they need no plan.
    facts: Vec<usize>,
    /// Plans of rules that depend on no growing relation.
    starters: Vec<Plan>,
    /// Plans by trigger. A sheet may have thousands of rules about different fluents; trying all of them on every new
    /// fluent would take quadratic time.
    triggered: FxHashMap<Trigger, Vec<Plan>>,
}

impl Plans {
    fn of(world: &mut World, run: &Run) -> Result<Plans, StopReason> {
        let context = Context {
            program: run.program,
            growing: run.growing,
            exact: run.exact,
            hints: run.hints,
        };
        let mut plans = Plans::default();
        for &rule in run.rules {
            if run.program.rules[rule].body.is_empty() {
                plans.facts.push(rule);
                continue;
            }
            let mut depends = false;
            for (condition, test) in run.program.rules[rule].body.iter().enumerate() {
                if let Some(literal) = test.positive().filter(|literal| run.growing[literal.pred]) {
                    depends = true;
                    let plan = plan(&context, world, rule, Some(condition))?;
                    let trigger = (literal.pred, literal.args.last().and_then(top));
                    plans.triggered.entry(trigger).or_default().push(plan);
                }
            }
            if !depends {
                plans.starters.push(plan(&context, world, rule, None)?);
            }
        }
        Ok(plans)
    }
}

/// The name at the top of a pattern; `None` for a variable.
fn top(pattern: &Pattern) -> Option<Symbol> {
    match pattern {
        Pattern::Variable(_) => None,
        Pattern::Constant(name) | Pattern::Function(name, _) => Some(*name),
    }
}

/// The triggers of a tuple.
fn triggers(world: &World, pred: Pred, number: u32) -> impl Iterator<Item = Trigger> + use<> {
    let last = world.relations[pred].row(number).last();
    let named = last.map(|&term| (pred, Some(world.terms.name(term))));
    [(pred, None)].into_iter().chain(named)
}

/// A run in progress.
struct Saturation<'a> {
    run: &'a Run<'a>,
    /// All tuples of growing relations, in the order of processing.
    queue: Vec<(Pred, u32)>,
    row: Vec<TermId>,
    body: Vec<u32>,
}

impl Saturation<'_> {
    /// Processes all queued tuples, including those derived on the way.
    fn process_queue(&mut self, world: &mut World, plans: &Plans) -> Result<(), Halt> {
        let mut join = Join::default();
        for plan in &plans.starters {
            self.fire(world, &mut join, plan, None)?;
        }
        let mut processed = 0;
        while let Some(&(pred, number)) = self.queue.get(processed) {
            let newest = Newest {
                pred,
                number,
                queued: processed as u32,
            };
            for trigger in triggers(world, pred, number) {
                for plan in plans.triggered.get(&trigger).into_iter().flatten() {
                    self.fire(world, &mut join, plan, Some(newest))?;
                }
            }
            world.tick()?;
            processed += 1;
        }
        Ok(())
    }

    fn queue_present(&mut self, world: &mut World) {
        for &pred in self.run.present {
            for number in 0..world.relations[pred].len() as u32 {
                world.relations[pred].queued[number as usize] = self.queue.len() as u32;
                self.queue.push((pred, number));
            }
        }
    }

    /// Finds the instances of a plan and derives their heads.
    fn fire(
        &mut self,
        world: &mut World,
        join: &mut Join,
        plan: &Plan,
        newest: Option<Newest>,
    ) -> Result<(), Halt> {
        let rule = &self.run.program.rules[plan.rule];
        if join.start(world, plan, rule.variables, rule.body.len(), newest) {
            while join.next(world, &plan.steps)? {
                self.conclude(world, rule, &join.bindings, &join.matched)?;
            }
        }
        Ok(())
    }

    fn conclude(
        &mut self,
        world: &mut World,
        rule: &Rule,
        bindings: &[TermId],
        matched: &[u32],
    ) -> Result<(), Halt> {
        let mut row = std::mem::take(&mut self.row);
        world.instantiate(&rule.head, bindings, &mut row);
        let head = self.derive(world, rule.head.pred, &row)?;
        self.row = row;
        if self.run.recorded[rule.head.pred] {
            self.record(world, rule, head, bindings, matched);
        }
        Ok(world.check(0)?)
    }

    /// Records an instance as a rule of the game.
    fn record(
        &mut self,
        world: &mut World,
        rule: &Rule,
        head: u32,
        bindings: &[TermId],
        matched: &[u32],
    ) {
        let run = self.run;
        let is_kept = |literal: &Literal| run.growing[literal.pred] && run.recorded[literal.pred];
        self.body.clear();
        for (test, &atom) in rule.body.iter().zip(matched) {
            match test {
                Test::Holds(literal) if is_kept(literal) => self.body.push(atom << 1),
                Test::Fails(literal) if is_kept(literal) => {
                    world.instantiate(literal, bindings, &mut self.row);
                    self.body
                        .push(world.mention(literal.pred, &self.row) << 1 | 1);
                }
                _ => {}
            }
        }
        world.record(head, &self.body);
    }

    /// Derives a tuple and its consequence; returns its atom.
    fn derive(&mut self, world: &mut World, pred: Pred, row: &[TermId]) -> Result<u32, Halt> {
        let (atom, new) = world.derive(pred, row, self.queue.len() as u32);
        if let Some(number) = new {
            self.admit(world, pred, row, number)?;
        }
        Ok(atom)
    }

    /// Checks and queues a tuple that is new.
    fn admit(
        &mut self,
        world: &mut World,
        pred: Pred,
        row: &[TermId],
        number: u32,
    ) -> Result<(), Halt> {
        world.check_terms(row)?;
        if number as usize >= self.run.tuples[pred] {
            return Err(Halt::Large);
        }
        if self.run.growing[pred] {
            self.queue.push((pred, number));
        }
        self.derive_consequence(world, pred, row)
    }

    /// Derives the consequence of a tuple.
    fn derive_consequence(
        &mut self,
        world: &mut World,
        pred: Pred,
        row: &[TermId],
    ) -> Result<(), Halt> {
        match self.run.consequences[pred] {
            Consequence::None => {}
            Consequence::Also(other) => _ = self.derive(world, other, row)?,
            Consequence::AlsoIf(other, guard) => {
                if world.relations[guard].find(&row[..1]).is_some() {
                    self.derive(world, other, row)?;
                }
            }
        }
        Ok(())
    }
}
