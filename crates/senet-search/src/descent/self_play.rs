//! One match of self-play: where its search is, and how it chooses moves.

use super::plan::DescentPlan;
use super::tree::{EdgeId, NodeId, Tree};
use crate::Budget;
use fastrand::Rng;
use senet_engine::MoveId;

/// The maximum length of lines and matches: rules may allow endless ones.
const LONGEST_LINE: usize = 400;
/// The number of steps between two looks at the clock.
const STEPS_A_LOOK: usize = 64;

/// A match that is being played. Its tree is kept beside it.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    root: NodeId,
    /// The end of the line that the search follows.
    pub current: NodeId,
    /// The way from the root to the current node.
    pub line: Vec<(NodeId, EdgeId)>,
    /// The joint moves so far, one after another.
    pub played: Vec<MoveId>,
    moves: usize,
    random_moves: usize,
    /// The number of expansions and finished lines for the next move.
    pub used: u32,
}

/// What a match needs next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// The current node must be expanded.
    Expansion,
    /// The tree is too large: it must be cut down to the root.
    Space,
    /// The match is over.
    End,
    /// The budget is over: the match goes on with the next budget.
    Budget,
}

impl SelfPlay {
    /// A match that starts in a state, with an empty tree.
    pub fn start(tree: &mut Tree, initial: &[u64], random_moves: usize) -> SelfPlay {
        tree.clear();
        let root = tree.find_or_add(initial).0;
        SelfPlay {
            root,
            current: root,
            line: Vec::new(),
            played: Vec::new(),
            moves: 0,
            random_moves,
            used: 0,
        }
    }

    /// The number of moves so far.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Continues until the match needs something.
    pub fn advance(
        &mut self,
        tree: &mut Tree,
        plan: &DescentPlan,
        share: f32,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Need {
        let tree_bytes = plan.tree_bytes();
        let mut steps = 0;
        loop {
            if steps >= STEPS_A_LOOK {
                if budget.is_over() {
                    return Need::Budget;
                }
                steps = 0;
            }
            steps += 1;
            if let Some(edge) = self.next_edge(tree) {
                self.follow(tree, edge);
                continue;
            }
            let expanded = tree.marks(self.root).expanded;
            let full = tree.bytes() > tree_bytes;
            if self.is_at_leaf(tree) && !(full && expanded) {
                return Need::Expansion;
            }
            steps += self.line.len();
            self.finish_line(tree);
            if self.is_over(tree) {
                return Need::End;
            }
            let draws = self.moves < self.random_moves && expanded;
            if draws || full && expanded || self.used >= plan.expansions {
                self.make_move(tree, plan.greed(share), rng);
                if self.is_over(tree) {
                    return Need::End;
                }
            }
            if full {
                return Need::Space;
            }
        }
    }

    /// True if the line has come to a state that can be expanded.
    fn is_at_leaf(&self, tree: &Tree) -> bool {
        let marks = tree.marks(self.current);
        !marks.expanded && !marks.closed && self.line.len() <= LONGEST_LINE
    }

    /// Continues from the root with a tree that holds only the root.
    pub fn cut_down(&mut self, tree: &mut Tree) {
        let words = tree.words(self.root).to_vec();
        tree.release();
        self.root = tree.find_or_add(&words).0;
        self.current = self.root;
    }

    /// True if the match is too long, or if nothing is left to search: the rest then teaches nothing.
    fn is_over(&self, tree: &Tree) -> bool {
        tree.marks(self.root).closed || self.moves >= LONGEST_LINE
    }

    /// The edge to follow, unless the line ends here.
    fn next_edge(&self, tree: &Tree) -> Option<EdgeId> {
        let marks = tree.marks(self.current);
        let ends = !marks.expanded || marks.closed || self.line.len() > LONGEST_LINE;
        if ends {
            return None;
        }
        tree.best_open(self.current)
    }

    fn follow(&mut self, tree: &mut Tree, edge: EdgeId) {
        self.line.push((self.current, edge));
        tree.marks_mut(self.current).passed = true;
        let edge = &mut tree.edges[edge as usize];
        edge.visits += 1;
        self.current = edge.child;
        // Another line may have solved it.
        tree.back_up(self.current);
    }

    /// Backs up the values along the line, and returns to the root.
    fn finish_line(&mut self, tree: &mut Tree) {
        tree.back_up(self.current);
        while let Some((node, _)) = self.line.pop() {
            tree.marks_mut(node).passed = false;
            tree.back_up(node);
        }
        self.current = self.root;
        self.used += 1;
    }

    fn make_move(&mut self, tree: &Tree, greed: f32, rng: &mut Rng) {
        let edges = tree.edges(self.root);
        let chosen = match (self.moves < self.random_moves, tree.mover(self.root)) {
            (true, _) => rng.usize(0..edges.len()),
            (false, Some(mover)) => ordinal_choice(tree, self.root, mover, greed, rng),
            (false, None) => matrix_choice(tree, self.root, greed, rng),
        };
        let edge = tree.nodes[self.root as usize].first + chosen as EdgeId;
        self.played.extend_from_slice(tree.joint(edge));
        self.root = edges[chosen].child;
        self.current = self.root;
        self.moves += 1;
        self.used = 0;
    }
}

/// Draws a move by rank. It tries the moves from the best on, and takes each with probability `greed` or more.
fn ordinal_choice(tree: &Tree, root: NodeId, mover: usize, greed: f32, rng: &mut Rng) -> usize {
    let edges = tree.edges(root);
    let value = |at: usize| tree.value(edges[at].child, mover);
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by(|&a, &b| {
        let by_value = value(b).total_cmp(&value(a));
        by_value.then(edges[b].visits.cmp(&edges[a].visits))
    });
    let count = order.len();
    let drawn = order.iter().enumerate().find(|(rank, _)| {
        let left = (count - rank) as f32;
        rng.f32() < greed + (1.0 - greed) / left
    });
    drawn.map_or(order[count - 1], |(_, &at)| at)
}

/// Draws a joint move: with probability `greed` by the strategies of the roles, otherwise all are equally likely.
fn matrix_choice(tree: &Tree, root: NodeId, greed: f32, rng: &mut Rng) -> usize {
    let game = &tree.matrix_games[&root];
    if rng.f32() >= greed {
        return rng.usize(0..game.len());
    }
    let mut left = rng.f32();
    let drawn = (0..game.len()).find(|&joint| {
        left -= game.probability(joint);
        left < 0.0
    });
    drawn.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays in an endless game with one move, and expands what the match asks for. Returns the largest size of the tree.
    fn largest_tree(plan: &DescentPlan) -> usize {
        let mut tree = Tree::new(1, 1);
        let mut one = SelfPlay::start(&mut tree, &[0], 0);
        let (budget, mut rng) = (Budget::unlimited(), Rng::with_seed(1));
        let (mut next, mut largest) = (1, 0);
        loop {
            match one.advance(&mut tree, plan, 0.0, &budget, &mut rng) {
                Need::Expansion => {
                    let first = tree.edges.len() as EdgeId;
                    let child = tree.find_or_add(&[next]).0;
                    tree.push_edge(child, &[MoveId(0)]);
                    let node = &mut tree.nodes[one.current as usize];
                    (node.first, node.count, node.marks.expanded) = (first, 1, true);
                    next += 1;
                }
                Need::Space => one.cut_down(&mut tree),
                Need::End | Need::Budget => return largest,
            }
            largest = largest.max(tree.bytes());
        }
    }

    #[test]
    fn one_line_does_not_break_the_memory_limit() {
        let plan = DescentPlan {
            matches: 1,
            memory_bytes: 2_000,
            ..DescentPlan::default()
        };
        // Room for nodes doubles when it is used up.
        assert!(largest_tree(&plan) < 4_500, "{}", largest_tree(&plan));
    }
}
