//! Step limit: matches end after another number of steps.
//!
//! A counter that goes up is looked for at another constant; one that goes down starts at another. Its row is made as long as needed, and
//! shorter if it ended at the limit and nothing else speaks of the constants at its end.

use super::NotApplicable;
use super::axis::{Way, successor};
use super::edit::rename_rule;
use super::rows::{continuation, replace_row};
use crate::{Chain, Counter, End, Position, Structure, single, visit_places};
use rustc_hash::FxHashSet;
use senet_gdl::{Description, Rule, Symbol, Term};

/// The longest limit that makes sense.
const MOST_STEPS: usize = 100_000;

/// The number of steps after which a counter ends matches, if there is one such number.
pub fn step_limit(structure: &Structure, counter: &Counter) -> Option<usize> {
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

fn row<'a>(structure: &'a Structure, counter: &Counter) -> Option<&'a Chain> {
    let chain = successor(structure, counter.relation)?.chain_of(counter.start)?;
    (chain.end != End::Cyclic).then_some(chain)
}

/// The sheet with another limit of steps.
pub(super) fn apply(
    description: &Description,
    counter: &str,
    from: usize,
    to: usize,
) -> Result<Description, NotApplicable> {
    let structure = Structure::of(description);
    let change = Change::new(description, &structure, counter, from, to)?;
    change.apply(description)
}

/// The counters that end matches, with the numbers of steps after which they do.
pub fn step_limits(description: &Description) -> Vec<(String, usize)> {
    let structure = Structure::of(description);
    let limited = structure.counters.iter().filter_map(|counter| {
        let name = description.symbols.spelling(counter.fluent).to_owned();
        Some((name, step_limit(&structure, counter)?))
    });
    limited.collect()
}

/// The rules with the smallest step limits down to which all that depends on a limit can be taken away, for comparison: games that
/// differ in nothing but limits become the same. [`step_limits`] tells the limits themselves.
pub fn without_step_limits(description: &Description) -> Description {
    let mut changed = description.clone();
    for (counter, from) in step_limits(description) {
        let structure = Structure::of(&changed);
        let shortened = |to: usize| {
            let change = Change::new(&changed, &structure, &counter, from, to).ok()?;
            let fits = change.counter.is_countdown || change.is_complete(&changed);
            fits.then(|| change.apply(&changed).ok()).flatten()
        };
        if let Some(least) = (1..from).find_map(shortened) {
            changed = least;
        }
    }
    changed
}

fn find<'a>(
    description: &Description,
    structure: &'a Structure,
    name: &str,
) -> Result<(&'a Counter, usize), NotApplicable> {
    let unknown = || NotApplicable::unknown("step counter", name);
    let symbol = description.symbols.get(name).ok_or_else(unknown)?;
    let mut counters = structure.counters.iter();
    let counter = counters.find(|c| c.fluent == symbol).ok_or_else(unknown)?;
    let none = || NotApplicable::nothing("step limit");
    Ok((counter, step_limit(structure, counter).ok_or_else(none)?))
}

/// A change of the limit of a counter.
struct Change<'a> {
    structure: &'a Structure,
    counter: &'a Counter,
    chain: &'a Chain,
    /// Where the counter is at the far end of the way that changes: its limit, or its start if it goes down.
    old: usize,
    new: usize,
}

impl<'a> Change<'a> {
    fn new(
        description: &Description,
        structure: &'a Structure,
        name: &str,
        from: usize,
        to: usize,
    ) -> Result<Change<'a>, NotApplicable> {
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
        Ok(Change {
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
        if self.new < self.old && self.is_complete(description) {
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
            if let Some(moved) = self.moved(rule, old, new) {
                *rule = moved;
            }
        }
        if row != self.chain.elements {
            let (relation, end) = (self.counter.relation, self.chain.end);
            replace_row(&mut changed, relation, Way::Up, self.chain, &row, end);
        }
        Ok(changed)
    }

    /// Whether the row ends just where the counter does.
    fn ends_at_limit(&self) -> bool {
        self.old + 1 == self.chain.len()
    }

    /// A row that orders a board must not grow with the limit.
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

    /// The rule with the old constant replaced where it is the counter's limit, or its start.
    fn moved(&self, rule: &Rule, old: Symbol, new: Symbol) -> Option<Rule> {
        let here = Position::new(self.counter.fluent, 1, 0);
        let is_start = single(&rule.head, Symbol::INIT).is_some_and(|s| s.0 == self.counter.fluent);
        if is_start != self.counter.is_countdown {
            return None;
        }
        let renamed = |position, constant| match position == here && constant == old {
            true => Some(new),
            false => Some(constant),
        };
        rename_rule(rule, &renamed)
    }

    /// Whether the row can be made shorter together with the limit: it ends there, and what would go is not spoken of elsewhere.
    fn is_complete(&self, description: &Description) -> bool {
        let Some(class) = successor(self.structure, self.counter.relation).map(|s| s.class) else {
            return false;
        };
        let members = self.structure.positions.members(class);
        let members: FxHashSet<Position> = members.into_iter().collect();
        let kept = self.chain.len() + self.new - self.old;
        let gone: FxHashSet<Symbol> = self.chain.elements[kept..].iter().copied().collect();
        let old = self.chain.elements[self.old];
        let limit = Position::new(self.counter.fluent, 1, 0);
        let is_row = |rule: &Rule| rule.head.relation == self.counter.relation;
        self.ends_at_limit()
            && self.may_grow(description).is_ok()
            && description.rules.iter().filter(|r| !is_row(r)).all(|rule| {
                let mut fits = true;
                visit_places(rule, &mut |position, term| {
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
