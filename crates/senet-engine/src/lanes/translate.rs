//! From the network of a game to two-input logic.

use super::logic::{Logic, Place};
use crate::network::{Cone, Network, Wire};

/// How many wires of a wide gate are joined in a row; the rows are joined afterwards, so that a processor finds something to
/// do besides waiting for the last result.
const ROW: usize = 8;

/// Translates the parts of one network that are asked for, one after the other.
pub struct Translator<'a> {
    network: &'a Network,
    /// The logic that corresponds to each node of the network, once it is known.
    wires: Vec<Option<Wire>>,
    /// Which nodes were translated.
    known: Vec<bool>,
}

impl<'a> Translator<'a> {
    /// Nothing is known yet but the constants.
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

    /// What stands for an input node.
    pub fn set(&mut self, node: u32, wire: Wire) {
        self.wires[node as usize] = Some(wire);
    }

    /// The logic of a wire that was translated.
    pub fn wire(&self, wire: Wire) -> Wire {
        // Callers ask for what they translated; an input that nobody set is never true.
        let known = self.wires[wire.node() as usize].unwrap_or(Wire::FALSE);
        known.invert_if(wire.inverted() == 1)
    }

    /// Translates whatever the wires depend on. `place` gives a place in memory for a value that a loop feeds back.
    pub fn translate(
        &mut self,
        logic: &mut Logic,
        wires: impl IntoIterator<Item = Wire>,
        place: &mut dyn FnMut() -> Place,
    ) {
        let section = Cone::of(self.network, wires, &mut self.known);
        for segment in &section.segments {
            let nodes = &section.nodes[segment.range.clone()];
            if segment.feedback.is_empty() {
                nodes.iter().for_each(|&node| self.gate(logic, node));
            } else {
                self.repeat(logic, nodes, &segment.feedback, place);
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
        for part in wires.chunks(row.max(1)) {
            let joined = part
                .iter()
                .fold(Wire::TRUE, |all, &wire| logic.and(all, wire));
            all = logic.and(all, joined);
        }
        self.wires[node as usize] = Some(all);
    }

    /// A part that runs until nothing changes. An input is replaced by what drives it as soon as that is known, so that a
    /// chain in the right order needs one round and not as many as it has links.
    fn repeat(
        &mut self,
        logic: &mut Logic,
        nodes: &[u32],
        feedback: &[(u32, Wire)],
        place: &mut dyn FnMut() -> Place,
    ) {
        let places: Vec<Place> = feedback.iter().map(|_| place()).collect();
        logic.begin_section();
        for (&(input, _), &place) in feedback.iter().zip(&places) {
            logic.output(Wire::FALSE, place);
            let wire = logic.input(place);
            self.set(input, wire);
        }
        logic.begin_section();
        let mut drivers = feedback.iter().zip(&places).peekable();
        for node in nodes.iter().copied().map(Some).chain([None]) {
            let is_known = |driver: Wire| node.is_none_or(|node| driver.node() < node);
            while let Some((&(input, driver), &place)) =
                drivers.next_if(|((_, driver), _)| is_known(*driver))
            {
                let wire = self.wire(driver);
                logic.feed_back(wire, place);
                self.set(input, wire);
            }
            if let Some(node) = node {
                self.gate(logic, node);
            }
        }
        logic.begin_section();
    }
}
