//! Gates that are asked for rarely are worked out from the answer backwards: only what decides it is looked at.

use super::wires::Wires;
use crate::network::{Network, Section, Wire};

/// For nodes that are always known.
const ALWAYS: u32 = u32::MAX;

/// Which gates of a section are known in the present state.
///
/// Goals are asked for at the end of a match, and most of their gates do not matter then. Counting the pieces of
/// othello-comp2007 takes 187,000 gates, of which a few thousand decide who won.
#[derive(Clone, Debug)]
pub struct Demand {
    /// Per node, when it was worked out.
    stamps: Vec<u32>,
    now: u32,
    /// The gates that wait for an input, with the number of that input.
    waiting: Vec<(u32, u32)>,
}

/// What a look at the inputs of a gate tells.
enum Look {
    Decided(bool),
    /// The input with this number, which is this node, must be known first.
    Unknown(u32, u32),
}

impl Demand {
    /// Nothing of the section is known; all that it depends on is.
    pub fn new(network: &Network, section: &Section) -> Demand {
        let mut stamps = vec![ALWAYS; network.gates.len()];
        section
            .nodes
            .iter()
            .for_each(|&node| stamps[node as usize] = 0);
        Demand {
            stamps,
            now: 1,
            waiting: Vec::new(),
        }
    }

    /// Whether gates of a section can be worked out one by one: loops cannot.
    pub fn suits(section: &Section) -> bool {
        section.segments.iter().all(|part| part.feedback.is_empty())
    }

    /// Nothing is known, since the state has changed.
    pub fn forget(&mut self) {
        self.now += 1;
        if self.now == ALWAYS {
            let stamps = self.stamps.iter_mut().filter(|stamp| **stamp != ALWAYS);
            stamps.for_each(|stamp| *stamp = 0);
            self.now = 1;
        }
    }

    /// Works a wire out.
    pub fn need(&mut self, network: &Network, wires: &mut Wires, wire: Wire) {
        if self.is_known(wire.node()) {
            return;
        }
        let inputs = |node| network.gates.inputs(node);
        let mut open = wire.node();
        let mut look = self.first_look(wires, inputs(open));
        loop {
            match look {
                Look::Unknown(number, input) => {
                    self.waiting.push((open, number));
                    open = input;
                    look = self.first_look(wires, inputs(open));
                }
                Look::Decided(value) => {
                    wires.set(open, value);
                    self.stamps[open as usize] = self.now;
                    let Some((node, number)) = self.waiting.pop() else {
                        return;
                    };
                    open = node;
                    look = self.look(wires, inputs(open), number as usize);
                }
            }
        }
    }

    #[inline]
    fn is_known(&self, node: u32) -> bool {
        let stamp = self.stamps[node as usize];
        stamp == ALWAYS || stamp == self.now
    }

    /// Looks for an input that is known to be false before anything else is worked out.
    fn first_look(&self, wires: &Wires, inputs: &[Wire]) -> Look {
        let is_false = |wire: &Wire| self.is_known(wire.node()) && !wires.value(*wire);
        if inputs.iter().any(is_false) {
            return Look::Decided(false);
        }
        self.look(wires, inputs, 0)
    }

    /// Goes through the inputs from this number on.
    fn look(&self, wires: &Wires, inputs: &[Wire], from: usize) -> Look {
        for (number, &wire) in inputs.iter().enumerate().skip(from) {
            if !self.is_known(wire.node()) {
                return Look::Unknown(number as u32, wire.node());
            }
            if !wires.value(wire) {
                return Look::Decided(false);
            }
        }
        Look::Decided(true)
    }
}
