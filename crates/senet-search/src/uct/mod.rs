//! `uct`: Monte-Carlo tree search with upper confidence bounds, on batches of leaves.
//!
//! Playouts are nearly free if the engine runs hundreds of them at once. A descent therefore does not end with a
//! single playout: the search gathers a batch of leaves, runs several playouts from each, and counts their mean as
//! one visit. The classic form, one leaf with one playout, is the special case `uct:batch=1,playouts=1`.
//!
//! Every role selects by its own statistics (decoupled UCT). This covers any number of roles and simultaneous
//! moves. Proven values are backed up in the tree and can end the search early.

mod atomics;
mod batch;
mod bounds;
mod capacity;
mod chunked_vec;
mod descent;
mod expansion;
mod guct;
mod guide;
mod mast;
mod measure;
mod node;
mod options;
mod outcome;
mod principal_variation;
mod rave;
mod recycle;
mod reuse;
mod root_cache;
mod root_moves;
mod root_stats;
pub(crate) mod sample;
mod search;
mod sharded_map;
mod threads;
mod tree;

use crate::player::legal_moves;
use crate::{
    Budget, MoveChoice, OptionReader, Player, PlayerError, SearchReport, Setting, Stop, chance_role,
};
use expansion::Expansions;
use fastrand::Rng;
use guct::GuideLearner;
use guide::Guide;
use measure::SearchParameters;
use node::NodeKind;
use options::{Parallel, UctOptions};
use senet_engine::{JointMove, State, Stopped};
use std::sync::RwLock;
use tree::{Tree, TreeFeatures};

/// Monte-Carlo tree search.
pub struct UctPlayer {
    setting: Setting,
    options: UctOptions,
    rng: Rng,
    parameters: Option<SearchParameters>,
    /// Learns the evaluation that guides the search (`guct` only).
    guide_learner: Option<GuideLearner>,
    /// The guide, once its evaluation is learned.
    guide: Option<Guide>,
    /// One shared tree, or one tree per thread.
    trees: Vec<RwLock<Tree>>,
}

impl UctPlayer {
    /// Creates the player.
    pub fn create(
        mut options: OptionReader,
        setting: Setting,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let read = UctOptions::read(&mut options)?;
        options.finish()?;
        Ok(Box::new(UctPlayer::with_options(read, setting)))
    }

    fn with_options(read: UctOptions, setting: Setting) -> UctPlayer {
        let roles = setting.game.roles().len();
        let chance = chance_role(&*setting.game);
        let features = TreeFeatures {
            transpositions: read.transpositions,
            solver: read.solver,
            rave: read.rave,
        };
        let tree = || Tree::new(roles, chance, features);
        let trees = match read.parallel {
            Parallel::Tree => 1,
            Parallel::Root => read.threads,
        };
        UctPlayer {
            rng: Rng::with_seed(setting.seed),
            trees: (0..trees).map(|_| RwLock::new(tree())).collect(),
            parameters: None,
            guide_learner: None,
            guide: None,
            options: read,
            setting,
        }
    }

    fn trees(&mut self) -> impl Iterator<Item = &mut Tree> {
        self.trees
            .iter_mut()
            .map(|lock| lock.get_mut().unwrap_or_else(|p| p.into_inner()))
    }

    /// Chooses the search parameters for the game, by measurement on the first call.
    fn choose_parameters(&mut self, state: &State, budget: &Budget) -> SearchParameters {
        if let Some(parameters) = &self.parameters {
            return parameters.clone();
        }
        let seed = self.rng.u64(..);
        let parameters =
            measure::parameters(&self.options, &*self.setting.game, state, budget, seed);
        self.parameters = Some(parameters.clone());
        parameters
    }

    /// Estimates the spread of goals from a state, and whether two players' goals have a constant sum.
    fn take_sample(&mut self, state: &State, budget: &Budget) {
        let game = &*self.setting.game;
        let seed = self.rng.u64(..);
        let sample = sample::sample(game, chance_role(game), state, budget, seed);
        for tree in self.trees() {
            tree.assume_constant_sum(sample.constant_sum);
            tree.spreads.clone_from(&sample.spreads);
        }
    }

    /// Makes the state the expanded root of every tree.
    fn set_root(&mut self, state: &State) -> Result<(), Stopped> {
        let (reuse, game) = (self.options.reuse, self.setting.game.clone());
        let (mut rng, guide) = (self.rng.fork(), self.guide.clone());
        for tree in self.trees() {
            let found = reuse && tree.reroot(state);
            if !found && !tree.start(state) {
                return Err(Stopped::Misuse(
                    "the state is too large for the search tree".to_string(),
                ));
            }
            if tree.node(tree.root).shape() == NodeKind::Leaf {
                let (root, chance) = (tree.root, tree.chance);
                let states = std::slice::from_ref(state);
                let expansions =
                    Expansions::of(&*game, chance, &[root], states, guide.as_ref(), &mut rng)?;
                tree.ensure_capacity(expansions.element_counts());
                tree.expand(&expansions);
                tree.withdraw_if_contradicted();
                tree.prove(&[root]);
            }
        }
        Ok(())
    }
}

impl Player for UctPlayer {
    fn prepare(&mut self, budget: &Budget) -> Result<SearchReport, Stopped> {
        let _watch = budget.watch();
        let state = self.setting.game.initial()?;
        self.learn_on_start_clock(budget);
        let parameters = self.choose_parameters(&state, budget);
        // Some games prepare on their first query. If that does not finish here, it continues in the first move.
        self.set_root(&state).ok();
        let guide_learner = self
            .guide_learner
            .iter()
            .map(|guide_learner| guide_learner.note.clone());
        Ok(SearchReport {
            batching: Some(parameters.batching()),
            notes: guide_learner.chain([parameters.note]).collect(),
            ..SearchReport::default()
        })
    }

    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        let _watch = budget.watch();
        let legal = legal_moves(&*self.setting.game, state, self.setting.role)?;
        if let [only] = legal[..] {
            return Ok(MoveChoice {
                chosen: only,
                report: SearchReport::stopped(Stop::OnlyMove),
            });
        }
        self.learn_on_play_clock(budget);
        let parameters = self.choose_parameters(state, budget);
        self.take_sample(state, budget);
        if self.set_root(state).is_err() {
            let stop = budget.out_of_time().unwrap_or(Stop::Done);
            return Ok(MoveChoice {
                chosen: legal[0],
                report: SearchReport::stopped(stop),
            });
        }
        let outcome = self.search(&parameters, budget);
        Ok(self.conclude(outcome, &legal, &parameters))
    }

    fn observe(&mut self, _joint: &JointMove, next: &State) {
        if self.options.reuse {
            for tree in self.trees() {
                if !tree.reroot_to_child(next) {
                    tree.clear();
                }
            }
        }
    }

    /// The other player starts with the measured parameters and the guide, and with an empty tree.
    fn rematch(&self, setting: &Setting) -> Option<Box<dyn Player>> {
        let mut other = UctPlayer::with_options(self.options.clone(), setting.clone());
        other.parameters = self.parameters.clone();
        other.guide_learner = self.guide_learner.clone();
        other.guide = self.guide.clone();
        Some(Box::new(other))
    }
}
