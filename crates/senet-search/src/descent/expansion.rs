//! Expands leaves of trees in batches: the engine is asked about all of them at once.

use super::matrix_game::MatrixGame;
use super::tree::{NodeId, Tree};
use super::value_scale::ValueScale;
use senet_engine::{Children, Game, Goal, MoveId, MoveLists, State, Stopped};
use senet_value_net::{Scratch, ValueNet};

/// The maximum number of joint moves of a state with simultaneous moves.
pub const MOST_JOINT_MOVES: usize = 1024;

/// The reason why descent cannot continue.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DescentError {
    /// A game query was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// The network would be too large.
    #[error("the game has {0} fluents, and a network takes at most {1}")]
    Fluents(usize, usize),
    /// The states are not vectors of bits.
    #[error("the rules are not grounded, and a network needs all fluents in advance")]
    NotGrounded,
    /// The network belongs to another game.
    #[error("the network has inputs or outputs of another game")]
    OtherSizes,
    /// The game has a role of chance.
    #[error("the game has a role of chance, and descent does not average over chance")]
    Chance,
}

/// A leaf to expand: the number of the tree, and the node.
pub type Leaf = (usize, NodeId);

/// Expands leaves, and counts its work.
#[derive(Clone, Default, Debug)]
pub struct Expander {
    scratch: Scratch,
    outputs: Vec<f32>,
    from: Vec<u32>,
    joints: Vec<MoveId>,
    shapes: Vec<LeafShape>,
    fresh: Vec<(NodeId, u32)>,
    /// The number of states that the network evaluated. An expansion without such states counts as one.
    pub evaluated: u64,
    /// The number of expanded states.
    pub expanded: u64,
    /// True if the goals of an end did not have the constant sum of the scale.
    pub refutes_sum: bool,
}

/// The joint moves of a leaf.
#[derive(Clone, Debug)]
struct LeafShape {
    mover: u16,
    /// The number of joint moves; 0 if there are too many to look at.
    joints: u32,
    /// The number of moves of each role, if several roles move.
    widths: Option<Vec<usize>>,
}

impl Expander {
    /// Expands leaves. If a query is stopped, all trees stay as they were.
    pub fn expand(
        &mut self,
        game: &dyn Game,
        net: &ValueNet,
        scale: ValueScale,
        trees: &mut [Tree],
        leaves: &[Leaf],
    ) -> Result<(), DescentError> {
        let states: Vec<State> = leaves
            .iter()
            .map(|&(tree, id)| trees[tree].state(id))
            .collect();
        let lists = game.legal_in(&states)?;
        self.list_joints(&lists, scale.roles)?;
        let children = game.children_of(&states, &self.from, &self.joints)?;
        let ends = (0..children.len()).filter(|&at| children.terminal()[at]);
        let ends: Vec<State> = ends.map(|at| children.state(at)).collect();
        let goals = game.goals_in(&ends)?;
        let mut each = goals.chunks_exact(scale.roles);
        self.refutes_sum |= each.any(|goals| scale.is_refuted_by(goals));
        let mut batch = Batch {
            children: &children,
            goals: goals.chunks_exact(scale.roles),
            scale,
            next: 0,
        };
        for (at, &(tree, id)) in leaves.iter().enumerate() {
            let shape = self.shapes[at].clone();
            let before = self.evaluated;
            if shape.joints == 0 {
                // The network's value is all that is known about it.
                trees[tree].marks_mut(id).closed = true;
            } else {
                self.add_children(&mut trees[tree], id, shape, &mut batch);
                self.evaluate(net, &mut trees[tree], id, &batch);
            }
            // Every expansion counts, so that limits end the work in games with few states, too.
            self.evaluated = self.evaluated.max(before + 1);
        }
        Ok(())
    }

    /// Lists the joint moves of all leaves.
    fn list_joints(&mut self, lists: &MoveLists, roles: usize) -> Result<(), DescentError> {
        self.from.clear();
        self.joints.clear();
        self.shapes.clear();
        for state in 0..lists.len() {
            let widths: Vec<usize> = (0..roles).map(|role| lists.of(state, role).len()).collect();
            if widths.contains(&0) {
                let problem = "a role has no legal move before the end of the match".to_string();
                return Err(Stopped::Misuse(problem).into());
            }
            let movers = widths.iter().filter(|&&width| width > 1).count();
            let joints = widths
                .iter()
                .fold(1_usize, |all, &one| all.saturating_mul(one));
            let joints = match movers > 1 && joints > MOST_JOINT_MOVES {
                true => 0,
                false => joints,
            };
            for joint in 0..joints {
                self.from.push(state as u32);
                let mut rest = joint;
                let first = self.joints.len();
                for role in (0..roles).rev() {
                    self.joints.push(lists.of(state, role)[rest % widths[role]]);
                    rest /= widths[role];
                }
                self.joints[first..].reverse();
            }
            let mover = widths.iter().position(|&width| width > 1).unwrap_or(0);
            self.shapes.push(LeafShape {
                mover: mover as u16,
                joints: joints as u32,
                widths: (movers > 1).then_some(widths),
            });
        }
        Ok(())
    }

    /// Adds the children of a leaf. New children that are not terminal wait in `fresh` for their evaluation.
    fn add_children(&mut self, tree: &mut Tree, id: NodeId, shape: LeafShape, batch: &mut Batch) {
        self.fresh.clear();
        let first = tree.edges.len() as u32;
        let (roles, children) = (batch.scale.roles, batch.children);
        for at in batch.next..batch.next + shape.joints as usize {
            let (child, is_new) = tree.find_or_add(children.words(at));
            let joint = &self.joints[at * roles..(at + 1) * roles];
            tree.push_edge(child, joint);
            match (children.terminal()[at], is_new) {
                (true, _) => batch.end_at(tree, child),
                (false, true) => self.fresh.push((child, at as u32)),
                (false, false) => {}
            }
        }
        batch.next += shape.joints as usize;
        let node = &mut tree.nodes[id as usize];
        (node.first, node.count, node.mover) = (first, shape.joints, shape.mover);
        node.marks.expanded = true;
        if let Some(widths) = shape.widths {
            tree.add_matrix_game(id, MatrixGame::new(widths));
        }
        self.expanded += 1;
    }

    /// Evaluates the new children of a leaf.
    fn evaluate(&mut self, net: &ValueNet, tree: &mut Tree, id: NodeId, batch: &Batch) {
        self.outputs.clear();
        let words = self
            .fresh
            .iter()
            .map(|&(_, at)| batch.children.words(at as usize));
        net.evaluate_children(tree.words(id), words, &mut self.scratch, &mut self.outputs);
        let mut values = Vec::with_capacity(batch.scale.roles);
        let outputs = self.outputs.chunks_exact(batch.scale.outputs());
        for (&(child, _), outputs) in self.fresh.iter().zip(outputs) {
            values.clear();
            batch.scale.push_outputs(outputs, &mut values);
            tree.values_mut(child).copy_from_slice(&values);
        }
        self.evaluated += self.fresh.len() as u64;
    }
}

/// The children of all leaves of a batch, and the goals of the terminal ones.
struct Batch<'a> {
    children: &'a Children,
    goals: std::slice::ChunksExact<'a, Goal>,
    scale: ValueScale,
    /// The first child of the next leaf.
    next: usize,
}

impl Batch<'_> {
    /// Gives a terminal node the next goals.
    fn end_at(&mut self, tree: &mut Tree, child: NodeId) {
        let mut values = Vec::with_capacity(self.scale.roles);
        if let Some(goals) = self.goals.next() {
            self.scale.push_goals(goals, &mut values);
            tree.values_mut(child).copy_from_slice(&values);
        }
        let marks = tree.marks_mut(child);
        (marks.terminal, marks.solved, marks.closed) = (true, true, true);
    }
}
