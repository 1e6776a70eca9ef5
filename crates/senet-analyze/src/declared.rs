//! States of all facts that a sheet declares.
//!
//! Grounding leaves out facts that no match can come to. The published test looks at all states made of declared facts, so for it they
//! are grounded too: everything declared is initial, and what really is initial is remembered under another name.

use rustc_hash::FxHashSet;
use senet_gdl::{Description, Literal, Rule, Sentence, Span, Symbol, Term};
use senet_ground::{GroundError, Grounded, Options, Start, TermId, Terms, ground, ground_unless};

/// No sheet has words with spaces in them.
const REALLY: &str = "really initial";

/// Grounds a game so that all facts of `base` are among its fluents. The published test asks for steps, so what only goals and ends of matches need
/// is left out; if it is asked about one projection alone, also what other relations are next; and all steps if the initial state refutes whatever is asked about.
pub fn ground_declared(
    description: &Description,
    only: Option<&(String, Vec<usize>)>,
    options: &Options,
) -> Result<Grounded, GroundError> {
    let mut rules = description.rules.iter();
    if !rules.any(|rule| rule.head.relation == Symbol::BASE) {
        return ground(&only_steps(description, None), options);
    }
    let relation = only.map(|(relation, _)| relation.as_str());
    let description = all_initial(only_steps(description, relation));
    let symbols = &description.symbols;
    let Some(really) = symbols.get(REALLY) else {
        return ground(&description, options);
    };
    let is_enough = |start: &Start| match only {
        Some((relation, positions)) => {
            let relation = symbols.get(relation);
            relation.is_some_and(|relation| is_refuted(start, really, relation, positions))
        }
        None => is_all_refuted(start, really),
    };
    let mut wide = ground_unless(&description, options, &is_enough)?;
    let marked: FxHashSet<_> = marked(&wide.terms, &wide.fluents, really).collect();
    let numbered = wide.fluents.iter().enumerate();
    let initial = numbered.filter(|(_, fact)| marked.contains(fact));
    wide.initial = initial.map(|(number, _)| number as u32).collect();
    Ok(wide)
}

/// The facts that are really initial, as the marks among some facts tell.
fn marked<'a>(
    terms: &'a Terms,
    facts: &'a [TermId],
    really: Symbol,
) -> impl Iterator<Item = TermId> + 'a {
    let marks = facts
        .iter()
        .filter(move |&&fact| terms.name(fact) == really);
    marks.flat_map(|&mark| terms.args(mark)).copied()
}

/// Whether each position of each relation shows something else of the initial state than of all that is declared: then so does everything.
fn is_all_refuted(start: &Start, really: Symbol) -> bool {
    let declared = start.base.iter().copied();
    let facts = declared.chain(marked(start.terms, &start.initial, really));
    let relations = facts.map(|fact| (start.terms.name(fact), start.terms.args(fact).len()));
    let relations: FxHashSet<(Symbol, usize)> = relations.collect();
    let mut positions = relations
        .iter()
        .flat_map(|&(relation, arity)| (1..=arity).map(move |position| (relation, position)));
    positions.all(|(relation, position)| is_refuted(start, really, relation, &[position]))
}

/// Whether a projection shows something else of the initial state than of all that is declared. Where nothing is declared, or there are relations of the
/// same name, that is left open.
fn is_refuted(start: &Start, really: Symbol, relation: Symbol, positions: &[usize]) -> bool {
    let terms = start.terms;
    let is_of_relation = |&fact: &TermId| terms.name(fact) == relation;
    let declared = start.base.iter().copied().filter(is_of_relation);
    let declared: Vec<TermId> = declared.collect();
    let initial = marked(terms, &start.initial, really).filter(is_of_relation);
    let initial: Vec<TermId> = initial.collect();
    let mut arities = declared.iter().chain(&initial);
    let arity = declared.first().map_or(0, |&fact| terms.args(fact).len());
    let is_clear = arities.all(|&fact| terms.args(fact).len() == arity);
    if !is_clear
        || positions
            .iter()
            .any(|&position| position == 0 || position > arity)
    {
        return false;
    }
    let shown = |fact: &TermId| -> Vec<TermId> {
        let args = terms.args(*fact);
        positions
            .iter()
            .map(|&position| args[position - 1])
            .collect()
    };
    let all: FxHashSet<_> = declared.iter().map(shown).collect();
    let first: FxHashSet<_> = initial.iter().map(shown).collect();
    all != first
}

/// Whether a fluent is just a mark.
pub fn is_mark(grounded: &Grounded, fluent: usize) -> bool {
    let name = grounded.terms.name(grounded.fluents[fluent]);
    grounded.symbols.key(name) == REALLY
}

/// The rules without those of questions that no step depends on, or none of those after which a relation is what it is. A step may depend on
/// whether a match is over, if the sheet says so.
fn only_steps(description: &Description, relation: Option<&str>) -> Description {
    let bodies = description.rules.iter().flat_map(Rule::body_sentences);
    let used: FxHashSet<Symbol> = bodies.map(|(sentence, _)| sentence.relation).collect();
    let asked = [Symbol::GOAL, Symbol::TERMINAL, Symbol::SEES];
    let is_left_out = |name: &Symbol| asked.contains(name) && !used.contains(name);
    let rules = description.rules.iter();
    let is_of_another = |rule: &Rule| {
        let name = match (rule.head.relation, rule.head.args.first()) {
            (Symbol::NEXT, Some(Term::Constant(name, _) | Term::Function(name, ..))) => name,
            _ => return false,
        };
        relation.is_some_and(|relation| description.symbols.key(*name) != relation)
    };
    let kept = rules.filter(|rule| !is_left_out(&rule.head.relation) && !is_of_another(rule));
    Description {
        symbols: description.symbols.clone(),
        rules: kept.cloned().collect(),
    }
}

/// The rules with every declared fact initial, and those that were so before marked.
fn all_initial(mut description: Description) -> Description {
    let symbols = &mut description.symbols;
    let (given, really) = (symbols.fresh("given initial"), symbols.intern(REALLY));
    let variable = symbols.intern("?fact");
    let fact = || Term::Variable(variable, Span::default());
    let mark = Term::Function(really, vec![fact()], Span::default());
    for rule in &mut description.rules {
        rename(rule, given);
    }
    description.rules.extend([
        rule(Symbol::INIT, fact(), Symbol::BASE, fact()),
        rule(Symbol::INIT, fact(), given, fact()),
        rule(Symbol::INIT, mark, given, fact()),
    ]);
    description
}

fn rule(head: Symbol, concluded: Term, condition: Symbol, of: Term) -> Rule {
    let sentence = |relation, term| Sentence {
        relation,
        args: vec![term],
        span: Span::default(),
    };
    Rule {
        head: sentence(head, concluded),
        body: vec![Literal::Holds(sentence(condition, of))],
        span: Span::default(),
    }
}

/// Makes a rule speak of another relation in place of `init`.
fn rename(rule: &mut Rule, given: Symbol) {
    let renamed = |sentence: &Sentence| {
        let mut sentence = sentence.clone();
        if sentence.relation == Symbol::INIT {
            sentence.relation = given;
        }
        Literal::Holds(sentence)
    };
    if rule.head.relation == Symbol::INIT {
        rule.head.relation = given;
    }
    let mut body = rule.body_sentences().into_iter();
    if body.any(|(sentence, _)| sentence.relation == Symbol::INIT) {
        let body = rule.body.iter();
        rule.body = body.map(|old| old.map_sentences(&renamed)).collect();
    }
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
        let only = (relation.to_string(), vec![1]);
        let grounded = ground_declared(&description, Some(&only), &Options::default()).unwrap();
        assert_eq!(!grounded.rules.is_empty(), expected, "{relation}");
    }

    #[test]
    fn steps_are_grounded_unless_the_initial_state_refutes() {
        check("step", false);
        check("at", true);
        check("unknown", true);
    }
}
