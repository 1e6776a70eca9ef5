//! The player `descent`.

use super::expansion::DescentError;
use super::learner::Learner;
use super::net_player::gave_up;
use super::plan::DescentPlan;
use super::search::BestFirst;
use crate::search_player::{ActiveClock, SearchPlayer, SearchResult};
use crate::{Budget, OptionReader, Player, PlayerError, SearchReport, Setting, Stop, chance_role};
use fastrand::Rng;
use senet_engine::State;

/// The share of a play clock for learning, if there was no start clock.
const FIRST_SHARE: f64 = 0.5;
/// The share of a play clock for learning from the own search tree.
const TREE_SHARE: f64 = 0.1;
/// The number of evaluated states for learning if neither time nor nodes are limited.
const UNLIMITED_NODES: u64 = 300_000;

/// Learns a value network, and plays by best-first minimax with it.
pub struct DescentPlayer {
    setting: Setting,
    hidden: Option<usize>,
    rng: Rng,
    /// `None` until the first clock starts.
    learned: Option<Learned>,
    /// Why the game cannot be learned.
    trouble: Option<DescentError>,
}

struct Learned {
    learner: Learner,
    search: BestFirst,
}

impl Learned {
    fn new(learner: Learner) -> Learned {
        let words = learner.net.shape().inputs.div_ceil(64);
        Learned {
            search: BestFirst::new(learner.scale, words),
            learner,
        }
    }

    fn is_taught(&self) -> bool {
        self.learner.counts().trained > 0
    }
}

impl DescentPlayer {
    /// Creates the player.
    pub fn create(
        mut options: OptionReader,
        setting: Setting,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let expected = "it must be a multiple of 16, from 16 to 1024";
        let hidden = options.get("hidden", expected)?.map(|Units(units)| units);
        options.finish()?;
        let unfit = |error: DescentError| PlayerError::Unfit {
            kind: "descent".to_string(),
            reason: format!("{error}; try `uct`"),
        };
        if chance_role(&*setting.game).is_some() {
            return Err(unfit(DescentError::Chance));
        }
        if setting.game.fluent_names().is_none() {
            return Err(unfit(DescentError::NotGrounded));
        }
        Ok(Box::new(DescentPlayer::new(setting, hidden)))
    }

    fn new(setting: Setting, hidden: Option<usize>) -> DescentPlayer {
        DescentPlayer {
            rng: Rng::with_seed(setting.seed),
            learned: None,
            trouble: None,
            setting,
            hidden,
        }
    }

    /// A player that continues with a learner of the same game.
    pub fn with_learner(setting: Setting, learner: Learner) -> DescentPlayer {
        let mut player = DescentPlayer::new(setting, None);
        player.learned = Some(Learned::new(learner));
        player
    }

    /// The learner, which is created on the first call.
    fn learned(&mut self, budget: &Budget) -> Result<&mut Learned, DescentError> {
        if self.learned.is_none() {
            let mut plan = DescentPlan::within(budget);
            plan.hidden = self.hidden.unwrap_or(plan.hidden);
            let game = self.setting.game.clone();
            let learner = Learner::new(game, plan, self.setting.seed, budget)?;
            self.learned = Some(Learned::new(learner));
        }
        Ok(self.learned.as_mut().expect("the learner was just created"))
    }

    fn study(&mut self, budget: &Budget) -> Result<SearchReport, DescentError> {
        let limit = match budget.is_limited() {
            true => budget.nodes,
            false => UNLIMITED_NODES,
        };
        let budget = budget.clone().with_nodes(limit);
        let learned = self.learned(&budget)?;
        learned.learner.learn(&budget)?;
        let counts = learned.learner.counts();
        let note = format!(
            "learned from {} matches and {} states",
            counts.matches, counts.samples
        );
        Ok(SearchReport {
            nodes: learned.learner.evaluated(),
            notes: vec![note],
            ..SearchReport::stopped(budget.out_of_time().unwrap_or(Stop::Nodes))
        })
    }

    fn play(&mut self, state: &State, budget: &Budget) -> Result<SearchResult, DescentError> {
        let mut notes = Vec::new();
        if !self.learned.as_ref().is_some_and(Learned::is_taught) {
            notes = self.study(&budget.part(FIRST_SHARE))?.notes;
        }
        let (game, role) = (self.setting.game.clone(), self.setting.role);
        let mut rng = self.rng.fork();
        let learned = self.learned(budget)?;
        let (search, learner) = (&mut learned.search, &mut learned.learner);
        let part = budget.part(1.0 - TREE_SHARE);
        let (chosen, mut report) =
            search.choose(&*game, &learner.net, state, role, &part, &mut rng)?;
        learner.learn_from_tree(&search.tree, budget);
        report.notes.extend(notes);
        Ok((chosen, report))
    }
}

impl SearchPlayer for DescentPlayer {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn think(&mut self, state: &State, budget: &Budget, clock: ActiveClock) -> SearchResult {
        let result = match (clock, &self.trouble) {
            (_, Some(trouble)) => Err(trouble.clone()),
            (ActiveClock::Start, None) => self.study(budget).map(|report| (None, report)),
            (ActiveClock::Play, None) => self.play(state, budget),
        };
        result.unwrap_or_else(|error| {
            let report = gave_up(&error, budget);
            if !matches!(error, DescentError::Stopped(_)) {
                self.trouble = Some(error);
            }
            (None, report)
        })
    }

    fn another(&self, setting: &Setting) -> Option<Box<dyn Player>> {
        let learned = self.learned.as_ref()?;
        let learner = learned.learner.fork(setting.seed);
        let other = DescentPlayer::with_learner(setting.clone(), learner);
        Some(Box::new(other))
    }
}

/// A number of units of the first layer.
struct Units(usize);

impl std::str::FromStr for Units {
    type Err = ();

    fn from_str(text: &str) -> Result<Units, ()> {
        let units = text.parse().map_err(|_| ())?;
        let fits = (16..=1024).contains(&units) && units % 16 == 0;
        fits.then_some(Units(units)).ok_or(())
    }
}
