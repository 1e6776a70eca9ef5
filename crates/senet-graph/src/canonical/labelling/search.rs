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
use super::search_node::SearchNode;
use super::trace::Trace;
use crate::GraphNodeId;
use crate::canonical::TooHard;
use std::cmp::Ordering;

/// The limit on the depth of the search tree. Each level takes memory, and the time grows with the square of the
/// depth.
const MAX_DEPTH: usize = 2_000;

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

/// Searches a graph with these colour classes. The search polls `stop` and gives up once it returns true.
pub fn search(
    graph: &Adjacency,
    colours: &[Vec<GraphNodeId>],
    goal: SearchGoal,
    stop: &dyn Fn() -> bool,
) -> Result<SearchResult, TooHard> {
    let mut search = Search {
        graph,
        goal,
        stop,
        partition: Partition::new(colours),
        trace: Trace::new(),
        refinement: Refinement::new(graph, stop),
        finder: AutomorphismFinder::new(graph),
        nodes: Vec::new(),
        individualised: Vec::new(),
        is_individualised: vec![false; graph.size()],
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
    stop: &'a dyn Fn() -> bool,
    partition: Partition,
    trace: Trace,
    refinement: Refinement<'a>,
    finder: AutomorphismFinder<'a>,
    /// The path in the search tree from the root to the current node.
    nodes: Vec<SearchNode>,
    /// The individualised graph nodes of this path.
    individualised: Vec<GraphNodeId>,
    is_individualised: Vec<bool>,
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
        while !self.nodes.is_empty() {
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
        match (self.stop)() {
            true => Err(TooHard::Stopped),
            false => Ok(()),
        }
    }

    /// Restores the state of the last search node on the path.
    fn backtrack(&mut self) {
        let Some(node) = self.nodes.last() else {
            return;
        };
        self.partition.undo(node.split_count);
        self.trace.backtrack(node.trace, node.comparison);
        for node in self.individualised.drain(self.nodes.len() - 1..) {
            self.is_individualised[node as usize] = false;
        }
    }

    fn next_child(&mut self) -> Option<GraphNodeId> {
        let is_individualised = |node: GraphNodeId| self.is_individualised[node as usize];
        let (partition, orbits) = (&self.partition, &mut self.orbits);
        let node = self.nodes.last_mut()?;
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
        let from = self.nodes.last().map_or(0, |node| node.target);
        let Some(target) = self.partition.first_non_singleton(from) else {
            self.visit_leaf();
            return Ok(());
        };
        if self.nodes.len() == MAX_DEPTH {
            return Err(TooHard::Deep(MAX_DEPTH));
        }
        let (split_count, trace) = (self.partition.split_count(), self.trace.len());
        let mut node = SearchNode::new(split_count, trace, self.trace.comparison(), target);
        node.leads_to_first_leaf = self.first.is_none();
        self.nodes.push(node);
        Ok(())
    }

    /// Closes the last search node after all its children. The group order is the product of the orbit sizes along the
    /// first path (orbit–stabiliser theorem).
    fn close_node(&mut self) {
        let Some(node) = self.nodes.pop() else {
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
            let common = leaf.common_prefix_len(&self.individualised);
            let since = self.nodes[common].split_count;
            if let Some(symmetry) = self.finder.find(leaf, &self.partition, since) {
                self.orbits.join(&symmetry);
                self.generators.push(symmetry);
                self.nodes.truncate(common + 1);
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
        for node in &mut self.nodes {
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
