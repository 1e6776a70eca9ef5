//! The transitive fan-in of wires.

use super::{Network, Wire};
use rustc_hash::FxHashMap;

/// Visits everything that some wires depend on, each node once.
pub struct FanIn<'a> {
    network: &'a Network,
    loop_of: FxHashMap<u32, usize>,
    entered: Vec<bool>,
    open: Vec<u32>,
}

impl<'a> FanIn<'a> {
    /// A walk that has visited no node.
    pub fn new(network: &'a Network) -> FanIn<'a> {
        let mut loop_of = FxHashMap::default();
        for (number, part) in network.loops.iter().enumerate() {
            loop_of.extend(part.feedback.iter().map(|&(input, _)| (input, number)));
        }
        FanIn {
            network,
            loop_of,
            entered: vec![false; network.loops.len()],
            open: Vec::new(),
        }
    }

    /// Visits the nodes that the wires depend on and that are not yet known, and marks them as
    /// known. Reaching one node of a loop visits the whole loop.
    pub fn walk(
        &mut self,
        wires: impl IntoIterator<Item = Wire>,
        known: &mut [bool],
        mut visit: impl FnMut(u32),
    ) {
        self.open.extend(wires.into_iter().map(Wire::node));
        while let Some(node) = self.open.pop() {
            if std::mem::replace(&mut known[node as usize], true) {
                continue;
            }
            visit(node);
            let inputs = self.network.gates.inputs(node).iter();
            self.open.extend(inputs.map(|wire| wire.node()));
            self.enter_loop(node);
        }
    }

    fn enter_loop(&mut self, node: u32) {
        if let Some(&number) = self.loop_of.get(&node)
            && !std::mem::replace(&mut self.entered[number], true)
        {
            let feedback = self.network.loops[number].feedback.iter();
            let ends = feedback.flat_map(|&(input, driver)| [input, driver.node()]);
            self.open.extend(ends);
        }
    }
}
