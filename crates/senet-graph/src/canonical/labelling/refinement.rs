//! Splits cells until all nodes of a cell have the same number of neighbours in every other.

use super::adjacency::Adjacency;
use super::partition::Partition;
use super::trace::{Trace, mix};
use crate::GraphNodeId;
use crate::canonical::TooHard;
use std::collections::VecDeque;

/// How many edges are looked at before `stop` is asked again.
const EDGES_PER_POLL: usize = 1 << 14;

/// Refines partitions of one graph.
pub struct Refinement<'a> {
    graph: &'a Adjacency,
    stop: &'a dyn Fn() -> bool,
    /// Edges that were looked at since `stop` was asked.
    edges: usize,
    /// Cells whose neighbours are to be counted.
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    /// Per node, how many neighbours it has in the cell at hand.
    counts: Vec<u32>,
    /// The nodes that have some.
    counted: Vec<GraphNodeId>,
    /// Per cell, how many of its nodes have some.
    hits: Vec<u32>,
    hit_cells: Vec<u32>,
    /// The starts of the parts of a cell that is split.
    parts: Vec<u32>,
}

impl<'a> Refinement<'a> {
    /// Nothing to be done yet.
    pub fn new(graph: &'a Adjacency, stop: &'a dyn Fn() -> bool) -> Refinement<'a> {
        let size = graph.size();
        Refinement {
            graph,
            stop,
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

    /// Refines by all cells.
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

    /// Gives a node a cell of its own and refines by that. Whether the trace is still one that is_promising; if not, the partition is unfinished.
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

    /// GraphCounts the neighbours that nodes have in a cell.
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

    /// A number for the counts, whatever the order of nodes.
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

    /// Splits a cell by the counts of its nodes; the last of them are those with any.
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

    /// GraphCounts by all parts of a cell but one tell as much as counts by all of them, if those by the whole cell are known.
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
        match (self.stop)() {
            true => Err(TooHard::Stopped),
            false => Ok(()),
        }
    }
}
