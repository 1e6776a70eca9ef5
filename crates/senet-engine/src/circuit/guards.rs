//! Factors out conditions that hundreds of legal moves share. A change of such a condition is then
//! processed once, not once per move.
//!
//! When the turn passes from one player to the other, a condition of every move of both players
//! changes. In Amazons, this caused 172,000 of the 198,000 gate updates per step.

use super::output_layout::OutputLayout;
use crate::network::{Network, Wire};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A condition becomes a guard if at least this number of moves share it.
const WORTHWHILE: usize = 8;
/// Maximum number of guards per role. Finding a guard takes one pass over the role's moves.
const GUARDS: usize = 4;

/// A condition that some legal moves share. The gates of the moves omit it. While it is false,
/// their output bits are hidden.
#[derive(Debug)]
pub struct Guard {
    /// The condition.
    pub wire: Wire,
    /// The output bits of the moves, as word numbers with masks.
    pub masks: Vec<(u32, u64)>,
    /// The gates of the moves.
    pub gates: Vec<u32>,
}

/// Finds the guards of all legal moves. `is_free` says whether a gate has no use other than a legal
/// move.
pub fn guards(
    network: &Network,
    outputs: &OutputLayout,
    is_free: impl Fn(u32) -> bool,
) -> Vec<Guard> {
    let mut guards = Vec::new();
    for (words, wires) in outputs.legal.iter().zip(&network.legal) {
        let bits = wires.iter().zip(words.start as u32 * 64..);
        let candidates = bits.filter(|(wire, _)| wire.inverted() == 0 && is_free(wire.node()));
        let moves = candidates.map(|(wire, bit)| (wire.node(), bit)).collect();
        guards.extend(guards_of(network, moves));
    }
    guards
}

/// The guards of some moves, given by their gates and bits. The first guard is the condition that
/// most moves share. The next guard is the one that most remaining moves share.
fn guards_of(network: &Network, mut moves: Vec<(u32, u32)>) -> Vec<Guard> {
    let mut guards = Vec::new();
    while guards.len() < GUARDS
        && let Some(wire) = most_shared(network, &moves)
    {
        let shares = |&(gate, _): &(u32, u32)| network.gates.inputs(gate).contains(&wire);
        let (guarded, rest): (Vec<_>, Vec<_>) = moves.into_iter().partition(shares);
        guards.push(Guard {
            wire,
            masks: masks(guarded.iter().map(|&(_, bit)| bit)),
            gates: guarded.iter().map(|&(gate, _)| gate).collect(),
        });
        moves = rest;
    }
    guards
}

fn most_shared(network: &Network, moves: &[(u32, u32)]) -> Option<Wire> {
    let mut counts: FxHashMap<Wire, usize> = FxHashMap::default();
    let wires = moves
        .iter()
        .flat_map(|&(gate, _)| network.gates.inputs(gate));
    wires.for_each(|&wire| *counts.entry(wire).or_default() += 1);
    // Ties go to the lowest wire, so that the result does not depend on the hash order.
    let most = counts
        .into_iter()
        .max_by_key(|&(wire, count)| (count, std::cmp::Reverse(wire)));
    most.filter(|&(_, count)| count >= WORTHWHILE)
        .map(|(wire, _)| wire)
}

/// Groups bits in ascending order into words and masks.
fn masks(bits: impl Iterator<Item = u32>) -> Vec<(u32, u64)> {
    let mut masks: Vec<(u32, u64)> = Vec::new();
    for bit in bits {
        let mask = 1 << (bit % 64);
        match masks.last_mut() {
            Some((word, last)) if *word == bit / 64 => *last |= mask,
            _ => masks.push((bit / 64, mask)),
        }
    }
    masks
}

/// The output bits of a state, some of them behind guards.
#[derive(Clone, Debug)]
pub struct GuardedBits {
    /// The visible bits.
    visible: Vec<u64>,
    /// All bits, including hidden ones.
    all: Vec<u64>,
    /// A mask of the bits that no false guard hides.
    shown: Vec<u64>,
}

impl GuardedBits {
    /// A number of zero words without hidden bits.
    pub fn new(words: usize) -> GuardedBits {
        GuardedBits {
            visible: vec![0; words],
            all: vec![0; words],
            shown: vec![u64::MAX; words],
        }
    }

    /// Some of the visible words.
    #[inline]
    pub fn words(&self, range: Range<usize>) -> &[u64] {
        &self.visible[range]
    }

    /// A visible word.
    #[inline]
    pub fn word(&self, at: usize) -> u64 {
        self.visible[at]
    }

    /// Clears a word without guarded bits and returns its old value.
    pub fn take(&mut self, at: usize) -> u64 {
        self.all[at] = 0;
        std::mem::take(&mut self.visible[at])
    }

    /// Sets bits in a word without guarded bits.
    pub fn insert(&mut self, at: usize, bits: u64) {
        self.all[at] |= bits;
        self.visible[at] |= bits;
    }

    /// Inverts a bit.
    #[inline]
    pub fn flip(&mut self, bit: u32) {
        let (at, mask) = (bit as usize / 64, 1 << (bit % 64));
        self.all[at] ^= mask;
        self.visible[at] ^= mask & self.shown[at];
    }

    /// Clears all bits and shows all guarded bits.
    pub fn clear(&mut self) {
        self.visible.fill(0);
        self.all.fill(0);
        self.shown.fill(u64::MAX);
    }

    /// Hides the bits of a guard, or shows them if they are hidden.
    pub fn toggle_guard(&mut self, guard: &Guard) {
        for &(at, mask) in &guard.masks {
            let at = at as usize;
            self.shown[at] ^= mask;
            self.visible[at] = self.all[at] & self.shown[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BuildLimits;
    use senet_gdl::{Sheet, playable_by_force};
    use senet_ground::{GroundOptions, ground};

    /// Checks how many moves each guard hides, if gates with other uses are not guarded.
    fn check(rules: &str, expected: &[usize]) {
        let rules =
            playable_by_force(&Sheet::read(rules)).expect("the rules of this test are playable");
        let grounded =
            ground(&rules, &GroundOptions::default()).expect("the rules of this test ground");
        let network = Network::build(&grounded, &BuildLimits::default()).unwrap();
        let gates = (0..network.gates.len() as u32).map(|gate| network.gates.inputs(gate));
        let used: Vec<u32> = gates.flatten().map(|wire| wire.node()).collect();
        let is_free = |gate: u32| !network.gates.inputs(gate).is_empty() && !used.contains(&gate);
        let guards = guards(&network, &OutputLayout::of(&network), is_free);
        let counts: Vec<usize> = guards.iter().map(|guard| guard.gates.len()).collect();
        assert_eq!(counts, expected);
        for guard in guards {
            let bits: u32 = guard.masks.iter().map(|(_, mask)| mask.count_ones()).sum();
            assert_eq!(bits as usize, guard.gates.len());
        }
    }

    #[test]
    fn turns_conditions_shared_by_many_moves_into_guards() {
        let cells: String = (0..9).map(|cell| format!("(cell {cell})")).collect();
        let game = format!(
            "(role x) (role o) {cells} (init (turn x)) (init (free 0))
             (<= (legal ?p (put ?c)) (role ?p) (true (turn ?p)) (true (free ?c)))
             (<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
             (<= (next (turn ?p)) (role ?p) (not (true (turn ?p))))
             (<= (next (free ?c)) (cell ?c) (not (true (free ?c))))
             (<= (goal ?p 0) (role ?p))"
        );
        check(&format!("{game} (<= terminal (true (free 5)))"), &[9, 9]);
        check(
            &format!("{game} (<= terminal (legal x (put 5)) (legal o (put ?c)))"),
            &[8],
        );
    }

    #[test]
    fn flips_hidden_bits_without_showing_them() {
        let guard = Guard {
            wire: Wire::TRUE,
            masks: vec![(0, 6)],
            gates: vec![1, 2],
        };
        let mut row = GuardedBits::new(1);
        row.flip(0);
        row.flip(1);
        row.toggle_guard(&guard);
        assert_eq!(row.words(0..1), [1]);
        row.flip(1);
        row.flip(2);
        assert_eq!(row.words(0..1), [1]);
        row.toggle_guard(&guard);
        assert_eq!(row.words(0..1), [5]);
    }
}
