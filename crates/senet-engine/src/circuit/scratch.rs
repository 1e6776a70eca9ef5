//! A thread's memory of the wires of the state that it looked at last.

use super::Question;
use crate::State;
use crate::network::{Network, Section, Segment, Wire};
use std::cell::RefCell;

/// How many games a thread remembers a state of.
const REMEMBERED: usize = 4;

thread_local! {
    static MEMORY: RefCell<Vec<Scratch>> = const { RefCell::new(Vec::new()) };
}

/// The values of all nodes for one state.
pub struct Scratch {
    game: u64,
    /// 0 or 1 for each node.
    values: Vec<u8>,
    state: Vec<u64>,
    /// Which questions are answered for this state; `None` if no state was loaded yet.
    asked: Option<[bool; 3]>,
}

/// Runs an action on this thread's memory of a game, most recently used first.
pub fn with_scratch<T>(game: u64, action: impl FnOnce(&mut Scratch) -> T) -> T {
    let mut scratch = MEMORY.with_borrow_mut(|memory| {
        match memory.iter().position(|scratch| scratch.game == game) {
            Some(at) => memory.swap_remove(at),
            None => Scratch {
                game,
                values: Vec::new(),
                state: Vec::new(),
                asked: None,
            },
        }
    });
    let answer = action(&mut scratch);
    MEMORY.with_borrow_mut(|memory| {
        if memory.len() >= REMEMBERED {
            memory.remove(0);
        }
        memory.push(scratch);
    });
    answer
}

impl Scratch {
    /// Makes this the memory of a state; keeps what is known if it is the same state as before.
    pub fn load(&mut self, network: &Network, state: &State) {
        if self.asked.is_some() && self.state == state.words() {
            return;
        }
        self.values.resize(network.gates.len(), 0);
        self.state.clear();
        self.state.extend_from_slice(state.words());
        let fluents =
            &mut self.values[network.fluents.start as usize..network.fluents.end as usize];
        for (chunk, &word) in fluents.chunks_mut(64).zip(state.words()) {
            chunk
                .iter_mut()
                .enumerate()
                .for_each(|(bit, value)| *value = (word >> bit & 1) as u8);
        }
        self.asked = Some([false; 3]);
    }

    /// Evaluates a question's section unless that was done before.
    pub fn section(&mut self, network: &Network, section: &Section, question: Question) {
        if let Some(asked) = &mut self.asked
            && !std::mem::replace(&mut asked[question as usize], true)
        {
            self.evaluate(network, section);
        }
    }

    /// Evaluates a section.
    pub fn evaluate(&mut self, network: &Network, section: &Section) {
        for segment in &section.segments {
            let nodes = &section.nodes[segment.range.clone()];
            if segment.feedback.is_empty() {
                self.run(network, nodes);
            } else {
                self.repeat(network, nodes, segment);
            }
        }
    }

    fn run(&mut self, network: &Network, nodes: &[u32]) {
        for &node in nodes {
            self.run_gate(network, node);
        }
    }

    #[inline]
    fn run_gate(&mut self, network: &Network, node: u32) {
        let mut inputs = network.gates.inputs(node).iter();
        let holds = inputs.all(|&wire| self.value(wire));
        self.values[node as usize] = u8::from(holds);
    }

    /// The least fixpoint of a loop: everything starts out false and only ever becomes true.
    fn repeat(&mut self, network: &Network, nodes: &[u32], segment: &Segment) {
        for &(input, _) in &segment.feedback {
            self.values[input as usize] = 0;
        }
        while self.round(network, nodes, &segment.feedback) {}
    }

    /// Evaluates a loop once; whether an input changed. Inputs change as soon as their drivers do, so that a chain of gates
    /// in the right order needs one round and not as many as it has links.
    fn round(&mut self, network: &Network, nodes: &[u32], feedback: &[(u32, Wire)]) -> bool {
        let mut changed = false;
        let mut feedback = feedback.iter().peekable();
        let ends = nodes.iter().copied().map(Some).chain([None]);
        for node in ends {
            let is_known = |&&(_, driver): &&(u32, Wire)| node.is_none_or(|n| driver.node() < n);
            while let Some(&(input, driver)) = feedback.next_if(is_known) {
                if self.values[input as usize] == 0 && self.value(driver) {
                    self.values[input as usize] = 1;
                    changed = true;
                }
            }
            node.into_iter().for_each(|n| self.run_gate(network, n));
        }
        changed
    }

    /// Runs an action with some input nodes true, which are false otherwise.
    pub fn with_inputs<T>(&mut self, nodes: &[u32], action: impl FnOnce(&mut Scratch) -> T) -> T {
        nodes
            .iter()
            .for_each(|&node| self.values[node as usize] = 1);
        let answer = action(self);
        nodes
            .iter()
            .for_each(|&node| self.values[node as usize] = 0);
        answer
    }

    /// Whether a wire is true.
    #[inline]
    pub fn value(&self, wire: Wire) -> bool {
        self.values[wire.node() as usize] ^ wire.inverted() == 1
    }
}
