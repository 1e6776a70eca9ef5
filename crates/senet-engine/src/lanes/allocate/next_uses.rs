//! The instructions that read each value.

use super::super::cover::LutGate;

/// Later than any instruction.
pub const NEVER: u32 = u32::MAX;

/// The times at which each node is read.
pub struct NextUses {
    starts: Vec<u32>,
    times: Vec<u32>,
    ends: Vec<u32>,
}

impl NextUses {
    /// The uses in the gates of one section.
    pub fn of(gates: &[LutGate], nodes: usize) -> NextUses {
        let mut starts = vec![0; nodes + 1];
        let reads = || gates.iter().flat_map(|gate| gate.inputs().iter());
        reads().for_each(|&node| starts[node as usize + 1] += 1);
        (0..nodes).for_each(|node| starts[node + 1] += starts[node]);
        let mut fill = starts.clone();
        let mut times = vec![0; starts[nodes] as usize];
        for (time, gate) in (0..).zip(gates) {
            for &node in gate.inputs() {
                times[fill[node as usize] as usize] = time;
                fill[node as usize] += 1;
            }
        }
        let ends = starts[1..].to_vec();
        NextUses {
            starts,
            times,
            ends,
        }
    }

    /// The next time the node is read, after the last [`NextUses::used`].
    pub fn next(&self, node: u32) -> u32 {
        let at = self.starts[node as usize];
        match at < self.ends[node as usize] {
            true => self.times[at as usize],
            false => NEVER,
        }
    }

    /// Marks the next use of the node as done.
    pub fn used(&mut self, node: u32) {
        self.starts[node as usize] += 1;
    }

    /// The last time the node was read. It must have been read before.
    pub fn last(&self, node: u32) -> u32 {
        self.times[self.starts[node as usize] as usize - 1]
    }
}
