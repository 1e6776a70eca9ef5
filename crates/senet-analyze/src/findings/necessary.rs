//! Facts without which something cannot hold.

use crate::Model;
use senet_ground::AtomKind;

/// An atom with more necessary facts than this counts as having none, which errs on the safe side.
const MOST: usize = 500;

/// Per atom, facts of the state that hold whenever it does, increasing. Of atoms that depend on moves or on each other, none are known.
pub fn necessary(model: &Model) -> Vec<Vec<u32>> {
    let mut found = vec![Vec::new(); model.atoms()];
    for layer in model
        .layers()
        .iter()
        .filter(|l| !l.needs_moves && !l.is_loop)
    {
        for &atom in model.atoms_of(layer) {
            found[atom as usize] = of_atom(model, atom, &found);
        }
    }
    found
}

fn of_atom(model: &Model, atom: u32, found: &[Vec<u32>]) -> Vec<u32> {
    if let AtomKind::True(fluent) = model.grounded.atoms[atom as usize] {
        return vec![fluent];
    }
    let mut rules = model.rules(atom).iter();
    let Some(&first) = rules.next() else {
        return Vec::new();
    };
    let mut common = of_body(model, first, found);
    for &rule in rules {
        if common.is_empty() {
            break;
        }
        let own = of_body(model, rule, found);
        common.retain(|fluent| own.binary_search(fluent).is_ok());
    }
    match common.len() > MOST {
        true => Vec::new(),
        false => common,
    }
}

/// What the conditions of a rule need, together.
fn of_body(model: &Model, rule: u32, found: &[Vec<u32>]) -> Vec<u32> {
    let positive = model.body(rule).iter().filter(|c| c.is_multiple_of(2));
    let mut all: Vec<u32> = positive
        .flat_map(|condition| &found[(condition / 2) as usize])
        .copied()
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}
