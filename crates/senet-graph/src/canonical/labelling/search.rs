//! The search for symmetries and for the canonical order.
//!
//! The first individualised down the tree leads to the first leaf. From there the search goes back up. At each node it visits the children that no
//! known symmetry takes to one visited before. A leaf that has the same graph as the first or the best leaf gives a new symmetry. The
//! canonical order is that of the leaf with the greatest trace and, among those, the smallest graph.

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

/// Choices on one individualised down. Each takes memory, and the time grows with their square.
const MAX_DEPTH: usize = 2_000;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchGoal {
    /// A canonical order, and the symmetries.
    CanonicalOrder,
    /// The symmetries alone, which takes fewer steps.
    Symmetries,
}

/// What was found.
pub struct SearchResult {
    /// The nodes in canonical order, if that was asked for; else in any.
    pub order: Vec<GraphNodeId>,
    /// For each node the smallest that a symmetry takes it to.
    pub orbits: Vec<GraphNodeId>,
    /// Symmetries that generate all others.
    pub generators: Vec<Permutation>,
    /// How many symmetries there are; `None` if the number has more than 128 bits.
    pub size: Option<u128>,
}

/// Searches a graph whose nodes have these colours. `stop` is asked now and then whether to give up.
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
    /// The nodes of the search tree down to the current one.
    nodes: Vec<SearchNode>,
    /// The nodes of the graph that were singled out on this path.
    individualised: Vec<GraphNodeId>,
    is_individualised: Vec<bool>,
    first: Option<Leaf>,
    /// The best leaf, unless that is the first.
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

    /// Makes everything as it was at the last node of the path.
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

    /// Comes to a node of the tree for the first time.
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

    /// All children of the last node were visited. On the first individualised the number of symmetries is the product of the numbers of positions to
    /// which each choice can go while those before it stay.
    fn close_node(&mut self) {
        let Some(node) = self.nodes.pop() else {
            return;
        };
        if let (true, Some(child)) = (node.leads_to_first_leaf, node.first_child()) {
            let images = u128::from(self.orbits.size(child));
            self.size = self.size.and_then(|size| size.checked_mul(images));
        }
    }

    /// Whether a symmetry takes the individualised to the first or the best leaf to the current one. If so, the search goes on where the ways part: all
    /// below is as it was on the other individualised.
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

    /// Comes to a leaf to which no known symmetry leads.
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

    /// There is another best leaf, and the whole path leads to it.
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
