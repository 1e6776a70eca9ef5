//! Finds the fluents that affect a match.

use super::{FanIn, Network, Wire};

impl Network {
    /// The live fluents: those on which legal moves, terminal or goals depend, now or later.
    /// Playouts need not track the others, such as a record of the last move.
    pub fn live_fluents(&self) -> Vec<u32> {
        live_in_cycle(std::slice::from_ref(self)).remove(0)
    }

    /// The fluents that the goals of a state depend on.
    pub fn fluents_of_goals(&self) -> Vec<u32> {
        let goals = self.goals.iter().flatten().map(|(_, wire)| *wire);
        let mut known = vec![false; self.gates.len()];
        let mut fluents = Vec::new();
        FanIn::new(self).walk(goals, &mut known, |node| {
            if self.fluents.contains(&node) {
                fluents.push(node - self.fluents.start);
            }
        });
        fluents.sort_unstable();
        fluents
    }
}

/// The live fluents of each phase. Network `i` leads from phase `i` to phase `i + 1`, and the last
/// network leads back to phase 0.
pub fn live_in_cycle(phases: &[Network]) -> Vec<Vec<u32>> {
    let mut reaches: Vec<FanIn> = phases.iter().map(FanIn::new).collect();
    let mut known: Vec<Vec<bool>> = phases.iter().map(|n| vec![false; n.gates.len()]).collect();
    let mut live = vec![Vec::new(); phases.len()];
    let mut open: Vec<(usize, Vec<Wire>)> = phases.iter().map(state_outputs).enumerate().collect();
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

/// The wires that are read in every state of a match.
fn state_outputs(network: &Network) -> Vec<Wire> {
    let legal = network.legal.iter().flatten().copied();
    let goals = network.goals.iter().flatten().map(|(_, wire)| *wire);
    legal.chain(goals).chain([network.terminal]).collect()
}
