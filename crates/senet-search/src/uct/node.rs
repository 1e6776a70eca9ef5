//! The parts of a tree: nodes, edges, and the choices of several roles.
//!
//! Several threads may read and update them at once. The thread that creates a node or edges fills them in completely
//! before it publishes them: other threads reach them only by the node's kind or by an edge's target, which are
//! written last.

use super::atomics::{AtomicByte, AtomicCount, AtomicSum};
use senet_engine::{MoveId, RoleId};
use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{PoisonError, RwLock};

/// The index of a node.
pub type NodeId = u32;

/// No node.
pub const NONE: NodeId = u32::MAX;

/// Node and word indices lie below this bit, so that an edge can tell them apart.
const UNVISITED: u32 = 1 << 31;

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum NodeKind {
    /// Not expanded.
    Leaf,
    /// One role has a choice, and all successors are in the tree.
    Turn,
    /// Several roles choose, or chance does, or there are very many moves. Successors are added when they are
    /// visited.
    Joint,
    /// Proven for all roles: the state is terminal, or its value is solved.
    Solved,
}

impl NodeKind {
    #[inline(always)]
    fn of(byte: u8) -> NodeKind {
        match byte {
            0 => NodeKind::Leaf,
            1 => NodeKind::Turn,
            2 => NodeKind::Joint,
            _ => NodeKind::Solved,
        }
    }
}

/// A visited or terminal state in the tree. It takes half a cache line.
#[derive(Default, Debug)]
#[repr(align(32))]
pub struct Node {
    /// Descents through this node, including those in progress (virtual loss).
    pub visits: AtomicCount,
    /// Turn: the number of edges tried, in order. Leaf: 1 while a thread expands it.
    pub tried: AtomicCount,
    /// Turn: the first edge. Joint: the index of its choices.
    pub first: AtomicCount,
    /// The number of joint moves since the first root.
    pub ply: AtomicCount,
    /// The hash of the state, if the node is in the transposition map.
    pub hash: AtomicCount,
    first_word: AtomicCount,
    words: AtomicU16,
    /// Turn: the number of edges.
    count: AtomicByte,
    kind: AtomicByte,
    shape: AtomicByte,
    mover: AtomicByte,
    terminal: AtomicByte,
}

impl Node {
    /// Resets the slot to a new leaf.
    pub fn reset(&self, words: Range<u32>, ply: u32) {
        self.visits.set(0);
        self.tried.set(0);
        self.first.set(0);
        self.count.set(0);
        self.ply.set(ply);
        self.first_word.set(words.start);
        self.words.store(words.len() as u16, Ordering::Relaxed);
        self.kind.set(NodeKind::Leaf as u8);
        self.shape.set(NodeKind::Leaf as u8);
        self.mover.set(0);
        self.terminal.set(0);
    }

    /// The kind of the node.
    #[inline(always)]
    pub fn kind(&self) -> NodeKind {
        NodeKind::of(self.kind.get_published())
    }

    /// Sets the kind.
    pub fn set_kind(&self, kind: NodeKind) {
        self.kind.publish(kind as u8);
    }

    /// The kind before the node was solved: it tells where the successors are. `Leaf` for terminal nodes.
    #[inline(always)]
    pub fn shape(&self) -> NodeKind {
        NodeKind::of(self.shape.get_published())
    }

    /// Sets the shape. A solved node stays solved.
    pub fn set_shape(&self, shape: NodeKind) {
        self.shape.publish(shape as u8);
        if self.kind() != NodeKind::Solved {
            self.set_kind(shape);
        }
    }

    /// Turns the node into one where a role chooses among edges.
    pub fn make_turn(&self, mover: RoleId, edges: Range<u32>, tried: u32) {
        self.first.set(edges.start);
        self.count.set(edges.len() as u8);
        self.mover.set(mover as u8);
        self.tried.set(tried);
        self.set_shape(NodeKind::Turn);
    }

    /// True if the state is terminal.
    pub fn is_terminal(&self) -> bool {
        self.terminal.get() != 0
    }

    /// Marks the state as terminal.
    pub fn mark_terminal(&self) {
        self.terminal.set(1);
        self.set_kind(NodeKind::Solved);
    }

    /// Turn: the role that chooses.
    #[inline(always)]
    pub fn mover(&self) -> RoleId {
        usize::from(self.mover.get())
    }

    /// Turn: the edges.
    #[inline(always)]
    pub fn edges(&self) -> Range<u32> {
        let first = self.first.get();
        first..first + u32::from(self.count.get())
    }

    /// Turn: whether all edges have been tried.
    pub fn all_tried(&self) -> bool {
        self.tried.get() >= u32::from(self.count.get())
    }

    /// The range of the state's words.
    #[inline(always)]
    pub fn words(&self) -> Range<u32> {
        let first = self.first_word.get();
        first..first + u32::from(self.words.load(Ordering::Relaxed))
    }
}

/// A move of one role in one node.
#[derive(Default, Debug)]
pub struct Edge {
    /// The sum of the values of the role that chooses; minus infinity if the edge is pruned by a proof.
    pub sum: AtomicSum,
    /// Descents through this edge, including those in progress. A descent in progress counts as a loss (virtual
    /// loss).
    pub visits: AtomicCount,
    target: AtomicCount,
}

/// The target of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeTarget {
    /// No target: the successor depends on the moves of other roles.
    Unknown,
    /// An unvisited state, by its first word. It has as many words as the parent's state.
    State(u32),
    /// A node.
    Node(NodeId),
}

impl Edge {
    /// Resets the slot to an untried edge without a target.
    pub fn reset(&self) {
        self.sum.set(0.0);
        self.visits.set(0);
        self.target.set(NONE);
    }

    /// The sum of values and the number of visits.
    #[inline(always)]
    pub fn stats(&self) -> (f32, u32) {
        (self.sum.get() as f32, self.visits.get())
    }

    /// The target.
    #[inline(always)]
    pub fn target(&self) -> EdgeTarget {
        match self.target.get_published() {
            NONE => EdgeTarget::Unknown,
            id if id < UNVISITED => EdgeTarget::Node(id),
            word => EdgeTarget::State(word - UNVISITED),
        }
    }

    /// The child node, if the target is a node.
    #[inline(always)]
    pub fn child(&self) -> Option<NodeId> {
        match self.target() {
            EdgeTarget::Node(id) => Some(id),
            EdgeTarget::Unknown | EdgeTarget::State(_) => None,
        }
    }

    /// Sets the target to a node.
    pub fn set_target_node(&self, child: NodeId) {
        self.target.publish(child);
    }

    /// Sets the target to an unvisited state.
    pub fn set_target_state(&self, first_word: u32) {
        self.target.publish(UNVISITED + first_word);
    }

    /// Replaces the unvisited state by its node. Returns the node of another thread if that thread was faster.
    pub fn replace_state(&self, first_word: u32, child: NodeId) -> NodeId {
        let met = self.target.publish_if(UNVISITED + first_word, child);
        met.err().unwrap_or(child)
    }
}

/// The choices in a joint node, whose successors are added one by one.
#[derive(Debug)]
pub struct JointChoices {
    /// The roles that have a choice.
    pub roles: Box<[RoleChoice]>,
    /// A joint move that contains the only move of each role without a choice.
    pub joint: Box<[MoveId]>,
    /// The children by the number of the joint move.
    pub children: RwLock<JointChildren>,
}

/// Children by the number of the joint move.
pub type JointChildren = hashbrown::HashMap<u64, NodeId, rustc_hash::FxBuildHasher>;

/// The choice of one role.
#[derive(Clone, Debug)]
pub struct RoleChoice {
    /// The role.
    pub role: RoleId,
    /// The edges of the choice.
    pub edges: Range<u32>,
}

impl JointChoices {
    /// The child of a joint move, if it is in the tree.
    #[inline(always)]
    pub fn child(&self, number: u64) -> Option<NodeId> {
        self.with_children(|children| children.get(&number).copied())
    }

    /// Calls a function with the children.
    #[inline(always)]
    pub fn with_children<T>(&self, look: impl FnOnce(&JointChildren) -> T) -> T {
        look(&self.children.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Records the child of a joint move, unless it has one. Returns whether it is new.
    pub fn set_child(&self, number: u64, to: NodeId) -> bool {
        let children = self.children.write();
        let mut children = children.unwrap_or_else(PoisonError::into_inner);
        children.try_insert(number, to).is_ok()
    }

    /// The stride of a role's moves in the numbers of joint moves, and the number of its moves.
    pub fn stride_of(&self, role: usize) -> Option<(u64, u64)> {
        let mut stride = 1_u64;
        for choice in &self.roles {
            let count = choice.edges.len() as u64;
            if choice.role == role {
                return Some((stride, count));
            }
            stride = stride.saturating_mul(count);
        }
        None
    }
}
