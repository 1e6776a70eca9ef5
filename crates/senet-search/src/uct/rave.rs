//! Moves that were good later are likely to be good now (RAVE, rapid action value estimation).
//!
//! A descent also counts, in every node it passes, for the moves that the same role made further down. Only moves of descents are
//! counted, not those of random matches, which are not known: hundreds are played at once.

use super::number::{Count, Sum};
use super::tree::{Edge, Kind, NodeId, Tree};

/// Visits of an edge at which both kinds of statistics have about the same weight.
const EQUIVALENCE: f32 = 300.0;

/// What a move came to when it was made later.
#[derive(Default, Debug)]
pub struct Later {
    /// The values of the role, added up.
    pub sum: Sum,
    /// How often.
    pub visits: Count,
}

impl Tree {
    /// Counts the moves of a descent for the nodes that it passed before.
    pub fn back_up_rave(
        &self,
        nodes: &[NodeId],
        steps: &[(u32, u32)],
        values: &[f64],
        shared: bool,
    ) {
        if !self.rave {
            return;
        }
        for &id in nodes {
            let node = self.node(id);
            if node.shape != Kind::Turn {
                continue;
            }
            let own = steps
                .iter()
                .position(|(edge, _)| node.edges().contains(&(*edge as usize)));
            let later = own.map_or(&[][..], |at| &steps[at + 1..]);
            let mover = u32::from(node.mover);
            for &(edge, _) in later.iter().filter(|(_, role)| *role == mover) {
                let id = self.moves[edge as usize];
                if let Some(same) = node.edges().find(|&own| self.moves[own] == id) {
                    self.later[same].sum.add(values[mover as usize], shared);
                    self.later[same].visits.bump(shared);
                }
            }
        }
    }

    /// The edge with the highest upper confidence bound, where values are mixed with those of later moves.
    pub fn best_with_rave(&self, id: NodeId, visits: u32, exploration: f32) -> u32 {
        let edges = self.node(id).edges();
        let later = &self.later[edges.clone()];
        let spread = exploration * exploration * (visits.max(1) as f32).ln();
        let score = |(edge, later): (&Edge, &Later)| {
            let tries = edge.visits.get() as f32;
            let value = edge.sum.get() as f32 / tries;
            let seen = later.visits.get() as f32;
            let share = match seen > 0.0 && value.is_finite() {
                true => (EQUIVALENCE / (3.0 * tries + EQUIVALENCE)).sqrt(),
                false => 0.0,
            };
            let other = later.sum.get() as f32 / seen.max(1.0);
            value + share * (other - value) + (spread / tries).sqrt()
        };
        let scores = self.edges[edges].iter().zip(later).map(score);
        let best = scores.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(0, |(index, _)| index as u32)
    }
}
