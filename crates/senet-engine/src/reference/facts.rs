//! What holds in one state, worked out relation by relation as far as it is asked for.

use super::program::{Layer, Program};
use super::solve::Solver;
use super::table::{Row, Table};
use super::value::Value;
use crate::{Limits, Stopped};
use senet_gdl::{Relation, Sentence, Symbol};
use std::sync::Arc;

/// The facts known of a state.
#[derive(Clone)]
pub(super) struct Facts {
    /// By number of the relation. Tables of static relations are empty here if there is a `base`.
    tables: Vec<Table>,
    /// Which strata are worked out.
    done: Vec<bool>,
    count: usize,
    /// The facts that hold in every state.
    base: Option<Arc<Facts>>,
}

/// Facts together with what is needed to understand them.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub program: &'a Program,
    facts: &'a Facts,
    limits: &'a Limits,
}

impl Facts {
    /// Works out the relations that depend on neither state nor moves.
    pub fn statics(program: &Program, limits: &Limits) -> Result<Facts, Stopped> {
        let mut facts = Facts {
            tables: vec![Table::default(); program.relations.len()],
            done: vec![false; program.strata.len()],
            count: 0,
            base: None,
        };
        for stratum in 0..program.strata.len() {
            if program.layer(stratum) == Layer::Static {
                facts.work_out(program, stratum, limits)?;
            }
        }
        Ok(facts)
    }

    /// A state in which just these fluents hold.
    pub fn of_state(program: &Program, base: &Arc<Facts>, fluents: Vec<Value>) -> Facts {
        let mut facts = Facts {
            tables: vec![Table::default(); program.relations.len()],
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

    /// Replaces the moves by these pairs of role and move; forgets everything that followed from other moves.
    pub fn set_moves(&mut self, program: &Program, moves: Vec<Row>) {
        for (relation, info) in program.relations.iter().enumerate() {
            if info.layer == Layer::Moves {
                self.count = self.count.saturating_sub(self.tables[relation].len());
                self.tables[relation].clear();
            }
        }
        for stratum in 0..program.strata.len() {
            self.done[stratum] &= program.layer(stratum) != Layer::Moves;
        }
        if let Some(number) = program.number((Symbol::DOES, 2)) {
            for row in moves {
                self.count += 1;
                self.tables[number].insert(row);
            }
        }
    }

    /// The facts of one of the relations that games are asked for.
    pub fn ask(
        &mut self,
        program: &Program,
        relation: Relation,
        limits: &Limits,
    ) -> Result<&[Row], Stopped> {
        for &stratum in program.needs(relation) {
            if !self.done[stratum] {
                self.work_out(program, stratum, limits)?;
            }
        }
        let number = program.number(relation);
        Ok(number.map_or(&[], |number| self.table(program, number).rows()))
    }

    /// Applies the rules of a stratum until nothing new follows. All that it uses has been worked out before.
    fn work_out(
        &mut self,
        program: &Program,
        stratum: usize,
        limits: &Limits,
    ) -> Result<(), Stopped> {
        let info = &program.strata[stratum];
        loop {
            let mut changed = false;
            for &rule in &info.rules {
                changed |= self.apply_rule(program, rule, limits)?;
            }
            if !changed || !info.recursive {
                break;
            }
        }
        self.done[stratum] = true;
        Ok(())
    }

    /// Applies a rule once; whether something new followed.
    fn apply_rule(
        &mut self,
        program: &Program,
        rule: usize,
        limits: &Limits,
    ) -> Result<bool, Stopped> {
        let relation = program.defines(rule);
        let view = View {
            program,
            facts: self,
            limits,
        };
        let fresh = Solver::new(view).conclude(relation, &program.description.rules[rule])?;
        self.count += fresh.len();
        let changed = !fresh.is_empty();
        for row in fresh {
            self.tables[relation].insert(row);
        }
        Ok(changed)
    }

    fn table(&self, program: &Program, relation: usize) -> &Table {
        match &self.base {
            Some(base) if program.relations[relation].layer == Layer::Static => {
                &base.tables[relation]
            }
            _ => &self.tables[relation],
        }
    }
}

impl<'a> View<'a> {
    /// The facts of a relation.
    pub fn table(&self, relation: usize) -> &'a Table {
        self.facts.table(self.program, relation)
    }

    /// The facts of the relation of a sentence; `None` if there can be none.
    pub fn table_of(&self, sentence: &Sentence) -> Option<&'a Table> {
        let number = self
            .program
            .number((sentence.relation, sentence.args.len()))?;
        Some(self.table(number))
    }

    /// Whether this many more facts of the relation are too many.
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

    /// Whether the stop signal was given.
    pub fn check_signal(&self) -> Result<(), Stopped> {
        if (self.limits.stop)() {
            return Err(Stopped::Signalled);
        }
        Ok(())
    }
}
