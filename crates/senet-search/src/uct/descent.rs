//! Selection: a descent from the root to a leaf. At each node every role with a choice selects by its own statistics
//! (UCB1).

use super::chunked_vec::SlotReservation;
use super::node::{Edge, JointChoices, NONE, Node, NodeId, NodeKind};
use super::root_cache::RootCache;
use super::tree::Tree;
use fastrand::Rng;
use std::ops::Range;

/// The paths of several descents, in a few shared arrays.
#[derive(Default)]
pub struct DescentPaths {
    /// The nodes of all paths.
    pub nodes: Vec<NodeId>,
    /// The edges of all paths, each with the role that chose it.
    pub steps: Vec<(u32, u32)>,
    /// The cached copies of the first edges of each path, if the root cache was used.
    pub cached: Vec<u32>,
}

/// The path of one descent, as ranges of [`DescentPaths`].
#[derive(Clone, Copy, Debug)]
pub struct DescentPath {
    /// The nodes of the path, from the root.
    pub nodes: (u32, u32),
    /// The edges of the path.
    pub steps: (u32, u32),
    /// The cached edges of the path.
    pub cached: (u32, u32),
}

impl DescentPath {
    /// The number of joint moves from the root.
    pub fn depth(self) -> usize {
        (self.nodes.1 - self.nodes.0) as usize - 1
    }
}

impl DescentPaths {
    /// Removes all paths.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.steps.clear();
        self.cached.clear();
    }

    /// The nodes of a path.
    pub fn nodes_of(&self, path: DescentPath) -> &[NodeId] {
        &self.nodes[path.nodes.0 as usize..path.nodes.1 as usize]
    }

    /// The edges of a path.
    pub fn steps_of(&self, path: DescentPath) -> &[(u32, u32)] {
        &self.steps[path.steps.0 as usize..path.steps.1 as usize]
    }

    /// The cached edges of a path.
    pub fn cached_of(&self, path: DescentPath) -> &[u32] {
        &self.cached[path.cached.0 as usize..path.cached.1 as usize]
    }

    /// The edges of a path below the root cache.
    pub fn steps_below(&self, path: DescentPath) -> &[(u32, u32)] {
        &self.steps_of(path)[self.cached_of(path).len()..]
    }

    fn lengths(&self) -> (u32, u32, u32) {
        let length = |length: usize| length as u32;
        let (nodes, steps) = (length(self.nodes.len()), length(self.steps.len()));
        (nodes, steps, length(self.cached.len()))
    }
}

/// The end of a descent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DescentEnd {
    /// A solved or terminal node.
    Solved(NodeId),
    /// A leaf.
    Leaf(NodeId),
    /// A state with these words, because there is no memory for a node.
    State(Range<u32>),
    /// A joint move whose successor is not in the tree.
    Outside(NodeId, u64),
}

/// The parameters of selection.
#[derive(Clone, Copy, Debug)]
pub struct SelectionPolicy {
    /// The weight of exploration, for values between 0 and 1.
    pub exploration: f32,
    /// True if several threads use the tree.
    pub shared: bool,
    /// True if updates must be atomic, because threads often update the same counters. Atomic updates cost several
    /// times as much.
    pub atomic: bool,
}

impl Tree {
    /// One descent, through the root cache if there is one. Each node and edge on the path counts a visit at once.
    /// Until the value arrives, that visit is a loss (virtual loss).
    pub fn descend(
        &self,
        policy: SelectionPolicy,
        rng: &mut Rng,
        cache: Option<&mut RootCache>,
        paths: &mut DescentPaths,
        slots: &mut SlotReservation,
    ) -> (DescentPath, DescentEnd) {
        let starts = paths.lengths();
        let mut at = match cache {
            Some(cache) => cache.descend(self, policy, paths),
            None => self.root,
        };
        let arrival = loop {
            let node = self.node(at);
            let visits = node.visits.increment(policy.atomic);
            paths.nodes.push(at);
            match node.kind() {
                NodeKind::Leaf => break DescentEnd::Leaf(at),
                NodeKind::Solved => break DescentEnd::Solved(at),
                NodeKind::Turn => {
                    let edge = node.first.get() + self.select_turn(node, visits, policy);
                    let taken = self.edges.at(edge);
                    taken.visits.increment(policy.atomic);
                    paths.steps.push((edge, node.mover() as u32));
                    match self.visit_child(taken, node, slots) {
                        Ok(child) => at = child,
                        Err(words) => break DescentEnd::State(words),
                    }
                }
                NodeKind::Joint => {
                    let Some(choices) = self.choices_of(at) else {
                        break DescentEnd::Leaf(at);
                    };
                    let number = self.select_joint(choices, visits, policy, rng, paths);
                    match choices.child(number) {
                        Some(child) => at = child,
                        None => break DescentEnd::Outside(at, number),
                    }
                }
            }
        };
        debug_assert!(at != NONE);
        let ends = paths.lengths();
        let path = DescentPath {
            nodes: (starts.0, ends.0),
            steps: (starts.1, ends.1),
            cached: (starts.2, ends.2),
        };
        (path, arrival)
    }

    /// The edge to take if one role chooses: the next untried one, or else the best by UCB1.
    #[inline(always)]
    fn select_turn(&self, node: &Node, visits: u32, policy: SelectionPolicy) -> u32 {
        let edges = self.edges.slice(node.edges());
        while (node.tried.get() as usize) < edges.len() {
            let next = node.tried.increment(policy.shared);
            if let Some(edge) = edges.get(next as usize)
                && edge.sum.get() != f64::NEG_INFINITY
            {
                return next;
            }
        }
        let exploration = policy.exploration * self.spreads[node.mover()];
        match self.rave {
            true => self.ucb1_with_rave(node, visits, exploration),
            false => ucb1(edges.iter().map(Edge::stats), visits, exploration),
        }
    }

    /// The number of the joint move to take. Adds the edges of all roles to the paths.
    fn select_joint(
        &self,
        choices: &JointChoices,
        visits: u32,
        policy: SelectionPolicy,
        rng: &mut Rng,
        paths: &mut DescentPaths,
    ) -> u64 {
        let (mut number, mut stride) = (0_u64, 1_u64);
        for choice in &choices.roles {
            let edges = choice.edges.clone();
            let chosen = match Some(choice.role) == self.chance {
                true => rng.u32(..edges.len() as u32),
                false => {
                    // Random weights keep the roles from exploring in step. In step, each role would see its rare
                    // moves only together with rare moves of the others.
                    let unsteady = 2.0 * rng.f32();
                    let exploration = unsteady * policy.exploration * self.spreads[choice.role];
                    self.untried_or_ucb1(edges.clone(), visits, exploration, rng)
                }
            };
            let edge = edges.start + chosen;
            self.edges.at(edge).visits.increment(policy.atomic);
            paths.steps.push((edge, choice.role as u32));
            number += stride * u64::from(chosen);
            stride = stride.saturating_mul(edges.len() as u64);
        }
        number
    }
}

/// The edge with the highest upper confidence bound (UCB1). All edges must have visits.
#[inline(always)]
pub fn ucb1(edges: impl Iterator<Item = (f32, u32)>, visits: u32, exploration: f32) -> u32 {
    let spread = exploration * exploration * (visits.max(1) as f32).ln();
    let (mut best, mut highest) = (0, f32::NEG_INFINITY);
    for (index, (sum, visits)) in edges.enumerate() {
        let tries = visits as f32;
        let score = (sum + (spread * tries).sqrt()) / tries;
        if score > highest {
            (best, highest) = (index as u32, score);
        }
    }
    best
}

impl Tree {
    /// A random untried edge, or else the best by UCB1.
    fn untried_or_ucb1(
        &self,
        edges: Range<u32>,
        visits: u32,
        exploration: f32,
        rng: &mut Rng,
    ) -> u32 {
        let count = edges.len() as u32;
        let edge = |index: u32| self.edges.at(edges.start + index);
        let start = rng.u32(..count);
        let mut order = (start..count).chain(0..start);
        let untried = order.find(|&index| edge(index).visits.get() == 0);
        let seen = (0..count).map(|index| edge(index).stats());
        untried.unwrap_or_else(|| ucb1(seen, visits, exploration))
    }

    /// Backpropagation: adds the values at the end of a path to its edges.
    pub fn backpropagate(&self, steps: &[(u32, u32)], values: &[f64], atomic: bool) {
        for &(edge, role) in steps {
            let edge = self.edges.at(edge);
            edge.sum.add(values[role as usize], atomic);
        }
    }

    /// Removes the virtual loss of a descent that got no value. An edge without other visits counts as a draw.
    pub fn remove_virtual_loss(&self, steps: &[(u32, u32)]) {
        for &(edge, _) in steps {
            let edge = self.edges.at(edge);
            match edge.visits.get() {
                0 | 1 => edge.sum.add(0.5, true),
                _ => edge.visits.decrement(),
            }
        }
    }

    /// The values of a solved node, between 0 and 1.
    pub fn solved_values(&self, id: NodeId, values: &mut Vec<f64>) {
        values.clear();
        let exact = self.bounds_of(id).iter();
        values.extend(exact.map(|bound| f64::from(bound.lower()) / 100.0));
    }
}

#[cfg(test)]
mod tests {
    use super::super::capacity::ElementCounts;
    use super::super::root_cache::tests::tree_of;
    use super::*;
    use senet_engine::{LoadOptions, load};
    use senet_gdl::Sheet;

    #[test]
    fn descent_ends_at_a_state_without_memory_for_a_node() {
        let sheet = Sheet::read(senet_library::find("tic-tac-toe").unwrap().rules);
        let game = load(&sheet, &LoadOptions::default()).unwrap().game;
        let mut tree = tree_of(&*game);
        while tree.node_slots.take(1).is_some() {}
        let policy = SelectionPolicy {
            exploration: 0.3,
            shared: false,
            atomic: false,
        };
        let (mut rng, mut slots) = (Rng::with_seed(1), SlotReservation::default());
        let mut descend = |tree: &Tree| {
            let mut paths = DescentPaths::default();
            tree.descend(policy, &mut rng, None, &mut paths, &mut slots)
                .1
        };
        let DescentEnd::State(words) = descend(&tree) else {
            panic!("expected no memory for a node");
        };
        let (state, root) = (tree.state_of(words), tree.state(tree.root));
        let moves = [0, 1].map(|role| game.legal(&root, role).unwrap());
        let joints = moves[0].iter().map(|&own| [own, moves[1][0]]);
        let follows = |joint: [_; 2]| game.next(&root, &joint).unwrap() == state;
        assert_eq!(joints.filter(|&joint| follows(joint)).count(), 1);
        tree.ensure_capacity(ElementCounts::default());
        assert!(matches!(descend(&tree), DescentEnd::Leaf(_)));
    }
}
