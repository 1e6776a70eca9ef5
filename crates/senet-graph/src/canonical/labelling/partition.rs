//! Ordered partitions of the nodes into cells.

use crate::GraphNodeId;
use std::ops::Range;

/// An ordered partition that can undo its splits. The start position identifies a cell, because no split changes it.
pub struct Partition {
    /// The nodes, cell after cell.
    nodes: Vec<GraphNodeId>,
    /// Per node, its position in `nodes`.
    positions: Vec<u32>,
    /// The start of each node's cell.
    cells: Vec<u32>,
    /// The length of each cell, stored at its start.
    lengths: Vec<u32>,
    /// All splits in chronological order.
    splits: Vec<Split>,
    /// The number of cells before the first split.
    initial: usize,
}

/// A record of a split cell.
#[derive(Clone, Copy)]
pub struct Split {
    /// The start of the original cell and of its first part.
    pub first: u32,
    /// The start of the second part.
    pub second: u32,
}

impl Partition {
    /// Creates a partition from non-empty, disjoint cells that cover all nodes.
    pub fn new(cells: &[Vec<GraphNodeId>]) -> Partition {
        let nodes = cells.concat();
        let mut partition = Partition {
            positions: vec![0; nodes.len()],
            cells: vec![0; nodes.len()],
            lengths: vec![0; nodes.len()],
            splits: Vec::new(),
            initial: cells.len(),
            nodes,
        };
        let mut start = 0;
        for cell in cells {
            partition.lengths[start as usize] = cell.len() as u32;
            for (position, &node) in (start..).zip(cell) {
                partition.positions[node as usize] = position;
                partition.cells[node as usize] = start;
            }
            start += cell.len() as u32;
        }
        partition
    }

    /// All nodes, cell after cell.
    pub fn nodes(&self) -> &[GraphNodeId] {
        &self.nodes
    }

    /// The position of each node in [`Partition::nodes`].
    pub fn positions(&self) -> &[u32] {
        &self.positions
    }

    /// The start of a node's cell.
    pub fn cell_of(&self, node: GraphNodeId) -> u32 {
        self.cells[node as usize]
    }

    /// The number of nodes in a cell.
    pub fn length(&self, cell: u32) -> u32 {
        self.lengths[cell as usize]
    }

    /// The range of positions of a cell.
    pub fn range(&self, cell: u32) -> Range<usize> {
        cell as usize..(cell + self.length(cell)) as usize
    }

    /// The nodes of a cell.
    pub fn cell(&self, cell: u32) -> &[GraphNodeId] {
        &self.nodes[self.range(cell)]
    }

    /// The number of cells.
    pub fn count(&self) -> usize {
        self.initial + self.splits.len()
    }

    /// Tests whether every cell is a singleton.
    pub fn is_discrete(&self) -> bool {
        self.count() == self.nodes.len()
    }

    /// The first cell from `from` on that has several nodes.
    pub fn first_non_singleton(&self, from: u32) -> Option<u32> {
        let mut cell = from;
        while (cell as usize) < self.nodes.len() {
            match self.length(cell) {
                1 => cell += 1,
                _ => return Some(cell),
            }
        }
        None
    }

    /// Moves a node to another position of its cell.
    pub fn move_to(&mut self, node: GraphNodeId, position: u32) {
        let old = std::mem::replace(&mut self.positions[node as usize], position);
        let other = self.nodes[position as usize];
        self.nodes[old as usize] = other;
        self.positions[other as usize] = old;
        self.nodes[position as usize] = node;
    }

    /// Sorts the nodes in a range of positions of one cell.
    pub fn sort(&mut self, positions: Range<usize>, key: impl Fn(GraphNodeId) -> u32) {
        let start = positions.start as u32;
        let nodes = &mut self.nodes[positions];
        nodes.sort_unstable_by_key(|&node| key(node));
        for (position, &node) in (start..).zip(nodes.iter()) {
            self.positions[node as usize] = position;
        }
    }

    /// Splits a cell before this position. The cost is proportional to the length of the second part.
    pub fn split(&mut self, cell: u32, position: u32) {
        let end = cell + self.length(cell);
        self.lengths[cell as usize] = position - cell;
        self.lengths[position as usize] = end - position;
        for &node in &self.nodes[position as usize..end as usize] {
            self.cells[node as usize] = position;
        }
        self.splits.push(Split {
            first: cell,
            second: position,
        });
    }

    /// The splits made after the first `split_count`.
    pub fn splits_since(&self, split_count: usize) -> &[Split] {
        &self.splits[split_count..]
    }

    /// The number of splits so far.
    pub fn split_count(&self) -> usize {
        self.splits.len()
    }

    /// Undoes all splits after the first `split_count`. The order of nodes inside a cell may differ afterwards.
    pub fn undo(&mut self, split_count: usize) {
        for split in self.splits.drain(split_count..).rev() {
            let length = self.lengths[split.second as usize];
            self.lengths[split.first as usize] += length;
            let nodes = split.second as usize..(split.second + length) as usize;
            for &node in &self.nodes[nodes] {
                self.cells[node as usize] = split.first;
            }
        }
    }
}
