//! The fanout of each node: everything that depends on it.

use super::guards::{Guard, guards};
use super::output_layout::OutputLayout;
use crate::network::{Cone, ConeSegment, Network, Wire};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Marks a sink that is a loop to evaluate again; the other bits are its number.
const LOOP: u32 = 1 << 31;
/// Marks a sink that is a guard; the other bits are its number.
const GUARD: u32 = 1 << 30;

/// The fanout of all nodes in the incrementally updated part of a network.
#[derive(Debug)]
pub struct Fanout {
    /// The start of each node's record, and the end of the last one.
    starts: Vec<u32>,
    /// For each node with targets: the number of gates that it feeds, the number of gates that it
    /// feeds inverted, then those gates, the inverted gates and the sinks. Evaluation mostly waits
    /// for these words to arrive from memory, so words that are used together are stored together.
    records: Vec<u32>,
    /// The gates, in topological order.
    pub gates: Vec<u32>,
    /// The loops, in topological order.
    pub loops: Vec<LoopFanout>,
    /// The guards. Their gates omit the shared conditions.
    pub guards: Vec<Guard>,
}

/// A loop in the incrementally updated part.
#[derive(Debug)]
pub struct LoopFanout {
    /// A range that contains all nodes of the loop. All other nodes that the loop depends on come
    /// before the range.
    pub nodes: Range<u32>,
    /// The input nodes of the loop, each with the wire that drives it.
    pub feedback: Vec<(u32, Wire)>,
    /// The output words that hold the values of the drivers.
    pub drivers: Range<usize>,
    /// The output words that hold the values of the inputs.
    pub inputs: Range<usize>,
}

/// A target that is not a gate.
pub enum Sink {
    /// An output bit.
    Answer(u32),
    /// A loop that does not contain the node.
    Loop(u32),
    /// A guard.
    Guard(u32),
}

impl Fanout {
    /// The fanout of `cone`, which starts at the inputs of the network. The cones in `others` read its
    /// values. The output layout gets further words for the loops.
    ///
    /// Incremental evaluation needs loops whose nodes have consecutive numbers. All nodes that a loop
    /// depends on must have lower numbers. Otherwise the result is `None`.
    pub fn of(
        network: &Network,
        cone: &Cone,
        others: [&Cone; 2],
        outputs: &mut OutputLayout,
    ) -> Option<Fanout> {
        let loops: Option<Vec<LoopFanout>> = cone
            .segments
            .iter()
            .filter(|segment| !segment.feedback.is_empty())
            .map(|segment| LoopFanout::of(network, cone, segment, outputs))
            .collect();
        let loops = loops?;
        let used = used(network, cone, others, &loops);
        let is_free = |node: u32| !used[node as usize] && !network.gates.inputs(node).is_empty();
        let guards = guards(network, outputs, is_free);
        let links = links(network, cone, &loops, &guards, outputs);
        let (starts, records) = records(&links, network.gates.len());
        Some(Fanout {
            starts,
            records,
            gates: cone.nodes.clone(),
            loops,
            guards,
        })
    }

    /// The gates that a node feeds, the gates that it feeds inverted, and its sinks.
    #[inline]
    pub fn of_node(&self, node: u32) -> (&[u32], &[u32], &[u32]) {
        let node = node as usize;
        let record = self.starts[node] as usize..self.starts[node + 1] as usize;
        let [plain, inverted, targets @ ..] = &self.records[record] else {
            return (&[], &[], &[]);
        };
        let (plain, rest) = targets.split_at(*plain as usize);
        let (inverted, sinks) = rest.split_at(*inverted as usize);
        (plain, inverted, sinks)
    }
}

impl Sink {
    /// Decodes a sink.
    #[inline]
    pub fn read(entry: u32) -> Sink {
        if entry & (LOOP | GUARD) == 0 {
            Sink::Answer(entry)
        } else if entry & LOOP == 0 {
            Sink::Guard(entry & !GUARD)
        } else {
            Sink::Loop(entry & !LOOP)
        }
    }
}

impl LoopFanout {
    fn of(
        network: &Network,
        cone: &Cone,
        segment: &ConeSegment,
        outputs: &mut OutputLayout,
    ) -> Option<LoopFanout> {
        let gates = &cone.nodes[segment.range.clone()];
        let inputs = || segment.feedback.iter().map(|&(input, _)| input);
        let members = || inputs().chain(gates.iter().copied());
        let nodes = members().min()?..members().max()? + 1;
        let mut own = vec![false; nodes.len()];
        members().for_each(|node| own[(node - nodes.start) as usize] = true);
        let fits = |node: u32| {
            node < nodes.start || nodes.contains(&node) && own[(node - nodes.start) as usize]
        };
        let wires = gates.iter().flat_map(|&gate| network.gates.inputs(gate));
        let drivers = segment.feedback.iter().map(|(_, driver)| driver);
        if !wires.chain(drivers).all(|wire| fits(wire.node())) {
            return None;
        }
        Some(LoopFanout {
            drivers: outputs.add_words(segment.feedback.len()),
            inputs: outputs.add_words(segment.feedback.len()),
            feedback: segment.feedback.clone(),
            nodes,
        })
    }

    /// The nodes outside the loop that the loop depends on.
    fn sources(&self, network: &Network) -> Vec<u32> {
        let gates = self.nodes.clone();
        let wires = gates.flat_map(|gate| network.gates.inputs(gate).iter().copied());
        let drivers = self.feedback.iter().map(|&(_, driver)| driver);
        let nodes = wires.chain(drivers).map(Wire::node);
        let mut sources: Vec<u32> = nodes.filter(|&node| node < self.nodes.start).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }
}

/// Marks the used nodes, except those whose only use is one legal move.
fn used(network: &Network, cone: &Cone, others: [&Cone; 2], loops: &[LoopFanout]) -> Vec<bool> {
    let mut used = vec![false; network.gates.len()];
    let mut legal = vec![false; network.gates.len()];
    let gates = others.into_iter().chain([cone]).flat_map(|s| &s.nodes);
    let gates = gates.flat_map(|&gate| network.gates.inputs(gate));
    let outputs = network.goals.iter().chain(&network.sees).flatten();
    let outputs = outputs.map(|(_, wire)| wire);
    let drivers = loops.iter().flat_map(|part| &part.feedback);
    let outputs = outputs.chain(drivers.map(|(_, driver)| driver));
    let outputs = outputs.chain(&network.next).chain([&network.terminal]);
    gates
        .chain(outputs)
        .for_each(|wire| used[wire.node() as usize] = true);
    for wire in network.legal.iter().flatten() {
        let again = std::mem::replace(&mut legal[wire.node() as usize], true);
        used[wire.node() as usize] |= again;
    }
    used
}

/// A connection: three times the node plus the kind, and the target.
type Link = (u32, u32);

/// All connections of a cone.
fn links(
    network: &Network,
    cone: &Cone,
    loops: &[LoopFanout],
    guards: &[Guard],
    outputs: &OutputLayout,
) -> Vec<Link> {
    let guarded = guarded(guards);
    let mut links = Vec::new();
    for &gate in &cone.nodes {
        let guard = guarded.get(&gate);
        let wires = network.gates.inputs(gate).iter();
        let wires = wires.filter(|&wire| guard != Some(wire));
        links.extend(wires.map(|wire| (wire.node() * 3 + u32::from(wire.inverted()), gate)));
    }
    for (number, guard) in (0..).zip(guards) {
        links.push((guard.wire.node() * 3 + 2, GUARD | number));
    }
    let mut answer = |wire: Wire, bit: usize| links.push((wire.node() * 3 + 2, bit as u32));
    outputs
        .wires(network)
        .for_each(|(wire, bit)| answer(wire, bit));
    for part in loops {
        let bits = part.drivers.start * 64..;
        let drivers = part.feedback.iter().zip(bits);
        drivers.for_each(|(&(_, driver), bit)| answer(driver, bit));
    }
    for (number, part) in (0..).zip(loops) {
        let sources = part.sources(network).into_iter();
        links.extend(sources.map(|source| (source * 3 + 2, LOOP | number)));
    }
    links
}

/// The guard of each guarded gate.
pub fn guarded(guards: &[Guard]) -> FxHashMap<u32, Wire> {
    let pairs = guards.iter().flat_map(|guard| {
        let gates = guard.gates.iter();
        gates.map(|&gate| (gate, guard.wire))
    });
    pairs.collect()
}

/// The records of all nodes, and their starts.
fn records(links: &[Link], nodes: usize) -> (Vec<u32>, Vec<u32>) {
    let (kinds, targets) = by_source(links, nodes * 3);
    let mut starts = Vec::with_capacity(nodes + 1);
    let mut records = Vec::with_capacity(targets.len() + nodes);
    for kinds in kinds.windows(4).step_by(3) {
        starts.push(records.len() as u32);
        if kinds[0] < kinds[3] {
            records.extend([kinds[1] - kinds[0], kinds[2] - kinds[1]]);
            records.extend(&targets[kinds[0] as usize..kinds[3] as usize]);
        }
    }
    starts.push(records.len() as u32);
    (starts, records)
}

/// Sorts connections by source; returns the start of each source and all targets.
fn by_source(links: &[Link], sources: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; sources + 2];
    links
        .iter()
        .for_each(|&(source, _)| starts[source as usize + 2] += 1);
    (2..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
    let mut targets = vec![0; links.len()];
    for &(source, target) in links {
        let slot = &mut starts[source as usize + 1];
        targets[*slot as usize] = target;
        *slot += 1;
    }
    (starts, targets)
}
