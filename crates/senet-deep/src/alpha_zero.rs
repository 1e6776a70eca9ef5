//! Algorithm 1: self-play, training and the gate, repeated.

use crate::gate::gate;
use crate::{
    DeepError, DeepPlan, GameModel, GateScore, Model, ModelSymmetry, SelfPlayMatch,
    TrainingPosition, Window, self_play,
};
use fastrand::Rng;
use senet_engine::{Game, spread_seed};
use senet_gdl::Deadline;
use senet_value_net::Adam;
use senet_value_net::policy::{PolicyGradient, PolicyLoss, PolicyNet, PolicySample};
use std::sync::Arc;

/// The weight of the searched value in mixed targets.
const SEARCHED_WEIGHT: f32 = 0.5;

/// A run of AlphaZero for one game.
pub struct AlphaZero {
    /// The best network so far.
    pub best: Model,
    /// The settings.
    pub plan: DeepPlan,
    joined: GameModel,
    state: RunState,
    window: Window,
    seed: u64,
    symmetries: Vec<ModelSymmetry>,
}

/// The state that a run needs to continue, besides the network and the window.
#[derive(Clone, PartialEq, Debug)]
pub struct RunState {
    /// The number of finished iterations.
    pub iteration: u64,
    /// The optimiser of the best network.
    pub adam: Adam,
}

/// The result of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct IterationReport {
    /// The number of matches of self-play.
    pub matches: u64,
    /// The number of positions in these matches.
    pub positions: u64,
    /// The mean loss of training.
    pub loss: PolicyLoss,
    /// The score at the gate; `None` without a gate.
    pub gate: Option<GateScore>,
    /// True if the new network is the best one now.
    pub accepted: bool,
}

/// The current part of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The number of finished matches of self-play.
    Played(u64),
    /// Training has begun.
    Training,
    /// The gate has begun.
    Gate,
}

impl AlphaZero {
    /// A run that starts with this network.
    pub fn new(
        game: Arc<dyn Game>,
        start: Model,
        plan: DeepPlan,
        seed: u64,
    ) -> Result<AlphaZero, DeepError> {
        let state = RunState {
            iteration: 0,
            adam: Adam::of_size(start.net.parameters().len()),
        };
        AlphaZero::resume(game, start, plan, seed, state, Vec::new())
    }

    /// A run that continues. `matches` are those of finished iterations, oldest first.
    pub fn resume(
        game: Arc<dyn Game>,
        best: Model,
        plan: DeepPlan,
        seed: u64,
        state: RunState,
        matches: Vec<SelfPlayMatch>,
    ) -> Result<AlphaZero, DeepError> {
        let mut window = Window::new(plan.window, plan.memory_bytes / 2);
        matches.into_iter().for_each(|played| window.push(played));
        Ok(AlphaZero {
            joined: best.join_own(game)?,
            best,
            plan,
            state,
            window,
            seed,
            symmetries: Vec::new(),
        })
    }

    /// Also learns from the images of positions under symmetries. They must be proved, and the same whenever the run continues.
    pub fn use_symmetries(&mut self, symmetries: Vec<ModelSymmetry>) {
        self.symmetries = symmetries;
    }

    /// The state that the run needs to continue.
    pub fn state(&self) -> &RunState {
        &self.state
    }

    /// The newest matches.
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// The numbers of the matches of the next iteration.
    pub fn next_numbers(&self) -> std::ops::Range<u64> {
        let each = self.plan.matches as u64;
        self.state.iteration * each..(self.state.iteration + 1) * each
    }

    /// One iteration of Algorithm 1. `known` are matches of this iteration that were played before an interruption; `store` gets the others when they
    /// end. After an error the run is unchanged, and the iteration can be repeated.
    pub fn iterate(
        &mut self,
        known: Vec<SelfPlayMatch>,
        deadline: &Deadline,
        store: &mut dyn FnMut(&SelfPlayMatch) -> Result<(), DeepError>,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<IterationReport, DeepError> {
        let fresh = self.play(known, deadline, store, tell)?;
        let mut window = self.window.clone();
        let matches = fresh.len() as u64;
        let positions = fresh.iter().map(|one| one.positions.len() as u64).sum();
        fresh.into_iter().for_each(|played| window.push(played));
        tell(Progress::Training);
        let (net, adam, loss) = self.train(&window, positions, deadline)?;
        let net = Arc::new(net);
        let gate = match self.plan.gate_matches {
            0 => None,
            _ => {
                tell(Progress::Gate);
                let challenger = self.joined.with_net(net.clone());
                let seed = self.phase_seed(2);
                Some(gate(&challenger, &self.joined, &self.plan, seed, deadline)?)
            }
        };
        let accepted = gate.is_none_or(|score| score.passes());
        if accepted {
            self.joined = self.joined.with_net(net.clone());
            self.best.net = net;
            self.state.adam = adam;
        }
        self.state.iteration += 1;
        self.window = window;
        Ok(IterationReport {
            matches,
            positions,
            loss,
            gate,
            accepted,
        })
    }

    fn phase_seed(&self, phase: u64) -> u64 {
        spread_seed(spread_seed(self.seed, self.state.iteration), phase)
    }

    /// Plays the matches of an iteration, sorted by number.
    fn play(
        &self,
        known: Vec<SelfPlayMatch>,
        deadline: &Deadline,
        store: &mut dyn FnMut(&SelfPlayMatch) -> Result<(), DeepError>,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Vec<SelfPlayMatch>, DeepError> {
        let numbers = self.next_numbers();
        let mut all = known;
        all.retain(|played| numbers.contains(&played.number));
        let known: Vec<u64> = all.iter().map(|played| played.number).collect();
        let missing = numbers.filter(|number| !known.contains(number));
        let mut done = |played: SelfPlayMatch| {
            store(&played)?;
            all.push(played);
            tell(Progress::Played(all.len() as u64));
            Ok(())
        };
        let seed = self.phase_seed(0);
        self_play(&self.joined, &self.plan, seed, missing, deadline, &mut done)?;
        all.sort_by_key(|played| played.number);
        Ok(all)
    }

    /// Trains a copy of the best network on the window.
    fn train(
        &self,
        window: &Window,
        fresh: u64,
        deadline: &Deadline,
    ) -> Result<(PolicyNet, Adam, PolicyLoss), DeepError> {
        let mut rng = Rng::with_seed(self.phase_seed(1));
        let mut net = (*self.best.net).clone();
        let mut adam = self.state.adam.clone();
        let mut gradient = PolicyGradient::new(&net);
        let mut loss = PolicyLoss::default();
        let uses = fresh as f64 * self.plan.reuse;
        for _ in 0..(uses / self.plan.batch as f64).ceil() as u64 {
            if deadline.is_over() {
                return Err(senet_engine::Stopped::Signalled.into());
            }
            let drawn = window.draw(self.plan.batch, &mut rng);
            let images = drawn.iter().map(|(played, at)| {
                let position = &played.positions[*at];
                match rng.choice(&self.symmetries) {
                    None => (position.clone(), played.goals.clone()),
                    Some(symmetry) => (symmetry.position(position), symmetry.values(&played.goals)),
                }
            });
            let images: Vec<(TrainingPosition, Vec<f32>)> = images.collect();
            let targets: Vec<Targets> = images
                .iter()
                .map(|(position, goals)| self.targets(position, goals))
                .collect();
            let samples: Vec<PolicySample> = targets.iter().map(Targets::sample).collect();
            loss.merge(gradient.add(&net, &samples));
            gradient.step(&mut net, &mut adam, self.plan.rate);
        }
        Ok((net, adam, loss))
    }

    /// The targets of a position.
    fn targets<'a>(&self, position: &'a TrainingPosition, goals: &[f32]) -> Targets<'a> {
        let weight = match self.plan.refinements.mixed_values {
            true => SEARCHED_WEIGHT,
            false => 0.0,
        };
        let pairs = goals.iter().zip(&position.searched);
        let mixed = pairs.map(|(goal, searched)| goal + weight * (searched - goal));
        Targets {
            state: &position.state,
            policy: position.policy.iter().map(Vec::as_slice).collect(),
            values: mixed.collect(),
        }
    }
}

/// A position as a sample.
struct Targets<'a> {
    state: &'a [u64],
    policy: Vec<&'a [(u32, f32)]>,
    values: Vec<f32>,
}

impl Targets<'_> {
    fn sample(&self) -> PolicySample<'_> {
        PolicySample {
            state: self.state,
            policy: &self.policy,
            values: &self.values,
        }
    }
}
