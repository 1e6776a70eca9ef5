//! Makes networks smaller without changing their outputs.

mod draft;
mod factor;
mod move_mux;
mod mux_pass;
mod pairs;

use super::emit::emit;
use super::{Network, Wire};
use crate::build_limits::{BuildLimits, BuildStop};
use draft::{Draft, Flattening};
use factor::factor;
use mux_pass::rewrite_muxes;
use pairs::extract_pairs;

/// Number of two-input gates that may be processed to find further improvements. This takes a few
/// tenths of a second; the largest networks stop after the first round.
const EFFORT: usize = 150_000;
/// An improvement must save at least one gate in this number.
const WORTHWHILE: usize = 400;

/// The joint moves for which a network must be correct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JointMoves {
    /// One move of each role, legal or not.
    Any,
    /// One legal move of each role.
    Legal,
}

impl Network {
    /// A smaller network with the same outputs for these joint moves.
    pub fn rewrite(&self, joints: JointMoves, limits: &BuildLimits) -> Result<Network, BuildStop> {
        let mut charge = limits.memory.charge("rewriting the network");
        charge.set(self.bytes_to_change())?;
        let multiplexed = rewrite_muxes(self, joints, limits)?;
        charge.set(self.bytes_to_change().max(multiplexed.bytes_to_change()))?;
        improve(share(&multiplexed, Flattening::Terms, limits)?, limits)
    }

    /// The part that computes legal moves, the end and the next state.
    pub fn for_steps(&self, limits: &BuildLimits) -> Result<Network, BuildStop> {
        let mut part = self.clone();
        let named = part.goals.iter_mut().chain(&mut part.sees).flatten();
        named.for_each(|(_, wire)| *wire = Wire::FALSE);
        emit(&part, &part.gates, limits)
    }

    /// The part that computes the goals.
    pub fn for_goals(&self, limits: &BuildLimits) -> Result<Network, BuildStop> {
        let part = Network {
            gates: self.gates.clone(),
            loops: self.loops.clone(),
            goals: self.goals.clone(),
            ..self.map_outputs(|_| Wire::FALSE)
        };
        emit(&part, &part.gates, limits)
    }

    /// The number of two-input gates needed to build this network.
    pub fn size(&self) -> usize {
        let gates = 0..self.gates.len() as u32;
        let inputs = gates.map(|node| self.gates.inputs(node).len());
        inputs.map(|inputs| inputs.saturating_sub(1)).sum()
    }
}

/// One round of sharing: common factors, then common pairs.
fn share(
    network: &Network,
    flattening: Flattening,
    limits: &BuildLimits,
) -> Result<Network, BuildStop> {
    let mut draft = Draft::of(network, flattening, limits)?;
    factor(&mut draft, limits)?;
    let factored = draft.finish(limits)?;
    let mut draft = Draft::of(&factored, Flattening::Nothing, limits)?;
    extract_pairs(&mut draft, limits)?;
    draft.finish(limits)
}

/// Repeats the sharing with different flattening as long as it helps.
fn improve(mut best: Network, limits: &BuildLimits) -> Result<Network, BuildStop> {
    let mut effort = EFFORT;
    let mut failures = 0;
    for flattening in [Flattening::Nothing, Flattening::All, Flattening::Terms]
        .into_iter()
        .cycle()
    {
        let Some(left) = effort.checked_sub(best.size()).filter(|_| failures < 3) else {
            break;
        };
        effort = left;
        let other = share(&best, flattening, limits)?;
        if other.size() + best.size() / WORTHWHILE < best.size() {
            best = other;
            failures = 0;
        } else {
            failures += 1;
        }
    }
    Ok(best)
}
