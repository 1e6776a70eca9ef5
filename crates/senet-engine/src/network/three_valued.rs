//! Evaluation with partial knowledge: what follows for certain when some inputs are unknown.

use super::{Network, Section, Wire};

/// What is known of a wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Never true.
    False,
    /// Nothing: it may be either.
    Unknown,
    /// Always true.
    True,
}

impl Known {
    /// The value, if it is certain.
    pub fn value(self) -> Option<bool> {
        match self {
            Known::False => Some(false),
            Known::Unknown => None,
            Known::True => Some(true),
        }
    }

    fn invert_if(self, invert: bool) -> Known {
        match self {
            Known::False if invert => Known::True,
            Known::True if invert => Known::False,
            known => known,
        }
    }
}

impl From<bool> for Known {
    fn from(value: bool) -> Known {
        if value { Known::True } else { Known::False }
    }
}

/// What is known of each node of a network.
#[derive(Clone, Debug)]
pub struct ThreeValued<'a> {
    network: &'a Network,
    nodes: Vec<Known>,
}

impl<'a> ThreeValued<'a> {
    /// Nothing is known of any input.
    pub fn new(network: &'a Network) -> ThreeValued<'a> {
        let mut nodes = vec![Known::Unknown; network.gates.len()];
        nodes[0] = Known::False;
        ThreeValued { network, nodes }
    }

    /// The network.
    pub fn network(&self) -> &'a Network {
        self.network
    }

    /// What is known of a wire.
    pub fn get(&self, wire: Wire) -> Known {
        self.nodes[wire.node() as usize].invert_if(wire.inverted() == 1)
    }

    /// Tells what is known of an input node.
    pub fn set(&mut self, input: u32, known: Known) {
        self.nodes[input as usize] = known;
    }

    /// Tells what is known of a fluent.
    pub fn set_fluent(&mut self, fluent: u32, known: Known) {
        self.set(self.network.fluents.start + fluent, known);
    }

    /// Tells what follows for a role's choice from its legal wires, which must have been evaluated: it makes exactly one
    /// legal move, so a move that is never legal is never made, and the only one that may be legal is made.
    pub fn set_choice(&mut self, role: usize) {
        let legal = &self.network.legal[role];
        let possible = |wire: &Wire| self.get(*wire) != Known::False;
        let is_forced = legal.iter().filter(|wire| possible(wire)).take(2).count() == 1;
        for (input, &wire) in self.network.moves[role].clone().zip(legal) {
            let known = match self.get(wire) {
                Known::False => Known::False,
                _ if is_forced => Known::True,
                _ => Known::Unknown,
            };
            self.nodes[input as usize] = known;
        }
    }

    /// Evaluates a section.
    pub fn evaluate(&mut self, section: &Section) {
        for segment in &section.segments {
            let nodes = &section.nodes[segment.range.clone()];
            for &(input, _) in &segment.feedback {
                self.nodes[input as usize] = Known::False;
            }
            self.run(nodes);
            while self.feed_back(&segment.feedback) {
                self.run(nodes);
            }
        }
    }

    fn run(&mut self, nodes: &[u32]) {
        for &node in nodes {
            self.nodes[node as usize] = self.and(self.network.gates.inputs(node));
        }
    }

    fn and(&self, wires: &[Wire]) -> Known {
        let mut all = Known::True;
        for &wire in wires {
            match self.get(wire) {
                Known::False => return Known::False,
                Known::Unknown => all = Known::Unknown,
                Known::True => {}
            }
        }
        all
    }

    /// Copies the drivers of a loop to its inputs; whether something changed. Recursion is positive, so inputs only ever go
    /// from false to unknown to true and this comes to an end: at the least fixpoint of whatever the unknown inputs are.
    fn feed_back(&mut self, feedback: &[(u32, Wire)]) -> bool {
        let mut changed = false;
        for &(input, driver) in feedback {
            let known = self.get(driver);
            changed |= self.nodes[input as usize] != known;
            self.nodes[input as usize] = known;
        }
        changed
    }
}
