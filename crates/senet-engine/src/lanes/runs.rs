//! Puts instructions of the same kind next to each other, so that an interpreter asks what to do once for many of them.

use super::allocate::Op;
use super::cover::{Gate, operation};
use std::collections::BTreeSet;

/// How far an instruction may move ahead of its place: far enough for long runs, near enough for values to be at hand.
const WINDOW: usize = 256;

/// The operation of a gate where there are no tables, and whether its inputs change places.
pub fn plain_operation(gate: &Gate) -> (Op, bool) {
    operation(gate).expect("without tables every gate is an operation on two inputs")
}

/// Reorders gates that stand in an order in which they can be computed. `nodes` is how many nodes there are.
pub fn in_runs(gates: &[Gate], nodes: usize) -> Vec<Gate> {
    let mut order = Order::new(gates, nodes);
    let mut result = Vec::with_capacity(gates.len());
    while result.len() < gates.len() {
        let kind = order.longest();
        while let Some(at) = order.take(kind) {
            result.push(gates[at]);
        }
    }
    result
}

struct Order<'a> {
    gates: &'a [Gate],
    /// How many inputs of each gate are still to come.
    missing: Vec<u8>,
    /// The gates that read each gate's value.
    readers: Vec<Vec<u32>>,
    /// Gates that could come next, by kind.
    ready: [BTreeSet<usize>; 4],
    done: Vec<bool>,
    /// All gates before this one are done.
    front: usize,
}

impl<'a> Order<'a> {
    fn new(gates: &'a [Gate], nodes: usize) -> Order<'a> {
        let mut producer = vec![usize::MAX; nodes];
        for (at, gate) in gates.iter().enumerate() {
            producer[gate.out as usize] = at;
        }
        let mut order = Order {
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
                order.missing[at] += 1;
                order.readers[input].push(at as u32);
            }
            if order.missing[at] == 0 {
                order.ready[order.kind(at)].insert(at);
            }
        }
        order
    }

    fn kind(&self, at: usize) -> usize {
        plain_operation(&self.gates[at]).0 as usize
    }

    /// The kind of which most can come next. There is always one, the first gate that is not done.
    fn longest(&self) -> usize {
        let end = self.front + WINDOW;
        let kinds = (0..self.ready.len()).rev();
        kinds
            .max_by_key(|&kind| self.ready[kind].range(..end).count())
            .unwrap_or(0)
    }

    /// The next gate of a kind, if there is one within reach.
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
