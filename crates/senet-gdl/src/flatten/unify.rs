//! Most general unifiers of patterns, with a limit on the work.

use crate::clauses::{Atom, Condition, Pattern};
use std::cell::Cell;

/// The limit that unfolding exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TooLarge {
    /// One clause grew too large, took too much work, or ran out of time.
    Clause,
    /// There were too many clauses.
    Clauses,
}

/// The maximum number of term parts visited per resolution. This also limits the size of the result.
const MAX_WORK: usize = 10_000;

/// The values of variables. A value may contain variables that have values themselves.
pub(super) struct Bindings {
    values: Vec<Option<Pattern>>,
    work_left: Cell<usize>,
}

impl Bindings {
    /// Creates bindings for this many variables, all unbound.
    pub fn new(variables: usize) -> Bindings {
        Bindings {
            values: vec![None; variables],
            work_left: Cell::new(MAX_WORK),
        }
    }

    fn spend(&self) -> Result<(), TooLarge> {
        let left = self
            .work_left
            .get()
            .checked_sub(1)
            .ok_or(TooLarge::Clause)?;
        self.work_left.set(left);
        Ok(())
    }

    /// Unifies two lists of patterns. Returns whether this is possible.
    pub fn unify_all(&mut self, left: &[Pattern], right: &[Pattern]) -> Result<bool, TooLarge> {
        if left.len() != right.len() {
            return Ok(false);
        }
        for (left, right) in left.iter().zip(right) {
            if !self.unify(left, right)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Unifies two patterns. Returns whether this is possible.
    pub fn unify(&mut self, left: &Pattern, right: &Pattern) -> Result<bool, TooLarge> {
        self.spend()?;
        match (self.value(left).clone(), self.value(right).clone()) {
            (left, right) if left == right => Ok(true),
            // The variable with the lower number stays: it belongs to the rule that is unfolded.
            (Pattern::Variable(one), Pattern::Variable(other)) => {
                self.values[one.max(other)] = Some(Pattern::Variable(one.min(other)));
                Ok(true)
            }
            (Pattern::Variable(variable), value) | (value, Pattern::Variable(variable)) => {
                let possible = !self.occurs(variable, &value)?;
                if possible {
                    self.values[variable] = Some(value);
                }
                Ok(possible)
            }
            (Pattern::Function(f, xs), Pattern::Function(g, ys)) => {
                Ok(f == g && self.unify_all(&xs, &ys)?)
            }
            _ => Ok(false),
        }
    }

    /// Resolves a variable to its value; returns other patterns unchanged.
    fn value<'a>(&'a self, mut pattern: &'a Pattern) -> &'a Pattern {
        while let Pattern::Variable(variable) = pattern
            && let Some(value) = &self.values[*variable]
        {
            pattern = value;
        }
        pattern
    }

    fn occurs(&self, variable: usize, pattern: &Pattern) -> Result<bool, TooLarge> {
        self.spend()?;
        match self.value(pattern) {
            Pattern::Variable(other) => Ok(*other == variable),
            Pattern::Constant(_) => Ok(false),
            Pattern::Function(_, args) => {
                for arg in args {
                    if self.occurs(variable, arg)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Returns the pattern with all bindings applied.
    pub fn apply(&self, pattern: &Pattern) -> Result<Pattern, TooLarge> {
        self.spend()?;
        match self.value(pattern) {
            Pattern::Function(name, args) => Ok(Pattern::Function(*name, self.apply_all(args)?)),
            other => Ok(other.clone()),
        }
    }

    fn apply_all(&self, patterns: &[Pattern]) -> Result<Vec<Pattern>, TooLarge> {
        patterns.iter().map(|pattern| self.apply(pattern)).collect()
    }

    /// Returns the atom with all bindings applied.
    pub fn apply_atom(&self, atom: &Atom) -> Result<Atom, TooLarge> {
        Ok(Atom {
            relation: atom.relation,
            args: self.apply_all(&atom.args)?,
        })
    }

    /// Returns the condition with all bindings applied.
    pub fn apply_condition(&self, condition: &Condition) -> Result<Condition, TooLarge> {
        Ok(match condition {
            Condition::Holds(atom) => Condition::Holds(self.apply_atom(atom)?),
            Condition::Fails(atom) => Condition::Fails(self.apply_atom(atom)?),
            Condition::Distinct(left, right) => {
                Condition::Distinct(self.apply(left)?, self.apply(right)?)
            }
        })
    }
}
