//! New nodes: what the game says of many states at once, and how it comes into the tree.

use super::bounds::MOST;
use super::guide::Guide;
use super::tree::{Choices, Kind, NodeId, RoleChoice, Tree};
use fastrand::Rng;
use senet_engine::{Game, Goal, MoveId, MoveLists, RoleId, State, Stopped};

/// Nodes where one role has at most so many moves get all their children at once, so that ends of the match are seen early.
const MOST_CHILDREN: usize = 64;

/// What the game says of states.
pub struct Sights {
    /// The states.
    pub states: Vec<State>,
    /// Of those that are terminal, the goals.
    pub goals: Vec<Option<Box<[u8]>>>,
}

impl Sights {
    /// Asks the game which of the states are terminal, and the goals there.
    pub fn of(game: &dyn Game, states: Vec<State>) -> Result<Sights, Stopped> {
        let terminal = game.terminal_in(&states)?;
        let ends = states.iter().zip(&terminal).filter(|(_, end)| **end);
        let ends: Vec<State> = ends.map(|(state, _)| state.clone()).collect();
        let found = match ends.is_empty() {
            true => Vec::new(),
            false => game.goals_in(&ends)?,
        };
        let mut found = found.chunks(game.roles().len().max(1));
        let goals = terminal.iter().map(|&end| {
            let goals = end.then(|| found.next()).flatten()?;
            Some(goals.iter().map(as_byte).collect())
        });
        let goals = goals.collect();
        Ok(Sights { states, goals })
    }
}

/// A goal as a whole number from 0 to 100. Rules that give none, or several, or others, are not valid; there the nearest counts.
pub fn as_byte(goal: &Goal) -> u8 {
    goal.value().unwrap_or(0).clamp(0, i32::from(MOST)) as u8
}

/// What follows from a node: either all states, or only the choices.
pub struct Expansion {
    /// The node.
    pub node: NodeId,
    shape: Shape,
}

enum Shape {
    /// One role chooses among these moves; the states are a range of the sights.
    Turn {
        mover: RoleId,
        moves: Vec<MoveId>,
        first: usize,
        /// In which order they are tried.
        order: Vec<u16>,
    },
    /// Anything else: the moves of those who choose, and a joint move that is right for the others.
    Joint {
        choices: Vec<(RoleId, Vec<MoveId>)>,
        joint: Box<[MoveId]>,
    },
    /// Someone has no legal move: the rules are not playable there, and nothing follows.
    Stuck,
}

/// What the game says of nodes that are to be expanded.
#[derive(Default)]
pub struct Expansions {
    /// For each node.
    pub all: Vec<Expansion>,
    sights: Option<Sights>,
}

impl Expansions {
    /// Asks the game about nodes with their states. Moves are put into random order.
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
            if let Shape::Turn { mover, moves, .. } = &shape {
                for &id in moves {
                    from.push(states[index].clone());
                    add_joint(&mut joints, game.roles().len(), &lists, index, *mover, id);
                }
            }
            all.push(Expansion { node, shape });
        }
        let sights = Sights::of(game, game.next_of(&from, &joints)?)?;
        if let Some(guide) = guide {
            let values = guide.values(&sights.states, game.roles().len());
            sort_by_values(&mut all, &values, game.roles().len());
        }
        let sights = Some(sights);
        Ok(Expansions { all, sights })
    }
}

fn shape_of(
    roles: usize,
    chance: Option<RoleId>,
    lists: &MoveLists,
    index: usize,
    first: usize,
    rng: &mut Rng,
) -> Shape {
    let of = |role| lists.of(index, role);
    if (0..roles).any(|role| of(role).is_empty()) {
        return Shape::Stuck;
    }
    let shuffled = |role: RoleId, rng: &mut Rng| {
        let mut moves = of(role).to_vec();
        rng.shuffle(&mut moves);
        moves
    };
    let choosing: Vec<RoleId> = (0..roles).filter(|&role| of(role).len() > 1).collect();
    let mover = match &*choosing {
        [] => (0..roles).find(|&role| Some(role) != chance),
        [only] if Some(*only) != chance && of(*only).len() <= MOST_CHILDREN => Some(*only),
        _ => None,
    };
    if let Some(mover) = mover {
        let moves = shuffled(mover, rng);
        return Shape::Turn {
            mover,
            order: (0..moves.len() as u16).collect(),
            moves,
            first,
        };
    }
    Shape::Joint {
        choices: choosing
            .iter()
            .map(|&role| (role, shuffled(role, rng)))
            .collect(),
        joint: (0..roles).map(|role| of(role)[0]).collect(),
    }
}

/// Has moves tried in the order of what the states that follow are worth to the mover, the best first.
fn sort_by_values(all: &mut [Expansion], values: &[f64], roles: usize) {
    for expansion in all {
        if let Shape::Turn {
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

impl Tree {
    /// Takes in what the game said of nodes.
    pub fn expand(&mut self, expansions: &Expansions) {
        for expansion in &expansions.all {
            let id = expansion.node;
            match &expansion.shape {
                Shape::Stuck => {}
                Shape::Joint { choices, joint } => self.expand_joint(id, choices, joint),
                Shape::Turn {
                    mover,
                    moves,
                    first,
                    order,
                } => {
                    if let Some(sights) = &expansions.sights {
                        let order = order.iter().map(|&at| usize::from(at));
                        let ordered: Vec<_> = order.clone().map(|at| moves[at]).collect();
                        let states = order.map(|at| first + at);
                        self.expand_turn(id, *mover, &ordered, sights, states);
                    }
                }
            }
        }
    }

    fn expand_turn(
        &mut self,
        id: NodeId,
        mover: RoleId,
        moves: &[MoveId],
        sights: &Sights,
        states: impl Iterator<Item = usize>,
    ) {
        let ply = self.node(id).ply + 1;
        let edges = self.add_edges(moves);
        for (at, edge) in states.zip(edges.clone()) {
            let (state, goals) = (&sights.states[at], &sights.goals[at]);
            self.edges[edge as usize].child = self.enter(state, goals.as_deref(), ply);
        }
        let node = &mut self.nodes[id as usize];
        (node.first, node.count, node.mover) = (edges.start, moves.len() as u32, mover as u8);
        node.tried.set(0);
        node.become_shape(Kind::Turn);
    }

    fn expand_joint(&mut self, id: NodeId, choices: &[(RoleId, Vec<MoveId>)], joint: &[MoveId]) {
        let choice = |(role, moves): &(RoleId, Vec<MoveId>)| RoleChoice {
            role: *role,
            edges: self.add_edges(moves),
        };
        let roles = choices.iter().map(choice).collect();
        let node = &mut self.nodes[id as usize];
        node.first = self.choices.len() as u32;
        node.become_shape(Kind::Joint);
        self.choices.push(Choices {
            roles,
            joint: joint.into(),
            followers: Default::default(),
        });
    }

    /// Puts a state into the tree, with its goals if it is terminal.
    pub fn enter(&mut self, state: &State, goals: Option<&[u8]>, ply: u32) -> NodeId {
        let (id, new) = self.node_of(state, ply);
        if let (true, Some(goals)) = (new, goals) {
            for (bound, &goal) in self.bounds_of(id).iter().zip(goals) {
                bound.narrow(goal, goal);
            }
            self.nodes[id as usize].terminal = true;
            self.node(id).set_kind(Kind::Known);
            self.check_sum(goals);
        }
        id
    }

    /// The joint move of a joint node with this number.
    pub fn joint(&self, id: NodeId, mut number: u64) -> Box<[MoveId]> {
        let choices = &self.choices[self.node(id).first as usize];
        let mut joint = choices.joint.clone();
        for choice in &choices.roles {
            let count = choice.edges.len() as u64;
            let edge = choice.edges.start as usize + (number % count) as usize;
            joint[choice.role] = self.moves[edge];
            number /= count;
        }
        joint
    }
}
