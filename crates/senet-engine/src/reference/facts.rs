//! The facts of one state, derived stratum by stratum on demand.

use super::fact_table::{FactTable, Row};
use super::program::{DependsOn, Program};
use super::solve::Solver;
use super::value::Value;
use crate::{QueryLimits, Stopped};
use senet_gdl::{Relation, Sentence, Symbol};
use std::sync::Arc;

/// The facts of a state.
#[derive(Clone)]
pub(super) struct Facts {
    /// The facts of each relation, by relation number. If there is a `base`, it stores the static
    /// relations, whose tables here are empty.
    tables: Vec<FactTable>,
    /// Per stratum, whether it is derived.
    done: Vec<bool>,
    count: usize,
    /// The facts that hold in every state.
    base: Option<Arc<Facts>>,
}

/// Facts with the program and limits needed to use them.
#[derive(Clone, Copy)]
pub(super) struct FactsView<'a> {
    pub program: &'a Program,
    facts: &'a Facts,
    limits: &'a QueryLimits,
}

impl Facts {
    /// Derives the relations that depend on neither state nor moves.
    pub fn statics(program: &Program, limits: &QueryLimits) -> Result<Facts, Stopped> {
        let mut facts = Facts {
            tables: vec![FactTable::default(); program.relations.len()],
            done: vec![false; program.strata.len()],
            count: 0,
            base: None,
        };
        for stratum in 0..program.strata.len() {
            if program.depends_on(stratum) == DependsOn::Static {
                facts.derive_stratum(program, stratum, limits)?;
            }
        }
        Ok(facts)
    }

    /// A state in which exactly these fluents hold.
    pub fn of_state(program: &Program, base: &Arc<Facts>, fluents: Vec<Value>) -> Facts {
        let mut facts = Facts {
            tables: vec![FactTable::default(); program.relations.len()],
            done: base.done.clone(),
            count: 0,
            base: Some(base.clone()),
        };
        if let Some(number) = program.number((Symbol::TRUE, 1)) {
            for fluent in fluents {
                facts.tables[number].insert(Arc::new([fluent]));
            }
        }
        facts
    }

    /// Replaces the moves by these pairs of role and move, and clears all facts that depend on
    /// moves.
    pub fn set_moves(&mut self, program: &Program, moves: Vec<Row>) {
        for (relation, info) in program.relations.iter().enumerate() {
            if info.depends_on == DependsOn::Moves {
                self.count = self.count.saturating_sub(self.tables[relation].len());
                self.tables[relation].clear();
            }
        }
        for stratum in 0..program.strata.len() {
            self.done[stratum] &= program.depends_on(stratum) != DependsOn::Moves;
        }
        if let Some(number) = program.number((Symbol::DOES, 2)) {
            for row in moves {
                self.count += 1;
                self.tables[number].insert(row);
            }
        }
    }

    /// The facts of one of the queried relations.
    pub fn ask(
        &mut self,
        program: &Program,
        relation: Relation,
        limits: &QueryLimits,
    ) -> Result<&[Row], Stopped> {
        for &stratum in program.needs(relation) {
            if !self.done[stratum] {
                // A small query ends before its first poll, but a caller may ask thousands of small
                // queries.
                if limits.deadline.is_over() {
                    return Err(Stopped::Signalled);
                }
                self.derive_stratum(program, stratum, limits)?;
            }
        }
        let number = program.number(relation);
        Ok(number.map_or(&[], |number| self.table(program, number).rows()))
    }

    /// Applies the rules of a stratum to a fixpoint. All strata that it uses must be derived.
    ///
    /// Semi-naive evaluation: each rule is applied once to all facts. After that, each round only
    /// derives conclusions that use a fact from the previous round.
    fn derive_stratum(
        &mut self,
        program: &Program,
        stratum: usize,
        limits: &QueryLimits,
    ) -> Result<(), Stopped> {
        for &rule in &program.strata[stratum].rules {
            self.apply(program, rule, None, limits)?;
        }
        if program.strata[stratum].recursive {
            self.repeat(program, stratum, limits)?;
        }
        self.done[stratum] = true;
        Ok(())
    }

    /// Applies the rules of a stratum to new facts until none are added.
    fn repeat(
        &mut self,
        program: &Program,
        stratum: usize,
        limits: &QueryLimits,
    ) -> Result<(), Stopped> {
        let rules = &program.strata[stratum].rules;
        let mut old: Vec<usize> = vec![0; self.tables.len()];
        loop {
            let now: Vec<usize> = self.tables.iter().map(FactTable::len).collect();
            let mut defined = rules.iter().map(|&rule| program.defines(rule));
            if defined.all(|relation| old[relation] == now[relation]) {
                return Ok(());
            }
            for &rule in rules {
                self.apply_to_new(program, (stratum, rule), (&old, &now), limits)?;
            }
            old = now;
        }
    }

    /// Applies a rule to the facts added to its stratum between two sizes.
    fn apply_to_new(
        &mut self,
        program: &Program,
        (stratum, rule): (usize, usize),
        (old, now): (&[usize], &[usize]),
        limits: &QueryLimits,
    ) -> Result<(), Stopped> {
        for (position, used) in program.recursive_uses(stratum, rule) {
            let Some(position) = position else {
                return self.apply(program, rule, None, limits);
            };
            let new = self.tables[used].rows()[old[used]..now[used]].to_vec();
            self.apply(program, rule, Some((position, &new)), limits)?;
        }
        Ok(())
    }

    /// Adds the conclusions of a rule. If a body position and facts for it are given, only those
    /// facts are used at that position.
    fn apply(
        &mut self,
        program: &Program,
        rule: usize,
        from: Option<(usize, &[Row])>,
        limits: &QueryLimits,
    ) -> Result<(), Stopped> {
        let relation = program.defines(rule);
        let view = FactsView {
            program,
            facts: self,
            limits,
        };
        let rule = &program.description.rules[rule];
        let fresh = Solver::new(view).conclude(relation, rule, from)?;
        self.count += fresh.len();
        for row in fresh {
            self.tables[relation].insert(row);
        }
        Ok(())
    }

    fn table(&self, program: &Program, relation: usize) -> &FactTable {
        match &self.base {
            Some(base) if program.relations[relation].depends_on == DependsOn::Static => {
                &base.tables[relation]
            }
            _ => &self.tables[relation],
        }
    }
}

impl<'a> FactsView<'a> {
    /// The facts of a relation.
    pub fn table(&self, relation: usize) -> &'a FactTable {
        self.facts.table(self.program, relation)
    }

    /// The facts of a sentence's relation; `None` if no rule mentions the relation.
    pub fn table_of(&self, sentence: &Sentence) -> Option<&'a FactTable> {
        let number = self
            .program
            .number((sentence.relation, sentence.args.len()))?;
        Some(self.table(number))
    }

    /// Checks that this number of additional facts stays within the limit.
    pub fn check_count(&self, relation: usize, more: usize) -> Result<(), Stopped> {
        if self.facts.count + more <= self.limits.facts {
            return Ok(());
        }
        let size = |r: usize| self.facts.tables[r].len() + if r == relation { more } else { 0 };
        let largest = (0..self.facts.tables.len()).max_by_key(|&r| size(r));
        let largest = largest.unwrap_or(relation);
        Err(Stopped::TooManyFacts {
            limit: self.limits.facts,
            relation: self.program.relations[largest].name.clone(),
        })
    }

    /// Checks the deadline.
    pub fn check_signal(&self) -> Result<(), Stopped> {
        if self.limits.deadline.is_over() {
            return Err(Stopped::Signalled);
        }
        Ok(())
    }
}
