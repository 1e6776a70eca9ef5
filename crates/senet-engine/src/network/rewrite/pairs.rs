//! Extracts common pairs: two wires that are inputs of several gates get a gate of their own.
//!
//! Each round counts the pairs of all gates and extracts the most frequent pairs first. A pair is
//! skipped if too few gates are left in which neither wire belongs to an extracted pair. Later
//! rounds find pairs of pairs. The rounds stop when a round saves too little.

use super::super::Wire;
use super::draft::Draft;
use crate::build_limits::{BuildLimits, BuildStop, Poll};

/// Gates with at most this number of inputs count all their pairs; larger gates count only close
/// neighbours.
const SMALL: usize = 12;
const NEIGHBOURS: usize = 16;
/// Networks with more gate inputs than this count only closer neighbours.
const LARGE: usize = 200_000;
const CLOSE_NEIGHBOURS: usize = 4;
/// Maximum number of rounds.
const ROUNDS: usize = 24;
/// Another round follows only if a round saves more than one gate per this number of inputs.
const WORTHWHILE: usize = 150;
/// Maximum number of bits that index the table of approximate counts.
const MAX_TABLE_BITS: u32 = 22;

/// Gives common pairs their own gates.
pub fn extract_pairs(draft: &mut Draft, limits: &BuildLimits) -> Result<(), BuildStop> {
    let mut rows = InputRows::of(draft);
    let mut poll = limits.poll();
    for _ in 0..ROUNDS {
        limits.check()?;
        let size = rows.wires.len();
        let found = rows.repeated_pairs(&mut poll)?;
        let saved = rows.extract(found, &mut poll)?;
        rows.close_gaps();
        if saved <= size / WORTHWHILE {
            break;
        }
    }
    draft.inputs.clear();
    let gates = 0..rows.ends.len();
    draft
        .inputs
        .extend(gates.map(|gate| rows.row(gate).to_vec()));
    Ok(())
}

/// The inputs of all gates in one vector.
struct InputRows {
    ends: Vec<usize>,
    wires: Vec<Wire>,
}

/// A pair of wires, the position of the first wire, and the distance to the second.
type PairOccurrence = ((Wire, Wire), (u32, u32));

impl InputRows {
    fn of(draft: &Draft) -> InputRows {
        let mut rows = InputRows {
            ends: Vec::with_capacity(draft.inputs.len()),
            wires: Vec::new(),
        };
        draft.inputs.iter().for_each(|inputs| rows.push(inputs));
        rows
    }

    fn push(&mut self, inputs: &[Wire]) {
        self.wires.extend_from_slice(inputs);
        self.ends.push(self.wires.len());
    }

    fn start(&self, gate: usize) -> usize {
        gate.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    fn row(&self, gate: usize) -> &[Wire] {
        &self.wires[self.start(gate)..self.ends[gate]]
    }

    /// Visits all pairs to be counted.
    fn pairs(
        &self,
        poll: &mut Poll,
        mut visit: impl FnMut((Wire, Wire), (u32, u32)),
    ) -> Result<(), BuildStop> {
        let mut start = 0;
        let is_large = self.wires.len() > LARGE;
        let neighbours = if is_large {
            CLOSE_NEIGHBOURS
        } else {
            NEIGHBOURS
        };
        for &end in &self.ends {
            poll.count(end - start)?;
            let is_small = end - start <= SMALL;
            let reach = if is_small { SMALL } else { neighbours };
            for at in start..end {
                for other in at + 1..end.min(at + 1 + reach) {
                    let (first, second) = (self.wires[at], self.wires[other]);
                    let wires = (first.min(second), first.max(second));
                    visit(wires, (at as u32, (other - at) as u32));
                }
            }
            start = end;
        }
        Ok(())
    }

    /// The pairs that occur more than once, sorted. Most pairs occur once; a table of approximate
    /// counts excludes them from the sorting.
    fn repeated_pairs(&self, poll: &mut Poll) -> Result<Vec<PairOccurrence>, BuildStop> {
        let mut total = 0_usize;
        self.pairs(poll, |_, _| total += 1)?;
        let bits = total.next_power_of_two().ilog2().clamp(8, MAX_TABLE_BITS);
        let slot = |(first, second): (Wire, Wire)| {
            let key = u64::from(first.number()) << 32 | u64::from(second.number());
            (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize
        };
        let mut counts = vec![0_u8; 1 << bits];
        self.pairs(poll, |wires, _| {
            let count = &mut counts[slot(wires)];
            *count = count.saturating_add(1);
        })?;
        let mut found = Vec::new();
        self.pairs(poll, |wires, place| {
            if counts[slot(wires)] > 1 {
                found.push((wires, place));
            }
        })?;
        found.sort_unstable();
        Ok(found)
    }

    /// Extracts common pairs; returns the number of two-input gates saved.
    fn extract(&mut self, found: Vec<PairOccurrence>, poll: &mut Poll) -> Result<usize, BuildStop> {
        let runs = found.chunk_by(|a, b| a.0 == b.0);
        let mut runs: Vec<&[PairOccurrence]> = runs.filter(|run| run.len() > 1).collect();
        runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
        let mut saved = 0;
        for run in runs {
            poll.count(run.len())?;
            saved += self.extract_pair(run);
        }
        Ok(saved)
    }

    fn extract_pair(&mut self, run: &[PairOccurrence]) -> usize {
        let wires = run[0].0;
        let is_left = |&&(_, (at, gap)): &&PairOccurrence| {
            let (first, second) = (self.wires[at as usize], self.wires[(at + gap) as usize]);
            (first.min(second), first.max(second)) == wires
        };
        let left = run.iter().filter(is_left).count();
        if left < 2 {
            return 0;
        }
        let pair = Wire::of(self.ends.len() as u32);
        for &(_, (at, gap)) in run
            .iter()
            .filter(is_left)
            .copied()
            .collect::<Vec<_>>()
            .iter()
        {
            self.wires[at as usize] = pair;
            // The constant true does not change an AND; `close_gaps` removes it.
            self.wires[(at + gap) as usize] = Wire::TRUE;
        }
        self.push(&[wires.0, wires.1]);
        left - 1
    }

    fn close_gaps(&mut self) {
        let (mut start, mut kept) = (0, 0);
        for end in &mut self.ends {
            for at in start..*end {
                if self.wires[at] != Wire::TRUE {
                    self.wires[kept] = self.wires[at];
                    kept += 1;
                }
            }
            start = std::mem::replace(end, kept);
        }
        self.wires.truncate(kept);
    }
}
