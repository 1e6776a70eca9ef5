//! The backtracking search for automorphisms and the canonical order.
//!
//! The first descent leads to the first leaf. The search then backtracks. At each node it visits only children that no
//! known automorphism maps to a visited child. A leaf whose graph equals that of the first or the best leaf yields an
//! automorphism. The leaf with the greatest trace defines the canonical order; ties go to the smallest graph.

use super::Permutation;
use super::adjacency::Adjacency;
use super::automorphism::AutomorphismFinder;
use super::leaf::Leaf;
use super::orbits::Orbits;
use super::partition::Partition;
use super::refinement::Refinement;
use super::search_node::{SearchNode, TargetCell};
use super::trace::Trace;
use crate::GraphNodeId;
use crate::canonical::TooHard;
use senet_gdl::Deadline;
use std::cmp::Ordering;

/// The limit on the depth of the search tree. Each level takes memory, and the time grows with the square of the
/// depth.
const MAX_DEPTH: usize = 2_000;

/// Up to this depth the longest cell is the target, because it splits most other cells. Deeper, the target is the first
/// cell with several nodes, which is found faster.
const LONGEST_CELL_DEPTH: usize = 100;

/// The goal of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchGoal {
    /// A canonical order and the automorphism group.
    CanonicalOrder,
    /// The automorphism group only, which takes fewer steps.
    Symmetries,
}

/// The result of a search.
pub struct SearchResult {
    /// The nodes in canonical order, or in any order if the goal is [`SearchGoal::Symmetries`].
    pub order: Vec<GraphNodeId>,
    /// The smallest node in each node's orbit.
    pub orbits: Vec<GraphNodeId>,
    /// Automorphisms that generate the group.
    pub generators: Vec<Permutation>,
    /// The order of the group, or `None` beyond 128 bits.
    pub size: Option<u128>,
}

/// Searches a graph with these colour classes. The search gives up when the deadline is over.
pub fn search(
    graph: &Adjacency,
    colours: &[Vec<GraphNodeId>],
    goal: SearchGoal,
    deadline: &Deadline,
) -> Result<SearchResult, TooHard> {
    let mut search = Search {
        graph,
        goal,
        deadline,
        partition: Partition::new(colours),
        trace: Trace::new(),
        refinement: Refinement::new(graph, deadline),
        finder: AutomorphismFinder::new(graph),
        path: Vec::new(),
        individualised: Vec::new(),
        is_individualised: vec![false; graph.size()],
        first_targets: Vec::new(),
        first: None,
        best: None,
        generators: Vec::new(),
        orbits: Orbits::new(graph.size()),
        size: Some(1),
    };
    search.run()?;
    Ok(search.result())
}

struct Search<'a> {
    graph: &'a Adjacency,
    goal: SearchGoal,
    deadline: &'a Deadline,
    partition: Partition,
    trace: Trace,
    refinement: Refinement<'a>,
    finder: AutomorphismFinder<'a>,
    /// The path in the search tree from the root to the current node.
    path: Vec<SearchNode>,
    /// The individualised graph nodes of this path.
    individualised: Vec<GraphNodeId>,
    is_individualised: Vec<bool>,
    /// The target cells on the path to the first leaf.
    first_targets: Vec<TargetCell>,
    first: Option<Leaf>,
    /// The best leaf if it is not the first leaf.
    best: Option<Leaf>,
    generators: Vec<Permutation>,
    orbits: Orbits,
    size: Option<u128>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), TooHard> {
        self.poll()?;
        self.refinement
            .refine_all(&mut self.partition, &mut self.trace)?;
        self.open_node()?;
        while !self.path.is_empty() {
            self.poll()?;
            self.backtrack();
            match self.next_child() {
                Some(child) => self.descend(child)?,
                None => self.close_node(),
            }
        }
        Ok(())
    }

    fn poll(&self) -> Result<(), TooHard> {
        match self.deadline.is_over() {
            true => Err(TooHard::Stopped),
            false => Ok(()),
        }
    }

    /// Restores the state of the last search node on the path.
    fn backtrack(&mut self) {
        let Some(node) = self.path.last() else {
            return;
        };
        self.partition.undo(node.split_count);
        self.trace.backtrack(node.trace, node.comparison);
        for node in self.individualised.drain(self.path.len() - 1..) {
            self.is_individualised[node as usize] = false;
        }
    }

    fn next_child(&mut self) -> Option<GraphNodeId> {
        let is_individualised = |node: GraphNodeId| self.is_individualised[node as usize];
        let (partition, orbits) = (&self.partition, &mut self.orbits);
        let node = self.path.last_mut()?;
        node.next_child(partition, orbits, &self.generators, is_individualised)
    }

    fn descend(&mut self, child: GraphNodeId) -> Result<(), TooHard> {
        self.individualised.push(child);
        self.is_individualised[child as usize] = true;
        let (partition, trace) = (&mut self.partition, &mut self.trace);
        let is_promising = self.refinement.individualise(child, partition, trace)?;
        match is_promising && !self.find_symmetry() {
            true => self.open_node(),
            false => Ok(()),
        }
    }

    /// Opens the current search node, or visits it as a leaf.
    fn open_node(&mut self) -> Result<(), TooHard> {
        let Some(target) = self.target_cell() else {
            self.visit_leaf();
            return Ok(());
        };
        if self.path.len() == MAX_DEPTH {
            return Err(TooHard::Deep(MAX_DEPTH));
        }
        let leads_to_first_leaf = self.first.is_none();
        if leads_to_first_leaf {
            self.first_targets.push(target);
        }
        self.path.push(SearchNode::new(
            self.partition.split_count(),
            self.trace.len(),
            self.trace.comparison(),
            target,
            leads_to_first_leaf,
        ));
        Ok(())
    }

    /// Chooses the next target cell; `None` at a leaf. While the trace equals that of the first path, the targets are
    /// the same too.
    fn target_cell(&self) -> Option<TargetCell> {
        let depth = self.path.len();
        let is_cell = |target: &&TargetCell| self.partition.is_non_singleton(target.cell);
        if let (true, Some(known)) = (
            self.trace.comparison().matches_first,
            self.first_targets.get(depth).filter(is_cell),
        ) {
            return Some(*known);
        }
        let from = self.path.last();
        let from = from.map_or(0, |node| node.target.first_non_singleton);
        let first_non_singleton = self.partition.first_non_singleton(from)?;
        let cell = match depth < LONGEST_CELL_DEPTH {
            true => self.partition.longest(first_non_singleton),
            false => first_non_singleton,
        };
        Some(TargetCell {
            first_non_singleton,
            cell,
        })
    }

    /// Closes the last search node after all its children. The group order is the product of the orbit sizes along the
    /// first path (orbit–stabiliser theorem).
    fn close_node(&mut self) {
        let Some(node) = self.path.pop() else {
            return;
        };
        if let (true, Some(child)) = (node.leads_to_first_leaf, node.first_child()) {
            let images = u128::from(self.orbits.size(child));
            self.size = self.size.and_then(|size| size.checked_mul(images));
        }
    }

    /// Looks for an automorphism that maps the path of the first or best leaf to the current path. If there is one,
    /// the search resumes where both paths diverge, because both subtrees are isomorphic.
    fn find_symmetry(&mut self) -> bool {
        let comparison = self.trace.comparison();
        let is_best = comparison.versus_best.is_eq();
        let first = self.first.as_ref().filter(|_| comparison.matches_first);
        let best = self.best.as_ref().filter(|_| is_best);
        for leaf in [first, best].into_iter().flatten() {
            let common_depth = leaf.common_prefix_len(&self.individualised);
            let since = self.path[common_depth].split_count;
            if let Some(symmetry) = self.finder.find(leaf, &self.partition, since) {
                self.orbits.join(&symmetry);
                self.generators.push(symmetry);
                self.path.truncate(common_depth + 1);
                return true;
            }
        }
        false
    }

    /// Visits a leaf that no known automorphism maps to a stored leaf.
    fn visit_leaf(&mut self) {
        let needs_best = self.goal == SearchGoal::CanonicalOrder;
        let Some(first) = &self.first else {
            self.first = Some(Leaf::new(&self.partition, &self.individualised));
            self.trace.set_first_leaf(needs_best);
            self.reset_comparisons();
            return;
        };
        let best = self.best.as_ref().unwrap_or(first);
        let is_better = match self.trace.comparison().versus_best {
            Ordering::Less => false,
            Ordering::Equal => best.compare(self.graph, &self.partition).is_lt(),
            Ordering::Greater => true,
        };
        if is_better {
            self.best = Some(Leaf::new(&self.partition, &self.individualised));
            self.trace.set_best_leaf();
            self.reset_comparisons();
        }
    }

    /// Resets the comparisons on the path after it became the best one.
    fn reset_comparisons(&mut self) {
        let versus_best = self.trace.comparison().versus_best;
        for node in &mut self.path {
            node.comparison.versus_best = versus_best;
        }
    }

    fn result(self) -> SearchResult {
        let leaf = self.best.or(self.first);
        SearchResult {
            order: leaf.map_or(Vec::new(), |leaf| leaf.nodes),
            orbits: self.orbits.into_representatives(),
            generators: self.generators,
            size: self.size,
        }
    }
}
