//! States with their values and children. Equal states share one node.

use super::matrix_game::MatrixGame;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use senet_engine::{MoveId, RoleId, State};
use std::hash::BuildHasher;

/// The number of a node.
pub type NodeId = u32;
/// The number of an edge.
pub type EdgeId = u32;

/// The marks of a node.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks {
    /// The children of the node are in the tree.
    pub expanded: bool,
    /// The match is over.
    pub terminal: bool,
    /// The value of the node is exact. The node is then closed, too.
    pub solved: bool,
    /// Nothing is left to search below the node, although its value may be an estimate.
    pub closed: bool,
    /// The node waits for its expansion.
    pub pending: bool,
    /// The line of a search has come here, and must not come again: it would walk in a circle.
    pub passed: bool,
}

impl Marks {
    /// True if a line may go to the node.
    #[inline]
    pub fn is_open(self) -> bool {
        !(self.closed || self.pending || self.passed)
    }
}

/// A state.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The first edge.
    pub first: EdgeId,
    /// The number of edges.
    pub count: u32,
    /// The role that moves. Without meaning if several do: then the node has a matrix game.
    pub mover: u16,
    /// The marks of the node.
    pub marks: Marks,
}

/// A joint move and the node it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The node after the move.
    pub child: NodeId,
    /// How often a search went this way.
    pub visits: u32,
}

/// A graph of states.
#[derive(Clone, Debug)]
pub struct Tree {
    roles: usize,
    words_per_state: usize,
    words: Vec<u64>,
    values: Vec<f32>,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    joints: Vec<MoveId>,
    index: HashTable<NodeId>,
    pub(super) matrix_games: FxHashMap<NodeId, MatrixGame>,
    /// The number of bytes of all matrix games.
    matrix_bytes: usize,
}

impl Tree {
    /// An empty tree of a game with this many roles, and this many words per state.
    pub fn new(roles: usize, words_per_state: usize) -> Tree {
        Tree {
            roles,
            words_per_state,
            words: Vec::new(),
            values: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            joints: Vec::new(),
            index: HashTable::new(),
            matrix_games: FxHashMap::default(),
            matrix_bytes: 0,
        }
    }

    /// Removes all nodes and gives the memory back.
    pub fn release(&mut self) {
        *self = Tree::new(self.roles, self.words_per_state);
    }

    /// Removes all nodes and keeps the memory for others.
    pub fn clear(&mut self) {
        self.words.clear();
        self.values.clear();
        self.nodes.clear();
        self.edges.clear();
        self.joints.clear();
        self.index.clear();
        self.matrix_games.clear();
        self.matrix_bytes = 0;
    }

    /// The words of a state.
    pub fn words(&self, id: NodeId) -> &[u64] {
        let first = id as usize * self.words_per_state;
        &self.words[first..first + self.words_per_state]
    }

    /// A state of the tree.
    pub fn state(&self, id: NodeId) -> State {
        State::from_words(self.words(id).to_vec())
    }

    /// The values of a state: one for each role.
    pub fn values(&self, id: NodeId) -> &[f32] {
        let first = id as usize * self.roles;
        &self.values[first..first + self.roles]
    }

    /// Changes the values of a state.
    pub fn values_mut(&mut self, id: NodeId) -> &mut [f32] {
        let first = id as usize * self.roles;
        &mut self.values[first..first + self.roles]
    }

    /// The value of a state for a role.
    #[inline]
    pub fn value(&self, id: NodeId, role: RoleId) -> f32 {
        self.values[id as usize * self.roles + role]
    }

    /// The marks of a node.
    #[inline]
    pub fn marks(&self, id: NodeId) -> Marks {
        self.nodes[id as usize].marks
    }

    /// The marks of a node, for changes.
    pub fn marks_mut(&mut self, id: NodeId) -> &mut Marks {
        &mut self.nodes[id as usize].marks
    }

    /// The edges of an expanded node.
    #[inline]
    pub fn edges(&self, id: NodeId) -> &[Edge] {
        let node = &self.nodes[id as usize];
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    /// The role that moves in an expanded node, or `None` if several do.
    pub fn mover(&self, id: NodeId) -> Option<RoleId> {
        let alone = !self.matrix_games.contains_key(&id);
        alone.then_some(usize::from(self.nodes[id as usize].mover))
    }

    /// The joint move of an edge.
    pub fn joint(&self, edge: EdgeId) -> &[MoveId] {
        let first = edge as usize * self.roles;
        &self.joints[first..first + self.roles]
    }

    /// The node of a state, if the tree has it.
    pub fn find(&self, words: &[u64]) -> Option<NodeId> {
        let hash = FxBuildHasher.hash_one(words);
        let found = self.index.find(hash, |&id| self.words(id) == words);
        found.copied()
    }

    /// The node of a state, and whether it is new.
    pub fn find_or_add(&mut self, words: &[u64]) -> (NodeId, bool) {
        debug_assert_eq!(words.len(), self.words_per_state);
        if let Some(id) = self.find(words) {
            return (id, false);
        }
        let id = self.nodes.len() as NodeId;
        self.words.extend_from_slice(words);
        self.values.resize(self.values.len() + self.roles, 0.5);
        self.nodes.push(Node {
            first: 0,
            count: 0,
            mover: 0,
            marks: Marks::default(),
        });
        let (all, length) = (&self.words, self.words_per_state);
        let hash_of = |&id: &NodeId| {
            let first = id as usize * length;
            FxBuildHasher.hash_one(&all[first..first + length])
        };
        let hash = FxBuildHasher.hash_one(words);
        self.index.insert_unique(hash, id, hash_of);
        (id, true)
    }

    /// Adds an edge. The edges of a node are added one after another.
    pub fn push_edge(&mut self, child: NodeId, joint: &[MoveId]) {
        self.edges.push(Edge { child, visits: 0 });
        self.joints.extend_from_slice(joint);
    }

    /// Gives a node the matrix game of the roles that move there.
    pub fn add_matrix_game(&mut self, id: NodeId, game: MatrixGame) {
        self.matrix_bytes += game.bytes();
        self.matrix_games.insert(id, game);
    }

    /// Copies the values of one state to another.
    pub fn copy_values(&mut self, from: NodeId, to: NodeId) {
        let (from, to) = (from as usize * self.roles, to as usize * self.roles);
        self.values.copy_within(from..from + self.roles, to);
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of bytes that the tree takes, with room for more nodes that it holds already.
    pub fn bytes(&self) -> usize {
        let matrix_game = size_of::<(NodeId, MatrixGame)>() + 1;
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.values.capacity() * size_of::<f32>()
            + self.words.capacity() * size_of::<u64>()
            + self.joints.capacity() * size_of::<MoveId>()
            + self.index.capacity() * (size_of::<NodeId>() + 1)
            + self.matrix_games.capacity() * matrix_game
            + self.matrix_bytes
    }
}
