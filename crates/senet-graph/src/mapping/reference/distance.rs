//! Compares unfolded trees.

use super::tree::UnfoldedTree;
use crate::mapping::colour_code::ASSIGNED;
use crate::mapping::{ONE, SymbolComparison};

/// Compares two trees. The distance is the mean over the matched list entries; the root counts as one node of distance
/// 0.
pub fn compare_trees(one: &UnfoldedTree, other: &UnfoldedTree) -> SymbolComparison {
    if one.colour_code != other.colour_code {
        return SymbolComparison::DIFFERENT;
    }
    let mut sum = Sum {
        distance: 0,
        count: 1,
        matched: 1,
        assigned: u64::from(one.colour_code >= ASSIGNED),
    };
    for (list, others) in one.lists.iter().zip(&other.lists) {
        match_lists(list, others, &mut sum);
    }
    SymbolComparison {
        distance: sum.distance / sum.count,
        matched: sum.matched,
        assigned: sum.assigned,
    }
}

struct Sum {
    distance: u64,
    count: u64,
    matched: u64,
    assigned: u64,
}

/// Matches list entries of equal colour greedily by distance. Unmatched entries count as distance 1. Fingerprints
/// decide ties symmetrically in both trees.
fn match_lists(list: &[UnfoldedTree], others: &[UnfoldedTree], sum: &mut Sum) {
    let mut pairs = Vec::new();
    for (i, one) in list.iter().enumerate() {
        for (j, other) in others.iter().enumerate() {
            let comparison = compare_trees(one, other);
            let (a, b) = (one.fingerprint, other.fingerprint);
            if one.colour_code == other.colour_code {
                pairs.push((comparison.distance, a.min(b), a.max(b), i, j, comparison));
            }
        }
    }
    pairs.sort_unstable_by_key(|&(distance, low, high, i, j, _)| (distance, low, high, i, j));
    let (mut taken, mut others_taken) = (vec![false; list.len()], vec![false; others.len()]);
    let mut matched = 0;
    for (_, _, _, i, j, comparison) in pairs {
        if !taken[i] && !others_taken[j] {
            (taken[i], others_taken[j]) = (true, true);
            matched += 1;
            sum.distance += comparison.distance;
            sum.matched += comparison.matched;
            sum.assigned += comparison.assigned;
        }
    }
    let longer = list.len().max(others.len()) as u64;
    sum.count += longer;
    sum.distance += (longer - matched) * ONE;
}
