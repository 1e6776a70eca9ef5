//! Reorders instructions so that equal operations are adjacent. The interpreter then dispatches
//! once per run.

use super::allocate::LogicOp;
use super::cover::{LutGate, operation};
use std::collections::BTreeSet;

/// Maximum distance that an instruction may move ahead: far enough for long runs, near
/// enough to keep values in the cache.
const WINDOW: usize = 256;

/// The operation of a two-input gate, and whether its inputs are swapped.
pub fn plain_operation(gate: &LutGate) -> (LogicOp, bool) {
    operation(gate).expect("without tables every gate is a two-input operation")
}

/// Reorders gates that are in topological order. `nodes` is the number of nodes.
pub fn group_by_operation(gates: &[LutGate], nodes: usize) -> Vec<LutGate> {
    let mut scheduler = RunScheduler::new(gates, nodes);
    let mut result = Vec::with_capacity(gates.len());
    while result.len() < gates.len() {
        let kind = scheduler.most_frequent();
        while let Some(at) = scheduler.take(kind) {
            result.push(gates[at]);
        }
    }
    result
}

struct RunScheduler<'a> {
    gates: &'a [LutGate],
    /// Per gate, the number of inputs not yet scheduled.
    missing: Vec<u8>,
    /// The gates that read each gate's value.
    readers: Vec<Vec<u32>>,
    /// The gates that can be scheduled next, by operation.
    ready: [BTreeSet<usize>; 4],
    done: Vec<bool>,
    /// All gates before this one are scheduled.
    front: usize,
}

impl<'a> RunScheduler<'a> {
    fn new(gates: &'a [LutGate], nodes: usize) -> RunScheduler<'a> {
        let mut producer = vec![usize::MAX; nodes];
        for (at, gate) in gates.iter().enumerate() {
            producer[gate.out as usize] = at;
        }
        let mut scheduler = RunScheduler {
            gates,
            missing: vec![0; gates.len()],
            readers: vec![Vec::new(); gates.len()],
            ready: Default::default(),
            done: vec![false; gates.len()],
            front: 0,
        };
        for (at, gate) in gates.iter().enumerate() {
            let inputs = gate.inputs().iter().map(|&node| producer[node as usize]);
            for input in inputs.filter(|&input| input != usize::MAX) {
                scheduler.missing[at] += 1;
                scheduler.readers[input].push(at as u32);
            }
            if scheduler.missing[at] == 0 {
                scheduler.ready[scheduler.kind(at)].insert(at);
            }
        }
        scheduler
    }

    fn kind(&self, at: usize) -> usize {
        plain_operation(&self.gates[at]).0 as usize
    }

    /// The operation with the most schedulable gates. There is always one, since the first
    /// unscheduled gate is schedulable.
    fn most_frequent(&self) -> usize {
        let end = self.front + WINDOW;
        let kinds = (0..self.ready.len()).rev();
        kinds
            .max_by_key(|&kind| self.ready[kind].range(..end).count())
            .unwrap_or(0)
    }

    /// The next gate of an operation within the window.
    fn take(&mut self, kind: usize) -> Option<usize> {
        let at = *self.ready[kind].range(..self.front + WINDOW).next()?;
        self.ready[kind].remove(&at);
        self.done[at] = true;
        while self.done.get(self.front) == Some(&true) {
            self.front += 1;
        }
        for reader in std::mem::take(&mut self.readers[at]) {
            let reader = reader as usize;
            self.missing[reader] -= 1;
            if self.missing[reader] == 0 {
                self.ready[self.kind(reader)].insert(reader);
            }
        }
        Some(at)
    }
}
