//! Finds all ways to satisfy the body of a rule.

use super::bindings::Bindings;
use super::fact_table::Row;
use super::facts::FactsView;
use super::value::{MAX_DEPTH, MAX_SYMBOLS, Value};
use crate::Stopped;
use rustc_hash::FxHashSet;
use senet_gdl::{Literal, Rule, Sentence};

/// Number of steps between polls of the deadline.
const STEPS_BETWEEN_POLLS: u32 = 1 << 14;

/// Derives the conclusions of one rule from fixed facts.
pub(super) struct Solver<'a> {
    view: FactsView<'a>,
    bindings: Bindings,
    steps: u32,
}

/// The current rule and its conclusions so far.
struct Conclusions<'a> {
    rule: &'a Rule,
    relation: usize,
    fresh: FxHashSet<Row>,
}

impl<'a> Solver<'a> {
    /// A solver over these facts.
    pub fn new(view: FactsView<'a>) -> Solver<'a> {
        Solver {
            view,
            bindings: Bindings::new(view.program.description.symbols.len()),
            steps: 0,
        }
    }

    /// The new facts that a rule concludes. If a body position and facts are given, only those
    /// facts may satisfy the sentence at that position.
    pub fn conclude(
        &mut self,
        relation: usize,
        rule: &'a Rule,
        from: Option<(usize, &[Row])>,
    ) -> Result<Vec<Row>, Stopped> {
        let mut conclusions = Conclusions {
            rule,
            relation,
            fresh: FxHashSet::default(),
        };
        let mut open: Vec<&Literal> = rule.body.iter().collect();
        let Some((position, facts)) = from else {
            self.satisfy(&mut open, &mut conclusions)?;
            return Ok(conclusions.fresh.into_iter().collect());
        };
        if let Literal::Holds(sentence) = open.remove(position) {
            for fact in facts {
                let mark = self.bindings.mark();
                if self.bindings.unify_all(&sentence.args, fact) {
                    self.satisfy(&mut open, &mut conclusions)?;
                }
                self.bindings.undo(mark);
            }
        }
        Ok(conclusions.fresh.into_iter().collect())
    }

    /// Finds every way to satisfy the open literals, and restores the list.
    fn satisfy(
        &mut self,
        open: &mut Vec<&'a Literal>,
        conclusions: &mut Conclusions,
    ) -> Result<(), Stopped> {
        self.poll()?;
        if self.is_conclusion_known(conclusions) {
            return Ok(());
        }
        let Some(choice) = self.choose(open) else {
            return self.finish(open, conclusions);
        };
        let literal = open.swap_remove(choice);
        let done = if self.bindings.is_literal_bound(literal) {
            if self.test(literal) {
                self.satisfy(open, conclusions)
            } else {
                Ok(())
            }
        } else {
            self.branch(literal, open, conclusions)
        };
        open.push(literal);
        let last = open.len() - 1;
        open.swap(choice, last);
        done
    }

    /// Satisfies a literal with unbound variables in every way, and then all others.
    fn branch(
        &mut self,
        literal: &'a Literal,
        open: &mut Vec<&'a Literal>,
        conclusions: &mut Conclusions,
    ) -> Result<(), Stopped> {
        match literal {
            Literal::Holds(sentence) => self.satisfy_by_matches(sentence, open, conclusions),
            Literal::And(parts, _) => {
                let before = open.len();
                open.extend(parts);
                let done = self.satisfy(open, conclusions);
                open.truncate(before);
                done
            }
            Literal::Or(parts, _) => parts.iter().try_for_each(|part| {
                open.push(part);
                let done = self.satisfy(open, conclusions);
                open.pop();
                done
            }),
            Literal::Not(..) | Literal::Distinct(..) => Err(self.unsafe_rule(conclusions)),
        }
    }

    fn satisfy_by_matches(
        &mut self,
        sentence: &'a Sentence,
        open: &mut Vec<&'a Literal>,
        conclusions: &mut Conclusions,
    ) -> Result<(), Stopped> {
        let Some(table) = self.view.table_of(sentence) else {
            return Ok(());
        };
        let candidates = table.candidates(self.bindings.keys(sentence));
        for position in 0..table.count(candidates) {
            let mark = self.bindings.mark();
            let row = table.candidate(candidates, position);
            if self.bindings.unify_all(&sentence.args, row) {
                self.satisfy(open, conclusions)?;
            }
            self.bindings.undo(mark);
        }
        Ok(())
    }

    /// Chooses the next open literal: a fully bound one if possible, else the one with the fewest
    /// matches. `None` if no literal is open, or all open ones need more bindings.
    fn choose(&self, open: &[&Literal]) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for (position, literal) in open.iter().enumerate() {
            if self.bindings.is_literal_bound(literal) {
                return Some(position);
            }
            if let Some(match_count) = self.match_count(literal)
                && best.is_none_or(|(fewest, _)| match_count < fewest)
            {
                best = Some((match_count, position));
            }
        }
        best.map(|(_, position)| position)
    }

    /// Estimates the number of ways to satisfy a literal; `None` for a literal that must wait until
    /// its variables are bound.
    fn match_count(&self, literal: &Literal) -> Option<usize> {
        match literal {
            Literal::Holds(sentence) => Some(self.view.table_of(sentence).map_or(0, |table| {
                table.count(table.candidates(self.bindings.keys(sentence)))
            })),
            Literal::And(parts, _) => Some(
                parts
                    .iter()
                    .filter_map(|p| self.match_count(p))
                    .min()
                    .unwrap_or(1),
            ),
            Literal::Or(parts, _) => {
                Some(parts.iter().map(|p| self.match_count(p).unwrap_or(1)).sum())
            }
            Literal::Not(..) | Literal::Distinct(..) => None,
        }
    }

    /// Returns true if a fully bound literal holds.
    fn test(&self, literal: &Literal) -> bool {
        match literal {
            Literal::Holds(sentence) => self.view.table_of(sentence).is_some_and(|table| {
                let row = self.bindings.row(&sentence.args);
                row.is_some_and(|row| table.contains(&row))
            }),
            Literal::Not(inner, _) => !self.test(inner),
            Literal::And(parts, _) => parts.iter().all(|part| self.test(part)),
            Literal::Or(parts, _) => parts.iter().any(|part| self.test(part)),
            Literal::Distinct(left, right, _) => {
                self.bindings.value(left) != self.bindings.value(right)
            }
        }
    }

    /// Returns true if the conclusion is already known, so that further proofs do not matter.
    fn is_conclusion_known(&self, conclusions: &Conclusions) -> bool {
        let Some(row) = self.bindings.row(&conclusions.rule.head.args) else {
            return false;
        };
        conclusions.fresh.contains(&row[..]) || self.view.table(conclusions.relation).contains(&row)
    }

    /// Rejects terms that grow without bound.
    fn check_terms(&self, row: &[Value], conclusions: &Conclusions) -> Result<(), Stopped> {
        let relations = &self.view.program.relations;
        let relation = || relations[conclusions.relation].name.clone();
        if row.iter().any(|value| value.depth() > MAX_DEPTH) {
            return Err(Stopped::TooDeep {
                limit: MAX_DEPTH,
                relation: relation(),
            });
        }
        if row.iter().any(|value| value.symbol_count() > MAX_SYMBOLS) {
            return Err(Stopped::TooLarge {
                limit: MAX_SYMBOLS,
                relation: relation(),
            });
        }
        Ok(())
    }

    fn finish(&self, open: &[&Literal], conclusions: &mut Conclusions) -> Result<(), Stopped> {
        let row = self.bindings.row(&conclusions.rule.head.args);
        let (true, Some(row)) = (open.is_empty(), row) else {
            return Err(self.unsafe_rule(conclusions));
        };
        self.check_terms(&row, conclusions)?;
        conclusions.fresh.insert(row.into());
        self.view
            .check_count(conclusions.relation, conclusions.fresh.len())
    }

    fn unsafe_rule(&self, conclusions: &Conclusions) -> Stopped {
        let name = &self.view.program.relations[conclusions.relation].name;
        Stopped::Misuse(format!(
            "a rule of `{name}` uses a variable that none of its positive conditions binds"
        ))
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_POLLS) {
            self.view.check_signal()?;
        }
        Ok(())
    }
}
