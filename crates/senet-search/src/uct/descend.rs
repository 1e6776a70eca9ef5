//! From the root to a leaf: at each node every role that has a choice takes the move that its own statistics recommend (UCB1).

use super::node::{Choices, Edge, Kind, NONE, Node, NodeId};
use super::store::Claim;
use super::top::Top;
use super::tree::Tree;
use fastrand::Rng;
use std::ops::Range;

/// Where descents have gone, one after the other, in a few pieces of memory.
#[derive(Default)]
pub struct Paths {
    /// The nodes.
    pub nodes: Vec<NodeId>,
    /// The edges, each with the role that chose it.
    pub steps: Vec<(u32, u32)>,
    /// The copies of those edges that were taken in copies of their nodes: the first steps of each path.
    pub copied: Vec<u32>,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// Its nodes, from the root on.
    pub nodes: (u32, u32),
    /// Its steps.
    pub steps: (u32, u32),
    /// The copies of its first steps.
    pub copied: (u32, u32),
}

impl Path {
    /// How many joint moves from the root it ends.
    pub fn depth(self) -> usize {
        (self.nodes.1 - self.nodes.0) as usize - 1
    }
}

impl Paths {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.steps.clear();
        self.copied.clear();
    }

    /// The nodes of a path.
    pub fn nodes_of(&self, path: Path) -> &[NodeId] {
        &self.nodes[path.nodes.0 as usize..path.nodes.1 as usize]
    }

    /// The steps of a path.
    pub fn steps_of(&self, path: Path) -> &[(u32, u32)] {
        &self.steps[path.steps.0 as usize..path.steps.1 as usize]
    }

    /// The copies of a path's first steps.
    pub fn copied_of(&self, path: Path) -> &[u32] {
        &self.copied[path.copied.0 as usize..path.copied.1 as usize]
    }

    /// The steps of a path that were taken in the tree itself.
    pub fn steps_below(&self, path: Path) -> &[(u32, u32)] {
        &self.steps_of(path)[self.copied_of(path).len()..]
    }

    fn lengths(&self) -> (u32, u32, u32) {
        let length = |length: usize| length as u32;
        let (nodes, steps) = (length(self.nodes.len()), length(self.steps.len()));
        (nodes, steps, length(self.copied.len()))
    }
}

/// Where a descent ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// At a node whose values are known.
    Known(NodeId),
    /// At a node whose moves are not known yet.
    Leaf(NodeId),
    /// At a state with these words, for which there is no room for a node.
    State(Range<u32>),
    /// At a joint move that leads out of the tree.
    Outside(NodeId, u64),
}

/// How descents choose.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The weight of exploration, for values between 0 and 1.
    pub exploration: f32,
    /// Whether other threads change the tree, too.
    pub shared: bool,
    /// Whether they often count at the same place, so that none of it may get lost. Counting with care takes several times as long.
    pub careful: bool,
}

impl Tree {
    /// One descent, through copies where there are any. All that it passes counts a visit, which is a loss until its value is known.
    pub fn descend(
        &self,
        how: Selection,
        rng: &mut Rng,
        top: Option<&mut Top>,
        paths: &mut Paths,
        places: &mut Claim,
    ) -> (Path, Arrival) {
        let starts = paths.lengths();
        let mut at = match top {
            Some(top) => top.descend(self, how, paths),
            None => self.root,
        };
        let arrival = loop {
            let node = self.node(at);
            let visits = node.visits.bump(how.careful);
            paths.nodes.push(at);
            match node.kind() {
                Kind::Leaf => break Arrival::Leaf(at),
                Kind::Known => break Arrival::Known(at),
                Kind::Turn => {
                    let edge = node.first.get() + self.select_turn(node, visits, how);
                    let taken = self.edges.at(edge);
                    taken.visits.bump(how.careful);
                    paths.steps.push((edge, node.mover() as u32));
                    match self.child_behind(taken, node, places) {
                        Ok(child) => at = child,
                        Err(words) => break Arrival::State(words),
                    }
                }
                Kind::Joint => {
                    let Some(choices) = self.choices_of(at) else {
                        break Arrival::Leaf(at);
                    };
                    let number = self.select_joint(choices, visits, how, rng, paths);
                    match choices.follower(number) {
                        Some(child) => at = child,
                        None => break Arrival::Outside(at, number),
                    }
                }
            }
        };
        debug_assert!(at != NONE);
        let ends = paths.lengths();
        let path = Path {
            nodes: (starts.0, ends.0),
            steps: (starts.1, ends.1),
            copied: (starts.2, ends.2),
        };
        (path, arrival)
    }

    /// The edge to take where one role chooses: the next that nobody has tried, else the best.
    #[inline(always)]
    fn select_turn(&self, node: &Node, visits: u32, how: Selection) -> u32 {
        let edges = self.edges.slice(node.edges());
        while (node.tried.get() as usize) < edges.len() {
            let next = node.tried.bump(how.shared);
            if let Some(edge) = edges.get(next as usize)
                && edge.sum.get() != f64::NEG_INFINITY
            {
                return next;
            }
        }
        let exploration = how.exploration * self.spreads[node.mover()];
        match self.rave {
            true => self.best_with_rave(node, visits, exploration),
            false => best(edges.iter().map(Edge::seen), visits, exploration),
        }
    }

    /// The number of the joint move to take where states come into the tree one by one. Adds the steps of all roles to the paths.
    fn select_joint(
        &self,
        choices: &Choices,
        visits: u32,
        how: Selection,
        rng: &mut Rng,
        paths: &mut Paths,
    ) -> u64 {
        let (mut number, mut stride) = (0_u64, 1_u64);
        for choice in &choices.roles {
            let edges = choice.edges.clone();
            let chosen = match Some(choice.role) == self.chance {
                true => rng.u32(..edges.len() as u32),
                false => {
                    // Roles must not explore in step with each other: each would see its rare moves only together with the others' rare moves.
                    let unsteady = 2.0 * rng.f32();
                    let exploration = unsteady * how.exploration * self.spreads[choice.role];
                    self.best_or_untried(edges.clone(), visits, exploration, rng)
                }
            };
            let edge = edges.start + chosen;
            self.edges.at(edge).visits.bump(how.careful);
            paths.steps.push((edge, choice.role as u32));
            number += stride * u64::from(chosen);
            stride = stride.saturating_mul(edges.len() as u64);
        }
        number
    }
}

/// The edge with the highest upper confidence bound, by the sums of values and the visits. All of them have been tried.
#[inline(always)]
pub fn best(edges: impl Iterator<Item = (f32, u32)>, visits: u32, exploration: f32) -> u32 {
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
    /// One of the edges that nobody has tried, by chance; else the best.
    fn best_or_untried(
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
        let seen = (0..count).map(|index| edge(index).seen());
        untried.unwrap_or_else(|| best(seen, visits, exploration))
    }

    /// Adds the values of a path's end to all its steps.
    pub fn back_up(&self, steps: &[(u32, u32)], values: &[f64], careful: bool) {
        for &(edge, role) in steps {
            let edge = self.edges.at(edge);
            edge.sum.add(values[role as usize], careful);
        }
    }

    /// Takes a descent back that came to nothing, so that it does not stay a loss. An edge that has no other visit counts as a draw.
    pub fn take_back(&self, steps: &[(u32, u32)]) {
        for &(edge, _) in steps {
            let edge = self.edges.at(edge);
            match edge.visits.get() {
                0 | 1 => edge.sum.add(0.5, true),
                _ => edge.visits.lower(),
            }
        }
    }

    /// The values of a node that are known, between 0 and 1.
    pub fn known_values(&self, id: NodeId, values: &mut Vec<f64>) {
        values.clear();
        let exact = self.bounds_of(id).iter();
        values.extend(exact.map(|bound| f64::from(bound.least()) / 100.0));
    }
}

#[cfg(test)]
mod tests {
    use super::super::room::Needs;
    use super::super::top::tests::tree_of;
    use super::*;
    use senet_engine::{LoadOptions, load};
    use senet_gdl::Sheet;

    #[test]
    fn a_state_without_room_for_a_node_is_where_a_descent_ends() {
        let sheet = Sheet::read(senet_library::find("tic-tac-toe").unwrap().rules);
        let game = load(&sheet, &LoadOptions::default()).unwrap().game;
        let mut tree = tree_of(&*game);
        while tree.node_places.take(1).is_some() {}
        let how = Selection {
            exploration: 0.3,
            shared: false,
            careful: false,
        };
        let (mut rng, mut places) = (Rng::with_seed(1), Claim::default());
        let mut descend = |tree: &Tree| {
            let mut paths = Paths::default();
            tree.descend(how, &mut rng, None, &mut paths, &mut places).1
        };
        let Arrival::State(words) = descend(&tree) else {
            panic!("there was room for a node");
        };
        let (state, root) = (tree.state_of(words), tree.state(tree.root));
        let moves = [0, 1].map(|role| game.legal(&root, role).unwrap());
        let joints = moves[0].iter().map(|&own| [own, moves[1][0]]);
        let follows = |joint: [_; 2]| game.next(&root, &joint).unwrap() == state;
        assert_eq!(joints.filter(|&joint| follows(joint)).count(), 1);
        tree.make_room(Needs::default());
        assert!(matches!(descend(&tree), Arrival::Leaf(_)));
    }
}
