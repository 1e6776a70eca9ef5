//! A network written out anew from changed definitions of its nodes: without what nothing needs any more, equal gates made one,
//! constants folded, and every gate as close as possible to those that use it first.

use super::{Gates, Loop, Network, Wire};
use rustc_hash::FxHashMap;

/// How a node is to be defined.
#[derive(Clone, Copy, Debug)]
pub enum Definition<'a> {
    /// By its value.
    Constant(bool),
    /// As the AND of other nodes' outputs; as an input if there are none.
    And(&'a [Wire]),
}

/// Definitions for the nodes of a network, which may lead to nodes beyond its own.
pub trait Definitions {
    /// How many nodes there are to define.
    fn count(&self) -> usize;

    /// The definition of a node. Loops apart, no node may be defined by means of itself.
    fn of(&self, node: u32) -> Definition<'_>;
}

impl Definitions for Gates {
    fn count(&self) -> usize {
        self.len()
    }

    fn of(&self, node: u32) -> Definition<'_> {
        Definition::And(self.inputs(node))
    }
}

/// Writes a network with these definitions of its nodes; fluents and moves keep their numbers.
pub fn emit(network: &Network, definitions: &dyn Definitions) -> Network {
    let is_needed = needed(network, definitions);
    let mut emitter = Emitter {
        definitions,
        gates: Gates::default(),
        wires: vec![None; definitions.count()],
        path: Vec::new(),
        inputs: Vec::new(),
    };
    emitter.wires[0] = Some(Wire::FALSE);
    let moves = network.moves.iter().cloned().flatten();
    network
        .fluents
        .clone()
        .chain(moves)
        .for_each(|node| emitter.input(node));
    let mut loops = Vec::new();
    for part in &network.loops {
        let inputs = part.feedback.iter().filter(|f| is_needed[f.0 as usize]);
        loops.extend(emitter.feedback(inputs.copied().collect()));
    }
    let emitted = network.map_outputs(|wire| emitter.emit(wire));
    emitter.gates.finish();
    Network {
        gates: emitter.gates,
        loops,
        ..emitted
    }
}

struct Emitter<'a> {
    definitions: &'a dyn Definitions,
    gates: Gates,
    /// The new wire of each old node that is written already.
    wires: Vec<Option<Wire>>,
    /// Nodes to be written, each needed by the one before it, and how many of its inputs are known to be written.
    path: Vec<(u32, usize)>,
    inputs: Vec<Wire>,
}

impl Emitter<'_> {
    /// Writes an input node, known or not.
    fn input(&mut self, node: u32) {
        let input = self.gates.add_input();
        self.wires[node as usize] = Some(match self.definitions.of(node) {
            Definition::Constant(value) => Wire::FALSE.invert_if(value),
            Definition::And(_) => Wire::of(input),
        });
    }

    /// Writes a loop; `None` if nothing is left of it.
    fn feedback(&mut self, feedback: Vec<(u32, Wire)>) -> Option<Loop> {
        let is_constant = |node| matches!(self.definitions.of(node), Definition::Constant(_));
        let mut feedback = feedback;
        feedback.retain(|&(input, _)| !is_constant(input));
        if feedback.is_empty() {
            return None;
        }
        let inputs: Vec<u32> = feedback.iter().map(|_| self.gates.add_input()).collect();
        for (&input, (old, _)) in inputs.iter().zip(&feedback) {
            self.wires[*old as usize] = Some(Wire::of(input));
        }
        let start = self.gates.len() as u32;
        let drivers = feedback.iter().map(|&(_, driver)| self.emit(driver));
        let mut feedback: Vec<(u32, Wire)> = inputs.into_iter().zip(drivers).collect();
        feedback.sort_unstable_by_key(|&(input, driver)| (driver.node(), input));
        let nodes = start..self.gates.len() as u32;
        Some(Loop { nodes, feedback })
    }

    /// The new wire of an old one; writes whatever it needs.
    fn emit(&mut self, wire: Wire) -> Wire {
        let mut path = std::mem::take(&mut self.path);
        path.push((wire.node(), 0));
        while let Some((node, written)) = path.last_mut() {
            match self.step(*node, written) {
                Some(missing) => path.push((missing, 0)),
                None => _ = path.pop(),
            }
        }
        self.path = path;
        self.written(wire).unwrap_or(Wire::FALSE)
    }

    fn written(&self, wire: Wire) -> Option<Wire> {
        self.wires[wire.node() as usize].map(|new| new.invert_if(wire.inverted() == 1))
    }

    /// Writes a node, or gives the next one that must be written before.
    fn step(&mut self, node: u32, written: &mut usize) -> Option<u32> {
        if self.wires[node as usize].is_some() {
            return None;
        }
        let wire = match self.definitions.of(node) {
            Definition::Constant(value) => Wire::FALSE.invert_if(value),
            Definition::And(inputs) => {
                let open = |wire: &Wire| self.wires[wire.node() as usize].is_none();
                if let Some(missing) = inputs[*written..].iter().position(open) {
                    *written += missing;
                    return Some(inputs[*written].node());
                }
                let mut new = std::mem::take(&mut self.inputs);
                new.clear();
                new.extend(inputs.iter().filter_map(|&wire| self.written(wire)));
                let wire = self.gates.and(&mut new);
                self.inputs = new;
                wire
            }
        };
        self.wires[node as usize] = Some(wire);
        None
    }
}

/// Which nodes the answers depend on by these definitions.
fn needed(network: &Network, definitions: &dyn Definitions) -> Vec<bool> {
    let mut loop_of = FxHashMap::default();
    for (number, part) in network.loops.iter().enumerate() {
        loop_of.extend(part.feedback.iter().map(|&(input, _)| (input, number)));
    }
    let mut taken = vec![false; network.loops.len()];
    let mut needed = vec![false; definitions.count()];
    let mut open: Vec<u32> = network.outputs().map(Wire::node).collect();
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut needed[node as usize], true) {
            continue;
        }
        let Definition::And(inputs) = definitions.of(node) else {
            continue;
        };
        open.extend(inputs.iter().map(|wire| wire.node()));
        if let Some(&number) = loop_of.get(&node)
            && !std::mem::replace(&mut taken[number], true)
        {
            let feedback = network.loops[number].feedback.iter();
            open.extend(feedback.flat_map(|&(input, driver)| [input, driver.node()]));
        }
    }
    needed
}
