//! The tree: nodes, edges and states in a few rows that grow while others read them.
//!
//! Threads put new nodes into the tree through `&Tree`, each into places that it has taken, and change statistics and bounds by atomic
//! operations. `&mut Tree` is needed only to renumber everything, to withdraw proofs, and to add memory.

use super::bounds::{Bound, open_bound};
use super::node::{Choices, Edge, NONE, Node, NodeId, Target};
use super::number::{Apart, Count};
use super::rave::Later;
use super::room::Needs;
use super::shelves::Shelves;
use super::store::{Claim, Pieces, Places, SIZE};
use rustc_hash::FxHasher;
use senet_engine::{MoveId, RoleId, State};
use std::hash::Hasher;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

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

/// The tree. The lock before it is in another line of a cache.
#[repr(align(128))]
pub struct Tree {
    /// How many roles there are.
    pub roles: usize,
    /// The role of chance.
    pub chance: Option<RoleId>,
    /// Where descents start.
    pub root: NodeId,
    /// The places of nodes.
    pub node_places: Places,
    pub(super) nodes: Pieces<Node>,
    /// What is proven, for each role of each node.
    pub(super) bounds: Pieces<Bound>,
    /// The places of edges.
    pub edge_places: Places,
    /// All edges.
    pub edges: Pieces<Edge>,
    /// The move of each edge.
    pub(super) moves: Pieces<Count>,
    /// If moves that are made later are counted, what each edge's move came to then.
    pub later: Pieces<Later>,
    /// The places of words.
    pub word_places: Places,
    /// The words of states.
    pub(super) words: Pieces<AtomicU64>,
    /// The places of choices.
    pub choice_places: Places,
    /// The choices of joint nodes.
    pub(super) choices: Pieces<OnceLock<Choices>>,
    /// What is known of a state that is not in the tree: nothing.
    pub open_bounds: Vec<Bound>,
    /// Whether a thread is at work to get memory.
    pub(super) is_getting_room: AtomicBool,
    /// How many joint moves lead to nodes in the tree.
    pub followers: Apart<AtomicUsize>,
    /// How often nodes and edges got other numbers.
    pub generation: u32,
    /// Nodes by state and ply, if states that are reached in several ways are to be one node.
    pub(super) table: Option<Shelves>,
    /// Nodes that were looked up and found.
    pub transpositions: Apart<AtomicU64>,
    /// The sum that the goals of the two players always have, as far as anyone has seen.
    pub constant_sum: Option<u8>,
    /// Whether a terminal state contradicts that: then what rests on it is to be withdrawn.
    pub contradicted: AtomicBool,
    /// Whether that was believed and turned out to be wrong.
    pub sum_varies: bool,
    /// For each role, the difference between the best and the worst that may come, between 0 and 1.
    pub spreads: Vec<f32>,
    /// Whether proven values are used.
    pub solver: bool,
    /// Whether moves that are made later are counted, too.
    pub rave: bool,
}

impl Tree {
    /// An empty tree.
    pub fn new(roles: usize, chance: Option<RoleId>, shape: Shape) -> Tree {
        Tree {
            roles,
            chance,
            root: NONE,
            node_places: Places::with_margin(SIZE / 2),
            nodes: Pieces::new(1),
            bounds: Pieces::new(roles),
            edge_places: Places::with_margin(SIZE / 2),
            edges: Pieces::new(1),
            moves: Pieces::new(1),
            later: Pieces::new(usize::from(shape.rave)),
            word_places: Places::with_margin(SIZE / 2),
            words: Pieces::new(1),
            choice_places: Places::with_margin(0),
            choices: Pieces::new(1),
            open_bounds: (0..roles).map(|role| open_bound(role, chance)).collect(),
            is_getting_room: AtomicBool::new(false),
            followers: Apart::default(),
            generation: 0,
            table: shape.transpositions.then(Shelves::new),
            transpositions: Apart::default(),
            constant_sum: None,
            contradicted: AtomicBool::new(false),
            sum_varies: false,
            spreads: vec![1.0; roles],
            solver: shape.solver,
            rave: shape.rave,
        }
    }

    /// An empty tree for the same search.
    pub fn empty_copy(&self) -> Tree {
        let shape = Shape {
            transpositions: self.table.is_some(),
            solver: self.solver,
            rave: self.rave,
        };
        let met_again = self.transpositions.load(Ordering::Relaxed);
        Tree {
            transpositions: Apart(AtomicU64::new(met_again)),
            constant_sum: self.constant_sum,
            sum_varies: self.sum_varies,
            spreads: self.spreads.clone(),
            generation: self.generation + 1,
            ..Tree::new(self.roles, self.chance, shape)
        }
    }

    /// Forgets everything and starts from a state; `false` if it is too large.
    pub fn start(&mut self, state: &State) -> bool {
        self.forget();
        self.make_room(Needs {
            nodes: 1,
            words: state.words().len(),
            ..Needs::default()
        });
        self.root = self
            .node_of(state.words(), None, 0)
            .map_or(NONE, |(root, _)| root);
        self.root != NONE
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.generation += 1;
        *self.followers.get_mut() = 0;
        self.node_places.clear();
        self.edge_places.clear();
        self.word_places.clear();
        // Choices are of different sizes, so they are made anew; the other rows are used again.
        self.choice_places = Places::with_margin(0);
        self.choices.clear();
        self.table.iter_mut().for_each(Shelves::clear);
        self.root = NONE;
    }

    /// The node of a state at a ply, with its goals if it is terminal; whether it is new. `None` if there is no room.
    pub fn node_of(&self, words: &[u64], goals: Option<&[u8]>, ply: u32) -> Option<(NodeId, bool)> {
        let add = || {
            let id = self.add(words, ply)?;
            goals.inspect(|goals| self.end(id, goals));
            Some(id)
        };
        self.look_up(words.iter().copied(), ply, add)
    }

    /// Makes sure that a node can be found by its state, unless another one is.
    pub fn settle(&self, id: NodeId) {
        let words = values(self.words_of(id));
        self.look_up(words, self.node(id).ply.get(), || Some(id));
    }

    /// The node of the state behind an edge of a node, which is made if it is not there; only the words of the state if there is no room for it.
    #[inline(always)]
    pub fn child_behind(
        &self,
        edge: &Edge,
        from: &Node,
        places: &mut Claim,
    ) -> Result<NodeId, Range<u32>> {
        match edge.target() {
            Target::Node(id) => Ok(id),
            Target::State(first_word) => self.meet(edge, first_word, from, places),
            Target::Nowhere => Err(from.words()),
        }
    }

    fn meet(
        &self,
        edge: &Edge,
        first_word: u32,
        from: &Node,
        places: &mut Claim,
    ) -> Result<NodeId, Range<u32>> {
        let (words, ply) = (self.words_behind(first_word, from), from.ply.get() + 1);
        let make = || {
            let id = places.next(&self.node_places)?;
            self.begin(id, words.clone(), ply);
            Some(id)
        };
        let state = values(self.words.slice(words.clone()));
        let (id, _) = self
            .look_up(state, ply, make)
            .ok_or_else(|| words.clone())?;
        Ok(edge.meet(first_word, id))
    }

    /// The words of a state that no descent has come to, behind an edge of this node.
    pub fn words_behind(&self, first_word: u32, from: &Node) -> Range<u32> {
        first_word..first_word + from.words().len() as u32
    }

    /// The node of a state at a ply, which is made if it is not there; whether it is new. States at different plies are different nodes, so that no
    /// descent goes in circles. `None` if none can be made.
    fn look_up(
        &self,
        words: impl Iterator<Item = u64> + Clone,
        ply: u32,
        make: impl FnOnce() -> Option<NodeId>,
    ) -> Option<(NodeId, bool)> {
        let Some(table) = &self.table else {
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
        let found = table.find_or_add(hash, same, make, |&id| self.node(id).hash.get())?;
        self.count_transposition(!found.1);
        Some(found)
    }

    fn count_transposition(&self, is_one: bool) {
        if is_one {
            self.transpositions.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Puts a state into the tree, whether or not it is there; `None` if there is no room.
    pub fn add(&self, words: &[u64], ply: u32) -> Option<NodeId> {
        // Words of one state must lie in one piece.
        if words.len() > SIZE {
            return None;
        }
        let first_word = self.word_places.take(words.len())?;
        let id = self.node_places.take(1)?;
        self.begin(id, self.write(words, first_word), ply);
        Some(id)
    }

    /// Writes the words of a state to places that were taken for them; where they are.
    pub fn write(&self, words: &[u64], first_word: u32) -> Range<u32> {
        let range = first_word..first_word + words.len() as u32;
        for (own, word) in self.words.slice(range.clone()).iter().zip(words) {
            own.store(*word, Ordering::Relaxed);
        }
        range
    }

    /// Makes a place that was taken for it the node of a state.
    pub fn begin(&self, id: NodeId, words: Range<u32>, ply: u32) {
        self.node(id).begin(words, ply);
        let open = self.bounds_of(id).iter().zip(&self.open_bounds);
        open.for_each(|(bound, open)| bound.set(open));
    }

    /// A node.
    #[inline(always)]
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.at(id)
    }

    /// The words of the state of a node.
    #[inline(always)]
    fn words_of(&self, id: NodeId) -> &[AtomicU64] {
        self.words.slice(self.node(id).words())
    }

    /// How many words the state of a node has.
    pub fn count_words(&self, id: NodeId) -> usize {
        self.node(id).words().len()
    }

    /// Whether these are the words of the state of a node.
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

    /// The bounds of a node, one for each role.
    #[inline(always)]
    pub fn bounds_of(&self, id: NodeId) -> &[Bound] {
        self.bounds.group(id)
    }

    /// The bounds of what an edge leads to.
    #[inline(always)]
    pub fn bounds_behind(&self, edge: &Edge) -> &[Bound] {
        match edge.child() {
            Some(child) => self.bounds_of(child),
            None => &self.open_bounds,
        }
    }

    /// The move of an edge.
    #[inline(always)]
    pub fn move_of(&self, edge: u32) -> MoveId {
        MoveId(self.moves.at(edge).get())
    }

    /// Edges for the moves of a role, which lead nowhere yet; `None` if there is no room.
    pub fn add_edges(
        &self,
        moves: impl ExactSizeIterator<Item = MoveId>,
        claim: &mut Claim,
    ) -> Option<Range<u32>> {
        let count = moves.len();
        let first = claim.take(&self.edge_places, count)?;
        let edges = first..first + count as u32;
        for (edge, id) in edges.clone().zip(moves) {
            self.moves.at(edge).set(id.0);
            self.edges.at(edge).begin();
            if self.rave {
                self.later.at(edge).begin();
            }
        }
        Some(edges)
    }

    /// Keeps the choices of a joint node; their number. `None` if there is no room.
    pub fn add_choices(&self, choices: Choices) -> Option<u32> {
        let number = self.choice_places.take(1)?;
        self.choices.at(number).set(choices).ok()?;
        Some(number)
    }

    /// The choices of a joint node.
    #[inline(always)]
    pub fn choices_of(&self, id: NodeId) -> Option<&Choices> {
        self.choices.at(self.node(id).first.get()).get()
    }

    /// Bytes in use, about.
    pub fn bytes(&self) -> usize {
        let later = match self.rave {
            true => size_of::<Later>(),
            false => 0,
        };
        // Not all nodes are in the table, but those that are must not be counted by all threads at one place.
        let in_table = if self.table.is_some() { 6 } else { 0 };
        let node = size_of::<Node>() + self.roles * size_of::<Bound>() + in_table;
        let edge = size_of::<Edge>() + size_of::<MoveId>() + later;
        self.node_places.taken() * node
            + self.edge_places.taken() * edge
            + self.word_places.taken() * size_of::<u64>()
            + self.choice_places.taken() * (size_of::<Choices>() + 64)
            + self.followers.load(Ordering::Relaxed) * 24
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
