//! The nodes of a graph in an ordered sequence of cells.

use crate::NodeId;
use std::ops::Range;

/// An ordered partition that can undo its splits. A cell is known by the place where it starts, which no split changes.
pub struct Partition {
    /// The nodes, cell after cell.
    nodes: Vec<NodeId>,
    /// Per node, its place in `nodes`.
    places: Vec<u32>,
    /// Per node, the start of its cell.
    cells: Vec<u32>,
    /// Per start of a cell, its length.
    lengths: Vec<u32>,
    /// All splits in order.
    splits: Vec<Split>,
    /// How many cells there were before the first split.
    initial: usize,
}

/// A cell that was cut in two.
#[derive(Clone, Copy)]
pub struct Split {
    /// The start of the cell, and now of its first part.
    pub first: u32,
    /// The start of its second part.
    pub second: u32,
}

impl Partition {
    /// A partition with these cells, which are not empty and have each node once.
    pub fn new(cells: &[Vec<NodeId>]) -> Partition {
        let nodes = cells.concat();
        let mut partition = Partition {
            places: vec![0; nodes.len()],
            cells: vec![0; nodes.len()],
            lengths: vec![0; nodes.len()],
            splits: Vec::new(),
            initial: cells.len(),
            nodes,
        };
        let mut start = 0;
        for cell in cells {
            partition.lengths[start as usize] = cell.len() as u32;
            for (place, &node) in (start..).zip(cell) {
                partition.places[node as usize] = place;
                partition.cells[node as usize] = start;
            }
            start += cell.len() as u32;
        }
        partition
    }

    /// All nodes, cell after cell.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// The place of each node in [`Partition::nodes`].
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// The start of a node's cell.
    pub fn cell_of(&self, node: NodeId) -> u32 {
        self.cells[node as usize]
    }

    /// How many nodes a cell has.
    pub fn length(&self, cell: u32) -> u32 {
        self.lengths[cell as usize]
    }

    /// The places of a cell.
    pub fn range(&self, cell: u32) -> Range<usize> {
        cell as usize..(cell + self.length(cell)) as usize
    }

    /// The nodes of a cell.
    pub fn cell(&self, cell: u32) -> &[NodeId] {
        &self.nodes[self.range(cell)]
    }

    /// How many cells there are.
    pub fn count(&self) -> usize {
        self.initial + self.splits.len()
    }

    /// Whether each node has a cell of its own.
    pub fn is_discrete(&self) -> bool {
        self.count() == self.nodes.len()
    }

    /// Whether a cell with several nodes starts at this place.
    pub fn is_large(&self, place: u32) -> bool {
        self.cell_of(self.nodes[place as usize]) == place && self.length(place) > 1
    }

    /// The first cell with several nodes from this cell on.
    pub fn first_large(&self, from: u32) -> Option<u32> {
        let mut cell = from;
        while (cell as usize) < self.nodes.len() {
            match self.length(cell) {
                1 => cell += 1,
                _ => return Some(cell),
            }
        }
        None
    }

    /// The first of the longest cells from this cell on.
    pub fn longest(&self, from: u32) -> u32 {
        let (mut longest, mut cell) = (from, from);
        while (cell as usize) < self.nodes.len() {
            if self.length(cell) > self.length(longest) {
                longest = cell;
            }
            cell += self.length(cell);
        }
        longest
    }

    /// Moves a node to another place of its cell.
    pub fn move_to(&mut self, node: NodeId, place: u32) {
        let old = std::mem::replace(&mut self.places[node as usize], place);
        let other = self.nodes[place as usize];
        self.nodes[old as usize] = other;
        self.places[other as usize] = old;
        self.nodes[place as usize] = node;
    }

    /// Orders the nodes at some places of a cell by a key.
    pub fn sort(&mut self, places: Range<usize>, key: impl Fn(NodeId) -> u32) {
        let start = places.start as u32;
        let nodes = &mut self.nodes[places];
        nodes.sort_unstable_by_key(|&node| key(node));
        for (place, &node) in (start..).zip(nodes.iter()) {
            self.places[node as usize] = place;
        }
    }

    /// Cuts a cell in two before this place. The cost is the length of the second part.
    pub fn split(&mut self, cell: u32, place: u32) {
        let end = cell + self.length(cell);
        self.lengths[cell as usize] = place - cell;
        self.lengths[place as usize] = end - place;
        for &node in &self.nodes[place as usize..end as usize] {
            self.cells[node as usize] = place;
        }
        self.splits.push(Split {
            first: cell,
            second: place,
        });
    }

    /// All splits since some moment, when there were that many.
    pub fn splits_since(&self, moment: usize) -> &[Split] {
        &self.splits[moment..]
    }

    /// How many splits were made.
    pub fn moment(&self) -> usize {
        self.splits.len()
    }

    /// Undoes all splits since some moment. Nodes of a cell may be in another order than before.
    pub fn undo(&mut self, moment: usize) {
        for split in self.splits.drain(moment..).rev() {
            let length = self.lengths[split.second as usize];
            self.lengths[split.first as usize] += length;
            let nodes = split.second as usize..(split.second + length) as usize;
            for &node in &self.nodes[nodes] {
                self.cells[node as usize] = split.first;
            }
        }
    }
}
