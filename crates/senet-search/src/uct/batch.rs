//! One batch: descents gather leaves, the game is asked about all of them at once, the answers go into the tree.

use super::descend::{Arrival, Path, Paths, Selection};
use super::expand::{Expansions, Sights};
use super::guide::Guide;
use super::ledger::Ledger;
use super::mast::Mast;
use super::node::NodeId;
use super::search::{Findings, Search};
use super::store::Claim;
use super::top::Top;
use super::tree::Tree;
use crate::Stop;
use fastrand::Rng;
use senet_engine::{GoalSums, MoveId, PlayoutRequest, PlayoutTally, Policy, State, Stopped};
use std::sync::atomic::Ordering;

/// A leaf that the game is to be asked about.
struct Leaf {
    path: Path,
    /// The joint move that leads to it, if it leads out of the tree.
    from: Option<(NodeId, u64)>,
    /// The number of its state among those that matches start from; none if it is terminal.
    start: Option<usize>,
}

/// What one thread has at hand.
pub struct Worker {
    /// What it has found out.
    pub findings: Findings,
    rng: Rng,
    generation: u32,
    paths: Paths,
    /// Places for new nodes.
    places: Claim,
    /// Copies of the nodes next to the root, if other threads are in the same tree.
    top: Option<Top>,
    /// Whether counts must not get lost.
    careful: bool,
    /// Descents of this batch to where the values are known.
    known: u64,
    leaves: Vec<Leaf>,
    /// The states of the leaves, those that are not in the tree last.
    starts: Vec<State>,
    /// The states from which joint moves lead out of the tree, and those joint moves.
    parents: (Vec<State>, Vec<MoveId>),
    /// Nodes to be expanded, and their states.
    growing: (Vec<NodeId>, Vec<State>),
    mast: Mast,
    values: Vec<f64>,
}

/// What the game said of a batch.
struct Answers {
    expansions: Expansions,
    /// Of the leaves that were not in the tree.
    outside: Option<Sights>,
    tallies: Vec<PlayoutTally>,
    /// What the guide thinks of the starts, role after role, if there is one.
    evaluated: Vec<f64>,
}

impl Worker {
    /// One with nothing at hand.
    pub fn new(search: &Search, seed: u64) -> Worker {
        let tree = search.read();
        Worker {
            findings: Findings {
                stop: Stop::Done,
                ledger: Ledger::of(&tree, search.role),
                depth: 0,
                batches: 0,
                descents: 0,
            },
            rng: Rng::with_seed(seed),
            generation: tree.generation,
            paths: Paths::default(),
            places: Claim::default(),
            top: (search.shared && !tree.rave).then(Top::default),
            careful: false,
            known: 0,
            leaves: Vec::new(),
            starts: Vec::new(),
            parents: Default::default(),
            growing: Default::default(),
            mast: Mast::default(),
            values: Vec::new(),
        }
    }

    /// Adds to the tree what only this thread knows of.
    pub fn hand_over(&mut self, tree: &Tree) {
        if let Some(top) = &mut self.top {
            top.hand_over(tree);
        }
    }

    fn add_leaf(&mut self, path: Path, state: State) {
        self.leaves.push(Leaf {
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
        self.growing.0.clear();
        self.growing.1.clear();
    }
}

impl Search<'_> {
    /// One batch; nodes are expanded only if the tree may grow.
    pub fn step(&self, worker: &mut Worker, grow: bool) -> Result<(), Stopped> {
        self.gather(worker, grow);
        worker.findings.batches += 1;
        if worker.leaves.is_empty() {
            return Ok(());
        }
        match self.ask(worker) {
            Ok(answers) => {
                self.take_in(worker, &answers, grow);
                Ok(())
            }
            Err(stopped) => {
                self.take_back(worker);
                Err(stopped)
            }
        }
    }

    /// Descends as often as a batch has leaves.
    fn gather(&self, worker: &mut Worker, grow: bool) {
        let tree = self.read();
        if worker.generation != tree.generation {
            worker.generation = tree.generation;
            worker.findings.ledger.follow(&tree);
            worker.places = Claim::default();
        }
        worker.clear();
        tree.node_places.expect(self.plan.batch);
        if let Some(top) = &mut worker.top {
            top.begin(&tree, self.plan.batch);
        }
        worker.careful = self.shared && worker.top.as_ref().is_none_or(Top::is_empty);
        let how = Selection {
            exploration: self.plan.exploration,
            shared: self.shared,
            careful: worker.careful,
        };
        for _ in 0..self.plan.batch {
            let (rng, top) = (&mut worker.rng, worker.top.as_mut());
            let (paths, places) = (&mut worker.paths, &mut worker.places);
            let (path, arrival) = tree.descend(how, rng, top, paths, places);
            worker.findings.depth = worker.findings.depth.max(path.depth());
            worker.findings.descents += 1;
            match arrival {
                Arrival::Known(node) => self.take_known(&tree, worker, path, node),
                Arrival::Leaf(id) => self.gather_leaf(&tree, worker, path, id, grow),
                Arrival::State(words) => worker.add_leaf(path, tree.state_of(words)),
                Arrival::Outside(id, number) => {
                    let Some(choices) = tree.choices_of(id) else {
                        continue;
                    };
                    worker.parents.0.push(tree.state(id));
                    worker.parents.1.extend(choices.joint(&tree, number));
                    worker.leaves.push(Leaf {
                        path,
                        from: Some((id, number)),
                        start: None,
                    });
                }
            }
        }
        if let Some(top) = &mut worker.top {
            top.show_descents(&tree);
        }
        let known = std::mem::take(&mut worker.known);
        self.progress
            .simulations
            .fetch_add(known, Ordering::Relaxed);
    }

    fn gather_leaf(&self, tree: &Tree, worker: &mut Worker, path: Path, id: NodeId, grow: bool) {
        let node = tree.node(id);
        worker.add_leaf(path, tree.state(id));
        if grow && node.visits.get() >= self.plan.expand && node.tried.claim() {
            worker.growing.0.push(id);
            worker.growing.1.push(tree.state(id));
        }
    }

    /// Backs up a descent that ended where the values are known.
    fn take_known(&self, tree: &Tree, worker: &mut Worker, path: Path, node: NodeId) {
        tree.known_values(node, &mut worker.values);
        let paths = &worker.paths;
        tree.back_up(paths.steps_below(path), &worker.values, worker.careful);
        let proven = tree.prove(paths.nodes_of(path));
        if let Some(top) = &mut worker.top {
            top.back_up(paths, path, &worker.values);
            top.look_again(tree, paths, path, proven);
        }
        let ledger = &mut worker.findings.ledger;
        ledger.add(paths.steps_of(path), &worker.values);
        worker.known += 1;
    }

    /// Asks the game everything about the batch.
    fn ask(&self, worker: &mut Worker) -> Result<Answers, Stopped> {
        let outside = match worker.parents.0.is_empty() {
            true => None,
            false => Some(self.ask_outside(worker)?),
        };
        let expansions = Expansions::of(
            self.game,
            self.chance,
            &worker.growing.0,
            &worker.growing.1,
            self.guide,
            &mut worker.rng,
        )?;
        let roles = self.game.roles().len();
        let evaluated = self.guide.map(|guide| guide.values(&worker.starts, roles));
        Ok(Answers {
            expansions,
            outside,
            tallies: self.play(worker)?,
            evaluated: evaluated.unwrap_or_default(),
        })
    }

    /// Random matches from the starts.
    fn play(&self, worker: &mut Worker) -> Result<Vec<PlayoutTally>, Stopped> {
        let wanted = self.guide.is_none_or(Guide::wants_matches);
        if worker.starts.is_empty() || !wanted {
            return Ok(Vec::new());
        }
        let seed = worker.rng.u64(..);
        let mut request = PlayoutRequest::new(&worker.starts, self.plan.playouts, seed);
        if self.mast {
            request.policy = Policy::Weighted(worker.mast.weights());
        }
        Ok(self.game.playouts(&request)?.tallies)
    }

    /// The states of leaves that are not in the tree; those that are not terminal are added to the starts.
    fn ask_outside(&self, worker: &mut Worker) -> Result<Sights, Stopped> {
        let (states, joints) = &worker.parents;
        let all: Vec<u32> = (0..states.len() as u32).collect();
        let sights = Sights::of(self.game, states, &all, joints)?;
        let outside = worker.leaves.iter_mut().filter(|leaf| leaf.from.is_some());
        for (leaf, (at, goals)) in outside.zip(sights.goals.iter().enumerate()) {
            if goals.is_none() {
                leaf.start = Some(worker.starts.len());
                worker.starts.push(sights.states.state(at));
            }
        }
        Ok(sights)
    }

    /// Puts the answers into the tree. If another thread has renumbered the nodes meanwhile, they are of no use any more.
    fn take_in(&self, worker: &mut Worker, answers: &Answers, grow: bool) {
        let matches: u64 = answers.tallies.iter().map(PlayoutTally::matches).sum();
        let without = |leaf: &&Leaf| leaf.start.is_none() || answers.tallies.is_empty();
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
            let outside = outside.map_or(0, |sights| enter(&tree, worker, sights));
            let new = tree.expand(&answers.expansions) + outside;
            self.progress.nodes.fetch_add(new, Ordering::Relaxed);
        }
        self.back_up(&tree, worker, answers);
        let contradicted = tree.contradicted.load(Ordering::Relaxed);
        drop(tree);
        if contradicted {
            self.write().withdraw_if_contradicted();
        }
    }

    fn back_up(&self, tree: &Tree, worker: &mut Worker, answers: &Answers) {
        let mut goals = answers.outside.iter().flat_map(|sights| &sights.goals);
        for leaf in &worker.leaves {
            let end = match leaf.from {
                Some(_) => goals.next().and_then(Option::as_deref),
                None => None,
            };
            match (leaf.start, end) {
                (Some(start), _) => self.value_start(answers, start, &mut worker.values),
                (None, goals) => exact_goals(goals.unwrap_or_default(), &mut worker.values),
            }
            worker.values.resize(tree.roles, 0.0);
            let steps = worker.paths.steps_of(leaf.path);
            let nodes = worker.paths.nodes_of(leaf.path);
            let below = worker.paths.steps_below(leaf.path);
            tree.back_up(below, &worker.values, worker.careful);
            if let Some(top) = &mut worker.top {
                top.back_up(&worker.paths, leaf.path, &worker.values);
            }
            tree.back_up_rave(nodes, steps, &worker.values, self.shared);
            worker.findings.ledger.add(steps, &worker.values);
            if self.mast {
                for &(edge, role) in steps {
                    let (role, id) = (role as usize, tree.move_of(edge));
                    worker.mast.add(role, id, worker.values[role]);
                }
            }
            let proven = tree.prove(nodes);
            if let Some(top) = &mut worker.top {
                top.look_again(tree, &worker.paths, leaf.path, proven);
            }
        }
    }

    /// What a start is worth by its matches and by what the guide thinks of it.
    fn value_start(&self, answers: &Answers, start: usize, values: &mut Vec<f64>) {
        values.clear();
        if let Some(tally) = answers.tallies.get(start) {
            mean_goals(tally, values);
        }
        if let Some(guide) = self.guide {
            let roles = self.game.roles().len();
            values.resize(roles, 0.0);
            let evaluated = &answers.evaluated[start * roles..(start + 1) * roles];
            guide.blend(evaluated, values);
        }
    }

    /// Undoes the descents of a batch that the game gave no answer to.
    fn take_back(&self, worker: &mut Worker) {
        let tree = self.read();
        worker.hand_over(&tree);
        if worker.generation != tree.generation {
            return;
        }
        for leaf in &worker.leaves {
            tree.take_back(worker.paths.steps_of(leaf.path));
        }
        for &id in &worker.growing.0 {
            tree.node(id).tried.set(0);
        }
    }
}

/// Puts leaves into the tree that were not in it, as far as there is room; how many nodes are new.
fn enter(tree: &Tree, worker: &Worker, sights: &Sights) -> u64 {
    let mut count = 0;
    let outside = worker.leaves.iter().filter_map(|leaf| leaf.from);
    for ((parent, number), (at, goals)) in outside.zip(sights.goals.iter().enumerate()) {
        let choices = tree.choices_of(parent);
        let Some(choices) = choices.filter(|choices| choices.follower(number).is_none()) else {
            continue;
        };
        let ply = tree.node(parent).ply.get() + 1;
        if let Some((id, new)) = tree.node_of(sights.states.words(at), goals.as_deref(), ply) {
            count += u64::from(new);
            let first = choices.set_follower(number, id);
            tree.followers
                .fetch_add(usize::from(first), Ordering::Relaxed);
        }
    }
    count
}

/// The mean goals of matches, between 0 and 1. Matches that the rules did not bring to an end count nothing.
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
