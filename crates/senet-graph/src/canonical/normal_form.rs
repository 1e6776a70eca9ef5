//! Rules as trees in a normal form, so that equal rules have equal trees.

use crate::mapping::mixed;
use senet_gdl::{Literal, Rule, Sentence, Symbol, Term};

/// A condition, a sentence or a term. The arguments of `or`, `and` and `distinct` are sorted. Repeated arguments of
/// `or` and `and` are removed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RuleTree {
    /// A variable.
    Variable(Symbol),
    /// A symbol or keyword applied to its arguments.
    Applied(Symbol, Vec<RuleTree>),
}

/// A rule: its head and its sorted, distinct conditions.
pub type NormalRule = (RuleTree, Vec<RuleTree>);

/// Normalises a rule and renames its symbols.
pub fn normalise_rule(rule: &Rule, rename: &impl Fn(Symbol) -> Symbol) -> NormalRule {
    (sentence(&rule.head, rename), literals(&rule.body, rename))
}

/// Normalises a list of conditions whose order does not matter.
fn literals(all: &[Literal], rename: &impl Fn(Symbol) -> Symbol) -> Vec<RuleTree> {
    let mut all: Vec<_> = all
        .iter()
        .map(|part| normalise_literal(part, rename))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Normalises a condition and renames its symbols.
pub fn normalise_literal(literal: &Literal, rename: &impl Fn(Symbol) -> Symbol) -> RuleTree {
    match literal {
        Literal::Holds(holds) => sentence(holds, rename),
        Literal::Not(inner, _) => {
            RuleTree::Applied(Symbol::NOT, vec![normalise_literal(inner, rename)])
        }
        Literal::Or(parts, _) => RuleTree::Applied(Symbol::OR, literals(parts, rename)),
        Literal::And(parts, _) => RuleTree::Applied(Symbol::AND, literals(parts, rename)),
        Literal::Distinct(left, right, _) => {
            let mut terms = vec![term(left, rename), term(right, rename)];
            terms.sort_unstable();
            RuleTree::Applied(Symbol::DISTINCT, terms)
        }
    }
}

fn sentence(sentence: &Sentence, rename: &impl Fn(Symbol) -> Symbol) -> RuleTree {
    let args = sentence.args.iter().map(|arg| term(arg, rename));
    RuleTree::Applied(rename(sentence.relation), args.collect())
}

fn term(term: &Term, rename: &impl Fn(Symbol) -> Symbol) -> RuleTree {
    match term {
        Term::Variable(name, _) => RuleTree::Variable(rename(*name)),
        Term::Constant(name, _) => RuleTree::Applied(rename(*name), Vec::new()),
        Term::Function(name, args, _) => {
            let args = args.iter().map(|arg| self::term(arg, rename));
            RuleTree::Applied(rename(*name), args.collect())
        }
    }
}

/// Hashes a rule after renaming its symbols. Equal rules have equal hashes; collisions are rare.
pub fn hash_rule((head, body): &NormalRule, rename: &impl Fn(Symbol) -> Symbol) -> u64 {
    head.hash(rename).wrapping_add(unordered_hash(body, rename))
}

fn unordered_hash(parts: &[RuleTree], rename: &impl Fn(Symbol) -> Symbol) -> u64 {
    let hashes = parts.iter().map(|part| mixed(part.hash(rename)));
    hashes.fold(0, u64::wrapping_add)
}

/// Tests whether a rule contains a variable.
pub fn has_variables((head, body): &NormalRule) -> bool {
    head.has_variables() || body.iter().any(RuleTree::has_variables)
}

impl RuleTree {
    fn hash(&self, rename: &impl Fn(Symbol) -> Symbol) -> u64 {
        match self {
            RuleTree::Variable(name) => mixed(!(rename(*name).index() as u64)),
            RuleTree::Applied(name, parts) => {
                let name = rename(*name);
                let start = mixed(name.index() as u64);
                match name {
                    Symbol::OR | Symbol::AND | Symbol::DISTINCT => {
                        mixed(start ^ unordered_hash(parts, rename))
                    }
                    _ => parts.iter().fold(start, |hash, part| {
                        mixed(hash.rotate_left(1) ^ part.hash(rename))
                    }),
                }
            }
        }
    }

    fn has_variables(&self) -> bool {
        match self {
            RuleTree::Variable(_) => true,
            RuleTree::Applied(_, parts) => parts.iter().any(RuleTree::has_variables),
        }
    }
}
