//! Colour refinement: splits cells until the partition is equitable.

use super::adjacency::Adjacency;
use super::partition::Partition;
use super::trace::{Trace, mix};
use crate::GraphNodeId;
use crate::canonical::TooHard;
use senet_gdl::Deadline;
use std::collections::VecDeque;

/// The number of visited edges between two polls of the deadline.
const EDGES_PER_POLL: usize = 1 << 14;

/// Refines partitions of one graph.
pub struct Refinement<'a> {
    graph: &'a Adjacency,
    deadline: &'a Deadline,
    /// Edges visited since the last poll of the deadline.
    edges: usize,
    /// Cells that may still split others.
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    /// The number of neighbours that each node has in the current cell.
    counts: Vec<u32>,
    /// The nodes with a positive count.
    counted: Vec<GraphNodeId>,
    /// The number of counted nodes in each cell.
    hits: Vec<u32>,
    hit_cells: Vec<u32>,
    /// The starts of the new parts of the cell being split.
    parts: Vec<u32>,
}

impl<'a> Refinement<'a> {
    /// Creates a refiner with an empty queue.
    pub fn new(graph: &'a Adjacency, deadline: &'a Deadline) -> Refinement<'a> {
        let size = graph.size();
        Refinement {
            graph,
            deadline,
            edges: 0,
            queue: VecDeque::new(),
            is_queued: vec![false; size],
            counts: vec![0; size],
            counted: Vec::new(),
            hits: vec![0; size],
            hit_cells: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Refines the partition by all its cells.
    pub fn refine_all(
        &mut self,
        partition: &mut Partition,
        trace: &mut Trace,
    ) -> Result<bool, TooHard> {
        let mut cell = 0;
        while (cell as usize) < partition.nodes().len() {
            self.enqueue(partition, cell);
            cell += partition.length(cell);
        }
        self.run(partition, trace)
    }

    /// Individualises a node and refines. Returns whether the trace is still promising; if not, the partition is not
    /// fully refined.
    pub fn individualise(
        &mut self,
        node: GraphNodeId,
        partition: &mut Partition,
        trace: &mut Trace,
    ) -> Result<bool, TooHard> {
        let cell = partition.cell_of(node);
        let last = cell + partition.length(cell) - 1;
        partition.move_to(node, last);
        partition.split(cell, last);
        self.enqueue(partition, last);
        self.run(partition, trace)
    }

    fn enqueue(&mut self, partition: &Partition, cell: u32) {
        if std::mem::replace(&mut self.is_queued[cell as usize], true) {
            return;
        }
        match partition.length(cell) {
            1 => self.queue.push_front(cell),
            _ => self.queue.push_back(cell),
        }
    }

    fn run(&mut self, partition: &mut Partition, trace: &mut Trace) -> Result<bool, TooHard> {
        let mut is_promising = true;
        while let Some(cell) = self.queue.pop_front() {
            self.is_queued[cell as usize] = false;
            if !is_promising || partition.is_discrete() {
                continue;
            }
            self.count(partition, cell);
            is_promising = trace.push(self.summary(partition, cell));
            if is_promising {
                self.move_counted_to_end(partition);
                self.split_all(partition);
            }
            self.clear_counts();
            self.poll()?;
        }
        Ok(is_promising && trace.push(partition.count() as u64))
    }

    /// Counts the neighbours of each node in a cell.
    fn count(&mut self, partition: &Partition, cell: u32) {
        for &node in partition.cell(cell) {
            let neighbours = self.graph.of(node);
            self.edges += neighbours.len();
            for &neighbour in neighbours {
                let count = &mut self.counts[neighbour as usize];
                if *count == 0 {
                    self.counted.push(neighbour);
                }
                *count += 1;
            }
        }
    }

    /// Hashes the counts independently of the order of nodes.
    fn summary(&self, partition: &Partition, cell: u32) -> u64 {
        let one = |&node: &GraphNodeId| {
            let count = self.counts[node as usize];
            mix(u64::from(partition.cell_of(node)), u64::from(count))
        };
        let sum = self.counted.iter().map(one).fold(0, u64::wrapping_add);
        mix(u64::from(cell), sum)
    }

    /// Moves counted nodes to the ends of their cells.
    fn move_counted_to_end(&mut self, partition: &mut Partition) {
        for &node in &self.counted {
            let cell = partition.cell_of(node);
            let length = partition.length(cell);
            if length == 1 {
                continue;
            }
            let hits = &mut self.hits[cell as usize];
            if *hits == 0 {
                self.hit_cells.push(cell);
            }
            *hits += 1;
            partition.move_to(node, cell + length - *hits);
        }
        self.hit_cells.sort_unstable();
    }

    fn split_all(&mut self, partition: &mut Partition) {
        let hit_cells = std::mem::take(&mut self.hit_cells);
        for &cell in &hit_cells {
            let hits = std::mem::take(&mut self.hits[cell as usize]);
            self.split(partition, cell, hits);
        }
        self.hit_cells = hit_cells;
        self.hit_cells.clear();
    }

    /// Splits a cell by the counts of its nodes. The last `hits` nodes have positive counts.
    fn split(&mut self, partition: &mut Partition, cell: u32, hits: u32) {
        let range = partition.range(cell);
        let counted = range.end - hits as usize..range.end;
        let counts = &self.counts;
        let count = |node: GraphNodeId| counts[node as usize];
        let least = partition.nodes()[counted.clone()]
            .iter()
            .map(|&n| count(n))
            .min();
        let most = partition.nodes()[counted.clone()]
            .iter()
            .map(|&n| count(n))
            .max();
        if least != most {
            partition.sort(counted.clone(), count);
        }
        self.parts.clear();
        let mut before = match counted.start == range.start {
            true => least.unwrap_or(0),
            false => 0,
        };
        if before == 0 || least != most {
            for position in counted {
                let here = count(partition.nodes()[position]);
                if here != before {
                    self.parts.push(position as u32);
                    before = here;
                }
            }
        }
        for &part in self.parts.iter().rev() {
            partition.split(cell, part);
        }
        self.enqueue_parts(partition, cell);
    }

    /// Queues all parts but the longest if the whole cell has been processed. The counts for the longest part follow
    /// from the counts for the whole cell and the other parts.
    fn enqueue_parts(&mut self, partition: &Partition, cell: u32) {
        let parts = std::mem::take(&mut self.parts);
        let mut longest = cell;
        for &part in &parts {
            if partition.length(part) > partition.length(longest) {
                longest = part;
            }
        }
        let is_queued = self.is_queued[cell as usize];
        for part in [cell].into_iter().chain(parts.iter().copied()) {
            if is_queued || part != longest {
                self.enqueue(partition, part);
            }
        }
        self.parts = parts;
    }

    fn clear_counts(&mut self) {
        for node in self.counted.drain(..) {
            self.counts[node as usize] = 0;
        }
    }

    fn poll(&mut self) -> Result<(), TooHard> {
        if self.edges < EDGES_PER_POLL {
            return Ok(());
        }
        self.edges = 0;
        match self.deadline.is_over() {
            true => Err(TooHard::Stopped),
            false => Ok(()),
        }
    }
}
