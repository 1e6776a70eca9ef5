//! Moves that were good later are likely to be good now (RAVE, rapid action value estimation).
//!
//! A descent also counts, in every node it passes, for the moves that the same role made further down. Only moves of descents are
//! counted, not those of random matches, which are not known: hundreds are played at once.

use super::node::{Edge, Kind, Node, NodeId};
use super::number::{Count, Sum};
use super::tree::Tree;

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

impl Later {
    /// Nothing yet.
    pub fn begin(&self) {
        self.sum.set(0.0);
        self.visits.set(0);
    }
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
            if node.shape() != Kind::Turn {
                continue;
            }
            let own = steps
                .iter()
                .position(|(edge, _)| node.edges().contains(edge));
            let later = own.map_or(&[][..], |at| &steps[at + 1..]);
            let mover = node.mover() as u32;
            for &(edge, _) in later.iter().filter(|(_, role)| *role == mover) {
                let id = self.move_of(edge);
                if let Some(same) = node.edges().find(|&own| self.move_of(own) == id) {
                    let later = self.later.at(same);
                    later.sum.add(values[mover as usize], shared);
                    later.visits.bump(shared);
                }
            }
        }
    }

    /// The edge with the highest upper confidence bound, where values are mixed with those of later moves.
    pub fn best_with_rave(&self, node: &Node, visits: u32, exploration: f32) -> u32 {
        let edges = node.edges();
        let later = self.later.slice(edges.clone());
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
        let scores = self.edges.slice(edges).iter().zip(later).map(score);
        let best = scores.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(0, |(index, _)| index as u32)
    }
}
