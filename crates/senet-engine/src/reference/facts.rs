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
    ///
    /// Every rule is applied once to all facts. From then on only those of its conclusions are looked for that need a fact
    /// which the round before has added: all others were found then.
    fn work_out(
        &mut self,
        program: &Program,
        stratum: usize,
        limits: &Limits,
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

    /// Applies the rules of a stratum to what they have added, until they add nothing.
    fn repeat(
        &mut self,
        program: &Program,
        stratum: usize,
        limits: &Limits,
    ) -> Result<(), Stopped> {
        let rules = &program.strata[stratum].rules;
        let mut old: Vec<usize> = vec![0; self.tables.len()];
        loop {
            let now: Vec<usize> = self.tables.iter().map(Table::len).collect();
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

    /// Applies a rule to what was added to the tables of its stratum between two sizes.
    fn apply_to_new(
        &mut self,
        program: &Program,
        (stratum, rule): (usize, usize),
        (old, now): (&[usize], &[usize]),
        limits: &Limits,
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

    /// Adds what a rule concludes; only from some facts, if a position in its body and facts for it are given.
    fn apply(
        &mut self,
        program: &Program,
        rule: usize,
        from: Option<(usize, &[Row])>,
        limits: &Limits,
    ) -> Result<(), Stopped> {
        let relation = program.defines(rule);
        let view = View {
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
