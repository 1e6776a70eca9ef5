//! `nested`: nested Monte-Carlo search, for games with one role.
//!
//! Small puzzles are solved exactly first, with a part of the time. Otherwise searches within searches look for a better line than the best one so
//! far: level 1, 2, 3 and so on, as long as the next level can be expected to end in time, then the same level again. The best line
//! is kept from move to move and left only for a better one.

mod levels;
mod rollout;

use crate::lookahead::{Halt, Meter};
use crate::puzzle::{Plan, Way, attempt};
use crate::thinking::{Thinker, Thought, When};
use crate::{Budget, Options, Player, PlayerError, Report, Setting, Stop};
use fastrand::Rng;
use rollout::{Place, Rollouts};
use senet_engine::State;
use std::time::Duration;

/// The highest level where neither time nor anything else is limited.
const UNLIMITED_LEVEL: u32 = 3;

/// Nested Monte-Carlo search.
pub struct Nested {
    setting: Setting,
    /// The level to be searched; `None` for as high as the time allows.
    level: Option<u32>,
    plan: Option<Plan>,
    rng: Rng,
}

impl Nested {
    /// Takes a seat.
    pub fn seat(mut options: Options, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        let level: Option<u32> = options.get("level", "it is a number from 1 on")?;
        options.finish()?;
        let roles = setting.game.roles().len();
        if roles != 1 {
            return Err(PlayerError::Unfit {
                kind: "nested".to_string(),
                reason: format!("it has {roles} roles, and nested search is for one; try `uct`"),
            });
        }
        Ok(Box::new(Nested {
            level: level.map(|level| level.max(1)),
            plan: None,
            rng: Rng::with_seed(setting.seed),
            setting,
        }))
    }

    /// What the plan says.
    fn planned(&self) -> Thought {
        match &self.plan {
            Some(plan) => (plan.rest().next(), plan.report()),
            None => (None, Report::default()),
        }
    }

    /// Looks for a better line until the budget is used up.
    fn search(&mut self, state: &State, budget: &Budget) -> Report {
        let known = self.plan.as_ref().map(Plan::way);
        let game = &*self.setting.game;
        let mut rollouts = Rollouts {
            game,
            meter: Meter::new(budget),
            rng: &mut self.rng,
            best: known,
        };
        let mut levels = Levels::new(self.level);
        let (stop, note) = match levels.climb(&mut rollouts, state, budget) {
            Ok(()) => (Stop::Done, None),
            Err(halt) => rollouts.meter.reason(&halt),
        };
        let (simulations, nodes) = (rollouts.meter.simulations, rollouts.meter.nodes);
        let better = rollouts.best.take();
        let new = better.and_then(|way: Way| Plan::new(game, state, &way, false).ok());
        Plan::improve(&mut self.plan, new);
        let mut notes = vec![format!("nested search up to level {}", levels.highest)];
        notes.extend(note);
        Report {
            stop,
            simulations,
            nodes,
            notes,
            ..Report::default()
        }
    }
}

impl Thinker for Nested {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn think(&mut self, state: &State, budget: &Budget, when: When) -> Thought {
        if Plan::keep(&mut self.plan, state) {
            return self.planned();
        }
        let part = budget.part(exact_share(when)).with_nodes(budget.nodes / 2);
        let exact = attempt(&*self.setting.game, state, &part, &mut self.rng);
        Plan::improve(&mut self.plan, exact.plan);
        let (chosen, report) = self.planned();
        if report.proven {
            let nodes = exact.nodes;
            return (chosen, Report { nodes, ..report });
        }
        let left = budget.nodes - exact.nodes.min(budget.nodes);
        let found = self.search(state, &budget.clone().with_nodes(left));
        let (chosen, planned) = self.planned();
        let mut notes = planned.notes;
        notes.extend(found.notes);
        notes.extend(exact.notes);
        let report = Report {
            stop: found.stop,
            simulations: found.simulations,
            nodes: found.nodes + exact.nodes,
            notes,
            ..planned
        };
        (chosen, report)
    }
}

/// Which level comes next.
struct Levels {
    fixed: Option<u32>,
    highest: u32,
    /// How long searches of the last two levels took.
    times: [Duration; 2],
}

impl Levels {
    fn new(fixed: Option<u32>) -> Levels {
        Levels {
            fixed,
            highest: 0,
            times: [Duration::ZERO; 2],
        }
    }

    /// Searches again and again until the search is halted; where nothing limits it, up to some level.
    fn climb(
        &mut self,
        rollouts: &mut Rollouts,
        state: &State,
        budget: &Budget,
    ) -> Result<(), Halt> {
        let last = match budget.is_limited() {
            true => u32::MAX,
            false => self.fixed.unwrap_or(UNLIMITED_LEVEL),
        };
        let place = Place {
            state: state.clone(),
            path: Vec::new(),
        };
        while self.highest < last {
            let level = self.next(budget);
            let before = budget.elapsed();
            let found = rollouts.search(level, std::slice::from_ref(&place));
            if level > self.highest {
                self.times = [self.times[1], budget.elapsed().saturating_sub(before)];
                self.highest = level;
            }
            found?;
        }
        Ok(())
    }

    /// The next level, if a search of it can be expected to end in time; else the same again.
    fn next(&self, budget: &Budget) -> u32 {
        let [before, last] = self.times.map(|time| time.as_secs_f64());
        let growth = (last / before.max(1e-9)).clamp(1.0, 1e4);
        let expected = match self.highest {
            0 | 1 => last,
            _ => last * growth,
        };
        let fits = budget
            .remaining()
            .is_none_or(|left| expected <= left.as_secs_f64());
        match self.fixed {
            Some(level) => level,
            None if fits => self.highest + 1,
            None => self.highest,
        }
    }
}

/// The part of the time that exact searches get.
fn exact_share(when: When) -> f64 {
    match when {
        When::BeforeTheMatch => 0.5,
        When::WithinAMove => 0.2,
    }
}
