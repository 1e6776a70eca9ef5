//! The tree: nodes, edges and states in a few large pieces of memory.
//!
//! Its shape changes only through `&mut Tree`. Statistics and bounds change through `&Tree`, by many threads at once if need be.

use super::bounds::{Bound, open_bound};
use super::number::{Count, Sum};
use super::rave::Later;
use super::shelves::Shelves;
use rustc_hash::FxHasher;
use senet_engine::{MoveId, RoleId, State};
use std::hash::Hasher;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering};

/// The number of a node.
pub type NodeId = u32;

/// No node.
pub const NONE: NodeId = u32::MAX;

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

/// A state in the tree.
#[derive(Debug)]
pub struct Node {
    /// Descents that came here, those under way included.
    pub visits: Count,
    /// Turn: how many edges have been tried, from the first on. Leaf: 1 if someone is at work to expand it.
    pub tried: Count,
    kind: AtomicU8,
    /// The same, but for nodes whose values are known it says how they lead on; `Leaf` if the match is over.
    pub shape: Kind,
    /// Whether the match is over.
    pub terminal: bool,
    /// Turn: the role that chooses.
    pub mover: u8,
    words: u16,
    first_word: u32,
    hash: u32,
    /// Turn: the first edge. Joint: the number of its choices.
    pub first: u32,
    /// Turn: how many edges.
    pub count: u32,
    /// How many joint moves from the beginning of the match, as far as the tree knows.
    pub ply: u32,
}

impl Node {
    /// What is known of its moves.
    #[inline(always)]
    pub fn kind(&self) -> Kind {
        match self.kind.load(Ordering::Relaxed) {
            0 => Kind::Leaf,
            1 => Kind::Turn,
            2 => Kind::Joint,
            _ => Kind::Known,
        }
    }

    /// Changes what is known.
    pub fn set_kind(&self, kind: Kind) {
        self.kind.store(kind as u8, Ordering::Relaxed);
    }

    /// Takes note of how it leads on; what is known of its values stays.
    pub fn become_shape(&mut self, shape: Kind) {
        self.shape = shape;
        if self.kind() != Kind::Known {
            self.set_kind(shape);
        }
    }

    /// Turn: its edges.
    #[inline(always)]
    pub fn edges(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// A move of one role in one node.
#[derive(Debug)]
pub struct Edge {
    /// The values of the role that chooses, added up; minus infinity if the move need not be looked at again.
    pub sum: Sum,
    /// Descents that took it, those under way included: until it has a value, a descent counts as a loss.
    pub visits: Count,
    /// Turn: where it leads.
    pub child: NodeId,
}

/// The choices in a node where states that follow come into the tree one by one.
#[derive(Debug)]
pub struct Choices {
    /// Those who choose.
    pub roles: Box<[RoleChoice]>,
    /// A move for every role: right for those that have no choice.
    pub joint: Box<[MoveId]>,
    /// Where joint moves lead, by their number.
    pub followers: Followers,
}

/// Where joint moves lead, by their number.
pub type Followers = hashbrown::HashMap<u64, NodeId, rustc_hash::FxBuildHasher>;

/// The choice of one role.
#[derive(Debug)]
pub struct RoleChoice {
    /// The role.
    pub role: RoleId,
    /// Its edges.
    pub edges: Range<u32>,
}

/// What a tree is to keep.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Whether states that are reached in several ways are one node.
    pub transpositions: bool,
    /// Whether proven values are used.
    pub solver: bool,
    /// Whether moves that are made later are counted, too.
    pub rave: bool,
}

/// The tree.
pub struct Tree {
    /// How many roles there are.
    pub roles: usize,
    /// The role of chance.
    pub chance: Option<RoleId>,
    /// Where descents start.
    pub root: NodeId,
    /// All nodes.
    pub nodes: Vec<Node>,
    /// All edges.
    pub edges: Vec<Edge>,
    /// The move of each edge.
    pub moves: Vec<MoveId>,
    /// What is proven, for each role of each node.
    pub bounds: Vec<Bound>,
    /// What is known of a state that is not in the tree: nothing.
    pub open_bounds: Vec<Bound>,
    /// The choices of joint nodes.
    pub choices: Vec<Choices>,
    /// How many joint moves lead to nodes in the tree.
    pub followers: usize,
    /// How often nodes and edges got other numbers.
    pub generation: u32,
    words: Vec<u64>,
    /// Nodes by state and ply, if states that are reached in several ways are to be one node.
    table: Option<Shelves>,
    /// Nodes that were looked up and found.
    pub transpositions: u64,
    /// The sum that the goals of the two players always have, as far as anyone has seen.
    pub constant_sum: Option<u8>,
    /// Whether that was believed and turned out to be wrong.
    pub sum_varies: bool,
    /// For each role, the difference between the best and the worst that may come, between 0 and 1.
    pub spreads: Vec<f32>,
    /// Whether proven values are used.
    pub solver: bool,
    /// Whether moves that are made later are counted, too.
    pub rave: bool,
    /// If so, what each edge's move came to when it was made later.
    pub later: Vec<Later>,
}

impl Tree {
    /// An empty tree.
    pub fn new(roles: usize, chance: Option<RoleId>, shape: Shape) -> Tree {
        Tree {
            roles,
            chance,
            root: NONE,
            nodes: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            bounds: Vec::new(),
            open_bounds: (0..roles).map(|role| open_bound(role, chance)).collect(),
            choices: Vec::new(),
            followers: 0,
            generation: 0,
            words: Vec::new(),
            table: shape.transpositions.then(Shelves::new),
            transpositions: 0,
            constant_sum: None,
            sum_varies: false,
            spreads: vec![1.0; roles],
            solver: shape.solver,
            rave: shape.rave,
            later: Vec::new(),
        }
    }

    /// An empty tree for the same search.
    pub fn empty_copy(&self) -> Tree {
        let shape = Shape {
            transpositions: self.table.is_some(),
            solver: self.solver,
            rave: self.rave,
        };
        Tree {
            transpositions: self.transpositions,
            constant_sum: self.constant_sum,
            sum_varies: self.sum_varies,
            spreads: self.spreads.clone(),
            generation: self.generation + 1,
            ..Tree::new(self.roles, self.chance, shape)
        }
    }

    /// Forgets everything and starts from a state.
    pub fn start(&mut self, state: &State) {
        self.forget();
        self.root = self.add(state, 0);
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.generation += 1;
        self.followers = 0;
        self.nodes.clear();
        self.edges.clear();
        self.later.clear();
        self.moves.clear();
        self.bounds.clear();
        self.choices.clear();
        self.words.clear();
        self.table.iter_mut().for_each(Shelves::clear);
        self.root = NONE;
    }

    /// The node of a state at a ply; whether it is new. States at different plies are different nodes, so that no descent goes in circles.
    pub fn node_of(&mut self, state: &State, ply: u32) -> (NodeId, bool) {
        if self.table.is_none() {
            return (self.add(state, ply), true);
        }
        match self.find(state, ply) {
            Some(found) => {
                self.transpositions += 1;
                (found, false)
            }
            None => (self.add(state, ply), true),
        }
    }

    fn find(&self, state: &State, ply: u32) -> Option<NodeId> {
        let table = self.table.as_ref()?;
        let hash = hash(state.words(), ply);
        let same = |&id: &NodeId| {
            let node = self.node(id);
            node.hash == hash && node.ply == ply && self.words_of(id) == state.words()
        };
        table.find(hash, same)
    }

    /// Puts a state into the tree, whether or not it is there.
    pub fn add(&mut self, state: &State, ply: u32) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let words = state.words();
        let hash = hash(words, ply);
        self.nodes.push(Node {
            visits: Count::default(),
            tried: Count::default(),
            kind: AtomicU8::new(Kind::Leaf as u8),
            shape: Kind::Leaf,
            terminal: false,
            mover: 0,
            words: words.len() as u16,
            first_word: self.words.len() as u32,
            hash,
            first: 0,
            count: 0,
            ply,
        });
        self.words.extend_from_slice(words);
        let chance = self.chance;
        let bounds = (0..self.roles).map(|role| open_bound(role, chance));
        self.bounds.extend(bounds);
        let Tree { table, nodes, .. } = self;
        if let Some(table) = table {
            table.insert(hash, id, |&id| nodes[id as usize].hash);
        }
        id
    }

    /// A node.
    #[inline(always)]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The words of the state of a node.
    pub fn words_of(&self, id: NodeId) -> &[u64] {
        let node = self.node(id);
        let first = node.first_word as usize;
        &self.words[first..first + node.words as usize]
    }

    /// The state of a node.
    pub fn state(&self, id: NodeId) -> State {
        State::from_words(self.words_of(id).to_vec())
    }

    /// The bounds of a node, one for each role.
    #[inline(always)]
    pub fn bounds_of(&self, id: NodeId) -> &[Bound] {
        let first = id as usize * self.roles;
        &self.bounds[first..first + self.roles]
    }

    /// Adds edges for the moves of a role; their range.
    pub fn add_edges(&mut self, moves: &[MoveId]) -> Range<u32> {
        let first = self.edges.len() as u32;
        self.moves.extend_from_slice(moves);
        let new = |_: &MoveId| Edge {
            sum: Sum::default(),
            visits: Count::default(),
            child: NONE,
        };
        self.edges.extend(moves.iter().map(new));
        if self.rave {
            self.later.resize_with(self.edges.len(), Later::default);
        }
        first..self.edges.len() as u32
    }

    /// Where a joint move of a joint node leads, if that is in the tree.
    #[inline(always)]
    pub fn follower(&self, id: NodeId, number: u64) -> Option<NodeId> {
        let choices = &self.choices[self.node(id).first as usize];
        choices.followers.get(&number).copied()
    }

    /// Takes note of where a joint move of a joint node leads.
    pub fn set_follower(&mut self, id: NodeId, number: u64, to: NodeId) {
        let first = self.node(id).first as usize;
        self.choices[first].followers.insert(number, to);
        self.followers += 1;
    }

    /// Bytes in use, about.
    pub fn bytes(&self) -> usize {
        let table = self.table.as_ref().map_or(0, |table| table.len() * 6);
        self.nodes.len() * size_of::<Node>()
            + self.edges.len() * (size_of::<Edge>() + size_of::<MoveId>())
            + self.later.len() * size_of::<Later>()
            + self.bounds.len() * size_of::<Bound>()
            + self.words.len() * size_of::<u64>()
            + self.choices.len() * (size_of::<Choices>() + 64)
            + self.followers * 24
            + table
    }
}

fn hash(words: &[u64], ply: u32) -> u32 {
    let mut hasher = FxHasher::default();
    words.iter().for_each(|word| hasher.write_u64(*word));
    hasher.write_u32(ply);
    (hasher.finish() >> 16) as u32
}
