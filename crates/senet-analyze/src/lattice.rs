//! The lattice of a relation's projections: a property of a set of positions holds for all its subsets.

use rustc_hash::FxHashSet;

/// Maximum number of projections of a relation. No real game has more.
const MOST: usize = 4096;

/// Finds the sets of positions that pass a test, smaller sets first, and at most [`MOST`] of them. A set is tested only
/// after all its subsets passed (the Apriori algorithm), so every subset of a passing set must pass.
pub fn passing(arity: usize, mut test: impl FnMut(&[usize]) -> bool) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut level: Vec<Vec<usize>> = (0..arity).map(|position| vec![position]).collect();
    while !level.is_empty() && found.len() < MOST {
        level.retain(|set| test(set));
        let next = larger(&level, arity, MOST - found.len());
        found.append(&mut level);
        level = next;
    }
    found
}

/// The sets with one more position, up to this many. All their subsets of the level's size are in the level.
fn larger(level: &[Vec<usize>], arity: usize, most: usize) -> Vec<Vec<usize>> {
    let known: FxHashSet<&[usize]> = level.iter().map(Vec::as_slice).collect();
    let mut sets = Vec::new();
    for set in level {
        let after = set.last().map_or(0, |last| last + 1);
        for position in after..arity {
            let mut set = set.clone();
            set.push(position);
            if parts(&set).all(|part| known.contains(&part[..])) {
                sets.push(set);
            }
            if sets.len() >= most {
                return sets;
            }
        }
    }
    sets
}

/// The subsets with one position less.
fn parts(set: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    (0..set.len()).map(|left_out| {
        let mut part = set.to_vec();
        part.remove(left_out);
        part
    })
}

/// True if the positions of `part` all belong to `whole`.
pub fn is_part(part: &[usize], whole: &[usize]) -> bool {
    part.iter().all(|position| whole.contains(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_only_sets_whose_subsets_pass() {
        let mut tested = Vec::new();
        let found = passing(4, |set| {
            tested.push(set.to_vec());
            !set.contains(&2) && set.len() < 3
        });
        let sets = |texts: &[&[usize]]| texts.iter().map(|set| set.to_vec()).collect::<Vec<_>>();
        assert_eq!(found, sets(&[&[0], &[1], &[3], &[0, 1], &[0, 3], &[1, 3]]));
        assert!(!tested.contains(&vec![0, 2]));
        assert_eq!(tested.len(), 4 + 3 + 1);
    }

    #[test]
    fn omits_sets_beyond_the_maximal_number() {
        // There are 180,000 pairs of positions.
        assert!(passing(600, |_| true).len() <= MOST + 600);
    }
}
