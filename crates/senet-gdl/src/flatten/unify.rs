//! Most general unifiers of patterns, within a bound on the work.

use crate::clauses::{Atom, Condition, Pattern};
use std::cell::Cell;

/// The terms grew beyond the bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLarge;

/// One resolution may look at this many parts of terms, which also bounds the size of what it makes.
const WORK: usize = 10_000;

/// The values of variables; a value may mention variables that have values themselves.
pub(super) struct Bindings {
    values: Vec<Option<Pattern>>,
    work_left: Cell<usize>,
}

impl Bindings {
    /// No values for this many variables.
    pub fn new(variables: usize) -> Bindings {
        Bindings {
            values: vec![None; variables],
            work_left: Cell::new(WORK),
        }
    }

    fn spend(&self) -> Result<(), TooLarge> {
        let left = self.work_left.get().checked_sub(1).ok_or(TooLarge)?;
        self.work_left.set(left);
        Ok(())
    }

    /// Makes the two lists of patterns equal, if possible.
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

    /// Makes the two patterns equal, if possible.
    pub fn unify(&mut self, left: &Pattern, right: &Pattern) -> Result<bool, TooLarge> {
        self.spend()?;
        match (self.value(left).clone(), self.value(right).clone()) {
            (left, right) if left == right => Ok(true),
            // Of two variables the earlier stays: it is that of the rule into which another is unfolded.
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

    /// The pattern, or what its variable stands for.
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

    /// The pattern with all values put in.
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

    /// The atom with all values put in.
    pub fn apply_atom(&self, atom: &Atom) -> Result<Atom, TooLarge> {
        Ok(Atom {
            relation: atom.relation,
            args: self.apply_all(&atom.args)?,
        })
    }

    /// The condition with all values put in.
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
