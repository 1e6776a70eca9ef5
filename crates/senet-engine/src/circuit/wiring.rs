//! Where each change goes: the network seen from its inputs.

use super::answers::Answers;
use super::guards::{Guard, guards};
use crate::network::{Network, Section, Segment, Wire};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// In a node's list of sinks: the loop with the number in the other bits must be settled anew.
const LOOP: u32 = 1 << 31;
/// In a node's list of sinks: it is the condition of the guard with the number in the other bits.
const GUARD: u32 = 1 << 30;

/// The part of a network that is kept up to date: for each node, what depends on it.
#[derive(Debug)]
pub struct Wiring {
    /// Where the record of each node starts, and where the last ends.
    starts: Vec<u32>,
    /// For each node with targets the number of gates that it feeds, the number of those that it feeds inverted, and then the
    /// gates, the inverted gates and the sinks. Most time goes into waiting for these words to come from memory, so that what is
    /// needed together stands together.
    records: Vec<u32>,
    /// The gates, in topological order.
    pub gates: Vec<u32>,
    /// The parts that feed back into themselves, in topological order.
    pub loops: Vec<LoopWiring>,
    /// Conditions that legal moves share, which their gates leave out.
    pub guards: Vec<Guard>,
}

/// A part that feeds back into itself.
#[derive(Debug)]
pub struct LoopWiring {
    /// All its nodes are in here; what it depends on from outside comes before.
    pub nodes: Range<u32>,
    /// Its input nodes with the wires that drive them.
    pub feedback: Vec<(u32, Wire)>,
    /// Which words of the answers tell what the drivers say.
    pub drivers: Range<usize>,
    /// Which words of the answers tell which inputs are true.
    pub inputs: Range<usize>,
}

/// What a node drives besides gates.
pub enum Sink {
    /// A bit of the answers.
    Answer(u32),
    /// A loop that does not contain the node.
    Loop(u32),
    /// A guard.
    Guard(u32),
}

impl Wiring {
    /// The wiring of a section that starts from the inputs of the network. Adds words for the loops to the answers. The other
    /// sections are evaluated with what this one tells.
    ///
    /// `None` if the nodes of a loop are not numbered next to each other, after all that they depend on.
    pub fn of(
        network: &Network,
        section: &Section,
        others: [&Section; 2],
        answers: &mut Answers,
    ) -> Option<Wiring> {
        let loops: Option<Vec<LoopWiring>> = section
            .segments
            .iter()
            .filter(|segment| !segment.feedback.is_empty())
            .map(|segment| LoopWiring::of(network, section, segment, answers))
            .collect();
        let loops = loops?;
        let used = used(network, section, others, &loops);
        let is_free = |node: u32| !used[node as usize] && !network.gates.inputs(node).is_empty();
        let guards = guards(network, answers, is_free);
        let links = links(network, section, &loops, &guards, answers);
        let (starts, records) = records(&links, network.gates.len());
        Some(Wiring {
            starts,
            records,
            gates: section.nodes.clone(),
            loops,
            guards,
        })
    }

    /// The gates that a node feeds, those that it feeds inverted, and its sinks.
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
    /// Reads an entry of a node's sinks.
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

impl LoopWiring {
    fn of(
        network: &Network,
        section: &Section,
        segment: &Segment,
        answers: &mut Answers,
    ) -> Option<LoopWiring> {
        let gates = &section.nodes[segment.range.clone()];
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
        Some(LoopWiring {
            drivers: answers.add_words(segment.feedback.len()),
            inputs: answers.add_words(segment.feedback.len()),
            feedback: segment.feedback.clone(),
            nodes,
        })
    }

    /// The nodes outside that some node of the loop depends on.
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

/// Which nodes are read by something else than the legal moves: each legal move may be told by a gate of its own.
fn used(
    network: &Network,
    section: &Section,
    others: [&Section; 2],
    loops: &[LoopWiring],
) -> Vec<bool> {
    let mut used = vec![false; network.gates.len()];
    let mut legal = vec![false; network.gates.len()];
    let gates = others.into_iter().chain([section]).flat_map(|s| &s.nodes);
    let gates = gates.flat_map(|&gate| network.gates.inputs(gate));
    let answers = network.goals.iter().chain(&network.sees).flatten();
    let answers = answers.map(|(_, wire)| wire);
    let drivers = loops.iter().flat_map(|part| &part.feedback);
    let answers = answers.chain(drivers.map(|(_, driver)| driver));
    let answers = answers.chain(&network.next).chain([&network.terminal]);
    gates
        .chain(answers)
        .for_each(|wire| used[wire.node() as usize] = true);
    for wire in network.legal.iter().flatten() {
        let again = std::mem::replace(&mut legal[wire.node() as usize], true);
        used[wire.node() as usize] |= again;
    }
    used
}

/// A connection: its node times three plus its kind, and the target.
type Link = (u32, u32);

/// All connections of a section.
fn links(
    network: &Network,
    section: &Section,
    loops: &[LoopWiring],
    guards: &[Guard],
    answers: &Answers,
) -> Vec<Link> {
    let guarded = guarded(guards);
    let mut links = Vec::new();
    for &gate in &section.nodes {
        let guard = guarded.get(&gate);
        let wires = network.gates.inputs(gate).iter();
        let wires = wires.filter(|&wire| guard != Some(wire));
        links.extend(wires.map(|wire| (wire.node() * 3 + u32::from(wire.inverted()), gate)));
    }
    for (number, guard) in (0..).zip(guards) {
        links.push((guard.wire.node() * 3 + 2, GUARD | number));
    }
    let mut answer = |wire: Wire, bit: usize| links.push((wire.node() * 3 + 2, bit as u32));
    answers
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

/// The guard of each gate that has one.
pub fn guarded(guards: &[Guard]) -> FxHashMap<u32, Wire> {
    let pairs = guards.iter().flat_map(|guard| {
        let gates = guard.gates.iter();
        gates.map(|&gate| (gate, guard.wire))
    });
    pairs.collect()
}

/// The records of all nodes, and where they start.
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

/// Sorts connections by their source: where those of each source start, and all targets.
fn by_source(links: &[Link], sources: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; sources + 2];
    links
        .iter()
        .for_each(|&(source, _)| starts[source as usize + 2] += 1);
    (2..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
    let mut targets = vec![0; links.len()];
    for &(source, target) in links {
        let place = &mut starts[source as usize + 1];
        targets[*place as usize] = target;
        *place += 1;
    }
    (starts, targets)
}
