//! Everything that depends on moves, written as functions of the roles' choices where that is smaller.
//!
//! Rules tell the next state by what each move does, and mostly a move does nothing to a given fluent: a fluent then stays
//! as it is by one rule for each of hundreds of moves. As exactly one move is made, it is enough to look at the others.

use super::super::emit::emit;
use super::super::{Gates, Network, Wire};
use super::Joints;
use super::choice::{Choice, Moves, effort};
use super::draft::uses;

/// Gates that may be made to express one node as a function of a choice, beyond one for each of its inputs.
const GATES_PER_NODE: usize = 16;
/// Entries that may be looked at in all, for each input of a gate of the network, so that the work stays linear.
const EFFORT: usize = 4;
const LEAST_EFFORT: usize = 1 << 18;
/// How deep to look for conditions of a legal move, and how many to note.
const IMPLIED_DEPTH: usize = 4;
const MAX_IMPLIED: usize = 64;

/// The network with its choices rewritten.
pub fn rewrite_choices(network: &Network, joints: Joints) -> Network {
    let depends = depends_on_moves(network);
    let mut pass = Pass::new(network, joints, depends);
    let first_move = network.moves.first().map_or(0, |moves| moves.start);
    for node in first_move..network.gates.len() as u32 {
        if pass.depends[node as usize] {
            pass.plan(node);
        }
    }
    let wires = pass.write();
    let redirect = |wire: Wire| wires[wire.node() as usize].invert_if(wire.inverted() == 1);
    let rewritten = Network {
        gates: pass.gates,
        loops: network.loops.clone(),
        ..network.map_outputs(redirect)
    };
    emit(&rewritten, &rewritten.gates)
}

/// Which nodes depend on moves.
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

/// How a node that depends on moves will be written.
#[derive(Debug)]
enum Plan {
    /// Not at all: it depends on no moves or is an input.
    Keep,
    /// As a function of a choice.
    Select(Choice),
    /// As the AND of its inputs.
    Gate,
    /// As the AND of some functions of choices and of the remaining inputs.
    Groups(Vec<Choice>, Vec<Wire>),
}

struct Pass<'a> {
    network: &'a Network,
    moves: Vec<Moves>,
    gates: Gates,
    depends: Vec<bool>,
    uses: Vec<u32>,
    /// What each node is as a function of a choice, where that is known.
    choices: Vec<Option<Choice>>,
    plans: Vec<Plan>,
    /// What writing a node costs each of its users.
    flows: Vec<f32>,
    effort: usize,
}

impl<'a> Pass<'a> {
    fn new(network: &'a Network, joints: Joints, depends: Vec<bool>) -> Pass<'a> {
        let nodes = network.gates.len();
        let mut gates = network.gates.clone();
        gates.reopen();
        let inputs = |node| network.gates.inputs(node).len();
        let size: usize = (0..nodes as u32).map(inputs).sum();
        let moves = 0..network.moves.len();
        let mut pass = Pass {
            network,
            moves: moves.map(|role| moves_of(network, role, joints)).collect(),
            gates,
            depends,
            uses: uses(network),
            choices: vec![None; nodes],
            plans: (0..nodes).map(|_| Plan::Keep).collect(),
            flows: vec![0.0; nodes],
            effort: size * EFFORT + LEAST_EFFORT,
        };
        for (role, moves) in network.moves.iter().enumerate() {
            for (number, node) in (0..).zip(moves.clone()) {
                pass.choices[node as usize] = Some(Choice::made(role, number));
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
        let flows = inputs.iter().map(|wire| self.flows[wire.node() as usize]);
        let as_gate = flows.sum::<f32>() + (inputs.len() - 1) as f32;
        let groups = self.groups(inputs);
        let (plan, cost) = if groups.roles.len() == 1 && groups.mixed.is_empty() {
            self.plan_choice(node, &groups, as_gate)
        } else {
            self.plan_groups(&groups, as_gate)
        };
        self.plans[node as usize] = plan;
        self.flows[node as usize] = cost / self.uses[node as usize].max(1) as f32;
    }

    /// The inputs by what they depend on.
    fn groups(&self, inputs: &[Wire]) -> Groups {
        let mut groups = Groups::default();
        for &wire in inputs {
            match &self.choices[wire.node() as usize] {
                Some(choice) => groups.push(choice.role, wire),
                None if self.depends[wire.node() as usize] => groups.mixed.push(wire),
                None => groups.state.push(wire),
            }
        }
        groups
    }

    /// The conjunction of functions of a role's choice; `None` if it would take too much.
    fn combine(&mut self, role: usize, members: &[Wire], state: &[Wire]) -> Option<Choice> {
        let choices = &self.choices;
        let members: Option<Vec<(&Choice, bool)>> = members
            .iter()
            .map(|w| Some((choices[w.node() as usize].as_ref()?, w.inverted() == 1)))
            .collect();
        let members = members?;
        self.effort = self.effort.checked_sub(effort(&members))?;
        let limit = GATES_PER_NODE + state.len();
        Choice::and(&members, state, &self.moves[role], &mut self.gates, limit)
    }

    /// For a node that depends on one role's choice.
    fn plan_choice(&mut self, node: u32, groups: &Groups, as_gate: f32) -> (Plan, f32) {
        let (role, members) = &groups.roles[0];
        let Some(choice) = self.combine(*role, members, &groups.state) else {
            return (Plan::Gate, as_gate);
        };
        let normalised = choice.normalised(&self.moves[*role]);
        let cost = normalised.cost() as f32;
        self.choices[node as usize] = Some(choice);
        if cost <= as_gate {
            (Plan::Select(normalised), cost)
        } else {
            (Plan::Gate, as_gate)
        }
    }

    /// For a node that depends on several roles' choices, or on loops that do.
    fn plan_groups(&mut self, groups: &Groups, as_gate: f32) -> (Plan, f32) {
        let mut selects = Vec::new();
        let mut rest: Vec<Wire> = [&groups.state[..], &groups.mixed].concat();
        let mut saved = 0.0;
        for (role, members) in groups.roles.iter() {
            let flows = members.iter().map(|wire| self.flows[wire.node() as usize]);
            let cost = flows.sum::<f32>() + (members.len() - 1) as f32;
            let choice = self.combine(*role, members, &[]);
            let choice = choice.map(|choice| choice.normalised(&self.moves[*role]));
            match choice {
                Some(choice) if (choice.cost() as f32) < cost => {
                    saved += cost - choice.cost() as f32;
                    selects.push(choice);
                }
                _ => rest.extend(members),
            }
        }
        if selects.is_empty() {
            return (Plan::Gate, as_gate);
        }
        (Plan::Groups(selects, rest), as_gate - saved)
    }

    /// Writes what the answers need; the new wire of each node.
    fn write(&mut self) -> Vec<Wire> {
        let needed = self.needed();
        let mut wires: Vec<Wire> = (0..self.depends.len() as u32).map(Wire::of).collect();
        for node in (0..self.depends.len()).filter(|&node| needed[node]) {
            let new = |wire: &Wire| wires[wire.node() as usize].invert_if(wire.inverted() == 1);
            wires[node] = match std::mem::replace(&mut self.plans[node], Plan::Keep) {
                Plan::Keep => continue,
                Plan::Select(choice) => choice.write(&self.moves[choice.role], &mut self.gates),
                Plan::Gate => {
                    let inputs = self.network.gates.inputs(node as u32).iter();
                    self.gates.and(&mut inputs.map(new).collect())
                }
                Plan::Groups(choices, rest) => {
                    let mut inputs: Vec<Wire> = rest.iter().map(new).collect();
                    for choice in choices {
                        inputs.push(choice.write(&self.moves[choice.role], &mut self.gates));
                    }
                    self.gates.and(&mut inputs)
                }
            };
        }
        wires
    }

    /// Which of the planned nodes the answers lead to.
    fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.depends.len()];
        let outputs = self.network.outputs();
        outputs.for_each(|wire| needed[wire.node() as usize] = true);
        for node in (0..needed.len()).rev().filter(|&n| self.depends[n]) {
            if !needed[node] {
                continue;
            }
            let inputs = match &self.plans[node] {
                Plan::Gate => self.network.gates.inputs(node as u32),
                Plan::Groups(_, rest) => rest,
                Plan::Keep | Plan::Select(_) => &[],
            };
            inputs
                .iter()
                .for_each(|wire| needed[wire.node() as usize] = true);
        }
        needed
    }
}

/// The inputs of a gate by what they depend on.
#[derive(Debug, Default)]
struct Groups {
    state: Vec<Wire>,
    /// On one role's choice.
    roles: Vec<(usize, Vec<Wire>)>,
    /// On more than that.
    mixed: Vec<Wire>,
}

impl Groups {
    fn push(&mut self, role: usize, wire: Wire) {
        match self.roles.iter_mut().find(|group| group.0 == role) {
            Some(group) => group.1.push(wire),
            None => self.roles.push((role, vec![wire])),
        }
    }
}

fn moves_of(network: &Network, role: usize, joints: Joints) -> Moves {
    let legal = &network.legal[role];
    let may = |wire: &Wire| joints == Joints::Any || *wire != Wire::FALSE;
    let is_possible: Vec<bool> = legal.iter().map(may).collect();
    let implied = |&wire: &Wire| match joints {
        Joints::Any => Vec::new(),
        Joints::Legal => implied(network, wire),
    };
    Moves {
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

/// Wires that are true whenever the given one is.
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
