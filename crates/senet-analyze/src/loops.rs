//! Facts that only hold each other up.
//!
//! Clauses let atoms of a loop hold because of one another. Where a model does that, the atoms concerned get a clause that one of them
//! has a reason from outside (a loop formula), and the question is asked again. Most games never come here.

use crate::cases::Case;
use crate::encode::Encoding;
use crate::evaluate::Evaluator;
use crate::solver::Lit;

/// Forbids what holds itself up in the model; whether there was such a thing. The evaluator knows what really follows.
pub fn forbid_unfounded(encoding: &mut Encoding, evaluator: &Evaluator) -> bool {
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

/// The atoms of the lowest loop that hold in the model and not in truth.
fn unfounded(encoding: &mut Encoding, evaluator: &Evaluator) -> Vec<(u32, Lit)> {
    let model = encoding.model;
    for layer in model.layers().iter().filter(|layer| layer.is_loop) {
        let atoms = model.atoms_of(layer).iter().copied();
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

/// Literals for the rules of these atoms that need none of them.
fn outside_reasons(encoding: &mut Encoding, atoms: &[(u32, Lit)]) -> Vec<Lit> {
    let model = encoding.model;
    let inside = |atom: u32| atoms.iter().any(|&(other, _)| other == atom);
    let rules = atoms
        .iter()
        .flat_map(|&(atom, _)| model.rules(atom))
        .copied();
    let needs_inside = |&condition: &u32| {
        let meant = model.meaning(condition);
        meant.is_multiple_of(2) && inside(meant / 2)
    };
    let from_outside = |rule: &u32| !model.body(*rule).iter().any(needs_inside);
    let rules: Vec<u32> = rules.filter(from_outside).collect();
    let reasons = rules
        .into_iter()
        .map(|rule| encoding.reason(&Case::Rule(rule)))
        .collect();
    encoding.settle();
    reasons
}
