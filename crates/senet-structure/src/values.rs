//! Over-approximates the constants that can occur at each argument position.

use super::positions::{
    ArgumentPosition, normal_relation, positive_sentence, visit_sentence_positions,
};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Literal, Rule, Sentence, Symbol, Term};
use std::collections::BTreeSet;

/// The possible constants at each position.
///
/// The analysis treats each argument on its own. A variable in a head can take the constants that all its conditions
/// allow. The analysis ignores `base` and `input`, because they may declare more than can occur.
#[derive(Clone, Debug, Default)]
pub struct ArgumentValues {
    at: FxHashMap<ArgumentPosition, BTreeSet<Symbol>>,
}

impl ArgumentValues {
    /// Finds the values of all positions.
    pub fn of(description: &Description) -> ArgumentValues {
        let mut values = ArgumentValues::default();
        let rules: Vec<_> = description
            .rules
            .iter()
            .filter(|rule| !matches!(rule.head.relation, Symbol::BASE | Symbol::INPUT))
            .collect();
        for rule in rules.iter().filter(|rule| rule.body.is_empty()) {
            values.add_derived_values(rule);
        }
        let rules: Vec<_> = rules.into_iter().filter(|r| !r.body.is_empty()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for rule in &rules {
                changed |= values.add_derived_values(rule);
            }
        }
        values
    }

    /// Returns the possible constants at a position, in the order of the symbols.
    pub fn at(&self, position: ArgumentPosition) -> impl Iterator<Item = Symbol> + '_ {
        self.at.get(&position).into_iter().flatten().copied()
    }

    /// Returns true if a constant can occur at a position.
    pub fn contains(&self, position: ArgumentPosition, constant: Symbol) -> bool {
        self.at
            .get(&position)
            .is_some_and(|found| found.contains(&constant))
    }

    /// Adds the values that one rule derives. Returns true if any of them is new.
    fn add_derived_values(&mut self, rule: &Rule) -> bool {
        let Some(candidates) = self.candidates(rule) else {
            return false;
        };
        let mut new: Vec<(ArgumentPosition, Symbol)> = Vec::new();
        visit_sentence_positions(&rule.head, &mut |position, term| match term {
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

    /// Returns the possible values of each variable of a rule; `None` if a condition never holds.
    fn candidates(&self, rule: &Rule) -> Option<FxHashMap<Symbol, BTreeSet<Symbol>>> {
        let mut found: FxHashMap<Symbol, BTreeSet<Symbol>> = FxHashMap::default();
        let mut fits = true;
        for sentence in rule.body.iter().filter_map(positive_sentence) {
            fits &= self.restrict(sentence, &mut found);
        }
        let bound: FxHashSet<Symbol> = found.keys().copied().collect();
        for literal in &rule.body {
            self.add_nested_values(literal, &bound, &mut found);
        }
        fits.then_some(found)
    }

    /// Restricts the candidates of each variable by one sentence. Returns false if a constant of the sentence cannot
    /// occur there.
    fn restrict(
        &self,
        sentence: &Sentence,
        found: &mut FxHashMap<Symbol, BTreeSet<Symbol>>,
    ) -> bool {
        let mut fits = true;
        let none = BTreeSet::new();
        visit_sentence_positions(sentence, &mut |position, term| {
            let here = self.at.get(&position).unwrap_or(&none);
            match term {
                Term::Variable(variable, _) => {
                    found
                        .entry(*variable)
                        .and_modify(|old| old.retain(|constant| here.contains(constant)))
                        .or_insert_with(|| here.clone());
                }
                Term::Constant(constant, _) => {
                    let is_role = normal_relation(position.name) == Symbol::DOES;
                    fits &= is_role || here.contains(constant);
                }
                Term::Function(..) => {}
            }
        });
        fits
    }

    /// Handles variables that occur only inside `or` or `and`: they take the union of the values at all their
    /// positions.
    fn add_nested_values(
        &self,
        literal: &Literal,
        bound: &FxHashSet<Symbol>,
        found: &mut FxHashMap<Symbol, BTreeSet<Symbol>>,
    ) {
        if positive_sentence(literal).is_some() {
            return;
        }
        literal.visit_sentences(&mut |sentence, negated| {
            if !negated {
                self.add_sentence_values(sentence, bound, found);
            }
        });
        // A negated `distinct` binds a variable.
        literal.visit_distincts(&mut |left, right| {
            if let (Term::Variable(variable, _), Term::Constant(constant, _))
            | (Term::Constant(constant, _), Term::Variable(variable, _)) = (left, right)
                && !bound.contains(variable)
            {
                found.entry(*variable).or_default().insert(*constant);
            }
        });
    }

    fn add_sentence_values(
        &self,
        sentence: &Sentence,
        bound: &FxHashSet<Symbol>,
        found: &mut FxHashMap<Symbol, BTreeSet<Symbol>>,
    ) {
        visit_sentence_positions(sentence, &mut |position, term| {
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
