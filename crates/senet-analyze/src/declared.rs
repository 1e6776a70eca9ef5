//! States of all facts that a sheet declares.
//!
//! Grounding leaves out facts that no match can come to. The published test looks at all states made of declared facts, so for it they
//! are grounded too.

use crate::boards;
use crate::glance::{Glance, Glanced};
use crate::steps::Steps;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Symbol, clauses_of};
use senet_ground::{GroundError, Grounded, Nobody, Options, Start, TermId, Terms, ground_watched};
use std::collections::BTreeMap;

/// Grounds a game so that all facts of `base` are among its fluents. The published test asks for steps, so what only goals and ends of matches need
/// is left out; if it is asked about one projection alone, also all about other relations that its steps do not depend on; and what is not needed any more if the initial state or a guessed one refutes whatever is asked about.
pub fn ground_declared(
    description: &Description,
    asking: &boards::Options,
    options: &Options,
) -> Result<(Grounded, Glanced), GroundError> {
    let symbols = &description.symbols;
    let mut heads = description.rules.iter().map(|rule| rule.head.relation);
    let declares = heads.any(|relation| relation == Symbol::BASE);
    let only = asking.only.as_ref().filter(|_| declares);
    let asked = only.map(|(relation, positions)| (symbols.get(relation), &positions[..]));
    let steps = Steps::of(description, asked.map(|(relation, _)| relation));
    let rules = clauses_of(description, |rule| steps.contain(rule));
    let rules = rules.map_err(GroundError::Rule)?;
    if !declares {
        let grounded = ground_watched(rules, symbols, options, &Nobody)?;
        return Ok((grounded, Glanced::NotAtAll));
    }
    let glance = Glance::new(description, &steps, asked, asking);
    let wide = Options {
        all_declared: true,
        ..options.clone()
    };
    let grounded = ground_watched(rules, symbols, &wide, &glance)?;
    Ok((grounded, glance.outcome()))
}

/// Whether what is known before any step refutes all that is asked about: everything, or one projection, if there is such a relation.
pub fn is_refuted_at_once(start: &Start, asked: Option<(Option<Symbol>, &[usize])>) -> bool {
    match asked {
        Some((relation, positions)) => {
            relation.is_some_and(|relation| is_refuted(start, relation, positions))
        }
        None => is_all_refuted(start),
    }
}

/// Whether each position of each relation shows something else of the initial state than of all that is declared: then so does everything.
fn is_all_refuted(start: &Start) -> bool {
    let facts = start.base.iter().chain(&start.initial);
    let relations = facts.map(|&fact| (start.terms.name(fact), start.terms.args(fact).len()));
    let relations: FxHashSet<(Symbol, usize)> = relations.collect();
    let mut positions = relations
        .iter()
        .flat_map(|&(relation, arity)| (1..=arity).map(move |position| (relation, position)));
    positions.all(|(relation, position)| is_refuted(start, relation, &[position]))
}

/// Whether a projection shows something else of the initial state than of all that is declared. Where that is not clear it is left open.
fn is_refuted(start: &Start, relation: Symbol, positions: &[usize]) -> bool {
    Outset::of(start, relation, positions)
        .is_some_and(|outset| outset.shown_of(&outset.declared) != outset.shown_of(&outset.initial))
}

/// What is known of a projection before any step.
pub struct Outset<'a> {
    terms: &'a Terms,
    relation: Symbol,
    arity: usize,
    pub positions: &'a [usize],
    /// The facts of its relation that are declared.
    declared: Vec<TermId>,
    /// Those that are initial.
    initial: Vec<TermId>,
}

impl<'a> Outset<'a> {
    /// `None` where nothing is declared, or there are relations of the same name.
    pub fn of(start: &Start<'a>, relation: Symbol, positions: &'a [usize]) -> Option<Outset<'a>> {
        let terms = start.terms;
        let is_of_relation = |&fact: &TermId| terms.name(fact) == relation;
        let declared = start.base.iter().copied().filter(is_of_relation);
        let declared: Vec<TermId> = declared.collect();
        let initial = start.initial.iter().copied().filter(is_of_relation);
        let initial: Vec<TermId> = initial.collect();
        let mut facts = declared.iter().chain(&initial);
        let arity = terms.args(*declared.first()?).len();
        let is_clear = facts.all(|&fact| terms.args(fact).len() == arity)
            && positions
                .iter()
                .all(|position| (1..=arity).contains(position));
        is_clear.then_some(Outset {
            terms,
            relation,
            arity,
            positions,
            declared,
            initial,
        })
    }

    /// Whether this is its relation.
    pub fn is_of(&self, name: Symbol, arity: usize) -> bool {
        (name, arity) == (self.relation, self.arity)
    }

    /// All that the projection shows of some facts of its relation.
    fn shown_of(&self, facts: &[TermId]) -> FxHashSet<Vec<TermId>> {
        let shown = |&fact: &TermId| shown(self.terms, fact, self.positions);
        facts.iter().filter_map(shown).collect()
    }

    /// The declared facts in groups of which it shows the same.
    pub fn groups(&self) -> Vec<Vec<TermId>> {
        let mut numbers: FxHashMap<Option<Vec<TermId>>, usize> = FxHashMap::default();
        let mut groups: Vec<Vec<TermId>> = Vec::new();
        for &fact in &self.declared {
            let shown = shown(self.terms, fact, self.positions);
            let number = *numbers.entry(shown).or_insert(groups.len());
            if number == groups.len() {
                groups.push(Vec::new());
            }
            groups[number].push(fact);
        }
        groups
    }

    /// All declared facts of other relations, by relation.
    pub fn all_others(&self, start: &Start) -> BTreeMap<Symbol, Vec<TermId>> {
        let mut others: BTreeMap<Symbol, Vec<TermId>> = BTreeMap::new();
        for &fact in &start.base {
            let name = self.terms.name(fact);
            if name != self.relation {
                others.entry(name).or_default().push(fact);
            }
        }
        others
    }

    /// Declared facts of other relations that are initial.
    pub fn others(&self, start: &Start) -> Vec<TermId> {
        let declared: FxHashSet<TermId> = start.base.iter().copied().collect();
        let initial = start.initial.iter().copied();
        let others = initial.filter(|&fact| self.terms.name(fact) != self.relation);
        others.filter(|fact| declared.contains(fact)).collect()
    }
}

/// What stands at some positions of a fact, unless it has too few.
pub fn shown(terms: &Terms, fact: TermId, positions: &[usize]) -> Option<Vec<TermId>> {
    let args = terms.args(fact);
    let at = |&position: &usize| args.get(position - 1).copied();
    positions.iter().map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::{Sheet, playable};

    /// Whether steps are grounded for a projection of a game with a counter and a place that stays.
    fn check(relation: &str, expected: bool) {
        let text = "(role r) (succ 1 2) (succ 2 3) (base (step 1)) (base (step 2)) (base (step 3)) (base (at 1)) (input r go)
            (init (step 1)) (init (at 1)) (legal r go) (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= (next (at ?p)) (true (at ?p)))
            (<= terminal (true (step 3))) (goal r 100)";
        let description = playable(&Sheet::read(text)).unwrap();
        let asking = boards::Options {
            question: boards::Question::VerifyIp,
            only: Some((relation.to_string(), vec![1])),
            ..boards::Options::default()
        };
        let (grounded, _) = ground_declared(&description, &asking, &Options::default()).unwrap();
        assert_eq!(!grounded.rules.is_empty(), expected, "{relation}");
    }

    #[test]
    fn steps_are_grounded_unless_the_initial_state_refutes() {
        check("step", false);
        check("at", true);
        check("unknown", true);
    }
}
