//! Rewrites everything that depends on moves as multiplexers where that is smaller.
//!
//! Rules define the next state by the effect of each move, and most moves do not affect a given
//! fluent. Such a fluent keeps its value by hundreds of rules, one for each move that does not
//! affect it. Exactly one move is made, so it is enough to list the moves that do affect the
//! fluent.

use super::super::emit::emit;
use super::super::{Gates, Network, Wire};
use super::JointMoves;
use super::draft::uses;
use super::move_mux::{MoveMux, RoleMoves, effort};
use crate::build_limits::{BuildLimits, BuildStop, Poll};

/// Gates that may be created to express one node as a multiplexer, in addition to one per input.
const GATES_PER_NODE: usize = 16;
/// Entries that may be visited in total, per gate input of the network. This keeps the work linear.
const EFFORT: usize = 4;
const LEAST_EFFORT: usize = 1 << 18;
/// Maximum depth of the search for conditions that a legal move implies, and maximum number of
/// conditions to record.
const IMPLIED_DEPTH: usize = 4;
const MAX_IMPLIED: usize = 64;

/// Rewrites the multiplexers of a network.
pub fn rewrite_muxes(
    network: &Network,
    joints: JointMoves,
    limits: &BuildLimits,
) -> Result<Network, BuildStop> {
    limits.check()?;
    let mut poll = limits.poll();
    let depends = depends_on_moves(network);
    let mut pass = MuxPass::new(network, joints, depends);
    let first_move = network.moves.first().map_or(0, |moves| moves.start);
    for node in first_move..network.gates.len() as u32 {
        if pass.depends[node as usize] {
            let before = pass.effort;
            pass.plan(node);
            poll.count(1 + before.saturating_sub(pass.effort))?;
        }
    }
    let wires = pass.write(&mut poll)?;
    let redirect = |wire: Wire| wires[wire.node() as usize].invert_if(wire.inverted() == 1);
    let rewritten = Network {
        gates: pass.gates,
        loops: network.loops.clone(),
        ..network.map_outputs(redirect)
    };
    emit(&rewritten, &rewritten.gates, limits)
}

/// Marks the nodes that depend on moves.
fn depends_on_moves(network: &Network) -> Vec<bool> {
    let mut depends = vec![false; network.gates.len()];
    let moves = network.moves.iter().cloned().flatten();
    moves.for_each(|node| depends[node as usize] = true);
    let mark = |depends: &mut Vec<bool>, nodes: std::ops::Range<u32>| {
        for node in nodes {
            let mut inputs = network.gates.inputs(node).iter();
            depends[node as usize] |= inputs.any(|wire| depends[wire.node() as usize]);
        }
    };
    let mut at = 0;
    for part in &network.loops {
        mark(&mut depends, at..part.nodes.end);
        if part
            .feedback
            .iter()
            .any(|(_, driver)| depends[driver.node() as usize])
        {
            part.feedback
                .iter()
                .for_each(|&(input, _)| depends[input as usize] = true);
            mark(&mut depends, part.nodes.clone());
        }
        at = part.nodes.end;
    }
    mark(&mut depends, at..network.gates.len() as u32);
    depends
}

/// The form in which a node that depends on moves will be written.
#[derive(Debug)]
enum NodePlan {
    /// Unchanged: it does not depend on moves or is an input.
    Keep,
    /// As a multiplexer.
    Mux(MoveMux),
    /// As the AND of its inputs.
    Gate,
    /// As the AND of some multiplexers and of the remaining inputs.
    AndOfMuxes(Vec<MoveMux>, Vec<Wire>),
}

struct MuxPass<'a> {
    network: &'a Network,
    moves: Vec<RoleMoves>,
    gates: Gates,
    depends: Vec<bool>,
    uses: Vec<u32>,
    /// Each node as a multiplexer, where that is known.
    muxes: Vec<Option<MoveMux>>,
    plans: Vec<NodePlan>,
    /// The area flow of each node: its cost divided by its number of uses.
    area_flows: Vec<f32>,
    effort: usize,
}

impl<'a> MuxPass<'a> {
    fn new(network: &'a Network, joints: JointMoves, depends: Vec<bool>) -> MuxPass<'a> {
        let nodes = network.gates.len();
        let mut gates = network.gates.clone();
        gates.reopen();
        let inputs = |node| network.gates.inputs(node).len();
        let size: usize = (0..nodes as u32).map(inputs).sum();
        let moves = 0..network.moves.len();
        let mut pass = MuxPass {
            network,
            moves: moves.map(|role| moves_of(network, role, joints)).collect(),
            gates,
            depends,
            uses: uses(network),
            muxes: vec![None; nodes],
            plans: (0..nodes).map(|_| NodePlan::Keep).collect(),
            area_flows: vec![0.0; nodes],
            effort: size * EFFORT + LEAST_EFFORT,
        };
        for (role, moves) in network.moves.iter().enumerate() {
            for (number, node) in (0..).zip(moves.clone()) {
                pass.muxes[node as usize] = Some(MoveMux::of_move(role, number));
            }
        }
        pass
    }

    /// Decides how to write a node that depends on moves.
    fn plan(&mut self, node: u32) {
        let inputs = self.network.gates.inputs(node);
        if inputs.is_empty() {
            return;
        }
        let area_flows = inputs
            .iter()
            .map(|wire| self.area_flows[wire.node() as usize]);
        let as_gate = area_flows.sum::<f32>() + (inputs.len() - 1) as f32;
        let groups = self.groups(inputs);
        let (plan, cost) = if groups.roles.len() == 1 && groups.mixed.is_empty() {
            self.plan_mux(node, &groups, as_gate)
        } else {
            self.plan_groups(&groups, as_gate)
        };
        self.plans[node as usize] = plan;
        self.area_flows[node as usize] = cost / self.uses[node as usize].max(1) as f32;
    }

    /// Groups the inputs by the moves that they depend on.
    fn groups(&self, inputs: &[Wire]) -> InputGroups {
        let mut groups = InputGroups::default();
        for &wire in inputs {
            match &self.muxes[wire.node() as usize] {
                Some(mux) => groups.push(mux.role, wire),
                None if self.depends[wire.node() as usize] => groups.mixed.push(wire),
                None => groups.state.push(wire),
            }
        }
        groups
    }

    /// The AND of one role's multiplexers; `None` if it would cost too much.
    fn combine(&mut self, role: usize, members: &[Wire], state: &[Wire]) -> Option<MoveMux> {
        let muxes = &self.muxes;
        let members: Option<Vec<(&MoveMux, bool)>> = members
            .iter()
            .map(|w| Some((muxes[w.node() as usize].as_ref()?, w.inverted() == 1)))
            .collect();
        let members = members?;
        self.effort = self.effort.checked_sub(effort(&members))?;
        let limit = GATES_PER_NODE + state.len();
        MoveMux::and(&members, state, &self.moves[role], &mut self.gates, limit)
    }

    /// Plans a node that depends on one role's move.
    fn plan_mux(&mut self, node: u32, groups: &InputGroups, as_gate: f32) -> (NodePlan, f32) {
        let (role, members) = &groups.roles[0];
        let Some(mux) = self.combine(*role, members, &groups.state) else {
            return (NodePlan::Gate, as_gate);
        };
        let normalised = mux.normalised(&self.moves[*role]);
        let cost = normalised.cost() as f32;
        self.muxes[node as usize] = Some(mux);
        if cost <= as_gate {
            (NodePlan::Mux(normalised), cost)
        } else {
            (NodePlan::Gate, as_gate)
        }
    }

    /// Plans a node that depends on the moves of several roles, or on loops.
    fn plan_groups(&mut self, groups: &InputGroups, as_gate: f32) -> (NodePlan, f32) {
        let mut smaller = Vec::new();
        let mut rest: Vec<Wire> = [&groups.state[..], &groups.mixed].concat();
        let mut saved = 0.0;
        for (role, members) in groups.roles.iter() {
            let area_flows = members
                .iter()
                .map(|wire| self.area_flows[wire.node() as usize]);
            let cost = area_flows.sum::<f32>() + (members.len() - 1) as f32;
            let mux = self.combine(*role, members, &[]);
            let mux = mux.map(|mux| mux.normalised(&self.moves[*role]));
            match mux {
                Some(mux) if (mux.cost() as f32) < cost => {
                    saved += cost - mux.cost() as f32;
                    smaller.push(mux);
                }
                _ => rest.extend(members),
            }
        }
        if smaller.is_empty() {
            return (NodePlan::Gate, as_gate);
        }
        (NodePlan::AndOfMuxes(smaller, rest), as_gate - saved)
    }

    /// Writes the nodes that the outputs need; returns the new wire of each node.
    fn write(&mut self, poll: &mut Poll) -> Result<Vec<Wire>, BuildStop> {
        let needed = self.needed();
        let mut wires: Vec<Wire> = (0..self.depends.len() as u32).map(Wire::of).collect();
        for node in (0..self.depends.len()).filter(|&node| needed[node]) {
            poll.count(1 + self.network.gates.inputs(node as u32).len())?;
            let new = |wire: &Wire| wires[wire.node() as usize].invert_if(wire.inverted() == 1);
            wires[node] = match std::mem::replace(&mut self.plans[node], NodePlan::Keep) {
                NodePlan::Keep => continue,
                NodePlan::Mux(mux) => mux.write(&self.moves[mux.role], &mut self.gates),
                NodePlan::Gate => {
                    let inputs = self.network.gates.inputs(node as u32).iter();
                    self.gates.and(&mut inputs.map(new).collect())
                }
                NodePlan::AndOfMuxes(muxes, rest) => {
                    let mut inputs: Vec<Wire> = rest.iter().map(new).collect();
                    for mux in muxes {
                        inputs.push(mux.write(&self.moves[mux.role], &mut self.gates));
                    }
                    self.gates.and(&mut inputs)
                }
            };
        }
        Ok(wires)
    }

    /// Marks the planned nodes that the outputs need.
    fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.depends.len()];
        let outputs = self.network.outputs();
        outputs.for_each(|wire| needed[wire.node() as usize] = true);
        for node in (0..needed.len()).rev().filter(|&n| self.depends[n]) {
            if !needed[node] {
                continue;
            }
            let inputs = match &self.plans[node] {
                NodePlan::Gate => self.network.gates.inputs(node as u32),
                NodePlan::AndOfMuxes(_, rest) => rest,
                NodePlan::Keep | NodePlan::Mux(_) => &[],
            };
            inputs
                .iter()
                .for_each(|wire| needed[wire.node() as usize] = true);
        }
        needed
    }
}

/// The inputs of a gate, grouped by the moves that they depend on.
#[derive(Debug, Default)]
struct InputGroups {
    state: Vec<Wire>,
    /// Inputs that depend on the move of one role.
    roles: Vec<(usize, Vec<Wire>)>,
    /// Inputs that depend on more than one role's move.
    mixed: Vec<Wire>,
}

impl InputGroups {
    fn push(&mut self, role: usize, wire: Wire) {
        match self.roles.iter_mut().find(|group| group.0 == role) {
            Some(group) => group.1.push(wire),
            None => self.roles.push((role, vec![wire])),
        }
    }
}

fn moves_of(network: &Network, role: usize, joints: JointMoves) -> RoleMoves {
    let legal = &network.legal[role];
    let may = |wire: &Wire| joints == JointMoves::Any || *wire != Wire::FALSE;
    let is_possible: Vec<bool> = legal.iter().map(may).collect();
    let implied = |&wire: &Wire| match joints {
        JointMoves::Any => Vec::new(),
        JointMoves::Legal => implied(network, wire),
    };
    RoleMoves {
        start: network.moves[role].start,
        possible: (0..)
            .zip(&is_possible)
            .filter(|m| *m.1)
            .map(|m| m.0)
            .collect(),
        is_possible,
        implied: legal.iter().map(implied).collect(),
    }
}

/// Wires that are true whenever the given wire is true.
fn implied(network: &Network, wire: Wire) -> Vec<Wire> {
    let mut implied = vec![wire];
    let mut fresh = 0..1;
    for _ in 0..IMPLIED_DEPTH {
        for at in fresh.clone() {
            let inputs = network.gates.inputs(implied[at].node());
            if implied[at].inverted() == 0 && implied.len() + inputs.len() <= MAX_IMPLIED {
                implied.extend_from_slice(inputs);
            }
        }
        fresh = fresh.end..implied.len();
    }
    implied.sort_unstable();
    implied.dedup();
    implied
}
