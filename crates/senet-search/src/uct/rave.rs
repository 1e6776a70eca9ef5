//! RAVE (rapid action value estimation): a move that was good later is likely to be good now.
//!
//! A descent also counts for the same moves of the same role that it made further down. Only moves of descents count.
//! The moves of playouts are unknown, since the engine runs hundreds of playouts at once.

use super::atomics::{AtomicCount, AtomicSum};
use super::node::{Edge, Node, NodeId, NodeKind};
use super::tree::Tree;

/// The number of visits at which both statistics have about the same weight.
const EQUIVALENCE: f32 = 300.0;

/// The RAVE statistics of an edge: the value of its move when it was played later.
#[derive(Default, Debug)]
pub struct RaveStats {
    /// The sum of the role's values.
    pub sum: AtomicSum,
    /// The number of visits.
    pub visits: AtomicCount,
}

impl RaveStats {
    /// Resets the statistics.
    pub fn reset(&self) {
        self.sum.set(0.0);
        self.visits.set(0);
    }
}

impl Tree {
    /// Backpropagation of RAVE statistics to all nodes of a path.
    pub fn backpropagate_rave(
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
            if node.shape() != NodeKind::Turn {
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
                    let later = self.rave_stats.at(same);
                    later.sum.add(values[mover as usize], shared);
                    later.visits.increment(shared);
                }
            }
        }
    }

    /// The edge with the highest upper confidence bound, with the RAVE value mixed in.
    pub fn ucb1_with_rave(&self, node: &Node, visits: u32, exploration: f32) -> u32 {
        let edges = node.edges();
        let later = self.rave_stats.slice(edges.clone());
        let spread = exploration * exploration * (visits.max(1) as f32).ln();
        let score = |(edge, later): (&Edge, &RaveStats)| {
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
