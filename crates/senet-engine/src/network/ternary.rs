//! Ternary simulation: finds the wires whose value is certain when some inputs are unknown.

use super::{Cone, Network, Wire};

/// A ternary value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ternary {
    /// False.
    False,
    /// Unknown: false or true.
    Unknown,
    /// True.
    True,
}

impl Ternary {
    /// The value, if it is certain.
    pub fn value(self) -> Option<bool> {
        match self {
            Ternary::False => Some(false),
            Ternary::Unknown => None,
            Ternary::True => Some(true),
        }
    }

    fn invert_if(self, invert: bool) -> Ternary {
        match self {
            Ternary::False if invert => Ternary::True,
            Ternary::True if invert => Ternary::False,
            known => known,
        }
    }
}

impl From<bool> for Ternary {
    fn from(value: bool) -> Ternary {
        if value { Ternary::True } else { Ternary::False }
    }
}

/// A ternary value for each node of a network.
#[derive(Clone, Debug)]
pub struct TernarySimulation<'a> {
    network: &'a Network,
    nodes: Vec<Ternary>,
}

impl<'a> TernarySimulation<'a> {
    /// All inputs are unknown.
    pub fn new(network: &'a Network) -> TernarySimulation<'a> {
        let mut nodes = vec![Ternary::Unknown; network.gates.len()];
        nodes[0] = Ternary::False;
        TernarySimulation { network, nodes }
    }

    /// The network.
    pub fn network(&self) -> &'a Network {
        self.network
    }

    /// The value of a wire.
    pub fn get(&self, wire: Wire) -> Ternary {
        self.nodes[wire.node() as usize].invert_if(wire.inverted() == 1)
    }

    /// Sets the value of an input node.
    pub fn set(&mut self, input: u32, known: Ternary) {
        self.nodes[input as usize] = known;
    }

    /// Sets the value of a fluent.
    pub fn set_fluent(&mut self, fluent: u32, known: Ternary) {
        self.set(self.network.fluents.start + fluent, known);
    }

    /// Sets a role's moves from its legal wires, which must have been evaluated. The role makes
    /// exactly one legal move. A move that is never legal is therefore false, and the only possible
    /// move is true.
    pub fn set_role_moves(&mut self, role: usize) {
        let legal = &self.network.legal[role];
        let possible = |wire: &Wire| self.get(*wire) != Ternary::False;
        let is_forced = legal.iter().filter(|wire| possible(wire)).take(2).count() == 1;
        for (input, &wire) in self.network.moves[role].clone().zip(legal) {
            let known = match self.get(wire) {
                Ternary::False => Ternary::False,
                _ if is_forced => Ternary::True,
                _ => Ternary::Unknown,
            };
            self.nodes[input as usize] = known;
        }
    }

    /// Evaluates a cone.
    pub fn evaluate(&mut self, section: &Cone) {
        for segment in &section.segments {
            let nodes = &section.nodes[segment.range.clone()];
            for &(input, _) in &segment.feedback {
                self.nodes[input as usize] = Ternary::False;
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

    fn and(&self, wires: &[Wire]) -> Ternary {
        let mut all = Ternary::True;
        for &wire in wires {
            match self.get(wire) {
                Ternary::False => return Ternary::False,
                Ternary::Unknown => all = Ternary::Unknown,
                Ternary::True => {}
            }
        }
        all
    }

    /// Copies the drivers of a loop to its inputs; returns whether an input changed. Recursion is
    /// positive, so inputs only change from false to unknown to true. The iteration ends at the
    /// least fixpoint for all values of the unknown inputs.
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
