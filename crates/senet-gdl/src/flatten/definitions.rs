//! The definitions of helper relations: a fact table, or clauses in which all helpers that can be unfolded are unfolded.

use super::FlattenOptions;
use super::expand::expand;
use super::fact_table::FactTable;
use super::unify::TooLarge;
use crate::clauses::{Clause, clauses_of_rule};
use crate::deadline::Deadline;
use crate::dependencies::{Dependencies, Relation};
use crate::description::Description;
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// The definitions of all helper relations of a description.
pub(super) struct Definitions<'a> {
    description: &'a Description,
    /// The clauses of each rule; `None` if there are too many.
    clauses: Vec<Option<Vec<Clause>>>,
    tables: FxHashMap<Relation, FactTable>,
    definitions: FxHashMap<Relation, Vec<Clause>>,
    recursive: FxHashSet<Relation>,
    /// For each relation, the helpers that stay in its definition because a clause would grow too large.
    kept_helpers: FxHashMap<Relation, Vec<Relation>>,
    steps_left: Cell<usize>,
    deadline: &'a Deadline,
    is_out_of_time: Cell<bool>,
}

impl<'a> Definitions<'a> {
    /// Unfolds the helpers bottom-up, each into a limited number of clauses.
    pub fn of(
        description: &'a Description,
        options: &FlattenOptions,
        deadline: &'a Deadline,
    ) -> Definitions<'a> {
        let graph = Dependencies::of(description);
        let mut known = Definitions {
            description,
            clauses: clauses_by_rule(description, options.rules_per_rule),
            tables: FxHashMap::default(),
            definitions: FxHashMap::default(),
            recursive: FxHashSet::default(),
            kept_helpers: FxHashMap::default(),
            deadline,
            is_out_of_time: Cell::new(false),
            steps_left: Cell::new(options.steps),
        };
        let rules = rules_by_relation(description);
        let mut order = graph.relations().to_vec();
        order.sort_by_key(|&relation| graph.component(relation));
        for relation in order {
            if graph.in_cycle(relation, relation) {
                known.recursive.insert(relation);
            } else if is_helper(relation) || relation == (Symbol::ROLE, 1) {
                let rules = rules.get(&relation).map_or(&[][..], Vec::as_slice);
                known.define(relation, rules, options.rules_per_rule);
            }
        }
        known
    }

    fn define(&mut self, relation: Relation, rules: &[usize], limit: usize) {
        let clauses: Option<Vec<&Vec<Clause>>> = rules
            .iter()
            .map(|&rule| self.clauses[rule].as_ref())
            .collect();
        let Some(clauses) = clauses else {
            return;
        };
        let clauses: Vec<Clause> = clauses.into_iter().flatten().cloned().collect();
        if let Some(table) = FactTable::of(&clauses) {
            self.tables.insert(relation, table);
            return;
        }
        if relation.0.is_keyword() {
            return;
        }
        let mut definition: Vec<Clause> = Vec::new();
        let mut kept = Vec::new();
        for clause in &clauses {
            let expansion = expand(clause, self, limit);
            definition.extend(expansion.clauses);
            kept.extend(expansion.kept);
            if definition.len() > limit {
                return;
            }
        }
        if !kept.is_empty() {
            self.kept_helpers.insert(relation, kept);
        }
        match FactTable::of(&definition) {
            Some(table) => self.tables.insert(relation, table).is_some(),
            None => self.definitions.insert(relation, definition).is_some(),
        };
    }

    /// Counts a step of unfolding. Fails after too many steps.
    pub fn spend_step(&self) -> Result<(), TooLarge> {
        let left = self.steps_left.get().checked_sub(1);
        self.steps_left.set(left.ok_or(TooLarge::Clause)?);
        Ok(())
    }

    /// Fails when the deadline is over.
    pub fn check_time(&self) -> Result<(), TooLarge> {
        if self.is_out_of_time.get() || self.deadline.is_over() {
            self.is_out_of_time.set(true);
            return Err(TooLarge::Clause);
        }
        Ok(())
    }

    /// Returns whether the deadline ended the work.
    pub fn is_out_of_time(&self) -> bool {
        self.is_out_of_time.get()
    }

    /// The helpers that stay in the definition of a relation because a clause would grow too large.
    pub fn kept_helpers(&self, relation: Relation) -> &[Relation] {
        self.kept_helpers.get(&relation).map_or(&[], Vec::as_slice)
    }

    /// The description before flattening.
    pub fn original(&self) -> &'a Description {
        self.description
    }

    /// The clauses of a rule; `None` if there are too many.
    pub fn clauses_of(&self, rule: usize) -> Option<&[Clause]> {
        self.clauses[rule].as_deref()
    }

    /// The facts of a relation that has only facts. Empty for a helper without rules.
    pub fn table(&self, relation: Relation) -> Option<&FactTable> {
        self.tables.get(&relation)
    }

    /// The clauses that replace a relation; `None` if it cannot be unfolded.
    pub fn definition(&self, relation: Relation) -> Option<&[Clause]> {
        self.definitions.get(&relation).map(Vec::as_slice)
    }

    /// Returns whether the relation is recursive.
    pub fn is_recursive(&self, relation: Relation) -> bool {
        self.recursive.contains(&relation)
    }
}

/// Returns whether the relation is a helper, that is, not a keyword of GDL.
pub(super) fn is_helper(relation: Relation) -> bool {
    !relation.0.is_relation_keyword()
}

fn clauses_by_rule(description: &Description, limit: usize) -> Vec<Option<Vec<Clause>>> {
    let rules = description.rules.iter().enumerate();
    rules
        .map(|(index, rule)| clauses_of_rule(rule, index, limit))
        .collect()
}

fn rules_by_relation(description: &Description) -> FxHashMap<Relation, Vec<usize>> {
    let mut rules: FxHashMap<Relation, Vec<usize>> = FxHashMap::default();
    for (index, rule) in description.rules.iter().enumerate() {
        let relation = (rule.head.relation, rule.head.args.len());
        rules.entry(relation).or_default().push(index);
    }
    rules
}
