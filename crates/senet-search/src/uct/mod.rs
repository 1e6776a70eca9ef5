//! `uct`: Monte-Carlo tree search with upper confidence bounds, on batches of leaves.
//!
//! Random matches are nearly free where the game plays hundreds of them at once, so a descent does not end with one match: a batch of leaves
//! is gathered, each gets several matches, and their mean counts as one visit. Single leaves with single matches, the classic form, are
//! the special case `uct:batch=1,playouts=1`.
//!
//! Every role chooses by statistics of its own (decoupled), so any number of roles and simultaneous moves are the normal case. Values that
//! are proven go up the tree and end the search early.

mod batch;
mod bounds;
mod choice;
mod descend;
mod expand;
mod guide;
mod guided;
mod ledger;
mod line;
mod mast;
mod measure;
mod node;
mod number;
mod options;
mod outcome;
mod rave;
mod recycle;
mod reuse;
mod room;
mod search;
mod shelves;
mod store;
mod threads;
mod top;
mod tree;

use crate::player::legal_moves;
use crate::{Budget, Choice, Options, Player, PlayerError, Report, Setting, Stop, chance_role};
use expand::Expansions;
use fastrand::Rng;
use guide::Guide;
use guided::Lessons;
use measure::Plan;
use node::Kind;
use options::{Parallel, UctOptions};
use senet_engine::{JointMove, State, Stopped};
use std::sync::RwLock;
use tree::{Shape, Tree};

/// Searches by random matches in a growing tree.
pub struct Uct {
    setting: Setting,
    options: UctOptions,
    rng: Rng,
    plan: Option<Plan>,
    /// Where an evaluation is learned, if the search is to be guided by one.
    lessons: Option<Lessons>,
    /// The evaluation, once it is learned.
    guide: Option<Guide>,
    /// One, or one for each thread.
    trees: Vec<RwLock<Tree>>,
}

impl Uct {
    /// Takes a seat.
    pub fn seat(mut options: Options, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        let read = UctOptions::read(&mut options)?;
        options.finish()?;
        Ok(Box::new(Uct::with_options(read, setting)))
    }

    fn with_options(read: UctOptions, setting: Setting) -> Uct {
        let roles = setting.game.roles().len();
        let chance = chance_role(&*setting.game);
        let shape = Shape {
            transpositions: read.transpositions,
            solver: read.solver,
            rave: read.rave,
        };
        let tree = || Tree::new(roles, chance, shape);
        let trees = match read.parallel {
            Parallel::Tree => 1,
            Parallel::Root => read.threads,
        };
        Uct {
            rng: Rng::with_seed(setting.seed),
            trees: (0..trees).map(|_| RwLock::new(tree())).collect(),
            plan: None,
            lessons: None,
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

    /// Measures what has to be known of the game, unless that is done.
    fn make_plan(&mut self, state: &State, budget: &Budget) -> Plan {
        if let Some(plan) = &self.plan {
            return plan.clone();
        }
        let seed = self.rng.u64(..);
        let plan = measure::plan(&self.options, &*self.setting.game, state, budget, seed);
        self.plan = Some(plan.clone());
        plan
    }

    /// Finds out how much there is to win from a state, and whether what one wins, the other loses.
    fn take_sample(&mut self, state: &State, budget: &Budget) {
        let game = &*self.setting.game;
        let seed = self.rng.u64(..);
        let sample = measure::sample(game, chance_role(game), state, budget, seed);
        for tree in self.trees() {
            tree.assume_sum(sample.constant_sum);
            tree.spreads.clone_from(&sample.spreads);
        }
    }

    /// Makes sure that the state is the root and that its moves are known.
    fn set_root(&mut self, state: &State) -> Result<(), Stopped> {
        let (reuse, game) = (self.options.reuse, self.setting.game.clone());
        let (mut rng, guide) = (self.rng.fork(), self.guide.clone());
        for tree in self.trees() {
            let found = reuse && tree.go_to(state);
            if !found && !tree.start(state) {
                return Err(Stopped::Misuse("the state is too large".to_string()));
            }
            if tree.node(tree.root).shape() == Kind::Leaf {
                let (root, chance) = (tree.root, tree.chance);
                let states = std::slice::from_ref(state);
                let expansions =
                    Expansions::of(&*game, chance, &[root], states, guide.as_ref(), &mut rng)?;
                tree.make_room(expansions.needs());
                tree.expand(&expansions);
                tree.withdraw_if_contradicted();
                tree.prove(&[root]);
            }
        }
        Ok(())
    }
}

impl Player for Uct {
    fn prepare(&mut self, budget: &Budget) -> Result<Report, Stopped> {
        let _watch = budget.watch();
        let state = self.setting.game.initial()?;
        self.learn_before(budget);
        let plan = self.make_plan(&state, budget);
        // A game may have to get ready for its first questions. If it does not within the budget, it does in the first move.
        self.set_root(&state).ok();
        let lessons = self.lessons.iter().map(|lessons| lessons.note.clone());
        Ok(Report {
            batching: Some(plan.batching()),
            notes: lessons.chain([plan.note]).collect(),
            ..Report::default()
        })
    }

    fn choose(&mut self, state: &State, budget: &Budget) -> Result<Choice, Stopped> {
        let _watch = budget.watch();
        let legal = legal_moves(&*self.setting.game, state, self.setting.role)?;
        if let [only] = legal[..] {
            return Ok(Choice {
                chosen: only,
                report: Report::stopped(Stop::OnlyMove),
            });
        }
        self.learn_meanwhile(budget);
        let plan = self.make_plan(state, budget);
        self.take_sample(state, budget);
        if self.set_root(state).is_err() {
            let stop = budget.out_of_time().unwrap_or(Stop::Done);
            return Ok(Choice {
                chosen: legal[0],
                report: Report::stopped(stop),
            });
        }
        let outcome = self.search(&plan, budget);
        Ok(self.conclude(outcome, &legal, &plan))
    }

    fn observe(&mut self, _joint: &JointMove, next: &State) {
        if self.options.reuse {
            for tree in self.trees() {
                if !tree.go_to_child(next) {
                    tree.forget();
                }
            }
        }
    }
}
