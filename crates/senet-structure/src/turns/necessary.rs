//! Facts that an atom needs in order to hold.

use senet_ground::AtomKind;
use senet_ground::RuleIndex;

/// An atom with more necessary facts counts as having none, which is safe.
const MOST: usize = 500;
/// The largest number of facts that are collected for all atoms together. Beyond it, no atom has any.
const MOST_WORK: usize = 50_000_000;

/// Per atom, the facts of the state that hold whenever it does, increasing. Empty for atoms that depend on moves or on
/// themselves.
pub fn necessary(index: &RuleIndex) -> Vec<Vec<u32>> {
    let mut found = vec![Vec::new(); index.atoms()];
    let mut work = 0;
    for layer in index.layers().filter(|l| !l.needs_moves && !l.is_loop) {
        for &atom in index.atoms_of(layer) {
            found[atom as usize] = of_atom(index, atom, &found, &mut work);
            if work > MOST_WORK {
                return vec![Vec::new(); index.atoms()];
            }
        }
    }
    found
}

fn of_atom(index: &RuleIndex, atom: u32, found: &[Vec<u32>], work: &mut usize) -> Vec<u32> {
    if let AtomKind::True(fluent) = index.grounded.atoms[atom as usize] {
        return vec![fluent];
    }
    let mut rules = index.rules(atom).iter();
    let Some(&first) = rules.next() else {
        return Vec::new();
    };
    let mut common = of_body(index, first, found, work);
    for &rule in rules {
        if common.is_empty() {
            break;
        }
        let own = of_body(index, rule, found, work);
        common.retain(|fluent| own.binary_search(fluent).is_ok());
    }
    match common.len() > MOST {
        true => Vec::new(),
        false => common,
    }
}

/// The necessary facts of all conditions of a rule. Stops collecting after too much work.
fn of_body(index: &RuleIndex, rule: u32, found: &[Vec<u32>], work: &mut usize) -> Vec<u32> {
    let positive = index.body(rule).iter().filter(|c| c.is_multiple_of(2));
    let mut all: Vec<u32> = Vec::new();
    for condition in positive {
        let facts = &found[(condition / 2) as usize];
        *work += facts.len();
        if *work > MOST_WORK {
            break;
        }
        all.extend(facts);
    }
    all.sort_unstable();
    all.dedup();
    all
}
