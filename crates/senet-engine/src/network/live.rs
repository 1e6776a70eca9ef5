//! Which fluents matter for the course of a match.

use super::{Network, Reach, Wire};

impl Network {
    /// The fluents that the legal moves, the end or the goals depend on, now or later; the others (a record of the last
    /// move, say) need not be kept in random matches.
    pub fn live_fluents(&self) -> Vec<u32> {
        live_in_cycle(std::slice::from_ref(self)).remove(0)
    }

    /// The fluents that the goals of a state depend on.
    pub fn fluents_of_goals(&self) -> Vec<u32> {
        let goals = self.goals.iter().flatten().map(|(_, wire)| *wire);
        let mut known = vec![false; self.gates.len()];
        let mut fluents = Vec::new();
        Reach::new(self).walk(goals, &mut known, |node| {
            if self.fluents.contains(&node) {
                fluents.push(node - self.fluents.start);
            }
        });
        fluents.sort_unstable();
        fluents
    }
}

/// The same for networks that take turns: number `i` leads from phase `i` to phase `i + 1`, the last to the first. Gives
/// for each phase the fluents of its states that matter.
pub fn live_in_cycle(phases: &[Network]) -> Vec<Vec<u32>> {
    let mut reaches: Vec<Reach> = phases.iter().map(Reach::new).collect();
    let mut known: Vec<Vec<bool>> = phases.iter().map(|n| vec![false; n.gates.len()]).collect();
    let mut live = vec![Vec::new(); phases.len()];
    let mut open: Vec<(usize, Vec<Wire>)> = phases.iter().map(answers).enumerate().collect();
    while let Some((phase, wires)) = open.pop() {
        let network = &phases[phase];
        let before = (phase + phases.len() - 1) % phases.len();
        let mut needed = Vec::new();
        reaches[phase].walk(wires, &mut known[phase], |node| {
            if network.fluents.contains(&node) {
                live[phase].push(node - network.fluents.start);
                needed.push(phases[before].next[(node - network.fluents.start) as usize]);
            }
        });
        if !needed.is_empty() {
            open.push((before, needed));
        }
    }
    live.iter_mut().for_each(|fluents| fluents.sort_unstable());
    live
}

/// The wires that are looked at in every state of a match.
fn answers(network: &Network) -> Vec<Wire> {
    let legal = network.legal.iter().flatten().copied();
    let goals = network.goals.iter().flatten().map(|(_, wire)| *wire);
    legal.chain(goals).chain([network.terminal]).collect()
}
