//! Shortest path lengths.

use crate::{Graph, GraphNodeId};
use senet_gdl::Deadline;

impl Graph {
    /// The mean length of the shortest paths between all connected ordered pairs of nodes, ignoring edge directions.
    /// The time is proportional to nodes times edges. Returns `None` if the deadline is over or if no pair
    /// is connected.
    pub fn mean_path_length(&self, deadline: &Deadline) -> Option<f64> {
        let neighbours = self.neighbours();
        let (mut sum, mut pairs) = (0u64, 0u64);
        let mut search = BreadthFirst {
            distances: vec![u32::MAX; neighbours.len()],
            queue: Vec::new(),
        };
        for node in 0..neighbours.len() {
            if deadline.is_over() {
                return None;
            }
            let (lengths, reached) = search.distances_from(node as GraphNodeId, &neighbours);
            sum += lengths;
            pairs += reached;
        }
        (pairs > 0).then(|| sum as f64 / pairs as f64)
    }

    /// The neighbours of each node, ignoring edge directions.
    fn neighbours(&self) -> Vec<Vec<GraphNodeId>> {
        let mut neighbours = vec![Vec::new(); self.nodes().len()];
        for (from, to) in self.all_edges() {
            neighbours[from as usize].push(to);
            neighbours[to as usize].push(from);
        }
        neighbours
    }
}

/// Breadth-first search that reuses its memory.
struct BreadthFirst {
    distances: Vec<u32>,
    queue: Vec<GraphNodeId>,
}

impl BreadthFirst {
    /// Returns the sum of the distances from a node to all reachable nodes, and their number.
    fn distances_from(
        &mut self,
        start: GraphNodeId,
        neighbours: &[Vec<GraphNodeId>],
    ) -> (u64, u64) {
        self.distances.fill(u32::MAX);
        self.distances[start as usize] = 0;
        self.queue.clear();
        self.queue.push(start);
        let (mut sum, mut next) = (0, 0);
        while let Some(&node) = self.queue.get(next) {
            next += 1;
            let distance = self.distances[node as usize];
            sum += u64::from(distance);
            for &to in &neighbours[node as usize] {
                if self.distances[to as usize] == u32::MAX {
                    self.distances[to as usize] = distance + 1;
                    self.queue.push(to);
                }
            }
        }
        (sum, self.queue.len() as u64 - 1)
    }
}
