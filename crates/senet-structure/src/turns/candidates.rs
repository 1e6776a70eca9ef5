//! Candidates for the ground facts that tell whose turn it is.

use super::necessary::necessary;
use rustc_hash::FxHashMap;
use senet_ground::RuleIndex;

/// Maximum number of combinations of one fact per role.
const MOST: usize = 4096;

/// The roles that ever have a choice: more than two moves.
pub fn roles_with_choice(index: &RuleIndex) -> Vec<usize> {
    let moves = index.legal.iter().enumerate();
    let several = moves.filter(|(_, moves)| moves.len() > 2);
    several.map(|(role, _)| role).collect()
}

/// Finds candidates for turn facts: one fact per role with a choice, all different. Without its fact a role has at most
/// one move. It remains to be shown that exactly one of them holds at any time.
pub fn turn_fact_candidates(index: &RuleIndex) -> Vec<Vec<u32>> {
    let roles = roles_with_choice(index);
    if roles.len() < 2 {
        return Vec::new();
    }
    let necessary = necessary(index);
    let mut found: Vec<Vec<u32>> = vec![Vec::new()];
    for role in roles {
        let gates = gates(index, role, &necessary);
        if found.len() * gates.len() > MOST {
            return Vec::new();
        }
        let with = |chosen: Vec<u32>| {
            let new = gates.iter().filter(|gate| !chosen.contains(gate));
            let longer = new.map(|&gate| [chosen.clone(), vec![gate]].concat());
            longer.collect::<Vec<_>>()
        };
        found = found.into_iter().flat_map(with).collect();
    }
    found
}

/// The facts that all moves of a role need, except at most one move.
fn gates(index: &RuleIndex, role: usize, necessary: &[Vec<u32>]) -> Vec<u32> {
    let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
    let legal: Vec<u32> = index.legal[role].iter().flatten().copied().collect();
    for &atom in &legal {
        for &fluent in &necessary[atom as usize] {
            *counts.entry(fluent).or_default() += 1;
        }
    }
    let enough = counts
        .into_iter()
        .filter(|&(_, count)| count + 1 >= legal.len());
    let mut gates: Vec<u32> = enough.map(|(fluent, _)| fluent).collect();
    gates.sort_unstable();
    gates
}
