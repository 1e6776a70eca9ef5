//! Rebuilds a network from changed node definitions.
//!
//! Unused nodes are dropped, equal gates are merged and constants are folded. Every gate is placed
//! just before its first use.

use super::{Gates, Loop, Network, Wire};
use crate::build_limits::{BuildLimits, BuildStop, Poll};
use rustc_hash::FxHashMap;

/// The definition of a node.
#[derive(Clone, Copy, Debug)]
pub enum NodeDefinition<'a> {
    /// A constant.
    Constant(bool),
    /// The AND of some wires. An empty list means an input.
    And(&'a [Wire]),
}

/// The definitions of the nodes of a network. New nodes may follow the nodes of the network.
pub trait NodeDefinitions {
    /// The number of nodes.
    fn count(&self) -> usize;

    /// The definition of a node. Only loops may make a node depend on itself.
    fn of(&self, node: u32) -> NodeDefinition<'_>;
}

impl NodeDefinitions for Gates {
    fn count(&self) -> usize {
        self.len()
    }

    fn of(&self, node: u32) -> NodeDefinition<'_> {
        NodeDefinition::And(self.inputs(node))
    }
}

/// Rebuilds a network from these node definitions. Fluents and moves keep their numbers.
pub fn emit(
    network: &Network,
    definitions: &dyn NodeDefinitions,
    limits: &BuildLimits,
) -> Result<Network, BuildStop> {
    let is_needed = needed(network, definitions);
    let mut emitter = Emitter {
        definitions,
        gates: Gates::default(),
        wires: vec![None; definitions.count()],
        path: Vec::new(),
        inputs: Vec::new(),
        poll: limits.poll(),
        stop: None,
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
    let outputs = network.map_outputs(|wire| emitter.emit(wire));
    if let Some(stop) = emitter.stop {
        return Err(stop);
    }
    emitter.gates.finish();
    Ok(Network {
        gates: emitter.gates,
        loops,
        ..outputs
    })
}

struct Emitter<'a> {
    definitions: &'a dyn NodeDefinitions,
    gates: Gates,
    /// The new wire of each old node that is already emitted.
    wires: Vec<Option<Wire>>,
    /// A depth-first stack: nodes to emit, each needed by the node before it, with the number of
    /// inputs already emitted.
    path: Vec<(u32, usize)>,
    inputs: Vec<Wire>,
    poll: Poll<'a>,
    /// Once this is set, nothing more is emitted.
    stop: Option<BuildStop>,
}

impl Emitter<'_> {
    /// Emits an input node, which may be constant.
    fn input(&mut self, node: u32) {
        let input = self.gates.add_input();
        self.wires[node as usize] = Some(match self.definitions.of(node) {
            NodeDefinition::Constant(value) => Wire::FALSE.invert_if(value),
            NodeDefinition::And(_) => Wire::of(input),
        });
    }

    /// Emits a loop; `None` if all its inputs are constant.
    fn feedback(&mut self, feedback: Vec<(u32, Wire)>) -> Option<Loop> {
        let is_constant = |node| matches!(self.definitions.of(node), NodeDefinition::Constant(_));
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

    /// Emits everything that an old wire needs and returns its new wire.
    fn emit(&mut self, wire: Wire) -> Wire {
        let mut path = std::mem::take(&mut self.path);
        path.push((wire.node(), 0));
        while let Some((node, emitted)) = path.last_mut() {
            self.stop = self.stop.or_else(|| self.poll.count(1).err());
            if self.stop.is_some() {
                path.clear();
                break;
            }
            match self.step(*node, emitted) {
                Some(missing) => path.push((missing, 0)),
                None => _ = path.pop(),
            }
        }
        self.path = path;
        self.emitted(wire).unwrap_or(Wire::FALSE)
    }

    fn emitted(&self, wire: Wire) -> Option<Wire> {
        self.wires[wire.node() as usize].map(|new| new.invert_if(wire.inverted() == 1))
    }

    /// Emits a node, or returns the next input that must be emitted first.
    fn step(&mut self, node: u32, emitted: &mut usize) -> Option<u32> {
        if self.wires[node as usize].is_some() {
            return None;
        }
        let wire = match self.definitions.of(node) {
            NodeDefinition::Constant(value) => Wire::FALSE.invert_if(value),
            NodeDefinition::And(inputs) => {
                let open = |wire: &Wire| self.wires[wire.node() as usize].is_none();
                if let Some(missing) = inputs[*emitted..].iter().position(open) {
                    *emitted += missing;
                    return Some(inputs[*emitted].node());
                }
                let mut new = std::mem::take(&mut self.inputs);
                new.clear();
                new.extend(inputs.iter().filter_map(|&wire| self.emitted(wire)));
                let wire = self.gates.and(&mut new);
                self.inputs = new;
                wire
            }
        };
        self.wires[node as usize] = Some(wire);
        None
    }
}

/// Marks the nodes that the outputs depend on under these definitions.
fn needed(network: &Network, definitions: &dyn NodeDefinitions) -> Vec<bool> {
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
        let NodeDefinition::And(inputs) = definitions.of(node) else {
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
