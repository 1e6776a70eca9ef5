//! Collects the distinct instances of all clauses.

use super::{bound_variables, is_rule};
use rustc_hash::FxHashSet;
use senet_gdl::{Atom, Clause, Condition, Deadline, OutOfTime, Symbol};
use senet_ground::{Extensions, TermId, Terms};

/// An instance of a rule or a fact. Sentences are terms; a negation is a term with `not`.
pub struct Instance {
    /// The head.
    pub head: TermId,
    /// The conditions in their order, without `distinct`.
    pub body: Vec<TermId>,
    /// True if the clause has conditions.
    pub is_rule: bool,
}

/// The deadline is polled once in this many instances.
pub const INSTANCES_PER_POLL: usize = 1024;

/// Returns all instances in clause order, with their term table. `values` lists the instances of each clause.
pub fn instances(
    clauses: &[Clause],
    values: Extensions,
    deadline: &Deadline,
) -> Result<(Terms, Vec<Instance>), OutOfTime> {
    let Extensions { mut terms, tuples } = values;
    let mut seen = FxHashSet::default();
    let mut instances = Vec::new();
    let per_clause = clauses.iter().zip(&tuples);
    let all =
        per_clause.flat_map(|(clause, tuples)| tuples.iter().map(move |tuple| (clause, tuple)));
    for (number, (clause, tuple)) in all.enumerate() {
        if number % INSTANCES_PER_POLL == 0 {
            deadline.check()?;
        }
        let values = variable_values(clause, tuple, TermId(0));
        let sentences = sentences(&mut terms, clause, &values);
        // Instances that differ only in `distinct` conditions stay separate; the conditions are dropped afterwards.
        if seen.insert(sentences.clone()) {
            instances.push(instance(&terms, &sentences, is_rule(clause)));
        }
    }
    Ok((terms, instances))
}

/// The value of each variable. Variables that occur nowhere get the filler.
fn variable_values(clause: &Clause, known: &[TermId], filler: TermId) -> Vec<TermId> {
    let mut known = known.iter().copied();
    let value = |is_bound| if is_bound { known.next() } else { None };
    let values = bound_variables(clause).into_iter().map(value);
    values.map(|value| value.unwrap_or(filler)).collect()
}

/// The head and all conditions as terms.
fn sentences(terms: &mut Terms, clause: &Clause, values: &[TermId]) -> Vec<TermId> {
    let mut sentences = vec![sentence(terms, &clause.head, values)];
    for condition in &clause.body {
        let term = match condition {
            Condition::Holds(atom) => sentence(terms, atom, values),
            Condition::Fails(atom) => {
                let inner = sentence(terms, atom, values);
                terms.make(Symbol::NOT, &[inner])
            }
            Condition::Distinct(left, right) => {
                let sides = [left, right].map(|side| terms.instantiate(side, values));
                terms.make(Symbol::DISTINCT, &sides)
            }
        };
        sentences.push(term);
    }
    sentences
}

fn sentence(terms: &mut Terms, atom: &Atom, values: &[TermId]) -> TermId {
    let args: Vec<_> = atom
        .args
        .iter()
        .map(|arg| terms.instantiate(arg, values))
        .collect();
    terms.make(atom.relation, &args)
}

fn instance(terms: &Terms, sentences: &[TermId], is_rule: bool) -> Instance {
    let conditions = sentences[1..].iter().copied();
    Instance {
        head: sentences[0],
        body: conditions
            .filter(|&term| terms.name(term) != Symbol::DISTINCT)
            .collect(),
        is_rule,
    }
}
