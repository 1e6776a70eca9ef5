//! Loop formulas: exclude atoms that support only each other.
//!
//! Clauses let the atoms of a loop hold because of one another. If a model of the solver does so, new clauses require
//! that one of these atoms has a reason outside the loop. Then the question is repeated. Most games never need this.

use crate::encode::Encoding;
use crate::merge_move_rules::Case;
use crate::solver::Lit;
use senet_ground::RuleEvaluator;

/// Excludes unfounded atoms of the solver's model; returns whether there were any. The evaluator knows the true
/// values.
pub fn forbid_unfounded(encoding: &mut Encoding, evaluator: &RuleEvaluator) -> bool {
    let unfounded = unfounded(encoding, evaluator);
    if unfounded.is_empty() {
        return false;
    }
    let reasons = outside_reasons(encoding, &unfounded);
    for &(_, holds) in &unfounded {
        encoding
            .solver
            .clause([!holds].into_iter().chain(reasons.iter().copied()));
    }
    true
}

/// The atoms of the lowest loop that hold in the model although no rule derives them.
fn unfounded(encoding: &mut Encoding, evaluator: &RuleEvaluator) -> Vec<(u32, Lit)> {
    let index = encoding.index;
    for layer in index.layers().filter(|layer| layer.is_loop) {
        let atoms = index.atoms_of(layer).iter().copied();
        let wrong = |atom: &u32| encoding.claimed(*atom) && !evaluator.holds(*atom);
        let wrong: Vec<u32> = atoms.filter(wrong).collect();
        if !wrong.is_empty() {
            return wrong
                .into_iter()
                .map(|atom| (atom, encoding.atom(atom)))
                .collect();
        }
    }
    Vec::new()
}

/// Literals for the rules of these atoms that use none of them.
fn outside_reasons(encoding: &mut Encoding, atoms: &[(u32, Lit)]) -> Vec<Lit> {
    let index = encoding.index;
    let inside = |atom: u32| atoms.iter().any(|&(other, _)| other == atom);
    let rules = atoms
        .iter()
        .flat_map(|&(atom, _)| index.rules(atom))
        .copied();
    let needs_inside = |&condition: &u32| {
        let meant = index.resolve(condition);
        meant.is_multiple_of(2) && inside(meant / 2)
    };
    let from_outside = |rule: &u32| !index.body(*rule).iter().any(needs_inside);
    let rules: Vec<u32> = rules.filter(from_outside).collect();
    let reasons = rules
        .into_iter()
        .map(|rule| encoding.reason(&Case::Rule(rule)))
        .collect();
    encoding.settle();
    reasons
}
