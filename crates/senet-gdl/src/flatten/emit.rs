//! Builds the flattened description and reports which helpers are gone and which remain.

use super::definitions::{Definitions, is_helper};
use super::expand::expand;
use super::{FlattenOptions, NotUnfolded};
use crate::clauses::{Atom, Clause, Condition, Pattern};
use crate::dependencies::{Dependencies, Relation};
use crate::description::{Description, Literal, Rule, Sentence, Term};
use crate::span::Span;
use crate::symbol::{Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};

/// Returns the description with the rules of the chosen relations unfolded. The helpers are still included.
pub(super) fn flattened(
    description: &Description,
    known: &Definitions,
    options: &FlattenOptions,
) -> Description {
    let mut result = Description {
        symbols: description.symbols.clone(),
        rules: Vec::new(),
    };
    for (index, rule) in description.rules.iter().enumerate() {
        let rules_left = options.rules.saturating_sub(result.rules.len());
        let unfolded = if is_target(rule, options) {
            unfolded_rule(index, known, options.rules_per_rule.min(rules_left))
        } else {
            None
        };
        match unfolded {
            Some(clauses) => {
                for clause in &clauses {
                    let rule = rule_of(clause, rule.span, &mut result.symbols);
                    result.rules.push(rule);
                }
            }
            None => result.rules.push(rule.clone()),
        }
    }
    result
}

fn is_target(rule: &Rule, options: &FlattenOptions) -> bool {
    match rule.head.relation {
        Symbol::LEGAL | Symbol::NEXT => true,
        Symbol::GOAL => options.goal,
        Symbol::TERMINAL => options.terminal,
        Symbol::SEES => options.sees,
        _ => false,
    }
}

/// Returns the clauses that replace a rule; `None` if the rule stays as it is.
fn unfolded_rule(index: usize, known: &Definitions, limit: usize) -> Option<Vec<Clause>> {
    let clauses = known.clauses_of(index)?;
    let mut unfolded: Vec<Clause> = Vec::new();
    for clause in clauses {
        for clause in expand(clause, known, limit).clauses {
            if !unfolded.contains(&clause) {
                unfolded.push(clause);
            }
        }
    }
    (unfolded.len() <= limit && unfolded != clauses).then_some(unfolded)
}

/// Removes the helpers that the game no longer needs, and returns them.
pub(super) fn remove_unused(result: &mut Description, original: &Description) -> Vec<Relation> {
    let was_needed: FxHashSet<Relation> = Dependencies::of(original)
        .closure(|relation| !is_helper(relation))
        .into_iter()
        .collect();
    let is_needed: FxHashSet<Relation> = Dependencies::of(result)
        .closure(|relation| !is_helper(relation) || !was_needed.contains(&relation))
        .into_iter()
        .collect();
    let mut removed = Vec::new();
    let mut is_removed = FxHashSet::default();
    result.rules.retain(|rule| {
        let relation = relation_of(&rule.head);
        let stays = is_needed.contains(&relation);
        if !stays && is_removed.insert(relation) {
            removed.push(relation);
        }
        stays
    });
    removed
}

fn relation_of(sentence: &Sentence) -> Relation {
    (sentence.relation, sentence.args.len())
}

/// Returns the helpers that flattened rules still use, each with the most important reason.
pub(super) fn left_alone(
    description: &Description,
    known: &Definitions,
    options: &FlattenOptions,
) -> Vec<(Relation, NotUnfolded)> {
    let mut found: Vec<(Relation, NotUnfolded)> = Vec::new();
    let mut places: FxHashMap<Relation, usize> = FxHashMap::default();
    let targets = description
        .rules
        .iter()
        .filter(|rule| is_target(rule, options));
    for (sentence, negated) in targets.flat_map(Rule::body_sentences) {
        let relation = relation_of(sentence);
        if !is_helper(relation) {
            continue;
        }
        let reason = reason(relation, negated, known);
        match places.get(&relation).map(|&place| &mut found[place].1) {
            None => {
                places.insert(relation, found.len());
                found.push((relation, reason));
            }
            Some(before) if *before == NotUnfolded::Negated => *before = reason,
            Some(_) => {}
        }
    }
    found
}

fn reason(relation: Relation, negated: bool, known: &Definitions) -> NotUnfolded {
    match known.table(relation) {
        _ if known.is_recursive(relation) => NotUnfolded::Recursive,
        Some(table) => NotUnfolded::FactTable(table.len()),
        None if negated => NotUnfolded::Negated,
        None if known.is_out_of_time() => NotUnfolded::OutOfTime,
        None => NotUnfolded::TooLarge,
    }
}

/// Converts a clause back to a rule. All its parts get the span of the original rule.
fn rule_of(clause: &Clause, span: Span, symbols: &mut Symbols) -> Rule {
    let writer = RuleWriter {
        names: variable_names(clause, symbols),
        span,
    };
    Rule {
        head: writer.sentence(&clause.head),
        body: clause.body.iter().map(|c| writer.literal(c)).collect(),
        span,
    }
}

/// Returns the names of the variables. If two variables have the same name, the later one gets a number.
fn variable_names(clause: &Clause, symbols: &mut Symbols) -> Vec<Symbol> {
    let mut names: Vec<Symbol> = Vec::new();
    let mut taken: FxHashSet<Symbol> = clause.variables.iter().copied().collect();
    let mut numbers: FxHashMap<Symbol, usize> = FxHashMap::default();
    for &wanted in &clause.variables {
        let number = numbers.entry(wanted).or_insert(1);
        let mut name = wanted;
        if *number > 1 {
            name = loop {
                let spelling = format!("{}_{number}", symbols.spelling(wanted));
                let name = symbols.intern(&spelling);
                *number += 1;
                if taken.insert(name) {
                    break name;
                }
            };
        } else {
            *number = 2;
        }
        names.push(name);
    }
    names
}

struct RuleWriter {
    names: Vec<Symbol>,
    span: Span,
}

impl RuleWriter {
    fn literal(&self, condition: &Condition) -> Literal {
        match condition {
            Condition::Holds(atom) => Literal::Holds(self.sentence(atom)),
            Condition::Fails(atom) => {
                Literal::Not(Box::new(Literal::Holds(self.sentence(atom))), self.span)
            }
            Condition::Distinct(left, right) => {
                Literal::Distinct(self.term(left), self.term(right), self.span)
            }
        }
    }

    fn sentence(&self, atom: &Atom) -> Sentence {
        Sentence {
            relation: atom.relation,
            args: atom.args.iter().map(|arg| self.term(arg)).collect(),
            span: self.span,
        }
    }

    fn term(&self, pattern: &Pattern) -> Term {
        match pattern {
            Pattern::Variable(variable) => Term::Variable(self.names[*variable], self.span),
            Pattern::Constant(name) => Term::Constant(*name, self.span),
            Pattern::Function(name, args) => {
                let args = args.iter().map(|arg| self.term(arg)).collect();
                Term::Function(*name, args, self.span)
            }
        }
    }
}
