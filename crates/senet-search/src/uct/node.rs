//! What a tree is made of: nodes, edges, and the choices of several roles.
//!
//! All of it may be read and changed by several threads at once. Whoever makes a node or edges fills in everything before others can come by:
//! they get there by its kind or by an edge, which are published last.

use super::number::{Byte, Count, Sum};
use senet_engine::{MoveId, RoleId};
use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{PoisonError, RwLock};

/// The number of a node.
pub type NodeId = u32;

/// No node.
pub const NONE: NodeId = u32::MAX;

/// Nodes and words have numbers below this, so that an edge can tell them apart.
const UNMET: u32 = 1 << 31;

/// What is known of the moves in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Nothing yet.
    Leaf,
    /// One role has a choice, and all states that may follow are in the tree.
    Turn,
    /// Several roles choose, or chance does, or there are very many moves: states that follow come into the tree when they are met.
    Joint,
    /// Its values are known for all roles: the match is over, or the rest is proven.
    Known,
}

impl Kind {
    #[inline(always)]
    fn of(byte: u8) -> Kind {
        match byte {
            0 => Kind::Leaf,
            1 => Kind::Turn,
            2 => Kind::Joint,
            _ => Kind::Known,
        }
    }
}

/// A state in the tree that a descent has come to, or in which the match is over. Half a line of a cache.
#[derive(Default, Debug)]
#[repr(align(32))]
pub struct Node {
    /// Descents that came here, those under way included.
    pub visits: Count,
    /// Turn: how many edges have been tried, from the first on. Leaf: 1 if someone is at work to expand it.
    pub tried: Count,
    /// Turn: the first edge. Joint: the number of its choices.
    pub first: Count,
    /// How many joint moves from the beginning of the match, as far as the tree knows.
    pub ply: Count,
    /// The hash of its state, if the node can be found by it.
    pub hash: Count,
    first_word: Count,
    words: AtomicU16,
    /// Turn: how many edges.
    count: Byte,
    kind: Byte,
    shape: Byte,
    mover: Byte,
    terminal: Byte,
}

impl Node {
    /// Makes it a new leaf, whatever it was before.
    pub fn begin(&self, words: Range<u32>, ply: u32) {
        self.visits.set(0);
        self.tried.set(0);
        self.first.set(0);
        self.count.set(0);
        self.ply.set(ply);
        self.first_word.set(words.start);
        self.words.store(words.len() as u16, Ordering::Relaxed);
        self.kind.set(Kind::Leaf as u8);
        self.shape.set(Kind::Leaf as u8);
        self.mover.set(0);
        self.terminal.set(0);
    }

    /// What is known of its moves.
    #[inline(always)]
    pub fn kind(&self) -> Kind {
        Kind::of(self.kind.get_published())
    }

    /// Changes what is known.
    pub fn set_kind(&self, kind: Kind) {
        self.kind.publish(kind as u8);
    }

    /// The same as the kind, but for nodes whose values are known it says how they lead on; `Leaf` if the match is over.
    #[inline(always)]
    pub fn shape(&self) -> Kind {
        Kind::of(self.shape.get_published())
    }

    /// Takes note of how it leads on; what is known of its values stays.
    pub fn become_shape(&self, shape: Kind) {
        self.shape.publish(shape as u8);
        if self.kind() != Kind::Known {
            self.set_kind(shape);
        }
    }

    /// Makes it a node in which one role chooses among edges.
    pub fn become_turn(&self, mover: RoleId, edges: Range<u32>, tried: u32) {
        self.first.set(edges.start);
        self.count.set(edges.len() as u8);
        self.mover.set(mover as u8);
        self.tried.set(tried);
        self.become_shape(Kind::Turn);
    }

    /// Whether the match is over.
    pub fn is_terminal(&self) -> bool {
        self.terminal.get() != 0
    }

    /// Takes note that the match is over.
    pub fn end(&self) {
        self.terminal.set(1);
        self.set_kind(Kind::Known);
    }

    /// Turn: the role that chooses.
    #[inline(always)]
    pub fn mover(&self) -> RoleId {
        usize::from(self.mover.get())
    }

    /// Turn: its edges.
    #[inline(always)]
    pub fn edges(&self) -> Range<u32> {
        let first = self.first.get();
        first..first + u32::from(self.count.get())
    }

    /// Turn: whether all its edges have been tried.
    pub fn is_tried(&self) -> bool {
        self.tried.get() >= u32::from(self.count.get())
    }

    /// Where the words of its state lie.
    #[inline(always)]
    pub fn words(&self) -> Range<u32> {
        let first = self.first_word.get();
        first..first + u32::from(self.words.load(Ordering::Relaxed))
    }
}

/// A move of one role in one node.
#[derive(Default, Debug)]
pub struct Edge {
    /// The values of the role that chooses, added up; minus infinity if the move need not be looked at again.
    pub sum: Sum,
    /// Descents that took it, those under way included: until it has a value, a descent counts as a loss.
    pub visits: Count,
    target: Count,
}

/// What an edge leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// That depends on what others do.
    Nowhere,
    /// A state that no descent has come to: its first word. It has as many words as the state that the edge belongs to.
    State(u32),
    /// A node.
    Node(NodeId),
}

impl Edge {
    /// Makes it a new edge that nobody has tried and that leads nowhere.
    pub fn begin(&self) {
        self.sum.set(0.0);
        self.visits.set(0);
        self.target.set(NONE);
    }

    /// The sum of its values, and its visits.
    #[inline(always)]
    pub fn seen(&self) -> (f32, u32) {
        (self.sum.get() as f32, self.visits.get())
    }

    /// Where it leads.
    #[inline(always)]
    pub fn target(&self) -> Target {
        match self.target.get_published() {
            NONE => Target::Nowhere,
            id if id < UNMET => Target::Node(id),
            word => Target::State(word - UNMET),
        }
    }

    /// The node that it leads to, if it leads to one.
    #[inline(always)]
    pub fn child(&self) -> Option<NodeId> {
        match self.target() {
            Target::Node(id) => Some(id),
            Target::Nowhere | Target::State(_) => None,
        }
    }

    /// Makes it lead to a node.
    pub fn lead_to(&self, child: NodeId) {
        self.target.publish(child);
    }

    /// Makes it lead to a state that no descent has come to.
    pub fn lead_to_state(&self, first_word: u32) {
        self.target.publish(UNMET + first_word);
    }

    /// Makes it lead to the node of the state that it leads to; the node to which it then leads, if another thread was first.
    pub fn meet(&self, first_word: u32, child: NodeId) -> NodeId {
        let met = self.target.publish_instead(UNMET + first_word, child);
        met.err().unwrap_or(child)
    }
}

/// The choices in a node where states that follow come into the tree one by one.
#[derive(Debug)]
pub struct Choices {
    /// Those who choose.
    pub roles: Box<[RoleChoice]>,
    /// A move for every role: right for those that have no choice.
    pub joint: Box<[MoveId]>,
    /// Where joint moves lead, by their number.
    pub followers: RwLock<Followers>,
}

/// Where joint moves lead, by their number.
pub type Followers = hashbrown::HashMap<u64, NodeId, rustc_hash::FxBuildHasher>;

/// The choice of one role.
#[derive(Clone, Debug)]
pub struct RoleChoice {
    /// The role.
    pub role: RoleId,
    /// Its edges.
    pub edges: Range<u32>,
}

impl Choices {
    /// Where a joint move leads, if that is in the tree.
    #[inline(always)]
    pub fn follower(&self, number: u64) -> Option<NodeId> {
        self.with_followers(|followers| followers.get(&number).copied())
    }

    /// Looks where joint moves lead.
    #[inline(always)]
    pub fn with_followers<T>(&self, look: impl FnOnce(&Followers) -> T) -> T {
        look(
            &self
                .followers
                .read()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// Takes note of where a joint move leads, unless that is known; whether it is new.
    pub fn set_follower(&self, number: u64, to: NodeId) -> bool {
        let followers = self.followers.write();
        let mut followers = followers.unwrap_or_else(PoisonError::into_inner);
        followers.try_insert(number, to).is_ok()
    }

    /// Joint moves are numbered; the numbers of those that differ only in a role's move differ by its stride. Also how many moves it has.
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
