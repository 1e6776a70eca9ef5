//! Step limit: matches end after another number of steps.
//!
//! A counter that counts up gets a new limit, and one that counts down gets a new start. The row of the counter grows
//! as needed. It shrinks if it ended at the limit and no other rule uses its last constants.

use super::NotApplicable;
use super::axis::{AxisDirection, successor};
use super::rule_edits::rename_rule;
use super::successor_rows::{continuation, replace_row};
use crate::{ArgumentPosition, Chain, End, StepCounter, Structure, unary_fluent, visit_positions};
use rustc_hash::FxHashSet;
use senet_gdl::{Deadline, Description, OutOfTime, Rule, Symbol, Term};

/// The largest step limit.
const MOST_STEPS: usize = 100_000;

/// Returns the number of steps after which a counter ends a match, if it is unique.
pub fn step_limit(structure: &Structure, counter: &StepCounter) -> Option<usize> {
    let [limit] = counter.limits[..] else {
        return None;
    };
    let chain = row(structure, counter)?;
    let (start, limit) = (chain.place(counter.start)?, chain.place(limit)?);
    match counter.is_countdown {
        true => start.checked_sub(limit),
        false => limit.checked_sub(start),
    }
}

fn row<'a>(structure: &'a Structure, counter: &StepCounter) -> Option<&'a Chain> {
    let chain = successor(structure, counter.relation)?.chain_of(counter.start)?;
    (chain.end != End::Cyclic).then_some(chain)
}

/// Returns the description with another step limit.
pub(super) fn apply(
    description: &Description,
    counter: &str,
    from: usize,
    to: usize,
    deadline: &Deadline,
) -> Result<Description, NotApplicable> {
    let structure = Structure::of(description, deadline)?;
    let change = LimitChange::new(description, &structure, counter, from, to)?;
    change.apply(description)
}

/// Returns the counters that end matches, with their number of steps.
pub fn step_limits(
    description: &Description,
    deadline: &Deadline,
) -> Result<Vec<(String, usize)>, OutOfTime> {
    let structure = Structure::of(description, deadline)?;
    let limited = structure.counters.iter().filter_map(|counter| {
        let name = description.symbols.spelling(counter.fluent).to_owned();
        Some((name, step_limit(&structure, counter)?))
    });
    Ok(limited.collect())
}

/// Reduces all step limits to the smallest possible value, for comparisons. Games that differ only in their limits
/// become equal. See [`step_limits`] for the limits themselves.
pub fn without_step_limits(
    description: &Description,
    deadline: &Deadline,
) -> Result<Description, OutOfTime> {
    let mut changed = description.clone();
    for (counter, from) in step_limits(description, deadline)? {
        let structure = Structure::of(&changed, deadline)?;
        let shortened = |to: usize| {
            let change = LimitChange::new(&changed, &structure, &counter, from, to).ok()?;
            let fits = change.counter.is_countdown || change.can_shorten_row(&changed);
            fits.then(|| change.apply(&changed).ok()).flatten()
        };
        let mut limits = (1..from).take_while(|_| !deadline.is_over());
        if let Some(least) = limits.find_map(shortened) {
            changed = least;
        }
        deadline.check()?;
    }
    Ok(changed)
}

fn find<'a>(
    description: &Description,
    structure: &'a Structure,
    name: &str,
) -> Result<(&'a StepCounter, usize), NotApplicable> {
    let unknown = || NotApplicable::unknown("step counter", name);
    let symbol = description.symbols.get(name).ok_or_else(unknown)?;
    let mut counters = structure.counters.iter();
    let counter = counters.find(|c| c.fluent == symbol).ok_or_else(unknown)?;
    let none = || NotApplicable::nothing("step limit");
    Ok((counter, step_limit(structure, counter).ok_or_else(none)?))
}

/// A new limit for a counter.
struct LimitChange<'a> {
    structure: &'a Structure,
    counter: &'a StepCounter,
    chain: &'a Chain,
    /// The index in the chain that moves: the limit, or the start of a counter that counts down.
    old: usize,
    new: usize,
}

impl<'a> LimitChange<'a> {
    fn new(
        description: &Description,
        structure: &'a Structure,
        name: &str,
        from: usize,
        to: usize,
    ) -> Result<LimitChange<'a>, NotApplicable> {
        let (counter, steps) = find(description, structure, name)?;
        if from != steps || to == 0 || to == from || to > MOST_STEPS {
            return Err(NotApplicable::range("the step limit", to));
        }
        let none = || NotApplicable::nothing("step limit");
        let chain = row(structure, counter).ok_or_else(none)?;
        let moved = match counter.is_countdown {
            true => counter.start,
            false => counter.limits[0],
        };
        let old = chain.place(moved).ok_or_else(none)?;
        Ok(LimitChange {
            structure,
            counter,
            chain,
            old,
            new: old + to - from,
        })
    }

    fn apply(&self, description: &Description) -> Result<Description, NotApplicable> {
        let mut changed = description.clone();
        let mut row = self.chain.elements.clone();
        if self.new < self.old && self.can_shorten_row(description) {
            row.truncate(row.len() + self.new - self.old);
        }
        if self.new >= row.len() || self.ends_at_limit() && self.new > self.old {
            let wanted = self.chain.len() + self.new.saturating_sub(self.old);
            let count = wanted.max(self.new + 1) - row.len();
            self.may_grow(description)?;
            let symbols = &mut changed.symbols;
            row.extend(continuation(symbols, self.structure, &row, count));
        }
        let (old, new) = (self.chain.elements[self.old], row[self.new]);
        for rule in &mut changed.rules {
            if let Some(moved) = self.with_moved_limit(rule, old, new) {
                *rule = moved;
            }
        }
        if row != self.chain.elements {
            let (relation, end) = (self.counter.relation, self.chain.end);
            replace_row(
                &mut changed,
                relation,
                AxisDirection::Up,
                self.chain,
                &row,
                end,
            );
        }
        Ok(changed)
    }

    /// Returns true if the row ends at the limit.
    fn ends_at_limit(&self) -> bool {
        self.old + 1 == self.chain.len()
    }

    /// Fails if the row also orders the coordinates of a board.
    fn may_grow(&self, description: &Description) -> Result<(), NotApplicable> {
        let class = successor(self.structure, self.counter.relation).map(|s| s.class);
        let boards = self.structure.boards.iter().flat_map(|b| &b.coordinates);
        let covers = |c: &crate::Coordinate| {
            Some(c.class) == class
                && c.values
                    .contains(&self.chain.elements[self.chain.len() - 1])
        };
        match boards.into_iter().any(covers) {
            true => Err(NotApplicable::Shared {
                relation: description.symbols.spelling(self.counter.relation).into(),
                other: "the coordinates of a board".into(),
            }),
            false => Ok(()),
        }
    }

    /// Replaces the limit in a rule, or the start if the counter counts down.
    fn with_moved_limit(&self, rule: &Rule, old: Symbol, new: Symbol) -> Option<Rule> {
        let here = ArgumentPosition::new(self.counter.fluent, 1, 0);
        let is_start =
            unary_fluent(&rule.head, Symbol::INIT).is_some_and(|s| s.0 == self.counter.fluent);
        if is_start != self.counter.is_countdown {
            return None;
        }
        let renamed = |position, constant| match position == here && constant == old {
            true => Some(new),
            false => Some(constant),
        };
        rename_rule(rule, &renamed)
    }

    /// Returns true if the row can shrink with the limit: it ends there, and no other rule uses the removed constants.
    fn can_shorten_row(&self, description: &Description) -> bool {
        let Some(class) = successor(self.structure, self.counter.relation).map(|s| s.class) else {
            return false;
        };
        let members = self.structure.positions.members(class);
        let members: FxHashSet<ArgumentPosition> = members.into_iter().collect();
        let kept = self.chain.len() + self.new - self.old;
        let gone: FxHashSet<Symbol> = self.chain.elements[kept..].iter().copied().collect();
        let old = self.chain.elements[self.old];
        let limit = ArgumentPosition::new(self.counter.fluent, 1, 0);
        let is_row = |rule: &Rule| rule.head.relation == self.counter.relation;
        self.ends_at_limit()
            && self.may_grow(description).is_ok()
            && description.rules.iter().filter(|r| !is_row(r)).all(|rule| {
                let mut fits = true;
                visit_positions(rule, &mut |position, term| {
                    if let Term::Constant(constant, _) = term
                        && members.contains(&position)
                        && gone.contains(constant)
                        && !(position == limit && *constant == old)
                    {
                        fits = false;
                    }
                });
                fits
            })
    }
}
