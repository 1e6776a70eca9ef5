//! New nodes: what the game says of many states at once, and how it comes into the tree.

use super::bounds::MOST;
use super::guide::Guide;
use super::node::{Choices, Kind, NodeId, RoleChoice};
use super::room::{Claims, Needs};
use super::store::{Claim, SIZE};
use super::tree::Tree;
use fastrand::Rng;
use senet_engine::{Children, Game, Goal, MoveId, MoveLists, RoleId, State, Stopped};
use std::ops::Range;

/// Nodes where one role has at most so many moves get all their children at once, so that ends of the match are seen early.
const MOST_CHILDREN: usize = 64;
const _: () = assert!(
    MOST_CHILDREN <= u8::MAX as usize,
    "nodes count them in a byte"
);

/// What the game says of states that follow others.
pub struct Sights {
    /// The states.
    pub states: Children,
    /// Of those that are terminal, the goals.
    pub goals: Vec<Option<Box<[u8]>>>,
}

impl Sights {
    /// Asks the game what follows from states with these numbers, which of them are terminal, and the goals there.
    pub fn of(
        game: &dyn Game,
        states: &[State],
        from: &[u32],
        joints: &[MoveId],
    ) -> Result<Sights, Stopped> {
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
                    from.push(index as u32);
                    add_joint(&mut joints, game.roles().len(), &lists, index, *mover, id);
                }
            }
            all.push(Expansion { node, shape });
        }
        let sights = Sights::of(game, states, &from, &joints)?;
        if let Some(guide) = guide {
            let children = 0..sights.states.len();
            let children: Vec<State> = children.map(|at| sights.states.state(at)).collect();
            let values = guide.values(&children, game.roles().len());
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

impl Expansions {
    /// What they take in the tree.
    pub fn needs(&self) -> Needs {
        let states = self.sights.as_ref().map(|sights| &sights.states);
        let words = |states: &Children| (0..states.len()).map(|at| states.words(at).len()).sum();
        // States in which the match goes on become nodes when a descent comes to them.
        let goals = self.sights.iter().flat_map(|sights| &sights.goals);
        let ends = goals.flatten().count();
        let mut needs = Needs {
            nodes: ends,
            words: states.map_or(0, words),
            ..Needs::default()
        };
        for expansion in &self.all {
            match &expansion.shape {
                Shape::Stuck => {}
                Shape::Turn { moves, .. } => needs.edges += moves.len(),
                Shape::Joint { choices, .. } => {
                    needs.choices += 1;
                    needs.edges += choices.iter().map(|(_, moves)| moves.len()).sum::<usize>();
                }
            }
        }
        needs
    }
}

impl Tree {
    /// Takes in what the game said of nodes; how many states are new. Those for which there is no room stay as they are.
    pub fn expand(&self, expansions: &Expansions) -> u64 {
        let mut new = 0;
        let mut claims = self.claim(&expansions.needs());
        for expansion in &expansions.all {
            let id = expansion.node;
            let children = match (&expansion.shape, &expansions.sights) {
                (Shape::Joint { choices, joint }, _) => {
                    self.expand_joint(id, choices, joint, &mut claims)
                }
                (turn @ Shape::Turn { .. }, Some(sights)) => {
                    self.expand_turn(id, turn, sights, &mut claims)
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
        turn: &Shape,
        sights: &Sights,
        claims: &mut Claims,
    ) -> Option<u64> {
        let Shape::Turn {
            mover,
            moves,
            first,
            order,
        } = turn
        else {
            return Some(0);
        };
        let order = || order.iter().map(|&at| usize::from(at));
        let edges = self.add_edges(order().map(|at| moves[at]), &mut claims.edges)?;
        let states = *first..first + moves.len();
        let mut words = self.take_words(&sights.states, states, &mut claims.words)?;
        let (ply, own_words) = (self.node(id).ply.get() + 1, self.count_words(id));
        for (at, edge) in order().zip(edges.clone()) {
            let state = sights.states.words(first + at);
            let first_word = match &mut words {
                Some(next) => std::mem::replace(next, *next + state.len() as u32),
                None => self.word_places.take(state.len())?,
            };
            let words = self.write(state, first_word);
            let (edge, goals) = (self.edges.at(edge), &sights.goals[first + at]);
            if goals.is_none() && words.len() == own_words {
                edge.lead_to_state(first_word);
                continue;
            }
            let child = claims.nodes.take(&self.node_places, 1)?;
            self.begin(child, words, ply);
            goals.iter().for_each(|goals| self.end(child, goals));
            edge.lead_to(child);
        }
        self.node(id).become_turn(*mover, edges, 0);
        Some(moves.len() as u64)
    }

    /// Places for the words of all these states, if they fit into one piece; `None` if there is no room.
    fn take_words(
        &self,
        states: &Children,
        range: Range<usize>,
        claim: &mut Claim,
    ) -> Option<Option<u32>> {
        let lengths = range.map(|at| states.words(at).len());
        let (all, longest) = (lengths.clone().sum::<usize>(), lengths.max());
        match (all <= SIZE, longest.is_none_or(|longest| longest <= SIZE)) {
            (true, _) => Some(Some(claim.take(&self.word_places, all)?)),
            (false, true) => Some(None),
            (false, false) => None,
        }
    }

    fn expand_joint(
        &self,
        id: NodeId,
        choices: &[(RoleId, Vec<MoveId>)],
        joint: &[MoveId],
        claims: &mut Claims,
    ) -> Option<u64> {
        let choice = |(role, moves): &(RoleId, Vec<MoveId>)| {
            let edges = self.add_edges(moves.iter().copied(), &mut claims.edges)?;
            Some(RoleChoice { role: *role, edges })
        };
        let number = self.add_choices(Choices {
            roles: choices.iter().map(choice).collect::<Option<_>>()?,
            joint: joint.into(),
            followers: Default::default(),
        })?;
        let node = self.node(id);
        node.first.set(number);
        node.become_shape(Kind::Joint);
        Some(0)
    }

    /// Takes note that the match is over in a new node.
    pub fn end(&self, id: NodeId, goals: &[u8]) {
        for (bound, &goal) in self.bounds_of(id).iter().zip(goals) {
            bound.narrow(goal, goal);
        }
        self.node(id).end();
        self.check_sum(goals);
    }
}

impl Choices {
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
