//! All ways to satisfy the body of a rule.

use super::bindings::Bindings;
use super::facts::View;
use super::table::Row;
use super::value::{MAX_DEPTH, MAX_WORDS, Value};
use crate::Stopped;
use rustc_hash::FxHashSet;
use senet_gdl::{Literal, Rule, Sentence};

/// The stop signal is looked at after this many steps.
const STEPS_BETWEEN_POLLS: u32 = 1 << 14;

/// Works out what one rule concludes from facts that do not change meanwhile.
pub(super) struct Solver<'a> {
    view: View<'a>,
    bindings: Bindings,
    steps: u32,
}

/// The rule at work and what it has concluded so far.
struct Conclusions<'a> {
    rule: &'a Rule,
    relation: usize,
    fresh: FxHashSet<Row>,
}

impl<'a> Solver<'a> {
    /// A solver that sees these facts.
    pub fn new(view: View<'a>) -> Solver<'a> {
        Solver {
            view,
            bindings: Bindings::new(view.program.description.symbols.len()),
            steps: 0,
        }
    }

    /// The facts that a rule of the relation concludes and that are not known yet. If a position of the body is given, the
    /// sentence there is to be satisfied by these facts only.
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

    /// Satisfies all open literals in every way. Leaves them as they were.
    fn satisfy(
        &mut self,
        open: &mut Vec<&'a Literal>,
        conclusions: &mut Conclusions,
    ) -> Result<(), Stopped> {
        self.poll()?;
        if self.adds_nothing(conclusions) {
            return Ok(());
        }
        let Some(choice) = self.choose(open) else {
            return self.finish(open, conclusions);
        };
        let literal = open.swap_remove(choice);
        let done = if self.bindings.bind_literal(literal) {
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

    /// Satisfies a literal that has variables without a value in every way, and then all the others.
    fn branch(
        &mut self,
        literal: &'a Literal,
        open: &mut Vec<&'a Literal>,
        conclusions: &mut Conclusions,
    ) -> Result<(), Stopped> {
        match literal {
            Literal::Holds(sentence) => self.each_match(sentence, open, conclusions),
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

    fn each_match(
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

    /// The open literal to go on with: a test if one is ready, else the one with the fewest ways to satisfy it. `None` if
    /// nothing is open or all that is open waits for values.
    fn choose(&self, open: &[&Literal]) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for (position, literal) in open.iter().enumerate() {
            if self.bindings.bind_literal(literal) {
                return Some(position);
            }
            if let Some(ways) = self.ways(literal)
                && best.is_none_or(|(fewest, _)| ways < fewest)
            {
                best = Some((ways, position));
            }
        }
        best.map(|(_, position)| position)
    }

    /// About how many ways there are to satisfy a literal; `None` for one that has to wait until its variables have values.
    fn ways(&self, literal: &Literal) -> Option<usize> {
        match literal {
            Literal::Holds(sentence) => Some(self.view.table_of(sentence).map_or(0, |table| {
                table.count(table.candidates(self.bindings.keys(sentence)))
            })),
            Literal::And(parts, _) => {
                Some(parts.iter().filter_map(|p| self.ways(p)).min().unwrap_or(1))
            }
            Literal::Or(parts, _) => Some(parts.iter().map(|p| self.ways(p).unwrap_or(1)).sum()),
            Literal::Not(..) | Literal::Distinct(..) => None,
        }
    }

    /// Whether a literal all of whose variables have values holds.
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

    /// Whether the conclusion is already certain to be a known one, so that no further proof of it matters.
    fn adds_nothing(&self, conclusions: &Conclusions) -> bool {
        let Some(row) = self.bindings.row(&conclusions.rule.head.args) else {
            return false;
        };
        conclusions.fresh.contains(&row[..]) || self.view.table(conclusions.relation).contains(&row)
    }

    /// Refuses terms that grow without end.
    fn check_terms(&self, row: &[Value], conclusions: &Conclusions) -> Result<(), Stopped> {
        let relations = &self.view.program.relations;
        let relation = || relations[conclusions.relation].name.clone();
        if row.iter().any(|value| value.depth() > MAX_DEPTH) {
            return Err(Stopped::TooDeep {
                limit: MAX_DEPTH,
                relation: relation(),
            });
        }
        if row.iter().any(|value| value.words() > MAX_WORDS) {
            return Err(Stopped::TooLarge {
                limit: MAX_WORDS,
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
