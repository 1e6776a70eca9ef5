//! `nested`: nested Monte-Carlo search for games with one role.
//!
//! A share of the time goes to exact searches, which solve small puzzles. Otherwise nested searches of level 1, 2, 3
//! and so on try to improve the best line. The level rises as long as the next level is expected to finish in time;
//! after that the last level is repeated. The best line is kept from move to move and replaced only by a better one.

mod levels;
mod playouts;

use crate::lookahead::{Abort, Meter};
use crate::puzzle::{MoveSequence, PlannedLine, solve_exactly};
use crate::search_player::{ActiveClock, SearchPlayer, SearchResult};
use crate::{Budget, OptionReader, Player, PlayerError, SearchReport, Setting, Stop};
use fastrand::Rng;
use playouts::{PathState, PuzzlePlayouts};
use senet_engine::State;
use std::time::Duration;

/// The highest level if neither time nor anything else is limited.
const UNLIMITED_LEVEL: u32 = 3;

/// Nested Monte-Carlo search.
pub struct NestedPlayer {
    setting: Setting,
    /// The fixed level; `None` to raise the level while the time allows.
    level: Option<u32>,
    plan: Option<PlannedLine>,
    rng: Rng,
}

impl NestedPlayer {
    /// Creates the player.
    pub fn create(
        mut options: OptionReader,
        setting: Setting,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let level: Option<u32> = options.get("level", "it must be a number, at least 1")?;
        options.finish()?;
        let roles = setting.game.roles().len();
        if roles != 1 {
            return Err(PlayerError::Unfit {
                kind: "nested".to_string(),
                reason: format!(
                    "it has {roles} roles, and nested search needs exactly one; try `uct`"
                ),
            });
        }
        Ok(Box::new(NestedPlayer {
            level: level.map(|level| level.max(1)),
            plan: None,
            rng: Rng::with_seed(setting.seed),
            setting,
        }))
    }

    /// The next move of the planned line, and its report.
    fn planned(&self) -> SearchResult {
        match &self.plan {
            Some(plan) => (plan.remaining().next(), plan.report()),
            None => (None, SearchReport::default()),
        }
    }

    /// Looks for a better line until the budget is used up.
    fn search(&mut self, state: &State, budget: &Budget) -> SearchReport {
        let known = self.plan.as_ref().map(PlannedLine::sequence);
        let game = &*self.setting.game;
        let mut playouts = PuzzlePlayouts {
            game,
            meter: Meter::new(budget),
            rng: &mut self.rng,
            best: known,
        };
        let mut levels = LevelSchedule::new(self.level);
        let (stop, note) = match levels.run(&mut playouts, state, budget) {
            Ok(()) => (Stop::Done, None),
            Err(abort) => playouts.meter.stop_reason(&abort),
        };
        let (simulations, nodes) = (playouts.meter.simulations, playouts.meter.nodes);
        let better = playouts.best.take();
        let new = better.and_then(|sequence: MoveSequence| {
            PlannedLine::new(game, state, &sequence, false).ok()
        });
        PlannedLine::improve(&mut self.plan, new);
        let mut notes = vec![format!("nested search up to level {}", levels.highest)];
        notes.extend(note);
        SearchReport {
            stop,
            simulations,
            nodes,
            notes,
            ..SearchReport::default()
        }
    }
}

impl SearchPlayer for NestedPlayer {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn think(&mut self, state: &State, budget: &Budget, clock: ActiveClock) -> SearchResult {
        if PlannedLine::advance(&mut self.plan, state) {
            return self.planned();
        }
        let part = budget.part(exact_share(clock)).with_nodes(budget.nodes / 2);
        let exact = solve_exactly(&*self.setting.game, state, &part, &mut self.rng);
        PlannedLine::improve(&mut self.plan, exact.plan);
        let (chosen, report) = self.planned();
        if report.proven {
            let nodes = exact.nodes;
            return (chosen, SearchReport { nodes, ..report });
        }
        let left = budget.nodes - exact.nodes.min(budget.nodes);
        let found = self.search(state, &budget.clone().with_nodes(left));
        let (chosen, planned) = self.planned();
        let mut notes = planned.notes;
        notes.extend(found.notes);
        notes.extend(exact.notes);
        let report = SearchReport {
            stop: found.stop,
            simulations: found.simulations,
            nodes: found.nodes + exact.nodes,
            notes,
            ..planned
        };
        (chosen, report)
    }

    fn another(&self, setting: &Setting) -> Option<Box<dyn Player>> {
        Some(Box::new(NestedPlayer {
            setting: setting.clone(),
            level: self.level,
            plan: self.plan.as_ref().map(PlannedLine::restarted),
            rng: Rng::with_seed(setting.seed),
        }))
    }
}

/// Decides which level comes next.
struct LevelSchedule {
    fixed: Option<u32>,
    highest: u32,
    /// The durations of the first searches on the last two levels.
    times: [Duration; 2],
}

impl LevelSchedule {
    fn new(fixed: Option<u32>) -> LevelSchedule {
        LevelSchedule {
            fixed,
            highest: 0,
            times: [Duration::ZERO; 2],
        }
    }

    /// Searches level after level until the search is aborted. Without any limit it stops at a fixed level.
    fn run(
        &mut self,
        playouts: &mut PuzzlePlayouts,
        state: &State,
        budget: &Budget,
    ) -> Result<(), Abort> {
        let last = match budget.is_limited() {
            true => u32::MAX,
            false => self.fixed.unwrap_or(UNLIMITED_LEVEL),
        };
        let start = PathState {
            state: state.clone(),
            path: Vec::new(),
        };
        while self.highest < last {
            let level = self.next(budget);
            let before = budget.elapsed();
            let found = playouts.search(level, std::slice::from_ref(&start));
            if level > self.highest {
                self.times = [self.times[1], budget.elapsed().saturating_sub(before)];
                self.highest = level;
            }
            found?;
        }
        Ok(())
    }

    /// The next level, if a search on it is expected to finish in time; otherwise the same level again.
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

/// The share of the time for exact searches.
fn exact_share(clock: ActiveClock) -> f64 {
    match clock {
        ActiveClock::Start => 0.5,
        ActiveClock::Play => 0.2,
    }
}
