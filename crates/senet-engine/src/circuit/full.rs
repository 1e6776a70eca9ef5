//! Evaluates every gate for each state. This always works and is easy to verify.
//!
//! The plain evaluator of `senet-ground` works on ground rules. This one works on gates and writes
//! the wire values from which the incremental evaluator continues. It is on the hot path of
//! playouts.

use super::plan::EvaluationPlan;
use super::wire_values::WireValues;

/// The wires of one state, evaluated on request.
#[derive(Clone, Debug)]
pub struct FullEvaluator {
    /// The wire values.
    pub wires: WireValues,
    /// The output bits that have been requested.
    pub row: Vec<u64>,
    state: Vec<u64>,
    /// The input nodes of the moves that are set to true.
    moves: Vec<u32>,
    has_terminal: bool,
    has_legal: bool,
}

impl FullEvaluator {
    /// A state without evaluated gates.
    pub fn new(plan: &EvaluationPlan, state: &[u64]) -> FullEvaluator {
        let mut full = FullEvaluator {
            wires: WireValues::new(&plan.network),
            row: vec![0; plan.outputs.words],
            state: state.to_vec(),
            moves: Vec::new(),
            has_terminal: false,
            has_legal: false,
        };
        full.set_state(plan, state);
        full
    }

    /// The words of the state.
    pub fn state(&self) -> &[u64] {
        &self.state
    }

    /// Switches to another state.
    pub fn set_state(&mut self, plan: &EvaluationPlan, state: &[u64]) {
        self.state.copy_from_slice(state);
        self.wires.set_state(&plan.network, state);
        (self.has_terminal, self.has_legal) = (false, false);
    }

    /// Evaluates the terminal wire if necessary.
    pub fn need_terminal(&mut self, plan: &EvaluationPlan) {
        if !std::mem::replace(&mut self.has_terminal, true) {
            self.set_moves(&[]);
            self.wires.evaluate(&plan.network, &plan.terminal);
        }
    }

    /// Evaluates the legal moves if necessary.
    pub fn need_legal(&mut self, plan: &EvaluationPlan) {
        self.need_terminal(plan);
        if std::mem::replace(&mut self.has_legal, true) {
            return;
        }
        self.set_moves(&[]);
        self.wires.evaluate(&plan.network, &plan.legal);
        for (words, wires) in plan.outputs.legal.iter().zip(&plan.network.legal) {
            self.wires.pack(wires, &mut self.row[words.clone()]);
        }
    }

    /// Evaluates the next state for the moves with these input nodes.
    pub fn need_next(&mut self, plan: &EvaluationPlan, nodes: &[u32]) {
        self.need_legal(plan);
        self.set_moves(nodes);
        self.wires.evaluate(&plan.network, &plan.next);
        let words = plan.outputs.next.clone();
        self.wires.pack(&plan.network.next, &mut self.row[words]);
    }

    /// Sets exactly the moves with these input nodes to true. The caller must clear them again
    /// before it evaluates outputs that assume no moves.
    pub fn set_moves(&mut self, nodes: &[u32]) {
        let old = self.moves.drain(..);
        old.for_each(|node| self.wires.set(node, false));
        nodes.iter().for_each(|&node| self.wires.set(node, true));
        self.moves.extend_from_slice(nodes);
    }
}
