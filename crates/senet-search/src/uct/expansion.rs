//! Expansion: queries the game about many states at once, and adds the answers to the tree.

use super::bounds::MAX_GOAL;
use super::capacity::{BatchReservation, ElementCounts};
use super::chunked_vec::{CHUNK_SIZE, SlotReservation};
use super::guide::Guide;
use super::node::{JointChoices, NodeId, NodeKind, RoleChoice};
use super::tree::Tree;
use fastrand::Rng;
use senet_engine::{Children, Game, Goal, MoveId, MoveLists, RoleId, State, Stopped};
use std::ops::Range;

/// A node in which one role has at most this many moves gets all its children at once. Terminal states are thus found
/// early.
const MAX_CHILDREN: usize = 64;
const _: () = assert!(
    MAX_CHILDREN <= u8::MAX as usize,
    "a node stores the number of its edges in a byte"
);

/// Successor states, with the goals of the terminal ones.
pub struct Successors {
    /// The states.
    pub states: Children,
    /// The goals of each terminal state.
    pub goals: Vec<Option<Box<[u8]>>>,
}

impl Successors {
    /// Queries the game for successors, by parent index and joint move, and for the goals of the terminal ones.
    pub fn of(
        game: &dyn Game,
        states: &[State],
        from: &[u32],
        joints: &[MoveId],
    ) -> Result<Successors, Stopped> {
        let states = game.children_of(states, from, joints)?;
        let terminal = states.terminal();
        let ends = (0..states.len()).filter(|&at| terminal[at]);
        let ends: Vec<State> = ends.map(|at| states.state(at)).collect();
        let found = match ends.is_empty() {
            true => Vec::new(),
            false => game.goals_in(&ends)?,
        };
        let mut found = found.chunks(game.roles().len().max(1));
        let goals = terminal.iter().map(|&end| {
            let goals = end.then(|| found.next()).flatten()?;
            Some(goals.iter().map(goal_byte).collect())
        });
        let goals = goals.collect();
        Ok(Successors { states, goals })
    }
}

/// A goal as an integer from 0 to 100. Invalid rules may give other values, several or none; they are clamped or
/// count as 0.
pub fn goal_byte(goal: &Goal) -> u8 {
    goal.value().unwrap_or(0).clamp(0, i32::from(MAX_GOAL)) as u8
}

/// The expansion of one node.
pub struct Expansion {
    /// The node.
    pub node: NodeId,
    shape: ExpansionShape,
}

enum ExpansionShape {
    /// One role chooses among these moves. The successors start at `first`.
    Turn {
        mover: RoleId,
        moves: Vec<MoveId>,
        first: usize,
        /// The order in which the moves are tried.
        order: Vec<u16>,
    },
    /// Any other case: the moves of each role with a choice, and a joint move with the only moves of the other roles.
    Joint {
        choices: Vec<(RoleId, Vec<MoveId>)>,
        joint: Box<[MoveId]>,
    },
    /// A role has no legal move, so the state has no successor. Valid rules exclude this.
    Stuck,
}

/// The expansions of several nodes.
#[derive(Default)]
pub struct Expansions {
    /// One per node.
    pub all: Vec<Expansion>,
    successors: Option<Successors>,
}

impl Expansions {
    /// Queries the game about nodes with their states. The moves of a node are shuffled.
    pub fn of(
        game: &dyn Game,
        chance: Option<RoleId>,
        nodes: &[NodeId],
        states: &[State],
        guide: Option<&Guide>,
        rng: &mut Rng,
    ) -> Result<Expansions, Stopped> {
        if nodes.is_empty() {
            return Ok(Expansions::default());
        }
        let lists = game.legal_in(states)?;
        let (mut from, mut joints) = (Vec::new(), Vec::new());
        let mut all = Vec::with_capacity(nodes.len());
        for (index, &node) in nodes.iter().enumerate() {
            let shape = shape_of(game.roles().len(), chance, &lists, index, from.len(), rng);
            if let ExpansionShape::Turn { mover, moves, .. } = &shape {
                for &id in moves {
                    from.push(index as u32);
                    add_joint(&mut joints, game.roles().len(), &lists, index, *mover, id);
                }
            }
            all.push(Expansion { node, shape });
        }
        let successors = Successors::of(game, states, &from, &joints)?;
        if let Some(guide) = guide {
            let children = 0..successors.states.len();
            let children: Vec<State> = children.map(|at| successors.states.state(at)).collect();
            let values = guide.values(&children, game.roles().len());
            sort_by_values(&mut all, &values, game.roles().len());
        }
        let successors = Some(successors);
        Ok(Expansions { all, successors })
    }
}

fn shape_of(
    roles: usize,
    chance: Option<RoleId>,
    lists: &MoveLists,
    index: usize,
    first: usize,
    rng: &mut Rng,
) -> ExpansionShape {
    let of = |role| lists.of(index, role);
    if (0..roles).any(|role| of(role).is_empty()) {
        return ExpansionShape::Stuck;
    }
    let shuffled = |role: RoleId, rng: &mut Rng| {
        let mut moves = of(role).to_vec();
        rng.shuffle(&mut moves);
        moves
    };
    let choosing: Vec<RoleId> = (0..roles).filter(|&role| of(role).len() > 1).collect();
    let mover = match &*choosing {
        [] => (0..roles).find(|&role| Some(role) != chance),
        [only] if Some(*only) != chance && of(*only).len() <= MAX_CHILDREN => Some(*only),
        _ => None,
    };
    if let Some(mover) = mover {
        let moves = shuffled(mover, rng);
        return ExpansionShape::Turn {
            mover,
            order: (0..moves.len() as u16).collect(),
            moves,
            first,
        };
    }
    ExpansionShape::Joint {
        choices: choosing
            .iter()
            .map(|&role| (role, shuffled(role, rng)))
            .collect(),
        joint: (0..roles).map(|role| of(role)[0]).collect(),
    }
}

/// Sorts the moves of each node by the value of their successors for the mover, best first.
fn sort_by_values(all: &mut [Expansion], values: &[f64], roles: usize) {
    for expansion in all {
        if let ExpansionShape::Turn {
            mover,
            first,
            order,
            ..
        } = &mut expansion.shape
        {
            let value = |at: &u16| values[(*first + usize::from(*at)) * roles + *mover];
            order.sort_by(|a, b| value(b).total_cmp(&value(a)));
        }
    }
}

fn add_joint(
    joints: &mut Vec<MoveId>,
    roles: usize,
    lists: &MoveLists,
    index: usize,
    mover: RoleId,
    id: MoveId,
) {
    let move_of = |role| match role == mover {
        true => id,
        false => lists.of(index, role)[0],
    };
    joints.extend((0..roles).map(move_of));
}

impl Expansions {
    /// The memory that the expansions need in the tree.
    pub fn element_counts(&self) -> ElementCounts {
        let states = self
            .successors
            .as_ref()
            .map(|successors| &successors.states);
        let words = |states: &Children| (0..states.len()).map(|at| states.words(at).len()).sum();
        // Successors that are not terminal become nodes on their first visit.
        let goals = self
            .successors
            .iter()
            .flat_map(|successors| &successors.goals);
        let ends = goals.flatten().count();
        let mut counts = ElementCounts {
            nodes: ends,
            words: states.map_or(0, words),
            ..ElementCounts::default()
        };
        for expansion in &self.all {
            match &expansion.shape {
                ExpansionShape::Stuck => {}
                ExpansionShape::Turn { moves, .. } => counts.edges += moves.len(),
                ExpansionShape::Joint { choices, .. } => {
                    counts.choices += 1;
                    counts.edges += choices.iter().map(|(_, moves)| moves.len()).sum::<usize>();
                }
            }
        }
        counts
    }
}

impl Tree {
    /// Adds the expansions to the tree. Returns the number of new states. Nodes without memory stay leaves.
    pub fn expand(&self, expansions: &Expansions) -> u64 {
        let mut new = 0;
        let mut reservations = self.reserve_batch(&expansions.element_counts());
        for expansion in &expansions.all {
            let id = expansion.node;
            let children = match (&expansion.shape, &expansions.successors) {
                (ExpansionShape::Joint { choices, joint }, _) => {
                    self.expand_joint(id, choices, joint, &mut reservations)
                }
                (turn @ ExpansionShape::Turn { .. }, Some(successors)) => {
                    self.expand_turn(id, turn, successors, &mut reservations)
                }
                _ => Some(0),
            };
            match children {
                Some(children) => new += children,
                None => self.node(id).tried.set(0),
            }
        }
        new
    }

    fn expand_turn(
        &self,
        id: NodeId,
        turn: &ExpansionShape,
        successors: &Successors,
        reservations: &mut BatchReservation,
    ) -> Option<u64> {
        let ExpansionShape::Turn {
            mover,
            moves,
            first,
            order,
        } = turn
        else {
            return Some(0);
        };
        let order = || order.iter().map(|&at| usize::from(at));
        let edges = self.add_edges(order().map(|at| moves[at]), &mut reservations.edges)?;
        let states = *first..first + moves.len();
        let mut words = self.reserve_words(&successors.states, states, &mut reservations.words)?;
        let (ply, own_words) = (self.node(id).ply.get() + 1, self.word_count(id));
        for (at, edge) in order().zip(edges.clone()) {
            let state = successors.states.words(first + at);
            let first_word = match &mut words {
                Some(next) => std::mem::replace(next, *next + state.len() as u32),
                None => self.word_slots.take(state.len())?,
            };
            let words = self.write_words(state, first_word);
            let (edge, goals) = (self.edges.at(edge), &successors.goals[first + at]);
            if goals.is_none() && words.len() == own_words {
                edge.set_target_state(first_word);
                continue;
            }
            let child = reservations.nodes.take(&self.node_slots, 1)?;
            self.init_node(child, words, ply);
            goals
                .iter()
                .for_each(|goals| self.mark_terminal(child, goals));
            edge.set_target_node(child);
        }
        self.node(id).make_turn(*mover, edges, 0);
        Some(moves.len() as u64)
    }

    /// Reserves the words of all these states, if they fit into one chunk. `None` if there is no memory.
    fn reserve_words(
        &self,
        states: &Children,
        range: Range<usize>,
        reservation: &mut SlotReservation,
    ) -> Option<Option<u32>> {
        let lengths = range.map(|at| states.words(at).len());
        let (all, longest) = (lengths.clone().sum::<usize>(), lengths.max());
        match (
            all <= CHUNK_SIZE,
            longest.is_none_or(|longest| longest <= CHUNK_SIZE),
        ) {
            (true, _) => Some(Some(reservation.take(&self.word_slots, all)?)),
            (false, true) => Some(None),
            (false, false) => None,
        }
    }

    fn expand_joint(
        &self,
        id: NodeId,
        choices: &[(RoleId, Vec<MoveId>)],
        joint: &[MoveId],
        reservations: &mut BatchReservation,
    ) -> Option<u64> {
        let choice = |(role, moves): &(RoleId, Vec<MoveId>)| {
            let edges = self.add_edges(moves.iter().copied(), &mut reservations.edges)?;
            Some(RoleChoice { role: *role, edges })
        };
        let number = self.add_choices(JointChoices {
            roles: choices.iter().map(choice).collect::<Option<_>>()?,
            joint: joint.into(),
            children: Default::default(),
        })?;
        let node = self.node(id);
        node.first.set(number);
        node.set_shape(NodeKind::Joint);
        Some(0)
    }

    /// Marks a new node as terminal.
    pub fn mark_terminal(&self, id: NodeId, goals: &[u8]) {
        for (bound, &goal) in self.bounds_of(id).iter().zip(goals) {
            bound.narrow(goal, goal);
        }
        self.node(id).mark_terminal();
        self.check_constant_sum(goals);
    }
}

impl JointChoices {
    /// The joint move with this number.
    pub fn joint(&self, tree: &Tree, mut number: u64) -> Box<[MoveId]> {
        let mut joint = self.joint.clone();
        for choice in &self.roles {
            let count = choice.edges.len() as u64;
            let edge = choice.edges.start + (number % count) as u32;
            joint[choice.role] = tree.move_of(edge);
            number /= count;
        }
        joint
    }
}
