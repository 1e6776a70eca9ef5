//! The search tree: nodes, edges and states in chunked arrays that grow while other threads read them.
//!
//! Threads add nodes through `&Tree`, into slots that they reserved, and update statistics and bounds atomically.
//! Only renumbering, withdrawing proofs and adding memory need `&mut Tree`.

use super::atomics::{AtomicCount, CachePadded};
use super::bounds::{GoalBounds, unknown_bound};
use super::capacity::ElementCounts;
use super::chunked_vec::{CHUNK_SIZE, ChunkedVec, SlotAllocator, SlotReservation};
use super::node::{Edge, EdgeTarget, JointChoices, NONE, Node, NodeId};
use super::rave::RaveStats;
use super::sharded_map::ShardedMap;
use rustc_hash::FxHasher;
use senet_engine::{MoveId, RoleId, State};
use std::hash::Hasher;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The optional features of a tree.
#[derive(Clone, Copy, Debug)]
pub struct TreeFeatures {
    /// True if transpositions share one node.
    pub transpositions: bool,
    /// True if proven values are used.
    pub solver: bool,
    /// True if RAVE statistics are kept.
    pub rave: bool,
}

/// The search tree. The alignment keeps it off the cache line of its lock.
#[repr(align(128))]
pub struct Tree {
    /// The number of roles.
    pub roles: usize,
    /// The role of chance.
    pub chance: Option<RoleId>,
    /// The root node.
    pub root: NodeId,
    /// Allocates nodes.
    pub node_slots: SlotAllocator,
    pub(super) nodes: ChunkedVec<Node>,
    /// The proven bounds of each node, one per role.
    pub(super) bounds: ChunkedVec<GoalBounds>,
    /// Allocates edges.
    pub edge_slots: SlotAllocator,
    /// The edges.
    pub edges: ChunkedVec<Edge>,
    /// The move of each edge.
    pub(super) moves: ChunkedVec<AtomicCount>,
    /// The RAVE statistics of each edge; empty without RAVE.
    pub rave_stats: ChunkedVec<RaveStats>,
    /// Allocates the words of states.
    pub word_slots: SlotAllocator,
    /// The words of states.
    pub(super) words: ChunkedVec<AtomicU64>,
    /// Allocates joint choices.
    pub choice_slots: SlotAllocator,
    /// The choices of joint nodes.
    pub(super) choices: ChunkedVec<OnceLock<JointChoices>>,
    /// The bounds of a state that is not in the tree.
    pub unknown_bounds: Vec<GoalBounds>,
    /// True if a thread is allocating memory for the tree.
    pub(super) is_allocating: AtomicBool,
    /// The number of joint moves that lead to nodes of the tree.
    pub joint_children: CachePadded<AtomicUsize>,
    /// Changes whenever nodes and edges are renumbered.
    pub generation: u32,
    /// Nodes by state and ply, if transpositions share one node.
    pub(super) transposition_map: Option<ShardedMap>,
    /// The number of transpositions found.
    pub transpositions: CachePadded<AtomicU64>,
    /// The constant sum of the two players' goals, if all terminal states so far agree.
    pub constant_sum: Option<u8>,
    /// True if a terminal state contradicts the constant sum. Proofs that rest on it must then be withdrawn.
    pub contradicted: AtomicBool,
    /// True if a constant sum was assumed and refuted.
    pub sum_varies: bool,
    /// The estimated spread of the goals of each role, between 0 and 1. It scales exploration.
    pub spreads: Vec<f32>,
    /// True if proven values are used.
    pub solver: bool,
    /// True if RAVE statistics are kept.
    pub rave: bool,
}

impl Tree {
    /// An empty tree.
    pub fn new(roles: usize, chance: Option<RoleId>, features: TreeFeatures) -> Tree {
        Tree {
            roles,
            chance,
            root: NONE,
            node_slots: SlotAllocator::with_margin(CHUNK_SIZE / 2),
            nodes: ChunkedVec::new(1),
            bounds: ChunkedVec::new(roles),
            edge_slots: SlotAllocator::with_margin(CHUNK_SIZE / 2),
            edges: ChunkedVec::new(1),
            moves: ChunkedVec::new(1),
            rave_stats: ChunkedVec::new(usize::from(features.rave)),
            word_slots: SlotAllocator::with_margin(CHUNK_SIZE / 2),
            words: ChunkedVec::new(1),
            choice_slots: SlotAllocator::with_margin(0),
            choices: ChunkedVec::new(1),
            unknown_bounds: (0..roles).map(|role| unknown_bound(role, chance)).collect(),
            is_allocating: AtomicBool::new(false),
            joint_children: CachePadded::default(),
            generation: 0,
            transposition_map: features.transpositions.then(ShardedMap::new),
            transpositions: CachePadded::default(),
            constant_sum: None,
            contradicted: AtomicBool::new(false),
            sum_varies: false,
            spreads: vec![1.0; roles],
            solver: features.solver,
            rave: features.rave,
        }
    }

    /// An empty tree with the same features and estimates.
    pub fn empty_copy(&self) -> Tree {
        let features = TreeFeatures {
            transpositions: self.transposition_map.is_some(),
            solver: self.solver,
            rave: self.rave,
        };
        let transposition_count = self.transpositions.load(Ordering::Relaxed);
        Tree {
            transpositions: CachePadded(AtomicU64::new(transposition_count)),
            constant_sum: self.constant_sum,
            sum_varies: self.sum_varies,
            spreads: self.spreads.clone(),
            generation: self.generation + 1,
            ..Tree::new(self.roles, self.chance, features)
        }
    }

    /// Clears the tree and makes a state its root. Returns `false` if the state is too large.
    pub fn start(&mut self, state: &State) -> bool {
        self.clear();
        self.ensure_capacity(ElementCounts {
            nodes: 1,
            words: state.words().len(),
            ..ElementCounts::default()
        });
        self.root = self
            .find_or_add(state.words(), None, 0)
            .map_or(NONE, |(root, _)| root);
        self.root != NONE
    }

    /// Clears the tree.
    pub fn clear(&mut self) {
        self.generation += 1;
        *self.joint_children.get_mut() = 0;
        self.node_slots.clear();
        self.edge_slots.clear();
        self.word_slots.clear();
        // Choices own memory of different sizes and are dropped. The other arrays are reused.
        self.choice_slots = SlotAllocator::with_margin(0);
        self.choices.clear();
        self.transposition_map
            .iter_mut()
            .for_each(ShardedMap::clear);
        self.root = NONE;
    }

    /// The node of a state at a ply, created if missing, and whether it is new. `goals` are given for terminal
    /// states. `None` if there is no memory.
    pub fn find_or_add(
        &self,
        words: &[u64],
        goals: Option<&[u8]>,
        ply: u32,
    ) -> Option<(NodeId, bool)> {
        let add = || {
            let id = self.add_node(words, ply)?;
            goals.inspect(|goals| self.mark_terminal(id, goals));
            Some(id)
        };
        self.look_up(words.iter().copied(), ply, add)
    }

    /// Registers a node in the transposition map, unless its state is already there.
    pub fn register(&self, id: NodeId) {
        let words = values(self.words_of(id));
        self.look_up(words, self.node(id).ply.get(), || Some(id));
    }

    /// The child behind an edge, created on the first visit. If there is no memory for a node, returns the words of
    /// the child's state.
    #[inline(always)]
    pub fn visit_child(
        &self,
        edge: &Edge,
        from: &Node,
        slots: &mut SlotReservation,
    ) -> Result<NodeId, Range<u32>> {
        match edge.target() {
            EdgeTarget::Node(id) => Ok(id),
            EdgeTarget::State(first_word) => self.create_child(edge, first_word, from, slots),
            EdgeTarget::Unknown => Err(from.words()),
        }
    }

    fn create_child(
        &self,
        edge: &Edge,
        first_word: u32,
        from: &Node,
        slots: &mut SlotReservation,
    ) -> Result<NodeId, Range<u32>> {
        let (words, ply) = (self.words_behind(first_word, from), from.ply.get() + 1);
        let make = || {
            let id = slots.next(&self.node_slots)?;
            self.init_node(id, words.clone(), ply);
            Some(id)
        };
        let state = values(self.words.slice(words.clone()));
        let (id, _) = self
            .look_up(state, ply, make)
            .ok_or_else(|| words.clone())?;
        Ok(edge.replace_state(first_word, id))
    }

    /// The words of an unvisited state behind an edge of this node.
    pub fn words_behind(&self, first_word: u32, from: &Node) -> Range<u32> {
        first_word..first_word + from.words().len() as u32
    }

    /// The node of a state at a ply, created by `make` if missing, and whether it is new. The same state at different
    /// plies has different nodes, so descents never cycle.
    fn look_up(
        &self,
        words: impl Iterator<Item = u64> + Clone,
        ply: u32,
        make: impl FnOnce() -> Option<NodeId>,
    ) -> Option<(NodeId, bool)> {
        let Some(map) = &self.transposition_map else {
            return Some((make()?, true));
        };
        let hash = hash(words.clone(), ply);
        let same = |&id: &NodeId| {
            let node = self.node(id);
            let may_be = node.hash.get() == hash && node.ply.get() == ply;
            may_be && values(self.words_of(id)).eq(words.clone())
        };
        let make = || {
            let id = make()?;
            self.node(id).hash.set(hash);
            Some(id)
        };
        let found = map.find_or_add(hash, same, make, |&id| self.node(id).hash.get())?;
        self.count_transposition(!found.1);
        Some(found)
    }

    fn count_transposition(&self, is_transposition: bool) {
        if is_transposition {
            self.transpositions.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Adds a node for a state, without looking for transpositions. `None` if there is no memory.
    pub fn add_node(&self, words: &[u64], ply: u32) -> Option<NodeId> {
        // The words of one state must lie in one chunk.
        if words.len() > CHUNK_SIZE {
            return None;
        }
        let first_word = self.word_slots.take(words.len())?;
        let id = self.node_slots.take(1)?;
        self.init_node(id, self.write_words(words, first_word), ply);
        Some(id)
    }

    /// Writes the words of a state into reserved slots. Returns their range.
    pub fn write_words(&self, words: &[u64], first_word: u32) -> Range<u32> {
        let range = first_word..first_word + words.len() as u32;
        for (own, word) in self.words.slice(range.clone()).iter().zip(words) {
            own.store(*word, Ordering::Relaxed);
        }
        range
    }

    /// Initialises a reserved slot as the node of a state.
    pub fn init_node(&self, id: NodeId, words: Range<u32>, ply: u32) {
        self.node(id).reset(words, ply);
        let pairs = self.bounds_of(id).iter().zip(&self.unknown_bounds);
        pairs.for_each(|(bound, unknown)| bound.set(unknown));
    }

    /// A node.
    #[inline(always)]
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.at(id)
    }

    /// The words of a node's state.
    #[inline(always)]
    fn words_of(&self, id: NodeId) -> &[AtomicU64] {
        self.words.slice(self.node(id).words())
    }

    /// The number of words of a node's state.
    pub fn word_count(&self, id: NodeId) -> usize {
        self.node(id).words().len()
    }

    /// True if a node's state has these words.
    pub fn has_words(&self, id: NodeId, words: &[u64]) -> bool {
        values(self.words_of(id)).eq(words.iter().copied())
    }

    /// The state of a node.
    pub fn state(&self, id: NodeId) -> State {
        self.state_of(self.node(id).words())
    }

    /// The state with these words.
    pub fn state_of(&self, words: Range<u32>) -> State {
        State::from_words(values(self.words.slice(words)).collect())
    }

    /// The bounds of a node, one per role.
    #[inline(always)]
    pub fn bounds_of(&self, id: NodeId) -> &[GoalBounds] {
        self.bounds.group(id)
    }

    /// The bounds of an edge's target.
    #[inline(always)]
    pub fn bounds_of_target(&self, edge: &Edge) -> &[GoalBounds] {
        match edge.child() {
            Some(child) => self.bounds_of(child),
            None => &self.unknown_bounds,
        }
    }

    /// The move of an edge.
    #[inline(always)]
    pub fn move_of(&self, edge: u32) -> MoveId {
        MoveId(self.moves.at(edge).get())
    }

    /// Adds edges for the moves of a role, without targets yet. `None` if there is no memory.
    pub fn add_edges(
        &self,
        moves: impl ExactSizeIterator<Item = MoveId>,
        reservation: &mut SlotReservation,
    ) -> Option<Range<u32>> {
        let count = moves.len();
        let first = reservation.take(&self.edge_slots, count)?;
        let edges = first..first + count as u32;
        for (edge, id) in edges.clone().zip(moves) {
            self.moves.at(edge).set(id.0);
            self.edges.at(edge).reset();
            if self.rave {
                self.rave_stats.at(edge).reset();
            }
        }
        Some(edges)
    }

    /// Stores the choices of a joint node and returns their index. `None` if there is no memory.
    pub fn add_choices(&self, choices: JointChoices) -> Option<u32> {
        let number = self.choice_slots.take(1)?;
        self.choices.at(number).set(choices).ok()?;
        Some(number)
    }

    /// The choices of a joint node.
    #[inline(always)]
    pub fn choices_of(&self, id: NodeId) -> Option<&JointChoices> {
        self.choices.at(self.node(id).first.get()).get()
    }

    /// The approximate memory in use.
    pub fn bytes(&self) -> usize {
        let rave_stats = match self.rave {
            true => size_of::<RaveStats>(),
            false => 0,
        };
        // The transposition map is estimated, since an exact shared counter would slow the threads down.
        let in_map = if self.transposition_map.is_some() {
            6
        } else {
            0
        };
        let node = size_of::<Node>() + self.roles * size_of::<GoalBounds>() + in_map;
        let edge = size_of::<Edge>() + size_of::<MoveId>() + rave_stats;
        self.node_slots.taken() * node
            + self.edge_slots.taken() * edge
            + self.word_slots.taken() * size_of::<u64>()
            + self.choice_slots.taken() * (size_of::<JointChoices>() + 64)
            + self.joint_children.load(Ordering::Relaxed) * 24
    }
}

fn values(words: &[AtomicU64]) -> impl Iterator<Item = u64> + Clone {
    words.iter().map(|word| word.load(Ordering::Relaxed))
}

fn hash(words: impl Iterator<Item = u64>, ply: u32) -> u32 {
    let mut hasher = FxHasher::default();
    words.for_each(|word| hasher.write_u64(word));
    hasher.write_u32(ply);
    (hasher.finish() >> 16) as u32
}
