//! Chooses a random move from a bit set of legal moves.

use super::output_layout::{count, ones};
use crate::{MoveId, Policy, RoleId};
use fastrand::Rng;

/// Chooses a legal move of a role by the policy; `None` if there is no legal move.
pub fn choose(legal: &[u64], role: RoleId, policy: &Policy, rng: &mut Rng) -> Option<MoveId> {
    let weighted = match policy {
        Policy::Uniform => None,
        Policy::Weighted(weights) => {
            weighted(legal, |id| u64::from(weights.of(role, MoveId(id))), rng)
        }
    };
    weighted.or_else(|| uniform(legal, rng)).map(MoveId)
}

/// Chooses a set bit uniformly.
fn uniform(words: &[u64], rng: &mut Rng) -> Option<u32> {
    match count(words) {
        0 => None,
        1 => ones(words).next(),
        count => nth(words, rng.usize(..count)),
    }
}

/// The set bit with this rank.
fn nth(words: &[u64], mut number: usize) -> Option<u32> {
    for (start, &word) in (0..).step_by(64).zip(words) {
        let count = word.count_ones() as usize;
        if number < count {
            return ones(&[word]).nth(number).map(|bit| start + bit);
        }
        number -= count;
    }
    None
}

/// Chooses a set bit with probability proportional to its weight; `None` if all weights are zero.
fn weighted(words: &[u64], weight: impl Fn(u32) -> u64, rng: &mut Rng) -> Option<u32> {
    let total: u64 = ones(words).map(&weight).sum();
    if total == 0 {
        return None;
    }
    let mut rest = rng.u64(..total);
    ones(words).find(|&bit| {
        let found = rest < weight(bit);
        rest = rest.wrapping_sub(weight(bit));
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveWeights;

    /// Draws a thousand moves per unit of weight and checks how often each move is chosen.
    fn check(legal: &[u64], policy: Policy, expected: &[(u32, u32)]) {
        let mut rng = Rng::with_seed(7);
        let total: u32 = expected.iter().map(|(_, weight)| weight).sum();
        let mut chosen = std::collections::BTreeMap::new();
        for _ in 0..total * 1000 {
            let id = choose(legal, 0, &policy, &mut rng).expect("a move is legal");
            *chosen.entry(id.0).or_insert(0) += 1;
        }
        let ids: Vec<u32> = chosen.keys().copied().collect();
        assert_eq!(ids, expected.iter().map(|(id, _)| *id).collect::<Vec<_>>());
        for (id, weight) in expected {
            let (mean, drawn) = (f64::from(weight * 1000), f64::from(chosen[id]));
            assert!((drawn - mean).abs() < 5.0 * mean.sqrt(), "{id}: {drawn}");
        }
    }

    #[test]
    fn chooses_moves_in_proportion_to_weights() {
        let legal = [1 << 3 | 1 << 63, 0, 1 << 5];
        check(&legal, Policy::Uniform, &[(3, 1), (63, 1), (133, 1)]);
        let mut weights = vec![2; 64];
        (weights[3], weights[63]) = (0, 5);
        let weights = vec![weights];
        let some = MoveWeights { weights };
        check(&legal, Policy::Weighted(&some), &[(63, 5), (133, 1)]);
        let weights = vec![vec![0; 200]];
        let none = MoveWeights { weights };
        check(
            &legal,
            Policy::Weighted(&none),
            &[(3, 1), (63, 1), (133, 1)],
        );
        let mut rng = Rng::with_seed(7);
        assert_eq!(choose(&[0, 0], 0, &Policy::Uniform, &mut rng), None);
    }
}
