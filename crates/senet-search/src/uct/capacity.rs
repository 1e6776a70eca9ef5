//! Memory for a growing tree. It is allocated while other threads work, and added under a short write lock.

use super::atomics::AtomicCount;
use super::bounds::GoalBounds;
use super::chunked_vec::SlotReservation;
use super::node::{Edge, JointChoices, Node};
use super::rave::RaveStats;
use super::tree::Tree;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers of tree elements.
#[derive(Clone, Copy, Default, Debug)]
pub struct ElementCounts {
    /// Nodes.
    pub nodes: usize,
    /// Edges.
    pub edges: usize,
    /// Words of states.
    pub words: usize,
    /// Joint nodes.
    pub choices: usize,
}

/// Allocated chunks that are not yet part of a tree.
pub struct FreshChunks {
    nodes: Vec<Box<[Node]>>,
    bounds: Vec<Box<[GoalBounds]>>,
    edges: Vec<Box<[Edge]>>,
    moves: Vec<Box<[AtomicCount]>>,
    rave_stats: Vec<Box<[RaveStats]>>,
    words: Vec<Box<[AtomicU64]>>,
    choices: Vec<Box<[OnceLock<JointChoices>]>>,
}

/// Slots reserved for the new nodes of a batch.
pub struct BatchReservation {
    /// Node slots.
    pub nodes: SlotReservation,
    /// Edge slots.
    pub edges: SlotReservation,
    /// Word slots.
    pub words: SlotReservation,
}

impl Tree {
    /// Reserves slots for a batch, as far as there are any.
    pub fn reserve_batch(&self, counts: &ElementCounts) -> BatchReservation {
        self.node_slots.expect(counts.nodes);
        self.edge_slots.expect(counts.edges);
        self.word_slots.expect(counts.words);
        self.choice_slots.expect(counts.choices);
        BatchReservation {
            nodes: SlotReservation::of(&self.node_slots, counts.nodes),
            edges: SlotReservation::of(&self.edge_slots, counts.edges),
            words: SlotReservation::of(&self.word_slots, counts.words),
        }
    }

    /// True if memory should be added soon and no other thread is allocating it. If so, the caller must allocate it.
    pub fn claims_allocation(&self) -> bool {
        let slots = [
            &self.node_slots,
            &self.edge_slots,
            &self.word_slots,
            &self.choice_slots,
        ];
        let is_wanted = slots.iter().any(|slots| slots.chunks_wanted(0) > 0);
        is_wanted && !self.is_allocating.swap(true, Ordering::Relaxed)
    }

    /// Allocates memory for the usual margin and at least for these counts.
    pub fn allocate_fresh(&self, counts: ElementCounts) -> FreshChunks {
        let nodes = self.node_slots.chunks_wanted(counts.nodes);
        let edges = self.edge_slots.chunks_wanted(counts.edges);
        let words = self.word_slots.chunks_wanted(counts.words);
        let choices = self.choice_slots.chunks_wanted(counts.choices);
        FreshChunks {
            nodes: self.nodes.allocate(nodes),
            bounds: self.bounds.allocate(nodes),
            edges: self.edges.allocate(edges),
            moves: self.moves.allocate(edges),
            rave_stats: self.rave_stats.allocate(edges),
            words: self.words.allocate(words),
            choices: self.choices.allocate(choices),
        }
    }

    /// Adds allocated memory to the tree.
    pub fn add_fresh(&mut self, fresh: FreshChunks) {
        *self.is_allocating.get_mut() = false;
        self.node_slots.add_chunks(fresh.nodes.len());
        self.edge_slots.add_chunks(fresh.edges.len());
        self.word_slots.add_chunks(fresh.words.len());
        self.choice_slots.add_chunks(fresh.choices.len());
        self.nodes.extend(fresh.nodes);
        self.bounds.extend(fresh.bounds);
        self.edges.extend(fresh.edges);
        self.moves.extend(fresh.moves);
        self.rave_stats.extend(fresh.rave_stats);
        self.words.extend(fresh.words);
        self.choices.extend(fresh.choices);
    }

    /// Makes sure that there are free slots for these counts.
    pub fn ensure_capacity(&mut self, counts: ElementCounts) {
        let fresh = self.allocate_fresh(counts);
        self.add_fresh(fresh);
    }
}
