//! Conditions that hundreds of legal moves share are looked at once, and not once for each move.
//!
//! When the turn goes from one player to the other, a condition of every move of both changes. In amazons that were nine tenths of
//! all connections that changes went along: 172,000 of 198,000 in each step.

use super::answers::Answers;
use crate::network::{Network, Wire};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A condition is worth being a guard if so many moves share it.
const WORTHWHILE: usize = 8;
/// How many guards the moves of a role get at most: finding one takes a look at all its moves.
const GUARDS: usize = 4;

/// A condition that some legal moves share. Their gates leave it out; where it does not hold, their bits are hidden.
#[derive(Debug)]
pub struct Guard {
    /// The condition.
    pub wire: Wire,
    /// The bits of the moves: numbers of words of the answers with masks.
    pub masks: Vec<(u32, u64)>,
    /// The gates of the moves.
    pub gates: Vec<u32>,
}

/// The guards of all legal moves. `is_free` tells whether a gate has no other use than to tell a legal move.
pub fn guards(network: &Network, answers: &Answers, is_free: impl Fn(u32) -> bool) -> Vec<Guard> {
    let mut guards = Vec::new();
    for (words, wires) in answers.legal.iter().zip(&network.legal) {
        let bits = wires.iter().zip(words.start as u32 * 64..);
        let candidates = bits.filter(|(wire, _)| wire.inverted() == 0 && is_free(wire.node()));
        let moves = candidates.map(|(wire, bit)| (wire.node(), bit)).collect();
        guards.extend(guards_of(network, moves));
    }
    guards
}

/// The guards of some moves, given by their gates and bits: the condition that most of them share, then the one that most of
/// the rest share, and so on.
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
    // Among equals the lowest wire, so that the choice does not depend on the order of the table.
    let most = counts
        .into_iter()
        .max_by_key(|&(wire, count)| (count, std::cmp::Reverse(wire)));
    most.filter(|&(_, count)| count >= WORTHWHILE)
        .map(|(wire, _)| wire)
}

/// Bits in ascending order as words and masks.
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

/// The answers of a state, some of them behind guards.
#[derive(Clone, Debug)]
pub struct Row {
    /// What can be seen.
    seen: Vec<u64>,
    /// What there is.
    all: Vec<u64>,
    /// What is not hidden by a guard whose condition does not hold.
    open: Vec<u64>,
}

impl Row {
    /// So many words, with no bits set and everything to be seen.
    pub fn new(words: usize) -> Row {
        Row {
            seen: vec![0; words],
            all: vec![0; words],
            open: vec![u64::MAX; words],
        }
    }

    /// Some of the words that can be seen.
    #[inline]
    pub fn words(&self, range: Range<usize>) -> &[u64] {
        &self.seen[range]
    }

    /// One of the words that can be seen.
    #[inline]
    pub fn word(&self, at: usize) -> u64 {
        self.seen[at]
    }

    /// Clears a word that no guard hides, and gives what it was.
    pub fn take(&mut self, at: usize) -> u64 {
        self.all[at] = 0;
        std::mem::take(&mut self.seen[at])
    }

    /// Sets bits in a word that no guard hides.
    pub fn insert(&mut self, at: usize, bits: u64) {
        self.all[at] |= bits;
        self.seen[at] |= bits;
    }

    /// Changes a bit.
    #[inline]
    pub fn flip(&mut self, bit: u32) {
        let (at, mask) = (bit as usize / 64, 1 << (bit % 64));
        self.all[at] ^= mask;
        self.seen[at] ^= mask & self.open[at];
    }

    /// Clears all bits, and lets everything be seen.
    pub fn clear(&mut self) {
        self.seen.fill(0);
        self.all.fill(0);
        self.open.fill(u64::MAX);
    }

    /// Hides the bits of a guard, or shows them if they are hidden.
    pub fn turn(&mut self, guard: &Guard) {
        for &(at, mask) in &guard.masks {
            let at = at as usize;
            self.open[at] ^= mask;
            self.seen[at] = self.all[at] & self.open[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::{Sheet, playable};
    use senet_ground::{Options, ground};

    /// How many moves each guard hides, if moves whose gates have another use have none.
    fn check(rules: &str, expected: &[usize]) {
        let rules = playable(&Sheet::read(rules)).expect("the rules of this test are playable");
        let grounded = ground(&rules, &Options::default()).expect("the rules of this test ground");
        let network = Network::build(&grounded);
        let gates = (0..network.gates.len() as u32).map(|gate| network.gates.inputs(gate));
        let used: Vec<u32> = gates.flatten().map(|wire| wire.node()).collect();
        let is_free = |gate: u32| !network.gates.inputs(gate).is_empty() && !used.contains(&gate);
        let guards = guards(&network, &Answers::of(&network), is_free);
        let counts: Vec<usize> = guards.iter().map(|guard| guard.gates.len()).collect();
        assert_eq!(counts, expected);
        for guard in guards {
            let bits: u32 = guard.masks.iter().map(|(_, mask)| mask.count_ones()).sum();
            assert_eq!(bits as usize, guard.gates.len());
        }
    }

    #[test]
    fn conditions_that_many_moves_share_are_guards() {
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
    fn hidden_bits_change_unseen() {
        let guard = Guard {
            wire: Wire::TRUE,
            masks: vec![(0, 6)],
            gates: vec![1, 2],
        };
        let mut row = Row::new(1);
        row.flip(0);
        row.flip(1);
        row.turn(&guard);
        assert_eq!(row.words(0..1), [1]);
        row.flip(1);
        row.flip(2);
        assert_eq!(row.words(0..1), [1]);
        row.turn(&guard);
        assert_eq!(row.words(0..1), [5]);
    }
}
