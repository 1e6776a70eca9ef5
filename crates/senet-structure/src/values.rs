//! Which constants can stand where: for every argument a set that contains all that may ever turn up there.

use super::positions::{Position, plain, same_over_time, visit_sentence_places};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Literal, Rule, Sentence, Symbol, Term};
use std::collections::BTreeSet;

/// The constants that may stand at each position.
///
/// An over-approximation, argument by argument: a variable in a conclusion can be what all the conditions that it stands in allow.
/// `base` and `input` are not asked, since sheets may declare more than can ever be.
#[derive(Clone, Debug, Default)]
pub struct Values {
    at: FxHashMap<Position, BTreeSet<Symbol>>,
}

impl Values {
    /// Finds the values of all positions.
    pub fn of(description: &Description) -> Values {
        let mut values = Values::default();
        let rules: Vec<_> = description
            .rules
            .iter()
            .filter(|rule| !matches!(rule.head.relation, Symbol::BASE | Symbol::INPUT))
            .collect();
        for rule in rules.iter().filter(|rule| rule.body.is_empty()) {
            values.conclude(rule);
        }
        let rules: Vec<_> = rules.into_iter().filter(|r| !r.body.is_empty()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for rule in &rules {
                changed |= values.conclude(rule);
            }
        }
        values
    }

    /// What may stand at a position, in the order of the symbols.
    pub fn at(&self, position: Position) -> impl Iterator<Item = Symbol> + '_ {
        self.at.get(&position).into_iter().flatten().copied()
    }

    /// Whether a constant may stand at a position.
    pub fn contains(&self, position: Position, constant: Symbol) -> bool {
        self.at
            .get(&position)
            .is_some_and(|found| found.contains(&constant))
    }

    /// Adds what one rule concludes; whether that was new.
    fn conclude(&mut self, rule: &Rule) -> bool {
        let Some(candidates) = self.candidates(rule) else {
            return false;
        };
        let mut new: Vec<(Position, Symbol)> = Vec::new();
        visit_sentence_places(&rule.head, &mut |position, term| match term {
            Term::Constant(constant, _) => new.push((position, *constant)),
            Term::Variable(variable, _) => {
                let found = candidates.get(variable).into_iter().flatten();
                new.extend(found.map(|&constant| (position, constant)));
            }
            Term::Function(..) => {}
        });
        let mut changed = false;
        for (position, constant) in new {
            changed |= self.at.entry(position).or_default().insert(constant);
        }
        changed
    }

    /// What each variable of a rule can be; nothing if a condition can never hold.
    fn candidates(&self, rule: &Rule) -> Option<FxHashMap<Symbol, BTreeSet<Symbol>>> {
        let mut found: FxHashMap<Symbol, BTreeSet<Symbol>> = FxHashMap::default();
        let mut fits = true;
        for sentence in rule.body.iter().filter_map(plain) {
            fits &= self.restrict(sentence, &mut found);
        }
        let bound: FxHashSet<Symbol> = found.keys().copied().collect();
        for literal in &rule.body {
            self.widen(literal, &bound, &mut found);
        }
        fits.then_some(found)
    }

    /// Keeps of each variable's candidates what may stand where it stands in a sentence; whether the sentence's constants fit.
    fn restrict(
        &self,
        sentence: &Sentence,
        found: &mut FxHashMap<Symbol, BTreeSet<Symbol>>,
    ) -> bool {
        let mut fits = true;
        let none = BTreeSet::new();
        visit_sentence_places(sentence, &mut |position, term| {
            let here = self.at.get(&position).unwrap_or(&none);
            match term {
                Term::Variable(variable, _) => {
                    found
                        .entry(*variable)
                        .and_modify(|old| old.retain(|constant| here.contains(constant)))
                        .or_insert_with(|| here.clone());
                }
                Term::Constant(constant, _) => {
                    let is_role = same_over_time(position.name) == Symbol::DOES;
                    fits &= is_role || here.contains(constant);
                }
                Term::Function(..) => {}
            }
        });
        fits
    }

    /// Variables that only stand inside `or` or `and` can be whatever any of their places allows.
    fn widen(
        &self,
        literal: &Literal,
        bound: &FxHashSet<Symbol>,
        found: &mut FxHashMap<Symbol, BTreeSet<Symbol>>,
    ) {
        if plain(literal).is_some() {
            return;
        }
        literal.visit_sentences(&mut |sentence, negated| {
            if !negated {
                self.widen_by(sentence, bound, found);
            }
        });
        // A negated `distinct` gives a variable its value.
        literal.visit_distincts(&mut |left, right| {
            if let (Term::Variable(variable, _), Term::Constant(constant, _))
            | (Term::Constant(constant, _), Term::Variable(variable, _)) = (left, right)
                && !bound.contains(variable)
            {
                found.entry(*variable).or_default().insert(*constant);
            }
        });
    }

    fn widen_by(
        &self,
        sentence: &Sentence,
        bound: &FxHashSet<Symbol>,
        found: &mut FxHashMap<Symbol, BTreeSet<Symbol>>,
    ) {
        visit_sentence_places(sentence, &mut |position, term| {
            if let Term::Variable(variable, _) = term
                && !bound.contains(variable)
            {
                found
                    .entry(*variable)
                    .or_default()
                    .extend(self.at(position));
            }
        });
    }
}
