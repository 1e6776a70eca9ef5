//! The search tree: nodes with the statistics of every role, in the numbering of the model.

use rustc_hash::FxHashMap;
use senet_engine::MoveId;

/// The number of a node.
pub type NodeId = u32;

/// The status of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The node waits for its evaluation.
    Pending,
    /// The node is evaluated, and the match goes on.
    Open,
    /// The values follow from terminal states.
    Proven,
    /// The match is over.
    Terminal,
}

/// A state.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first action of the first role.
    first: u32,
    visits: u32,
    status: Status,
}

/// A move of one role in one node.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    /// The move in the numbering of the model.
    pub number: u32,
    /// The move in the game.
    pub id: MoveId,
    /// The probability that the network gives the move.
    pub prior: f32,
    /// How often a search took the move.
    pub visits: u32,
    /// The sum of the values that followed.
    pub sum: f32,
    /// The value for its role, once it is proven.
    pub exact: Option<f32>,
}

impl Action {
    /// An action that was never taken.
    pub fn new(number: u32, id: MoveId, prior: f32) -> Action {
        Action {
            number,
            id,
            prior,
            visits: 0,
            sum: 0.0,
            exact: None,
        }
    }

    /// The proven value or else the mean, or `unknown` if the action was never taken.
    pub fn mean(&self, unknown: f32) -> f32 {
        match (self.exact, self.visits) {
            (Some(exact), _) => exact,
            (None, 0) => unknown,
            (None, visits) => self.sum / visits as f32,
        }
    }
}

/// A tree of states.
#[derive(Clone, Debug)]
pub struct Tree {
    roles: usize,
    nodes: Vec<Node>,
    words_per_state: usize,
    /// The words of all states, in the numbering of the game.
    words: Vec<u64>,
    values: Vec<f32>,
    /// For each node and role, the end of its actions.
    ends: Vec<u32>,
    actions: Vec<Action>,
    children: FxHashMap<(NodeId, u64), NodeId>,
}

impl Tree {
    /// An empty tree.
    pub fn new(roles: usize, words_per_state: usize) -> Tree {
        Tree {
            roles,
            words_per_state,
            nodes: Vec::new(),
            words: Vec::new(),
            values: Vec::new(),
            ends: Vec::new(),
            actions: Vec::new(),
            children: FxHashMap::default(),
        }
    }

    /// The number of roles.
    pub fn roles(&self) -> usize {
        self.roles
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node that waits for its evaluation.
    pub fn add_pending(&mut self) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let first = self.actions.len() as u32;
        self.nodes.push(Node {
            first,
            visits: 0,
            status: Status::Pending,
        });
        self.words
            .resize(self.words.len() + self.words_per_state, 0);
        self.values.resize(self.values.len() + self.roles, 0.0);
        self.ends.resize(self.ends.len() + self.roles, first);
        id
    }

    /// Fills a node with its state and values. Open nodes also get the actions of each role.
    pub fn fill(&mut self, id: NodeId, words: &[u64], status: Status, values: &[f32]) {
        let at = id as usize;
        self.words[at * self.words_per_state..(at + 1) * self.words_per_state]
            .copy_from_slice(words);
        self.values[at * self.roles..(at + 1) * self.roles].copy_from_slice(values);
        self.nodes[at].status = status;
        self.nodes[at].first = self.actions.len() as u32;
    }

    /// Gives a node its exact values.
    pub fn set_proven(&mut self, id: NodeId, values: &[f32]) {
        let at = id as usize;
        self.values[at * self.roles..(at + 1) * self.roles].copy_from_slice(values);
        self.nodes[at].status = Status::Proven;
    }

    /// Adds the actions of the next role of the node that was filled last.
    pub fn push_actions(&mut self, id: NodeId, role: usize, actions: impl Iterator<Item = Action>) {
        self.actions.extend(actions);
        self.ends[id as usize * self.roles + role] = self.actions.len() as u32;
    }

    /// The status of a node.
    pub fn status(&self, id: NodeId) -> Status {
        self.nodes[id as usize].status
    }

    /// The words of a state, in the numbering of the game.
    pub fn words(&self, id: NodeId) -> &[u64] {
        let first = id as usize * self.words_per_state;
        &self.words[first..first + self.words_per_state]
    }

    /// The values of a node: exact ones if they are proven, otherwise the network's values.
    pub fn values(&self, id: NodeId) -> &[f32] {
        let first = id as usize * self.roles;
        &self.values[first..first + self.roles]
    }

    /// How often searches left a node.
    pub fn visits(&self, id: NodeId) -> u32 {
        self.nodes[id as usize].visits
    }

    /// Counts a search that leaves a node.
    pub fn count_visit(&mut self, id: NodeId, by: i32) {
        let visits = &mut self.nodes[id as usize].visits;
        *visits = visits.saturating_add_signed(by);
    }

    /// The place of the first action of a role.
    pub fn first_action(&self, id: NodeId, role: usize) -> usize {
        let first = match role {
            0 => self.nodes[id as usize].first,
            _ => self.ends[id as usize * self.roles + role - 1],
        };
        first as usize
    }

    /// The actions of a role.
    pub fn actions(&self, id: NodeId, role: usize) -> &[Action] {
        let end = self.ends[id as usize * self.roles + role] as usize;
        &self.actions[self.first_action(id, role)..end]
    }

    /// The actions of a role, for changes.
    pub fn actions_mut(&mut self, id: NodeId, role: usize) -> &mut [Action] {
        let end = self.ends[id as usize * self.roles + role] as usize;
        let first = self.first_action(id, role);
        &mut self.actions[first..end]
    }

    /// The mean value of a node for a role: the mean of the network's value and of all values that
    /// followed, or the proven value.
    pub fn mean(&self, id: NodeId, role: usize) -> f32 {
        let own = self.values(id)[role];
        if self.is_proven(id) {
            return own;
        }
        let actions = self.actions(id, role).iter();
        let (sum, visits) = actions.fold((0.0, 0), |(sum, visits), action| {
            (sum + action.sum, visits + action.visits)
        });
        (own + sum) / (1 + visits) as f32
    }

    /// The child after a joint choice, if it is in the tree.
    pub fn child(&self, id: NodeId, choice: &[u32]) -> Option<NodeId> {
        self.children
            .get(&(id, self.joint_key(id, choice)))
            .copied()
    }

    /// Joins a child to its parent.
    pub fn set_child(&mut self, id: NodeId, choice: &[u32], child: NodeId) {
        let key = self.joint_key(id, choice);
        self.children.insert((id, key), child);
    }

    /// Removes a child that was never evaluated.
    pub fn remove_child(&mut self, id: NodeId, choice: &[u32]) {
        let key = self.joint_key(id, choice);
        self.children.remove(&(id, key));
    }

    /// The number of a joint choice. Distinct choices have distinct numbers if there are at most 2^64 joint
    /// moves.
    fn joint_key(&self, id: NodeId, choice: &[u32]) -> u64 {
        let mut key = 0_u64;
        for (role, &at) in choice.iter().enumerate() {
            let width = self.actions(id, role).len() as u64;
            key = key.wrapping_mul(width).wrapping_add(u64::from(at));
        }
        key
    }

    /// The number of bytes that the tree takes, roughly.
    pub fn bytes(&self) -> usize {
        let node = size_of::<Node>() + 32 + 8 * self.words_per_state + 8 * self.roles;
        self.nodes.len() * node + self.actions.len() * size_of::<Action>()
    }
}
