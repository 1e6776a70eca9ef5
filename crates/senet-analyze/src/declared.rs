//! States of all facts that a sheet declares.
//!
//! Grounding leaves out facts that no match can come to. The published test looks at all states made of declared facts, so for it they
//! are grounded too: everything declared is initial, and what really is initial is remembered under another name.

use rustc_hash::FxHashSet;
use senet_gdl::{Description, Literal, Rule, Sentence, Span, Symbol, Term};
use senet_ground::{GroundError, Grounded, Options, ground};

/// No sheet has words with spaces in them.
const REALLY: &str = "really initial";

/// Grounds a game so that all facts of `base` are among its fluents. The published test asks for steps, so what only goals and ends of matches need
/// is left out; if it is asked about one relation alone, also what other relations are next.
pub fn ground_declared(
    description: &Description,
    relation: Option<&str>,
    options: &Options,
) -> Result<Grounded, GroundError> {
    let mut rules = description.rules.iter();
    if !rules.any(|rule| rule.head.relation == Symbol::BASE) {
        return ground(&only_steps(description, None), options);
    }
    let description = only_steps(description, relation);
    let mut wide = ground(&all_initial(description), options)?;
    let Some(really) = wide.symbols.get(REALLY) else {
        return Ok(wide);
    };
    let is_mark = |&&fact: &&_| wide.terms.name(fact) == really;
    let marked = wide
        .fluents
        .iter()
        .filter(is_mark)
        .flat_map(|&mark| wide.terms.args(mark));
    let marked: FxHashSet<_> = marked.copied().collect();
    let numbered = wide.fluents.iter().enumerate();
    let initial = numbered.filter(|(_, fact)| marked.contains(fact));
    wide.initial = initial.map(|(number, _)| number as u32).collect();
    Ok(wide)
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
