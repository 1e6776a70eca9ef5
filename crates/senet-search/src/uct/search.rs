//! The loop: descents gather leaves, the game is asked about all of them at once, the answers go into the tree.
//!
//! Threads share the tree behind a lock that many may hold who only change statistics, and one who adds nodes. Nobody holds it while the
//! game is asked.

use super::descend::{Arrival, Path, Paths, Selection};
use super::expand::{Expansions, Sights};
use super::ledger::Ledger;
use super::measure::Plan;
use super::tree::{NONE, NodeId, Tree};
use crate::{Budget, Stop};
use fastrand::Rng;
use senet_engine::{Game, PlayoutRequest, RoleId, State, Stopped, Tally};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A search that is under way.
pub struct Search<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// The role of chance.
    pub chance: Option<RoleId>,
    /// The role for which a move is wanted.
    pub role: RoleId,
    /// The tree.
    pub tree: &'a RwLock<Tree>,
    /// How it is gone about.
    pub plan: &'a Plan,
    /// Whether several threads are at it.
    pub shared: bool,
    /// Bytes that the tree may take.
    pub memory: usize,
    /// Nodes of the tree before.
    pub nodes_before: usize,
    /// Matches so far.
    pub simulations: AtomicU64,
    /// Whether the tree had to stop growing.
    pub full: AtomicBool,
}

/// What one thread found out.
pub struct Findings {
    /// What stopped it.
    pub stop: Stop,
    /// What the moves at the root came to.
    pub ledger: Ledger,
    /// The longest descent.
    pub depth: usize,
    /// Batches.
    pub batches: u64,
    /// Descents.
    pub descents: u64,
}

/// A leaf that the game is to be asked about.
struct Leaf {
    path: Path,
    /// The node; none if it is yet to be put into the tree.
    node: NodeId,
    /// Where it comes from, if it is not in the tree.
    from: (NodeId, u64),
    /// The number of its state among those that matches start from; none if it is terminal.
    start: Option<usize>,
}

/// What one thread has at hand.
struct Worker {
    rng: Rng,
    paths: Paths,
    leaves: Vec<Leaf>,
    /// Nodes to be expanded, and their states.
    growing: Vec<NodeId>,
    growing_states: Vec<State>,
    findings: Findings,
    values: Vec<f64>,
}

/// What the game said of a batch.
struct Answers {
    expansions: Expansions,
    /// Of the leaves that were not in the tree.
    outside: Option<Sights>,
    tallies: Vec<Tally>,
}

impl Search<'_> {
    fn read(&self) -> RwLockReadGuard<'_, Tree> {
        self.tree.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Tree> {
        self.tree.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches until something says stop.
    pub fn run(&self, budget: &Budget, seed: u64) -> Findings {
        let _watch = budget.watch();
        let mut worker = Worker {
            rng: Rng::with_seed(seed),
            paths: Paths::default(),
            leaves: Vec::new(),
            growing: Vec::new(),
            growing_states: Vec::new(),
            findings: Findings {
                stop: Stop::Done,
                ledger: Ledger::of(&self.read(), self.role),
                depth: 0,
                batches: 0,
                descents: 0,
            },
            values: Vec::new(),
        };
        worker.findings.stop = loop {
            if let Some(stop) = self.stop(budget) {
                break stop;
            }
            if self.step(&mut worker).is_err() {
                break budget.out_of_time().unwrap_or(Stop::Done);
            }
        };
        worker.findings
    }

    /// What stops the search, if anything does.
    fn stop(&self, budget: &Budget) -> Option<Stop> {
        let tree = self.read();
        if tree.solver && tree.bounds_of(tree.root)[self.role].is_exact() {
            return Some(Stop::Solved);
        }
        let nodes = tree.nodes.len().saturating_sub(self.nodes_before) as u64;
        let simulations = self.simulations.load(Ordering::Relaxed);
        let endless = budget.total().is_none()
            && budget.simulations == u64::MAX
            && self.full.load(Ordering::Relaxed);
        match endless {
            true => Some(Stop::Memory),
            false => budget.stop(nodes, simulations, 0),
        }
    }

    /// One batch.
    fn step(&self, worker: &mut Worker) -> Result<(), Stopped> {
        let (parents, starts) = self.gather(worker);
        if worker.leaves.is_empty() {
            return Ok(());
        }
        match self.ask(worker, parents, starts) {
            Ok(answers) => {
                self.take_in(worker, &answers);
                Ok(())
            }
            Err(stopped) => {
                self.take_back(worker);
                Err(stopped)
            }
        }
    }

    /// Descends as often as a batch has leaves. Gives the states from which joint moves lead out of the tree, and those of the leaves.
    fn gather(&self, worker: &mut Worker) -> (Vec<State>, Vec<State>) {
        let tree = self.read();
        let grow = tree.bytes() < self.memory && tree.nodes.len() < NONE as usize / 2;
        if !grow {
            self.full.store(true, Ordering::Relaxed);
        }
        let how = Selection {
            exploration: self.plan.exploration,
            shared: self.shared,
        };
        worker.paths.clear();
        worker.leaves.clear();
        worker.growing.clear();
        worker.growing_states.clear();
        let (mut parents, mut starts) = (Vec::new(), Vec::new());
        for _ in 0..self.plan.batch {
            let (path, arrival) = tree.descend(how, &mut worker.rng, &mut worker.paths);
            let length = (path.nodes.1 - path.nodes.0) as usize;
            worker.findings.depth = worker.findings.depth.max(length - 1);
            worker.findings.descents += 1;
            let mut leaf = Leaf {
                path,
                node: NONE,
                from: (NONE, 0),
                start: None,
            };
            match arrival {
                Arrival::Known(node) => {
                    self.take_known(&tree, worker, path, node);
                    continue;
                }
                Arrival::Leaf(id) => {
                    let node = tree.node(id);
                    leaf.node = id;
                    leaf.start = Some(starts.len());
                    starts.push(tree.state(id));
                    if grow && node.visits.get() >= self.plan.expand && node.tried.claim() {
                        worker.growing.push(id);
                        worker.growing_states.push(tree.state(id));
                    }
                }
                Arrival::Outside(id, number) => {
                    leaf.from = (id, number);
                    parents.push(tree.state(id));
                }
            }
            worker.leaves.push(leaf);
        }
        (parents, starts)
    }

    /// Backs up a descent that ended where the values are known.
    fn take_known(&self, tree: &Tree, worker: &mut Worker, path: Path, node: NodeId) {
        tree.known_values(node, &mut worker.values);
        let steps = worker.paths.steps_of(path);
        tree.back_up(steps, &worker.values, self.shared);
        tree.prove(worker.paths.nodes_of(path));
        worker.findings.ledger.add(steps, &worker.values);
        self.simulations.fetch_add(1, Ordering::Relaxed);
    }

    /// Asks the game everything about the batch.
    fn ask(
        &self,
        worker: &mut Worker,
        parents: Vec<State>,
        mut starts: Vec<State>,
    ) -> Result<Answers, Stopped> {
        let outside = match parents.is_empty() {
            true => None,
            false => Some(self.ask_outside(worker, &parents, &mut starts)?),
        };
        let expansions = Expansions::of(
            self.game,
            self.chance,
            &worker.growing,
            &worker.growing_states,
            &mut worker.rng,
        )?;
        let tallies = match starts.is_empty() {
            true => Vec::new(),
            false => {
                let seed = worker.rng.u64(..);
                let request = PlayoutRequest::new(&starts, self.plan.playouts, seed);
                self.game.playouts(&request)?.tallies
            }
        };
        Ok(Answers {
            expansions,
            outside,
            tallies,
        })
    }

    /// The states of leaves that are not in the tree; those that are not terminal are added to the starts.
    fn ask_outside(
        &self,
        worker: &mut Worker,
        parents: &[State],
        starts: &mut Vec<State>,
    ) -> Result<Sights, Stopped> {
        let outside = worker.leaves.iter_mut().filter(|leaf| leaf.node == NONE);
        let mut outside: Vec<&mut Leaf> = outside.collect();
        let tree = self.read();
        let joints = outside
            .iter()
            .flat_map(|leaf| tree.joint(leaf.from.0, leaf.from.1));
        let joints: Vec<_> = joints.collect();
        drop(tree);
        let sights = Sights::of(self.game, self.game.next_of(parents, &joints)?)?;
        let seen = sights.states.iter().zip(&sights.goals);
        for (leaf, (state, goals)) in outside.iter_mut().zip(seen) {
            if goals.is_none() {
                leaf.start = Some(starts.len());
                starts.push(state.clone());
            }
        }
        Ok(sights)
    }

    /// Puts the answers into the tree.
    fn take_in(&self, worker: &mut Worker, answers: &Answers) {
        if !answers.expansions.all.is_empty() || answers.outside.is_some() {
            let mut tree = self.write();
            tree.expand(&answers.expansions);
            if let Some(sights) = &answers.outside {
                self.enter(&mut tree, worker, sights);
            }
        }
        let tree = self.read();
        let mut matches = 0;
        let mut goals = answers.outside.iter().flat_map(|sights| &sights.goals);
        for leaf in &worker.leaves {
            let goals = match leaf.node {
                NONE => goals.next().and_then(Option::as_deref),
                _ => None,
            };
            match (leaf.start, goals) {
                (Some(start), _) => {
                    let tally = &answers.tallies[start];
                    matches += tally.matches();
                    values_of(tally, &mut worker.values);
                }
                (None, goals) => {
                    let goals = goals.unwrap_or_default().iter();
                    worker.values.clear();
                    worker
                        .values
                        .extend(goals.map(|&goal| f64::from(goal) / 100.0));
                    worker.values.resize(tree.roles, 0.0);
                    matches += 1;
                }
            }
            let steps = worker.paths.steps_of(leaf.path);
            tree.back_up(steps, &worker.values, self.shared);
            worker.findings.ledger.add(steps, &worker.values);
            tree.prove(worker.paths.nodes_of(leaf.path));
        }
        worker.findings.batches += 1;
        self.simulations.fetch_add(matches, Ordering::Relaxed);
    }

    /// Puts leaves into the tree that were not in it, if there is room.
    fn enter(&self, tree: &mut Tree, worker: &Worker, sights: &Sights) {
        if self.full.load(Ordering::Relaxed) {
            return;
        }
        let outside = worker.leaves.iter().filter(|leaf| leaf.node == NONE);
        let seen = sights.states.iter().zip(&sights.goals);
        for (leaf, (state, goals)) in outside.zip(seen) {
            if tree.followers.contains_key(&leaf.from) {
                continue;
            }
            let ply = tree.node(leaf.from.0).ply + 1;
            let id = tree.enter(state, goals.as_deref(), ply);
            tree.followers.insert(leaf.from, id);
        }
    }

    /// Undoes the descents of a batch that the game gave no answer to.
    fn take_back(&self, worker: &Worker) {
        let tree = self.read();
        for leaf in &worker.leaves {
            tree.take_back(worker.paths.steps_of(leaf.path));
        }
        for &id in &worker.growing {
            tree.node(id).tried.set(0);
        }
    }
}

/// The mean goals of matches, between 0 and 1. Matches that the rules did not bring to an end count nothing.
fn values_of(tally: &Tally, values: &mut Vec<f64>) {
    values.clear();
    let mean = |goals: &senet_engine::GoalSums| goals.mean().unwrap_or(0.0) / 100.0;
    values.extend(tally.goals.iter().map(|goals| mean(goals).clamp(0.0, 1.0)));
}
