//! Best-first minimax without bounds: the search of a match.

use super::dead_ends::DeadEnds;
use super::expansion::{DescentError, Expander, Leaf};
use super::found_line::FoundLine;
use super::tree::{Edge, EdgeId, NodeId, Tree};
use super::value_scale::ValueScale;
use super::wide_state::best_on_average;
use crate::search_player::SearchResult;
use crate::{Budget, MoveReport, SearchReport, Stop};
use fastrand::Rng;
use senet_engine::{Game, MoveId, RoleId, State};
use senet_value_net::ValueNet;

/// Leaves that are expanded at once.
const LEAVES: usize = 8;
/// The maximum length of a line.
const LONGEST_LINE: usize = 400;
/// The node limit if neither time nor nodes are limited.
const UNLIMITED_NODES: u64 = 1_000_000;
/// An estimate beats a certain value if it has this share of its visits.
const FEWER_VISITS: u32 = 10;
/// The longest line in a report.
const LONGEST_REPORT: usize = 100;

/// The search tree of a match.
pub struct BestFirst {
    /// The tree. It is kept from move to move.
    pub tree: Tree,
    scale: ValueScale,
    expander: Expander,
    lines: Vec<Vec<(NodeId, EdgeId)>>,
    leaves: Vec<Leaf>,
    dead_ends: DeadEnds,
    deepest: usize,
    /// The best complete line that the last search met, if there is one role.
    pub line: Option<FoundLine>,
}

impl BestFirst {
    /// A search without a tree.
    pub fn new(scale: ValueScale, words_per_state: usize) -> BestFirst {
        BestFirst {
            tree: Tree::new(scale.roles, words_per_state),
            scale,
            expander: Expander::default(),
            lines: Vec::new(),
            leaves: Vec::new(),
            dead_ends: DeadEnds::default(),
            deepest: 0,
            line: None,
        }
    }

    /// Changes the scale of values. The values of another scale are dropped.
    pub fn use_scale(&mut self, scale: ValueScale) {
        if self.scale != scale {
            self.tree.release();
            self.expander.refutes_sum = false;
            self.scale = scale;
        }
    }

    /// True if a match ended with goals of another sum than that of the scale.
    pub fn refutes_sum(&self) -> bool {
        self.expander.refutes_sum
    }

    /// Searches a state until the budget is over or nothing is left to search, and returns the reason.
    fn search(
        &mut self,
        game: &dyn Game,
        net: &ValueNet,
        state: &State,
        budget: &Budget,
    ) -> Result<(NodeId, Stop), DescentError> {
        if self.tree.bytes() > budget.memory_bytes / 2 {
            self.tree.release();
        }
        let root = self.tree.find_or_add(state.words()).0;
        self.deepest = 0;
        self.line = None;
        let limit = match budget.is_limited() {
            true => budget.nodes.min(budget.simulations),
            false => UNLIMITED_NODES,
        };
        let stop = self.play_rounds(game, net, root, &budget.clone().with_nodes(limit));
        self.dead_ends.clear(&mut self.tree);
        Ok((root, stop?))
    }

    /// Plays rounds until the budget is over or nothing is left to search.
    fn play_rounds(
        &mut self,
        game: &dyn Game,
        net: &ValueNet,
        root: NodeId,
        budget: &Budget,
    ) -> Result<Stop, DescentError> {
        let first = self.expander.evaluated;
        loop {
            let marks = self.tree.marks(root);
            if marks.closed {
                self.tree.settle(root, || budget.is_over());
                return Ok(match marks.solved {
                    true => Stop::Solved,
                    false => Stop::Done,
                });
            }
            let nodes = self.expander.evaluated - first;
            if let Some(stop) = budget.stop(nodes, 0, self.tree.bytes()) {
                return Ok(stop);
            }
            let known = self.dead_ends.len();
            match self.round(game, net, root, budget) {
                Err(DescentError::Stopped(_)) if budget.is_over() => return Ok(Stop::Time),
                result => result?,
            }
            if self.leaves.is_empty() {
                if !self.dead_ends.may_change(known) && !budget.is_over() {
                    return Ok(Stop::Done);
                }
                self.dead_ends.clear(&mut self.tree);
            }
            budget.report_progress(|| self.report(root, Stop::Done, nodes));
        }
    }

    /// Searches a state and chooses a move of a role.
    pub fn choose(
        &mut self,
        game: &dyn Game,
        net: &ValueNet,
        state: &State,
        role: RoleId,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Result<SearchResult, DescentError> {
        let before = self.expander.evaluated;
        let (root, stop) = self.search(game, net, state, budget)?;
        let marks = self.tree.marks(root);
        let chosen = match marks.closed && !marks.expanded {
            true => best_on_average(game, net, self.scale, state, role, rng)?,
            false => self.decide(root, role, rng),
        };
        let nodes = self.expander.evaluated - before;
        Ok((chosen, self.report(root, stop, nodes)))
    }

    /// Expands a few leaves, and backs up their values.
    fn round(
        &mut self,
        game: &dyn Game,
        net: &ValueNet,
        root: NodeId,
        budget: &Budget,
    ) -> Result<(), DescentError> {
        self.dead_ends.forget(self.leaves.len(), &mut self.tree);
        self.leaves.clear();
        self.lines.clear();
        while self.leaves.len() < LEAVES && self.add_leaf(root, budget) {}
        let trees = std::slice::from_mut(&mut self.tree);
        let done = self
            .expander
            .expand(game, net, self.scale, trees, &self.leaves);
        for &(_, leaf) in &self.leaves {
            self.tree.marks_mut(leaf).pending = false;
        }
        done?;
        for (&(_, leaf), line) in self.leaves.iter().zip(&self.lines) {
            if self.scale.roles == 1 {
                FoundLine::improve(&mut self.line, &self.tree, &[], line, leaf);
            }
            self.tree.back_up(leaf);
            line.iter()
                .rev()
                .for_each(|&(node, _)| self.tree.back_up(node));
        }
        Ok(())
    }

    /// Follows the best moves to an open leaf. Returns whether to look for another.
    fn add_leaf(&mut self, root: NodeId, budget: &Budget) -> bool {
        let mut line = Vec::new();
        let leaf = self.descend(root, &mut line, budget);
        for &(node, _) in &line {
            self.tree.marks_mut(node).passed = false;
        }
        match leaf {
            Some(leaf) => {
                self.deepest = self.deepest.max(line.len());
                self.tree.marks_mut(leaf).pending = true;
                self.leaves.push((0, leaf));
                self.lines.push(line);
            }
            None => {
                for (_, edge) in line {
                    self.tree.edges[edge as usize].visits -= 1;
                }
            }
        }
        leaf.is_some()
    }

    /// Follows the best moves to an open leaf. From a dead end it goes back to the last state with another move, so it finds a leaf if
    /// there is one. `None` if there is none, if the leaves on the way are pending, or if the budget is over.
    fn descend(
        &mut self,
        root: NodeId,
        line: &mut Vec<(NodeId, EdgeId)>,
        budget: &Budget,
    ) -> Option<NodeId> {
        let mut at = root;
        loop {
            let marks = self.tree.marks(at);
            if !marks.expanded {
                return marks.is_open().then_some(at);
            }
            let goes_on = !marks.closed && line.len() < LONGEST_LINE;
            if let Some(edge) = goes_on.then(|| self.tree.best_open(at)).flatten() {
                line.push((at, edge));
                self.tree.marks_mut(at).passed = true;
                let edge = &mut self.tree.edges[edge as usize];
                edge.visits += 1;
                at = edge.child;
                continue;
            }
            if goes_on && self.tree.has_pending_child(at) {
                return None;
            }
            self.dead_ends.add(at, &mut self.tree);
            if self.dead_ends.is_long_walk() && budget.is_over() {
                return None;
            }
            let (node, edge) = line.pop()?;
            self.tree.edges[edge as usize].visits -= 1;
            self.tree.marks_mut(node).passed = false;
            self.tree.back_up(node);
            at = node;
        }
    }

    /// The move of a role: the safest, or one drawn from its strategy if several roles move.
    fn decide(&self, root: NodeId, role: RoleId, rng: &mut Rng) -> Option<MoveId> {
        let edges = self.tree.edges(root);
        let chosen = match self.tree.matrix_games.get(&root) {
            Some(game) => {
                let mut left = rng.f32();
                let strategy = game.strategy(role);
                let drawn = strategy.iter().position(|share| {
                    left -= share;
                    left < 0.0
                });
                let drawn = drawn.unwrap_or(0);
                (0..edges.len()).find(|&joint| game.move_in(joint, role) == drawn)?
            }
            None => self.safest(edges, self.tree.mover(root)?)?,
        };
        Some(self.joint_of(root, chosen)[role])
    }

    /// The safest edge: the most visited one that is open, unless a closed one promises as much, or the open one is hardly known.
    fn safest(&self, edges: &[Edge], mover: RoleId) -> Option<usize> {
        let value = |at: usize| self.tree.value(edges[at].child, mover);
        let is_closed = |at: &usize| self.tree.marks(edges[*at].child).closed;
        let closed = (0..edges.len()).filter(is_closed);
        let sure = closed.max_by(|&a, &b| {
            let by_value = value(a).total_cmp(&value(b));
            by_value.then(edges[a].visits.cmp(&edges[b].visits))
        });
        let open = (0..edges.len()).filter(|at| !is_closed(at));
        let open = open.max_by(|&a, &b| {
            let by_visits = edges[a].visits.cmp(&edges[b].visits);
            by_visits.then(value(a).total_cmp(&value(b)))
        });
        let (Some(open), Some(sure)) = (open, sure) else {
            return open.or(sure);
        };
        let is_known = edges[open].visits >= edges[sure].visits / FEWER_VISITS;
        let promises_more = value(open) > value(sure) && is_known;
        // Any hope is better than a certain loss.
        match promises_more || value(sure) <= 0.0 {
            true => Some(open),
            false => Some(sure),
        }
    }

    fn joint_of(&self, node: NodeId, at: usize) -> &[MoveId] {
        self.tree
            .joint(self.tree.nodes[node as usize].first + at as u32)
    }

    /// The report of a search of this node.
    fn report(&self, root: NodeId, stop: Stop, nodes: u64) -> SearchReport {
        let points = |id: NodeId| -> Vec<f64> {
            let values = self.tree.values(id).iter();
            let best = f64::from(self.scale.points());
            values.map(|value| f64::from(*value) * best).collect()
        };
        let mut moves = Vec::new();
        if let (true, Some(mover)) = (self.tree.marks(root).expanded, self.tree.mover(root)) {
            for (at, edge) in self.tree.edges(root).iter().enumerate() {
                moves.push(MoveReport {
                    id: self.joint_of(root, at)[mover],
                    visits: u64::from(edge.visits),
                    values: points(edge.child),
                    proven: self.tree.marks(edge.child).solved,
                });
            }
        }
        SearchReport {
            stop,
            nodes,
            depth: self.deepest as u32,
            values: points(root),
            proven: self.tree.marks(root).solved,
            moves,
            line: self.principal_variation(root),
            ..SearchReport::default()
        }
    }

    /// The moves that the search expects.
    fn principal_variation(&self, root: NodeId) -> Vec<Box<[MoveId]>> {
        let mut line = Vec::new();
        let mut at = root;
        while self.tree.marks(at).expanded && line.len() < LONGEST_REPORT {
            let Some(mover) = self.tree.mover(at) else {
                break;
            };
            let Some(best) = self.safest(self.tree.edges(at), mover) else {
                break;
            };
            line.push(self.joint_of(at, best).into());
            at = self.tree.edges(at)[best].child;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which of some edges is chosen. Each has a value for the mover, a number of visits, and a mark if it is proven.
    #[track_caller]
    fn check(moves: &[(f32, u32, bool)], expected: usize) {
        let scale = ValueScale {
            roles: 1,
            constant_sum: None,
        };
        let mut search = BestFirst::new(scale, 1);
        for (at, &(value, visits, solved)) in moves.iter().enumerate() {
            let child = search.tree.find_or_add(&[at as u64]).0;
            search.tree.values_mut(child)[0] = value;
            let marks = search.tree.marks_mut(child);
            (marks.solved, marks.closed) = (solved, solved);
            search.tree.push_edge(child, &[MoveId(0)]);
            search.tree.edges[at].visits = visits;
        }
        let chosen = search.safest(&search.tree.edges, 0);
        assert_eq!(chosen, Some(expected));
    }

    #[test]
    fn visits_of_a_proven_move_count_nothing() {
        check(&[(0.2, 5_000, true), (0.8, 1_000, false)], 1);
        check(&[(0.6, 5, true), (0.5, 1_000, false)], 0);
        check(&[(0.7, 10, false), (0.6, 900, false)], 1);
        check(&[(0.5, 900, true), (0.6, 3, false)], 0);
        check(&[(0.5, 900, true), (0.6, 3, false), (0.5, 1, true)], 0);
    }

    #[test]
    fn certain_loss_is_the_last_choice() {
        check(&[(0.0, 90, true), (0.0, 1, false)], 1);
        check(&[(0.0, 90, true), (0.1, 1, true)], 1);
        check(&[(1.0, 1, true), (1.0, 90, false)], 0);
    }
}
