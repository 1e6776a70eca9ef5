//! One batch: descents gather leaves, the game answers queries about all of them at once, and the answers go into the
//! tree.

use super::chunked_vec::SlotReservation;
use super::descent::{DescentEnd, DescentPath, DescentPaths, SelectionPolicy};
use super::expansion::{Expansions, Successors};
use super::guide::Guide;
use super::mast::Mast;
use super::node::NodeId;
use super::root_cache::RootCache;
use super::root_stats::RootStats;
use super::search::{TreeSearch, WorkerResult};
use super::tree::Tree;
use crate::Stop;
use fastrand::Rng;
use senet_engine::{GoalSums, MoveId, PlayoutRequest, PlayoutTally, Policy, State, Stopped};
use std::sync::atomic::Ordering;

/// A leaf that waits for its value.
struct PendingLeaf {
    path: DescentPath,
    /// The joint move that leads to the leaf, if the state of the leaf is not in the tree.
    from: Option<(NodeId, u64)>,
    /// The index of the leaf's state among the playout starts; none if the state is terminal.
    start: Option<usize>,
}

/// The working data of one thread.
pub struct Worker {
    /// The results so far.
    pub result: WorkerResult,
    rng: Rng,
    generation: u32,
    paths: DescentPaths,
    /// Reserved slots for new nodes.
    slots: SlotReservation,
    /// The cache of nodes near the root, if several threads share the tree.
    cache: Option<RootCache>,
    /// True if updates must be atomic.
    atomic: bool,
    /// Descents of this batch that ended in solved nodes.
    solved: u64,
    leaves: Vec<PendingLeaf>,
    /// The states from which playouts start.
    starts: Vec<State>,
    /// The parents of states outside the tree, and the joint moves that lead there.
    parents: (Vec<State>, Vec<MoveId>),
    /// The nodes to expand, and their states.
    expanding: (Vec<NodeId>, Vec<State>),
    mast: Mast,
    values: Vec<f64>,
}

/// The answers of the game about a batch.
struct BatchAnswers {
    expansions: Expansions,
    /// The states outside the tree.
    outside: Option<Successors>,
    tallies: Vec<PlayoutTally>,
    /// The guide's evaluation of the starts, role by role; empty without a guide.
    evaluated: Vec<f64>,
}

impl Worker {
    /// A worker without results.
    pub fn new(search: &TreeSearch, seed: u64) -> Worker {
        let tree = search.read();
        Worker {
            result: WorkerResult {
                stop: Stop::Done,
                root_stats: RootStats::of(&tree, search.role),
                depth: 0,
                batches: 0,
                descents: 0,
            },
            rng: Rng::with_seed(seed),
            generation: tree.generation,
            paths: DescentPaths::default(),
            slots: SlotReservation::default(),
            cache: (search.shared && !tree.rave).then(RootCache::default),
            atomic: false,
            solved: 0,
            leaves: Vec::new(),
            starts: Vec::new(),
            parents: Default::default(),
            expanding: Default::default(),
            mast: Mast::default(),
            values: Vec::new(),
        }
    }

    /// Flushes the root cache into the tree.
    pub fn flush(&mut self, tree: &Tree) {
        if let Some(cache) = &mut self.cache {
            cache.flush(tree);
        }
    }

    fn add_leaf(&mut self, path: DescentPath, state: State) {
        self.leaves.push(PendingLeaf {
            path,
            from: None,
            start: Some(self.starts.len()),
        });
        self.starts.push(state);
    }

    fn clear(&mut self) {
        self.paths.clear();
        self.leaves.clear();
        self.starts.clear();
        self.parents.0.clear();
        self.parents.1.clear();
        self.expanding.0.clear();
        self.expanding.1.clear();
    }
}

impl TreeSearch<'_> {
    /// Runs one batch. Nodes are expanded only if the tree may grow.
    pub fn run_batch(&self, worker: &mut Worker, grow: bool) -> Result<(), Stopped> {
        self.select_leaves(worker, grow);
        worker.result.batches += 1;
        if worker.leaves.is_empty() {
            return Ok(());
        }
        match self.query_game(worker) {
            Ok(answers) => {
                self.apply_answers(worker, &answers, grow);
                Ok(())
            }
            Err(stopped) => {
                self.undo_descents(worker);
                Err(stopped)
            }
        }
    }

    /// Selection: one descent per leaf of the batch.
    fn select_leaves(&self, worker: &mut Worker, grow: bool) {
        let tree = self.read();
        if worker.generation != tree.generation {
            worker.generation = tree.generation;
            worker.result.root_stats.refresh_edges(&tree);
            worker.slots = SlotReservation::default();
        }
        worker.clear();
        tree.node_slots.expect(self.parameters.batch);
        if let Some(cache) = &mut worker.cache {
            cache.start_batch(&tree, self.parameters.batch);
        }
        worker.atomic = self.shared && worker.cache.as_ref().is_none_or(RootCache::is_empty);
        let policy = SelectionPolicy {
            exploration: self.parameters.exploration,
            shared: self.shared,
            atomic: worker.atomic,
        };
        for _ in 0..self.parameters.batch {
            let (rng, cache) = (&mut worker.rng, worker.cache.as_mut());
            let (paths, slots) = (&mut worker.paths, &mut worker.slots);
            let (path, arrival) = tree.descend(policy, rng, cache, paths, slots);
            worker.result.depth = worker.result.depth.max(path.depth());
            worker.result.descents += 1;
            match arrival {
                DescentEnd::Solved(node) => self.backpropagate_solved(&tree, worker, path, node),
                DescentEnd::Leaf(id) => self.add_tree_leaf(&tree, worker, path, id, grow),
                DescentEnd::State(words) => worker.add_leaf(path, tree.state_of(words)),
                DescentEnd::Outside(id, number) => {
                    let Some(choices) = tree.choices_of(id) else {
                        continue;
                    };
                    worker.parents.0.push(tree.state(id));
                    worker.parents.1.extend(choices.joint(&tree, number));
                    worker.leaves.push(PendingLeaf {
                        path,
                        from: Some((id, number)),
                        start: None,
                    });
                }
            }
        }
        if let Some(cache) = &mut worker.cache {
            cache.publish_descents(&tree);
        }
        let solved = std::mem::take(&mut worker.solved);
        self.progress
            .simulations
            .fetch_add(solved, Ordering::Relaxed);
    }

    fn add_tree_leaf(
        &self,
        tree: &Tree,
        worker: &mut Worker,
        path: DescentPath,
        id: NodeId,
        grow: bool,
    ) {
        let node = tree.node(id);
        worker.add_leaf(path, tree.state(id));
        if grow && node.visits.get() >= self.parameters.expand && node.tried.try_claim() {
            worker.expanding.0.push(id);
            worker.expanding.1.push(tree.state(id));
        }
    }

    /// Backpropagates the values of a solved node.
    fn backpropagate_solved(
        &self,
        tree: &Tree,
        worker: &mut Worker,
        path: DescentPath,
        node: NodeId,
    ) {
        tree.solved_values(node, &mut worker.values);
        let paths = &worker.paths;
        tree.backpropagate(paths.steps_below(path), &worker.values, worker.atomic);
        let proven = tree.prove(paths.nodes_of(path));
        if let Some(cache) = &mut worker.cache {
            cache.backpropagate(paths, path, &worker.values);
            cache.refresh(tree, paths, path, proven);
        }
        let root_stats = &mut worker.result.root_stats;
        root_stats.add(paths.steps_of(path), &worker.values);
        worker.solved += 1;
    }

    /// Queries the game about the whole batch.
    fn query_game(&self, worker: &mut Worker) -> Result<BatchAnswers, Stopped> {
        let outside = match worker.parents.0.is_empty() {
            true => None,
            false => Some(self.query_outside(worker)?),
        };
        let expansions = Expansions::of(
            self.game,
            self.chance,
            &worker.expanding.0,
            &worker.expanding.1,
            self.guide,
            &mut worker.rng,
        )?;
        let roles = self.game.roles().len();
        let evaluated = self.guide.map(|guide| guide.values(&worker.starts, roles));
        Ok(BatchAnswers {
            expansions,
            outside,
            tallies: self.run_playouts(worker)?,
            evaluated: evaluated.unwrap_or_default(),
        })
    }

    /// Runs playouts from the starts.
    fn run_playouts(&self, worker: &mut Worker) -> Result<Vec<PlayoutTally>, Stopped> {
        let wanted = self.guide.is_none_or(Guide::needs_playouts);
        if worker.starts.is_empty() || !wanted {
            return Ok(Vec::new());
        }
        let seed = worker.rng.u64(..);
        let mut request = PlayoutRequest::new(&worker.starts, self.parameters.playouts, seed);
        if self.mast {
            request.policy = Policy::Weighted(worker.mast.weights());
        }
        Ok(self.game.playouts(&request)?.tallies)
    }

    /// The states of leaves outside the tree. Those that are not terminal become playout starts.
    fn query_outside(&self, worker: &mut Worker) -> Result<Successors, Stopped> {
        let (states, joints) = &worker.parents;
        let all: Vec<u32> = (0..states.len() as u32).collect();
        let successors = Successors::of(self.game, states, &all, joints)?;
        let outside = worker.leaves.iter_mut().filter(|leaf| leaf.from.is_some());
        for (leaf, (at, goals)) in outside.zip(successors.goals.iter().enumerate()) {
            if goals.is_none() {
                leaf.start = Some(worker.starts.len());
                worker.starts.push(successors.states.state(at));
            }
        }
        Ok(successors)
    }

    /// Adds the answers to the tree. They are dropped if another thread has renumbered the tree in the meantime.
    fn apply_answers(&self, worker: &mut Worker, answers: &BatchAnswers, grow: bool) {
        let matches: u64 = answers.tallies.iter().map(PlayoutTally::matches).sum();
        let without = |leaf: &&PendingLeaf| leaf.start.is_none() || answers.tallies.is_empty();
        let simulations = matches + worker.leaves.iter().filter(without).count() as u64;
        self.progress
            .simulations
            .fetch_add(simulations, Ordering::Relaxed);
        let tree = self.read();
        if worker.generation != tree.generation {
            return;
        }
        if grow {
            let outside = answers.outside.as_ref();
            let outside = outside.map_or(0, |successors| insert_outside(&tree, worker, successors));
            let new = tree.expand(&answers.expansions) + outside;
            self.progress.nodes.fetch_add(new, Ordering::Relaxed);
        }
        self.backpropagate(&tree, worker, answers);
        let contradicted = tree.contradicted.load(Ordering::Relaxed);
        drop(tree);
        if contradicted {
            self.write().withdraw_if_contradicted();
        }
    }

    fn backpropagate(&self, tree: &Tree, worker: &mut Worker, answers: &BatchAnswers) {
        let mut goals = answers
            .outside
            .iter()
            .flat_map(|successors| &successors.goals);
        for leaf in &worker.leaves {
            let end = match leaf.from {
                Some(_) => goals.next().and_then(Option::as_deref),
                None => None,
            };
            match (leaf.start, end) {
                (Some(start), _) => self.start_values(answers, start, &mut worker.values),
                (None, goals) => exact_goals(goals.unwrap_or_default(), &mut worker.values),
            }
            worker.values.resize(tree.roles, 0.0);
            let steps = worker.paths.steps_of(leaf.path);
            let nodes = worker.paths.nodes_of(leaf.path);
            let below = worker.paths.steps_below(leaf.path);
            tree.backpropagate(below, &worker.values, worker.atomic);
            if let Some(cache) = &mut worker.cache {
                cache.backpropagate(&worker.paths, leaf.path, &worker.values);
            }
            tree.backpropagate_rave(nodes, steps, &worker.values, self.shared);
            worker.result.root_stats.add(steps, &worker.values);
            if self.mast {
                for &(edge, role) in steps {
                    let (role, id) = (role as usize, tree.move_of(edge));
                    worker.mast.add(role, id, worker.values[role]);
                }
            }
            let proven = tree.prove(nodes);
            if let Some(cache) = &mut worker.cache {
                cache.refresh(tree, &worker.paths, leaf.path, proven);
            }
        }
    }

    /// The value of a start: the mean of its playouts, mixed with the guide's evaluation.
    fn start_values(&self, answers: &BatchAnswers, start: usize, values: &mut Vec<f64>) {
        values.clear();
        if let Some(tally) = answers.tallies.get(start) {
            mean_goals(tally, values);
        }
        if let Some(guide) = self.guide {
            let roles = self.game.roles().len();
            values.resize(roles, 0.0);
            let evaluated = &answers.evaluated[start * roles..(start + 1) * roles];
            guide.mix_into(evaluated, values);
        }
    }

    /// Undoes the descents of a batch that got no answers.
    fn undo_descents(&self, worker: &mut Worker) {
        let tree = self.read();
        worker.flush(&tree);
        if worker.generation != tree.generation {
            return;
        }
        for leaf in &worker.leaves {
            tree.remove_virtual_loss(worker.paths.steps_of(leaf.path));
        }
        for &id in &worker.expanding.0 {
            tree.node(id).tried.set(0);
        }
    }
}

/// Adds the leaves outside the tree as nodes, while there is memory. Returns the number of new nodes.
fn insert_outside(tree: &Tree, worker: &Worker, successors: &Successors) -> u64 {
    let mut count = 0;
    let outside = worker.leaves.iter().filter_map(|leaf| leaf.from);
    for ((parent, number), (at, goals)) in outside.zip(successors.goals.iter().enumerate()) {
        let choices = tree.choices_of(parent);
        let Some(choices) = choices.filter(|choices| choices.child(number).is_none()) else {
            continue;
        };
        let ply = tree.node(parent).ply.get() + 1;
        if let Some((id, new)) =
            tree.find_or_add(successors.states.words(at), goals.as_deref(), ply)
        {
            count += u64::from(new);
            let first = choices.set_child(number, id);
            tree.joint_children
                .fetch_add(usize::from(first), Ordering::Relaxed);
        }
    }
    count
}

/// The mean goals of playouts, between 0 and 1. Playouts without an end count as 0.
fn mean_goals(tally: &PlayoutTally, values: &mut Vec<f64>) {
    values.clear();
    let mean = |goals: &GoalSums| goals.mean().unwrap_or(0.0) / 100.0;
    values.extend(tally.goals.iter().map(|goals| mean(goals).clamp(0.0, 1.0)));
}

/// The goals of a terminal state, between 0 and 1.
fn exact_goals(goals: &[u8], values: &mut Vec<f64>) {
    values.clear();
    values.extend(goals.iter().map(|&goal| f64::from(goal) / 100.0));
}
