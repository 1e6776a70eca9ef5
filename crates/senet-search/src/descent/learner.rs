//! Learns a value network by self-play, many matches in step.

mod saved;

pub use saved::SavedLearner;

use super::expansion::DescentError;
use super::found_line::FoundLine;
use super::plan::DescentPlan;
use super::samples::Samples;
use super::self_play_group::{Lesson, SelfPlayGroup};
use super::trained_net::TrainedNet;
use super::tree::Tree;
use super::value_scale::ValueScale;
use crate::puzzle::PlannedLine;
use crate::uct::sample::sample;
use crate::{Budget, KnownNet, chance_role};
use fastrand::Rng;
use senet_engine::{Game, State, spread_seed};
use senet_value_net::{Adam, Gradient, Shape, ValueNet};
use std::sync::Arc;
use std::time::Duration;

/// The largest number of parameters of the first layer.
const MOST_PARAMETERS: usize = 1 << 24;
/// The smallest first layer.
const FEWEST_UNITS: usize = 16;
/// The time of a round with several threads. It must be short, since all threads wait for the slowest.
const TURN: Duration = Duration::from_millis(50);
/// Learning begins when the ring holds this many batches of samples.
const FIRST_BATCHES: usize = 4;
/// The number of optimiser steps in one round: a round must be short, since clocks are read between rounds.
const STEPS_A_ROUND: usize = 8;
/// The largest number of samples in the ring.
const MOST_SAMPLES: usize = 1_000_000;
/// The number of random nodes of a search tree that are tried as samples.
const TREE_SAMPLES: usize = 8_192;
/// The share of the learning that an earlier network of the same game saves. The learning rate and the greed start at this share.
const HEAD_START: f32 = 0.5;
/// The share of the learning that an earlier network of a variant saves.
const VARIANT_HEAD_START: f32 = 0.25;
/// The maximum number of batches that may be due. More are dropped, since learning cannot keep up.
const MOST_DUE_BATCHES: f64 = 2_000.0;

/// The work that was done so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LearningCounts {
    /// The number of finished matches.
    pub matches: u64,
    /// The number of joint moves in these matches.
    pub moves: u64,
    /// The number of samples.
    pub samples: u64,
    /// The number of samples with exact values.
    pub solved: u64,
    /// The number of samples that the optimiser used, counting repetitions.
    pub trained: u64,
    /// The sum of squared errors, and the number of terms, since the last report.
    pub errors: (f64, u64),
}

/// Learns a network for one game.
pub struct Learner {
    pub(super) game: Arc<dyn Game>,
    pub(super) plan: DescentPlan,
    pub(super) scale: ValueScale,
    pub(super) net: ValueNet,
    adam: Adam,
    gradient: Gradient,
    pub(super) samples: Samples,
    initial: Vec<u64>,
    /// Matches in flight: one group for each thread.
    groups: Vec<SelfPlayGroup>,
    rng: Rng,
    /// The number of samples that the optimiser must still use, counting repetitions.
    due: f64,
    /// The number of states that dropped matches looked at.
    dropped: u64,
    counts: LearningCounts,
    /// The share of the learning that an earlier network saves.
    head_start: f32,
    /// The number of matches that an earlier network learned from.
    earlier_matches: u64,
    /// The best complete line from the initial state, if there is one role.
    line: Option<FoundLine>,
}

impl Learner {
    /// A learner with a random network. Fails if descent does not support the game.
    pub fn new(
        game: Arc<dyn Game>,
        mut plan: DescentPlan,
        seed: u64,
        budget: &Budget,
    ) -> Result<Learner, DescentError> {
        if chance_role(&*game).is_some() {
            return Err(DescentError::Chance);
        }
        let inputs = game.fluent_names().ok_or(DescentError::NotGrounded)?.len();
        if inputs * FEWEST_UNITS > MOST_PARAMETERS {
            let most = MOST_PARAMETERS / FEWEST_UNITS;
            return Err(DescentError::Fluents(inputs, most));
        }
        while plan.hidden > FEWEST_UNITS && inputs * plan.hidden > MOST_PARAMETERS {
            plan.hidden = (plan.hidden / 2).next_multiple_of(16);
        }
        let initial = game.initial()?;
        let roles = game.roles().len();
        let seen = sample(&*game, None, &initial, budget, spread_seed(seed, 0));
        let scale = ValueScale {
            roles,
            constant_sum: seen.constant_sum.filter(|&sum| sum > 0),
        };
        let shape = Shape {
            inputs,
            hidden: plan.hidden,
            outputs: scale.outputs(),
        };
        let active: u32 = initial.words().iter().map(|word| word.count_ones()).sum();
        let net = ValueNet::new(shape, active as f32, spread_seed(seed, 1));
        let rng = Rng::with_seed(spread_seed(seed, 2));
        Ok(Learner::with_net(
            game,
            plan,
            scale,
            net,
            rng,
            initial.words().to_vec(),
        ))
    }

    fn with_net(
        game: Arc<dyn Game>,
        plan: DescentPlan,
        scale: ValueScale,
        net: ValueNet,
        rng: Rng,
        initial: Vec<u64>,
    ) -> Learner {
        let mut learner = Learner {
            adam: Adam::new(net.shape()),
            gradient: Gradient::new(net.shape()),
            samples: no_samples(&plan, scale, initial.len()),
            groups: Vec::new(),
            due: 0.0,
            dropped: 0,
            counts: LearningCounts::default(),
            head_start: 0.0,
            earlier_matches: 0,
            line: None,
            initial,
            game,
            plan,
            scale,
            net,
            rng,
        };
        learner.start_matches();
        learner
    }

    /// A learner with the same network, but without samples and matches.
    pub fn fork(&self, seed: u64) -> Learner {
        let mut other = Learner::with_net(
            self.game.clone(),
            self.plan.clone(),
            self.scale,
            self.net.clone(),
            Rng::with_seed(seed),
            self.initial.clone(),
        );
        other.adam = self.adam.clone();
        other.counts = self.counts;
        other.earlier_matches = self.earlier_matches;
        other.line = self.line.clone();
        other
    }

    /// Starts with an earlier network instead of a random one. Returns false if it has other inputs or outputs.
    pub fn start_from(&mut self, mut known: KnownNet) -> bool {
        // Another sample of random matches may have had another sum.
        match (self.scale.constant_sum, known.net.shape().outputs) {
            (Some(_), 2) => self.forget_sum(),
            (None, 1) if self.scale.roles == 2 => known.net = known.net.with_both_sides(),
            _ => {}
        }
        let (own, other) = (self.net.shape(), known.net.shape());
        if (own.inputs, own.outputs) != (other.inputs, other.outputs) {
            return false;
        }
        self.adam = Adam::new(other);
        self.gradient = Gradient::new(other);
        self.plan.hidden = other.hidden;
        self.net = known.net;
        (self.head_start, self.earlier_matches) = match known.is_same_game {
            true => (HEAD_START, known.matches),
            false => (VARIANT_HEAD_START, 0),
        };
        true
    }

    /// True if the learner started with an earlier network.
    pub fn has_head_start(&self) -> bool {
        self.head_start > 0.0
    }

    /// The number of matches that the earlier network learned from.
    pub fn earlier_matches(&self) -> u64 {
        self.earlier_matches
    }

    fn start_matches(&mut self) {
        for _ in 0..self.plan.threads.max(1) {
            let (roles, rng) = (self.scale.roles, self.rng.fork());
            let group = SelfPlayGroup::new(&self.plan, roles, &self.initial, rng);
            self.groups.push(group);
        }
    }

    /// The network.
    pub fn net(&self) -> &ValueNet {
        &self.net
    }

    /// The best complete line that learning has met. Only games with one role have one.
    pub fn best_line(&self) -> Option<PlannedLine> {
        let initial = State::from_words(self.initial.clone());
        self.line.as_ref()?.plan(&*self.game, &initial)
    }

    /// The work that was done so far.
    pub fn counts(&self) -> LearningCounts {
        self.counts
    }

    /// The number of states that learning looked at.
    pub fn evaluated(&self) -> u64 {
        let groups = self.groups.iter().map(SelfPlayGroup::evaluated);
        self.dropped + groups.sum::<u64>()
    }

    /// Learns on without a constant sum of goals. Nothing but the network is kept, and each role gets an output: values that rest on a
    /// wrong sum are wrong.
    pub(super) fn forget_sum(&mut self) {
        if self.scale.constant_sum.is_none() {
            return;
        }
        self.scale.constant_sum = None;
        self.net = self.net.with_both_sides();
        self.adam = Adam::new(self.net.shape());
        self.gradient = Gradient::new(self.net.shape());
        self.samples = no_samples(&self.plan, self.scale, self.initial.len());
        (self.due, self.dropped) = (0.0, self.evaluated());
        self.groups.clear();
        self.start_matches();
    }

    /// Learns until the time or the node limit of the budget is reached. An evaluated state counts as a simulation. The learning rate and the greed follow the used share of the budget.
    pub fn learn(&mut self, budget: &Budget) -> Result<(), DescentError> {
        let (first, limit) = (self.evaluated(), budget.nodes.min(budget.simulations));
        let total = budget.total().map(|total| total.as_secs_f64().max(1e-9));
        while !budget.is_over() && self.evaluated() - first < limit {
            let share = match total {
                Some(total) => budget.elapsed().as_secs_f64() / total,
                None => (self.evaluated() - first) as f64 / limit as f64,
            };
            let share = self.head_start + (1.0 - self.head_start) * share as f32;
            match self.round(share, budget) {
                Err(DescentError::Stopped(_)) if budget.is_over() => break,
                result => result?,
            }
        }
        Ok(())
    }

    /// Continues to learn until the budget is over, with the final learning rate and greed.
    pub fn go_on(&mut self, budget: &Budget) -> Result<(), DescentError> {
        while !budget.is_over() {
            match self.round(1.0, budget) {
                Err(DescentError::Stopped(_)) if budget.is_over() => break,
                result => result?,
            }
        }
        Ok(())
    }

    /// The expected number of moves of a match between good players. Self-play ends a match when it is solved; a real match goes on for a while.
    pub fn expected_moves(&self) -> f64 {
        let (matches, moves) = (self.counts.matches.max(1), self.counts.moves);
        1.3 * moves as f64 / matches as f64 + 4.0
    }

    /// One round of self-play and the optimiser steps that are due. `share` is the share of the learning done so far. With several threads a round
    /// takes a fixed time: this thread trains while the others play. A round ends early if the budget is over, and can be repeated.
    pub fn round(&mut self, share: f32, budget: &Budget) -> Result<(), DescentError> {
        match self.groups.len() {
            1 => self.single_round(share, budget)?,
            _ => self.parallel_round(share, budget)?,
        }
        if self.groups.iter().any(SelfPlayGroup::refutes_sum) {
            self.forget_sum();
        }
        self.take_harvests();
        Ok(())
    }

    fn single_round(&mut self, share: f32, budget: &Budget) -> Result<(), DescentError> {
        let lesson = Lesson {
            game: &*self.game,
            net: &self.net,
            scale: self.scale,
            plan: &self.plan,
            share,
        };
        self.groups[0].round(lesson, budget)?;
        self.train_due(share, budget);
        Ok(())
    }

    /// All groups play with a copy of the network. Meanwhile this thread trains the network, and then plays too.
    fn parallel_round(&mut self, share: f32, budget: &Budget) -> Result<(), DescentError> {
        let (game, net, plan) = (self.game.clone(), self.net.clone(), self.plan.clone());
        let lesson = Lesson {
            game: &*game,
            net: &net,
            scale: self.scale,
            plan: &plan,
            share,
        };
        let turn = budget.at_most(TURN);
        let mut groups = std::mem::take(&mut self.groups);
        let (own, others) = groups.split_at_mut(1);
        let results = std::thread::scope(|scope| {
            let play = |group| {
                let turn = &turn;
                let work = move || {
                    let part = turn.for_this_thread();
                    let _watch = part.watch();
                    SelfPlayGroup::play(group, lesson, &part)
                };
                // Without a thread the group waits for the next round.
                std::thread::Builder::new().spawn_scoped(scope, work).ok()
            };
            let threads: Vec<_> = others.iter_mut().filter_map(play).collect();
            while self.train_due(share, &turn) && !turn.is_over() {}
            let mut results = vec![own[0].play(lesson, &turn)];
            for thread in threads {
                let played = thread.join();
                results.push(played.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            results
        });
        self.groups = groups;
        results.into_iter().collect()
    }

    /// Takes the samples of all groups.
    fn take_harvests(&mut self) {
        let (words, outputs) = (self.initial.len(), self.scale.outputs());
        for group in &mut self.groups {
            let harvest = std::mem::take(&mut group.harvest);
            let states = harvest.words.chunks_exact(words);
            for (state, target) in states.zip(harvest.targets.chunks_exact(outputs)) {
                self.samples.push(state, target);
            }
            FoundLine::keep_better(&mut self.line, harvest.line);
            self.counts.matches += harvest.matches;
            self.counts.moves += harvest.moves;
            self.counts.samples += harvest.samples;
            self.counts.solved += harvest.solved;
            self.due += harvest.samples as f64 * self.plan.reuse;
        }
        self.due = self.due.min(MOST_DUE_BATCHES * self.plan.batch as f64);
    }

    /// Learns from states of a search tree until the budget is over. The tree must belong to the same game.
    pub(super) fn learn_from_tree(&mut self, tree: &Tree, budget: &Budget) {
        if tree.len() == 0 || budget.total().is_none() {
            return;
        }
        for _ in 0..TREE_SAMPLES {
            let id = self.rng.u32(0..tree.len() as u32);
            if tree.marks(id).expanded {
                self.samples
                    .push(tree.words(id), self.scale.target(tree.values(id)));
                self.due += self.plan.reuse;
            }
        }
        let enough = FIRST_BATCHES * self.plan.batch;
        while self.due >= self.plan.batch as f64
            && self.samples.len() >= enough
            && !budget.is_over()
        {
            self.train(self.plan.rates[1]);
            self.due -= self.plan.batch as f64;
        }
    }

    /// The network as it is now, for players that only use it.
    pub fn trained(&self) -> TrainedNet {
        TrainedNet {
            net: Arc::new(self.net.clone()),
            scale: self.scale,
        }
    }

    /// Makes the optimiser steps that are due, a few at most, until the budget is over. Returns true if more may be due.
    fn train_due(&mut self, share: f32, budget: &Budget) -> bool {
        let batch = self.plan.batch;
        for _ in 0..STEPS_A_ROUND {
            let is_due = self.due >= batch as f64 && self.samples.len() >= FIRST_BATCHES * batch;
            if !is_due || budget.is_over() {
                return false;
            }
            self.train(self.plan.rate(share));
            self.due -= batch as f64;
        }
        true
    }

    /// One step of the optimiser on random samples.
    fn train(&mut self, rate: f32) {
        let batch = self.plan.batch;
        let picks: Vec<usize> = (0..batch)
            .map(|_| self.rng.usize(0..self.samples.len()))
            .collect();
        let chosen: Vec<_> = picks.iter().map(|&at| self.samples.get(at)).collect();
        let error = self.gradient.add(&self.net, &chosen);
        self.adam.step(&mut self.net, &mut self.gradient, rate);
        self.counts.trained += batch as u64;
        self.counts.errors.0 += f64::from(error);
        self.counts.errors.1 += (batch * self.scale.outputs()) as u64;
    }
}

/// An empty ring with the memory of the plan.
fn no_samples(plan: &DescentPlan, scale: ValueScale, words: usize) -> Samples {
    let bytes = 8 * words + 4 * scale.outputs();
    let capacity = (plan.memory_bytes / bytes).min(MOST_SAMPLES);
    Samples::new(words, scale.outputs(), capacity)
}
