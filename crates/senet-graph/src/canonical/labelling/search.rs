//! The search for symmetries and for the canonical order.
//!
//! The first way down the tree leads to the first leaf. From there the search goes back up. At each node it visits the children that no
//! known symmetry takes to one visited before. A leaf that has the same graph as the first or the best leaf gives a new symmetry. The
//! canonical order is that of the leaf with the greatest trace and, among those, the smallest graph.

use super::Permutation;
use super::adjacency::Adjacency;
use super::automorphism::Checker;
use super::leaf::Leaf;
use super::orbits::Orbits;
use super::partition::Partition;
use super::path::{Target, TreeNode};
use super::refinement::Refinement;
use super::trace::Trace;
use crate::NodeId;
use crate::canonical::TooHard;
use std::cmp::Ordering;

/// Choices on one way down. Each takes memory, and the time grows with their square.
const MAX_LEVELS: usize = 2_000;

/// Down to this level the longest cell is the target, which splits most others; below, the first cell with several nodes is found faster.
const CAREFUL_LEVELS: usize = 100;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A canonical order, and the symmetries.
    CanonicalOrder,
    /// The symmetries alone, which takes fewer steps.
    Symmetries,
}

/// What was found.
pub struct Found {
    /// The nodes in canonical order, if that was asked for; else in any.
    pub order: Vec<NodeId>,
    /// For each node the smallest that a symmetry takes it to.
    pub orbits: Vec<NodeId>,
    /// Symmetries that generate all others.
    pub generators: Vec<Permutation>,
    /// How many symmetries there are; `None` if the number has more than 128 bits.
    pub size: Option<u128>,
}

/// Searches a graph whose nodes have these colours. `stop` is asked now and then whether to give up.
pub fn search(
    graph: &Adjacency,
    colours: &[Vec<NodeId>],
    goal: Goal,
    stop: &dyn Fn() -> bool,
) -> Result<Found, TooHard> {
    let mut search = Search {
        graph,
        goal,
        stop,
        partition: Partition::new(colours),
        trace: Trace::new(),
        refinement: Refinement::new(graph, stop),
        checker: Checker::new(graph),
        path: Vec::new(),
        way: Vec::new(),
        is_on_way: vec![false; graph.size()],
        targets: Vec::new(),
        first: None,
        best: None,
        generators: Vec::new(),
        orbits: Orbits::new(graph.size()),
        size: Some(1),
    };
    search.run()?;
    Ok(search.found())
}

struct Search<'a> {
    graph: &'a Adjacency,
    goal: Goal,
    stop: &'a dyn Fn() -> bool,
    partition: Partition,
    trace: Trace,
    refinement: Refinement<'a>,
    checker: Checker<'a>,
    /// The nodes of the search tree down to the current one.
    path: Vec<TreeNode>,
    /// The nodes of the graph that were singled out on this path.
    way: Vec<NodeId>,
    is_on_way: Vec<bool>,
    /// The target of each node on the way to the first leaf.
    targets: Vec<Target>,
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
        self.refinement.all(&mut self.partition, &mut self.trace)?;
        self.arrive()?;
        while !self.path.is_empty() {
            self.poll()?;
            self.go_back();
            match self.next_child() {
                Some(child) => self.descend(child)?,
                None => self.leave(),
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
    fn go_back(&mut self) {
        let Some(node) = self.path.last() else {
            return;
        };
        self.partition.undo(node.moment);
        self.trace.go_back(node.trace, node.standing);
        for node in self.way.drain(self.path.len() - 1..) {
            self.is_on_way[node as usize] = false;
        }
    }

    fn next_child(&mut self) -> Option<NodeId> {
        let is_on_way = |node: NodeId| self.is_on_way[node as usize];
        let (partition, orbits) = (&self.partition, &mut self.orbits);
        let node = self.path.last_mut()?;
        node.next_child(partition, orbits, &self.generators, is_on_way)
    }

    fn descend(&mut self, child: NodeId) -> Result<(), TooHard> {
        self.way.push(child);
        self.is_on_way[child as usize] = true;
        let (partition, trace) = (&mut self.partition, &mut self.trace);
        let matters = self.refinement.single_out(child, partition, trace)?;
        match matters && !self.has_symmetry() {
            true => self.arrive(),
            false => Ok(()),
        }
    }

    /// Comes to a node of the tree for the first time.
    fn arrive(&mut self) -> Result<(), TooHard> {
        let Some(target) = self.target() else {
            self.leaf();
            return Ok(());
        };
        if self.path.len() == MAX_LEVELS {
            return Err(TooHard::Deep(MAX_LEVELS));
        }
        let is_first = self.first.is_none();
        if is_first {
            self.targets.push(target);
        }
        self.path.push(TreeNode::new(
            self.partition.moment(),
            self.trace.len(),
            self.trace.standing(),
            target,
            is_first,
        ));
        Ok(())
    }

    /// The cell whose nodes are singled out next; `None` at a leaf. Where the trace is that of the first way, so are the cells.
    fn target(&self) -> Option<Target> {
        let level = self.path.len();
        let is_cell = |target: &&Target| self.partition.is_large(target.cell);
        if let (true, Some(known)) = (
            self.trace.standing().is_first,
            self.targets.get(level).filter(is_cell),
        ) {
            return Some(*known);
        }
        let from = self.path.last().map_or(0, |node| node.target.first_large);
        let first_large = self.partition.first_large(from)?;
        let cell = match level < CAREFUL_LEVELS {
            true => self.partition.longest(first_large),
            false => first_large,
        };
        Some(Target { first_large, cell })
    }

    /// All children of the last node were visited. On the first way the number of symmetries is the product of the numbers of places to
    /// which each choice can go while those before it stay.
    fn leave(&mut self) {
        let Some(node) = self.path.pop() else {
            return;
        };
        if let (true, Some(child)) = (node.is_first, node.first_child()) {
            let images = u128::from(self.orbits.length(child));
            self.size = self.size.and_then(|size| size.checked_mul(images));
        }
    }

    /// Whether a symmetry takes the way to the first or the best leaf to the current one. If so, the search goes on where the ways part: all
    /// below is as it was on the other way.
    fn has_symmetry(&mut self) -> bool {
        let standing = self.trace.standing();
        let is_best = standing.with_best.is_eq();
        let first = self.first.as_ref().filter(|_| standing.is_first);
        let best = self.best.as_ref().filter(|_| is_best);
        for leaf in [first, best].into_iter().flatten() {
            let parting = leaf.common(&self.way);
            let since = self.path[parting].moment;
            if let Some(symmetry) = self.checker.find(leaf, &self.partition, since) {
                self.orbits.join(&symmetry);
                self.generators.push(symmetry);
                self.path.truncate(parting + 1);
                return true;
            }
        }
        false
    }

    /// Comes to a leaf to which no known symmetry leads.
    fn leaf(&mut self) {
        let wants_best = self.goal == Goal::CanonicalOrder;
        let Some(first) = &self.first else {
            self.first = Some(Leaf::new(&self.partition, &self.way));
            self.trace.is_first_leaf(wants_best);
            self.renew_standings();
            return;
        };
        let best = self.best.as_ref().unwrap_or(first);
        let is_better = match self.trace.standing().with_best {
            Ordering::Less => false,
            Ordering::Equal => best.compare(self.graph, &self.partition).is_lt(),
            Ordering::Greater => true,
        };
        if is_better {
            self.best = Some(Leaf::new(&self.partition, &self.way));
            self.trace.is_best_leaf();
            self.renew_standings();
        }
    }

    /// There is another best leaf, and the whole path leads to it.
    fn renew_standings(&mut self) {
        let with_best = self.trace.standing().with_best;
        for node in &mut self.path {
            node.standing.with_best = with_best;
        }
    }

    fn found(self) -> Found {
        let leaf = self.best.or(self.first);
        Found {
            order: leaf.map_or(Vec::new(), |leaf| leaf.nodes),
            orbits: self.orbits.all(),
            generators: self.generators,
            size: self.size,
        }
    }
}
