//! Networks made smaller without changing what they answer.

mod choice;
mod choices;
mod draft;
mod factor;
mod pairs;

use super::emit::emit;
use super::{Network, Wire};
use choices::rewrite_choices;
use draft::{Draft, Opening};
use factor::factor;
use pairs::extract_pairs;

/// Gates of two inputs that may be gone through in order to find further improvements: a few tenths of a second, so that the
/// largest networks are done after the first round.
const EFFORT: usize = 150_000;
/// An improvement must save one gate in so many.
const WORTHWHILE: usize = 400;

/// Which joint moves a network must answer for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joints {
    /// One move of each role, legal or not.
    Any,
    /// One legal move of each role.
    Legal,
}

impl Network {
    /// A smaller network with the same answers wherever every role makes exactly one move.
    pub fn rewrite(&self, joints: Joints) -> Network {
        let chosen = rewrite_choices(self, joints);
        improve(share(&chosen, Opening::Terms))
    }

    /// The part that tells how a match goes on: legal moves, the end and the next state.
    pub fn for_steps(&self) -> Network {
        let mut part = self.clone();
        let named = part.goals.iter_mut().chain(&mut part.sees).flatten();
        named.for_each(|(_, wire)| *wire = Wire::FALSE);
        emit(&part, &part.gates)
    }

    /// The part that tells the goals.
    pub fn for_goals(&self) -> Network {
        let part = Network {
            gates: self.gates.clone(),
            loops: self.loops.clone(),
            goals: self.goals.clone(),
            ..self.map_outputs(|_| Wire::FALSE)
        };
        emit(&part, &part.gates)
    }

    /// How many gates of two inputs it takes to build this network.
    pub fn size(&self) -> usize {
        let gates = 0..self.gates.len() as u32;
        let inputs = gates.map(|node| self.gates.inputs(node).len());
        inputs.map(|inputs| inputs.saturating_sub(1)).sum()
    }
}

/// One round of sharing: common factors, then common pairs.
fn share(network: &Network, opening: Opening) -> Network {
    let mut draft = Draft::of(network, opening);
    factor(&mut draft);
    let factored = draft.finish();
    let mut draft = Draft::of(&factored, Opening::Nothing);
    extract_pairs(&mut draft);
    draft.finish()
}

/// Repeats the sharing in different ways as long as it helps.
fn improve(mut best: Network) -> Network {
    let mut effort = EFFORT;
    let mut failures = 0;
    for opening in [Opening::Nothing, Opening::All, Opening::Terms]
        .into_iter()
        .cycle()
    {
        let Some(left) = effort.checked_sub(best.size()).filter(|_| failures < 3) else {
            break;
        };
        effort = left;
        let other = share(&best, opening);
        if other.size() + best.size() / WORTHWHILE < best.size() {
            best = other;
            failures = 0;
        } else {
            failures += 1;
        }
    }
    best
}
