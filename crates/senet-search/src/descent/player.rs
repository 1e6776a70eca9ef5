//! The player `descent`.

use super::expansion::DescentError;
use super::learned::Learned;
use super::learner::Learner;
use super::memory::Memory;
use super::net_player::gave_up;
use super::plan::DescentPlan;
use super::pondering::Pondering;
use crate::lookahead::points;
use crate::option_reader::{Switch, Threads};
use crate::puzzle::PlannedLine;
use crate::search_player::{ActiveClock, SearchPlayer, SearchResult};
use crate::{Budget, OptionReader, Player, PlayerError, SearchReport, Setting, Stop, chance_role};
use fastrand::Rng;
use senet_engine::{MoveId, State};

/// The share of a play clock for learning, if there was no start clock.
const FIRST_SHARE: f64 = 0.5;
/// The share of a play clock for learning from the search tree of the match.
const TREE_SHARE: f64 = 0.1;
/// The number of evaluated states for learning if neither time nor nodes are limited.
const UNLIMITED_NODES: u64 = 300_000;

/// Learns a value network, and plays by best-first minimax with it.
pub struct DescentPlayer {
    setting: Setting,
    options: DescentOptions,
    rng: Rng,
    /// `None` until the first clock starts.
    learned: Option<Box<Learned>>,
    /// The learner while a thread trains it between two moves.
    pondering: Option<Pondering>,
    /// Why the game cannot be learned.
    trouble: Option<DescentError>,
    /// The best complete line from the current state, if there is one role.
    plan: Option<PlannedLine>,
}

/// The options in the player name.
#[derive(Clone, Default)]
struct DescentOptions {
    /// The units of the first layer.
    hidden: Option<usize>,
    /// The expansions for a move while learning.
    expansions: Option<u32>,
    /// The threads of learning.
    threads: Option<usize>,
    /// The networks of other matches.
    memory: Memory,
    /// True if the player learns while others think.
    ponder: bool,
}

impl DescentPlayer {
    /// Creates the player.
    pub fn create(
        mut options: OptionReader,
        setting: Setting,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let expected = "it must be a multiple of 16, from 16 to 1024";
        let hidden = options.get("hidden", expected)?.map(|Units(units)| units);
        let expansions = options.get("expansions", "it must be a number from 1 to 10000")?;
        let threads = options.get("threads", Threads::EXPECTED)?;
        let keep = options.get("keep", "it must be `on` or `off`")?;
        let ponder = options.get("ponder", "it must be `on` or `off`")?;
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
        let memory = Memory::of(&setting, keep.is_none_or(|Switch(on)| on));
        let options = DescentOptions {
            hidden,
            expansions: expansions.map(|Expansions(number)| number),
            threads: threads.map(|Threads(number)| number),
            memory,
            ponder: ponder.is_some_and(|Switch(on)| on),
        };
        Ok(Box::new(DescentPlayer::new(setting, options)))
    }

    fn new(setting: Setting, options: DescentOptions) -> DescentPlayer {
        DescentPlayer {
            rng: Rng::with_seed(setting.seed),
            learned: None,
            pondering: None,
            trouble: None,
            plan: None,
            setting,
            options,
        }
    }

    /// A player that continues with a learner of the same game.
    pub fn with_learner(setting: Setting, learner: Learner) -> DescentPlayer {
        let mut player = DescentPlayer::new(setting, DescentOptions::default());
        player.learned = Some(Box::new(Learned::new(learner)));
        player
    }

    /// Sets whether the player also learns while others think.
    pub fn with_pondering(mut self, ponder: bool) -> DescentPlayer {
        self.options.ponder = ponder;
        self
    }

    /// Takes the learner back from its thread.
    fn stop_pondering(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            self.learned = pondering.stop();
        }
    }

    /// Continues to learn until the next move.
    fn start_pondering(&mut self) {
        let wanted = self.options.ponder && self.trouble.is_none();
        if let Some(learned) = self.learned.take_if(|_| wanted) {
            match Pondering::start(learned) {
                Ok(pondering) => self.pondering = Some(pondering),
                Err(learned) => self.learned = Some(learned),
            }
        }
    }

    /// The learner, which is created on the first call, with a note about where it starts.
    fn learned(&mut self, budget: &Budget) -> Result<(&mut Learned, Option<String>), DescentError> {
        let mut note = None;
        if self.learned.is_none() {
            let mut plan = DescentPlan::within(budget);
            plan.hidden = self.options.hidden.unwrap_or(plan.hidden);
            plan.expansions = self.options.expansions.unwrap_or(plan.expansions);
            plan.threads = self.options.threads.unwrap_or(plan.threads);
            let game = self.setting.game.clone();
            let mut learner = Learner::new(game, plan, self.setting.seed, budget)?;
            note = self.options.memory.recall(&mut learner, budget);
            self.learned = Some(Box::new(Learned::new(learner)));
        }
        let learned = self.learned.as_mut();
        Ok((learned.expect("the learner was just created"), note))
    }

    fn study(&mut self, budget: &Budget) -> Result<SearchReport, DescentError> {
        let limit = match budget.is_limited() {
            true => budget.nodes,
            false => UNLIMITED_NODES,
        };
        let budget = budget.clone().with_nodes(limit);
        let memory = self.options.memory.clone();
        let (learned, start) = self.learned(&budget)?;
        learned.learner.learn(&budget)?;
        let counts = learned.learner.counts();
        let note = format!(
            "learned from {} matches and {} states",
            counts.matches, counts.samples
        );
        let kept = memory.keep(&learned.learner);
        let planned = learned.learner.best_line().map(|plan| plan.report());
        let planned = planned.unwrap_or_default();
        let notes = start.into_iter().chain([note]).chain(kept);
        Ok(SearchReport {
            nodes: learned.learner.evaluated(),
            notes: notes.chain(planned.notes).collect(),
            values: planned.values,
            line: planned.line,
            ..SearchReport::stopped(budget.out_of_time().unwrap_or(Stop::Nodes))
        })
    }

    fn play(&mut self, state: &State, budget: &Budget) -> Result<SearchResult, DescentError> {
        let mut notes = Vec::new();
        if !self
            .learned
            .as_ref()
            .is_some_and(|learned| learned.is_taught())
        {
            notes = self.study(&budget.part(FIRST_SHARE))?.notes;
        }
        let (game, role) = (self.setting.game.clone(), self.setting.role);
        let mut rng = self.rng.fork();
        if self.plan_ahead(state) {
            let report = self.plan.as_ref().map(PlannedLine::report);
            let mut report = report.unwrap_or_default();
            report.notes.extend(notes);
            return Ok((None, report));
        }
        let learned = self.learned(budget)?.0;
        let (search, learner) = (&mut learned.search, &mut learned.learner);
        let part = budget.part(1.0 - TREE_SHARE);
        search.use_scale(learner.scale);
        let (chosen, mut report) =
            search.choose(&*game, &learner.net, state, role, &part, &mut rng)?;
        let found = search.line.as_ref();
        let found = found.and_then(|line| line.plan(&*game, state));
        if search.refutes_sum() {
            learner.forget_sum();
        }
        learner.learn_from_tree(&search.tree, budget);
        PlannedLine::improve(&mut self.plan, found);
        report.notes.extend(notes);
        let planned = self.plan.as_ref().map(PlannedLine::report);
        for note in planned.unwrap_or_default().notes {
            // Without a start clock, learning has just told it.
            if !report.notes.contains(&note) {
                report.notes.push(note);
            }
        }
        Ok((chosen, report))
    }

    /// Advances the planned line to a state, and takes a better one if learning has met it. Returns whether the line is proven best.
    fn plan_ahead(&mut self, state: &State) -> bool {
        PlannedLine::advance(&mut self.plan, state);
        let mut learned = self
            .learned
            .as_ref()
            .and_then(|own| own.learner.best_line());
        PlannedLine::advance(&mut learned, state);
        PlannedLine::improve(&mut self.plan, learned);
        self.plan.as_ref().is_some_and(|plan| plan.proven)
    }

    /// The move of the planned line in a state, unless the search has proven a better value.
    fn planned_move(&mut self, state: &State, searched: &SearchReport) -> Option<MoveId> {
        self.plan_ahead(state);
        let plan = self.plan.as_ref()?;
        let proven = searched.values.first().filter(|_| searched.proven);
        match proven.is_some_and(|&value| value.round() > points(plan.goal)) {
            true => None,
            false => plan.remaining().next(),
        }
    }
}

impl SearchPlayer for DescentPlayer {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn think(&mut self, state: &State, budget: &Budget, clock: ActiveClock) -> SearchResult {
        self.stop_pondering();
        let result = match (clock, &self.trouble) {
            (_, Some(trouble)) => Err(trouble.clone()),
            (ActiveClock::Start, None) => self.study(budget).map(|report| (None, report)),
            (ActiveClock::Play, None) => self.play(state, budget),
        };
        let found = result.unwrap_or_else(|error| {
            let report = gave_up(&error, budget);
            if !matches!(error, DescentError::Stopped(_)) {
                self.trouble = Some(error);
            }
            (None, report)
        });
        let planned = match clock {
            ActiveClock::Start => None,
            ActiveClock::Play => self.planned_move(state, &found.1),
        };
        self.start_pondering();
        (planned.or(found.0), found.1)
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

/// A number of expansions.
struct Expansions(u32);

impl std::str::FromStr for Expansions {
    type Err = ();

    fn from_str(text: &str) -> Result<Expansions, ()> {
        let number = text.parse().map_err(|_| ())?;
        let fits = (1..=10_000).contains(&number);
        fits.then_some(Expansions(number)).ok_or(())
    }
}
