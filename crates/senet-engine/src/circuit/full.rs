//! A state worked out gate after gate: always possible, and easy to get right.

use super::plan::Plan;
use super::wires::Wires;

/// The wires of one state, as far as they were asked for.
#[derive(Clone, Debug)]
pub struct Full {
    /// The values.
    pub wires: Wires,
    /// The answers, bit by bit, as far as they were asked for.
    pub row: Vec<u64>,
    state: Vec<u64>,
    /// The input nodes of the moves that count as made.
    moves: Vec<u32>,
    has_terminal: bool,
    has_legal: bool,
}

impl Full {
    /// A state, of which nothing is known yet.
    pub fn new(plan: &Plan, state: &[u64]) -> Full {
        let mut full = Full {
            wires: Wires::new(&plan.network),
            row: vec![0; plan.answers.words],
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

    /// Goes on to another state.
    pub fn set_state(&mut self, plan: &Plan, state: &[u64]) {
        self.state.copy_from_slice(state);
        self.wires.set_state(&plan.network, state);
        (self.has_terminal, self.has_legal) = (false, false);
    }

    /// Makes sure that the end of the match is known.
    pub fn need_terminal(&mut self, plan: &Plan) {
        if !std::mem::replace(&mut self.has_terminal, true) {
            self.set_moves(&[]);
            self.wires.evaluate(&plan.network, &plan.terminal);
        }
    }

    /// Makes sure that the legal moves are known.
    pub fn need_legal(&mut self, plan: &Plan) {
        self.need_terminal(plan);
        if std::mem::replace(&mut self.has_legal, true) {
            return;
        }
        self.set_moves(&[]);
        self.wires.evaluate(&plan.network, &plan.legal);
        for (words, wires) in plan.answers.legal.iter().zip(&plan.network.legal) {
            self.wires.pack(wires, &mut self.row[words.clone()]);
        }
    }

    /// Works out the next state when the moves of these input nodes are made.
    pub fn need_next(&mut self, plan: &Plan, nodes: &[u32]) {
        self.need_legal(plan);
        self.set_moves(nodes);
        self.wires.evaluate(&plan.network, &plan.next);
        let words = plan.answers.next.clone();
        self.wires.pack(&plan.network.next, &mut self.row[words]);
    }

    /// Makes the moves of these input nodes count as made, and no others. It is for those who ask for more to see to it that
    /// they are gone again where no moves count as made.
    pub fn set_moves(&mut self, nodes: &[u32]) {
        let old = self.moves.drain(..);
        old.for_each(|node| self.wires.set(node, false));
        nodes.iter().for_each(|&node| self.wires.set(node, true));
        self.moves.extend_from_slice(nodes);
    }
}
