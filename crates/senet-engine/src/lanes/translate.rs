//! Translates the network of a game to two-input logic.

use super::logic::{Address, Logic};
use crate::network::{Cone, Network, Wire};

/// A wide gate joins its inputs in rows of this length and then joins the rows. This shortens
/// dependency chains.
const ROW: usize = 8;

/// Translates requested parts of a network.
pub struct Translator<'a> {
    network: &'a Network,
    /// The logic wire of each translated node.
    wires: Vec<Option<Wire>>,
    /// Marks the translated nodes.
    known: Vec<bool>,
}

impl<'a> Translator<'a> {
    /// Only the constants are translated.
    pub fn new(network: &'a Network) -> Translator<'a> {
        let count = network.gates.len();
        let mut wires = vec![None; count];
        wires[0] = Some(Wire::FALSE);
        Translator {
            network,
            wires,
            known: vec![false; count],
        }
    }

    /// Sets the logic wire of an input node.
    pub fn set(&mut self, node: u32, wire: Wire) {
        self.wires[node as usize] = Some(wire);
    }

    /// The logic wire of a translated wire.
    pub fn wire(&self, wire: Wire) -> Wire {
        // Callers only ask for translated wires; an input that was not set is false.
        let known = self.wires[wire.node() as usize].unwrap_or(Wire::FALSE);
        known.invert_if(wire.inverted() == 1)
    }

    /// Translates everything that the wires depend on. `address` allocates memory for a value that
    /// a loop feeds back.
    pub fn translate(
        &mut self,
        logic: &mut Logic,
        wires: impl IntoIterator<Item = Wire>,
        address: &mut dyn FnMut() -> Address,
    ) {
        let cone = Cone::of(self.network, wires, &mut self.known);
        for segment in &cone.segments {
            let nodes = &cone.nodes[segment.range.clone()];
            if segment.feedback.is_empty() {
                nodes.iter().for_each(|&node| self.gate(logic, node));
            } else {
                self.repeat(logic, nodes, &segment.feedback, address);
            }
        }
    }

    fn gate(&mut self, logic: &mut Logic, node: u32) {
        let inputs = self.network.gates.inputs(node).iter();
        let mut wires: Vec<Wire> = inputs.map(|&wire| self.wire(wire)).collect();
        wires.sort_unstable();
        let row = if wires.len() > 2 * ROW {
            ROW
        } else {
            wires.len()
        };
        let mut all = Wire::TRUE;
        for row in wires.chunks(row.max(1)) {
            let joined = row
                .iter()
                .fold(Wire::TRUE, |all, &wire| logic.and(all, wire));
            all = logic.and(all, joined);
        }
        self.wires[node as usize] = Some(all);
    }

    /// Translates a loop. Each input is replaced by its driver as soon as the driver is known. A
    /// chain in topological order therefore needs one round, not one per gate.
    fn repeat(
        &mut self,
        logic: &mut Logic,
        nodes: &[u32],
        feedback: &[(u32, Wire)],
        address: &mut dyn FnMut() -> Address,
    ) {
        let addresses: Vec<Address> = feedback.iter().map(|_| address()).collect();
        logic.begin_section();
        for (&(input, _), &address) in feedback.iter().zip(&addresses) {
            logic.output(Wire::FALSE, address);
            let wire = logic.input(address);
            self.set(input, wire);
        }
        logic.begin_section();
        let mut drivers = feedback.iter().zip(&addresses).peekable();
        for node in nodes.iter().copied().map(Some).chain([None]) {
            let is_known = |driver: Wire| node.is_none_or(|node| driver.node() < node);
            while let Some((&(input, driver), &address)) =
                drivers.next_if(|((_, driver), _)| is_known(*driver))
            {
                let wire = self.wire(driver);
                logic.feed_back(wire, address);
                self.set(input, wire);
            }
            if let Some(node) = node {
                self.gate(logic, node);
            }
        }
        logic.begin_section();
    }
}
