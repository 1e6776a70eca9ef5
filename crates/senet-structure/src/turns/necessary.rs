//! Facts that an atom needs in order to hold.

use senet_ground::AtomKind;
use senet_ground::RuleIndex;

/// An atom with more necessary facts counts as having none, which is safe.
const MOST: usize = 500;

/// Per atom, the facts of the state that hold whenever it does, increasing. Empty for atoms that depend on moves or on
/// themselves.
pub fn necessary(index: &RuleIndex) -> Vec<Vec<u32>> {
    let mut found = vec![Vec::new(); index.atoms()];
    for layer in index.layers().filter(|l| !l.needs_moves && !l.is_loop) {
        for &atom in index.atoms_of(layer) {
            found[atom as usize] = of_atom(index, atom, &found);
        }
    }
    found
}

fn of_atom(index: &RuleIndex, atom: u32, found: &[Vec<u32>]) -> Vec<u32> {
    if let AtomKind::True(fluent) = index.grounded.atoms[atom as usize] {
        return vec![fluent];
    }
    let mut rules = index.rules(atom).iter();
    let Some(&first) = rules.next() else {
        return Vec::new();
    };
    let mut common = of_body(index, first, found);
    for &rule in rules {
        if common.is_empty() {
            break;
        }
        let own = of_body(index, rule, found);
        common.retain(|fluent| own.binary_search(fluent).is_ok());
    }
    match common.len() > MOST {
        true => Vec::new(),
        false => common,
    }
}

/// The necessary facts of all conditions of a rule.
fn of_body(index: &RuleIndex, rule: u32, found: &[Vec<u32>]) -> Vec<u32> {
    let positive = index.body(rule).iter().filter(|c| c.is_multiple_of(2));
    let mut all: Vec<u32> = positive
        .flat_map(|condition| &found[(condition / 2) as usize])
        .copied()
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}
