//! Estimates how many combinations of values the variables of a clause have.

use crate::clauses::{Clause, Condition, variables_of};
use crate::domains::{Domains, positive};

/// Clauses with more variables or conditions are not estimated.
const MAX_VARIABLES: usize = 64;
const MAX_CONDITIONS: usize = 128;

/// A set of variables, one bit each.
type Variables = u64;

/// Estimates about the variables of a clause. Sizes are binary logarithms.
pub(crate) struct JoinEstimate {
    head: Variables,
    /// The variables of each condition.
    conditions: Vec<Variables>,
    /// The positive conditions, with the number of tuples that they may match.
    binders: Vec<(Variables, f64)>,
    /// The size of the domain of each variable.
    domains: Vec<f64>,
}

impl JoinEstimate {
    /// Looks a clause up in the domains; `None` if it has too many variables.
    pub fn of(clause: &Clause, domains: &Domains) -> Option<JoinEstimate> {
        if clause.variables.len() > MAX_VARIABLES || clause.body.len() > MAX_CONDITIONS {
            return None;
        }
        let set = |variables: &[usize]| variables.iter().fold(0, |set, v| set | 1 << v);
        let size = |variable: usize| {
            let domain = domains.of_variable(clause, variable);
            domain.map_or(0.0, |domain| (domain.len().max(1) as f64).log2())
        };
        let atoms = clause.body.iter().filter_map(positive);
        let binders = atoms.filter_map(|atom| domains.matches(atom));
        Some(JoinEstimate {
            head: set(&variables_of(&clause.head.args)),
            conditions: (clause.body.iter())
                .map(|condition: &Condition| set(&condition.variables()))
                .collect(),
            binders: binders.map(|(size, of)| (set(&of), size)).collect(),
            domains: (0..clause.variables.len()).map(size).collect(),
        })
    }

    /// The size of the largest part of the rule. Variables that the head does not need are eliminated one by one,
    /// the cheapest first.
    pub fn largest(mut self) -> f64 {
        let used = self.conditions.iter().fold(0, |all, set| all | set);
        let mut open: Vec<usize> = (0..self.domains.len())
            .filter(|v| used & !self.head & 1 << v != 0)
            .collect();
        let mut largest = self.combinations(self.head);
        while !open.is_empty() {
            let parts = open.iter().map(|&variable| self.part(variable));
            let sizes = parts.map(|part| self.combinations(part)).enumerate();
            let Some((at, size)) = sizes.min_by(|a, b| a.1.total_cmp(&b.1)) else {
                break;
            };
            largest = largest.max(size);
            let variable = open.swap_remove(at);
            let part = self.part(variable);
            self.conditions.retain(|set| set & 1 << variable == 0);
            self.conditions.push(part & !(1 << variable));
        }
        largest
    }

    /// The number of combinations of the variables of the head.
    pub fn heads(&self) -> f64 {
        self.combinations(self.head)
    }

    /// The variables that share a condition with this one.
    fn part(&self, variable: usize) -> Variables {
        let with = self
            .conditions
            .iter()
            .filter(|set| *set & 1 << variable != 0);
        with.fold(0, |all, set| all | set)
    }

    /// The number of combinations of some variables: the product of the sizes of conditions that
    /// together bind them.
    fn combinations(&self, mut of: Variables) -> f64 {
        let mut sum = 0.0;
        while of != 0 {
            let first = of.trailing_zeros() as usize;
            let alone = (1 << first, self.domains[first]);
            let per_variable =
                |&(set, size): &(Variables, f64)| size / f64::from((set & of).count_ones().max(1));
            let useful = self
                .binders
                .iter()
                .copied()
                .filter(|(set, _)| set & of != 0);
            let best = useful
                .chain([alone])
                .min_by(|a, b| per_variable(a).total_cmp(&per_variable(b)));
            let (set, size) = best.unwrap_or(alone);
            sum += size;
            of &= !set;
        }
        sum
    }
}
