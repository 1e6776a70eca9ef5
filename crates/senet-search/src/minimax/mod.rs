//! `minimax`: iterative deepening, which solves small games.
//!
//! - One role: exact searches of the whole state space. If it is too large, the game is searched like all others.
//! - Two roles: alpha-beta, as long as the goals of all terminal states met so far have the same sum. Otherwise it
//!   adds a note and continues with max^n.
//! - More roles: max^n, or with `others=paranoid` alpha-beta against all other roles together.
//!
//! Moves of chance (the role `random`) are averaged. [`crate::lookahead`] says how simultaneous moves are handled and
//! what a proof rests on.

mod constant_sum;
mod options;

use crate::learn_once::LearnOnce;
use crate::lookahead::{Abort, AlphaBeta, MaxN, SearchContext, WindowPolicy};
use crate::puzzle::{PlannedLine, ROLE, solve_exactly};
use crate::search_player::{ActiveClock, SearchPlayer, SearchResult};
use crate::{Budget, OptionReader, Player, PlayerError, SearchReport, Setting};
use fastrand::Rng;
use options::{MinimaxOptions, OpponentModel};
use senet_engine::State;

/// Iterative deepening with exact solvers for puzzles.
pub struct MinimaxPlayer {
    setting: Setting,
    opponent_model: OpponentModel,
    search: AlphaBeta,
    maxn: MaxN,
    /// The result of the constant-sum check; `None` before the first check.
    constant_sum: Option<bool>,
    plan: Option<PlannedLine>,
    learned: Option<LearnOnce>,
    rng: Rng,
}

impl MinimaxPlayer {
    /// Creates the player.
    pub fn create(options: OptionReader, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        let read = MinimaxOptions::of(options)?;
        let learned = match read.learns {
            true => Some(LearnOnce::new("minimax", &setting)?),
            false => None,
        };
        let context = || SearchContext::new(&setting, read.leaf.clone());
        Ok(Box::new(MinimaxPlayer {
            opponent_model: read.opponent_model,
            search: AlphaBeta::new(context()),
            maxn: MaxN::new(context()),
            constant_sum: None,
            plan: None,
            learned,
            rng: Rng::with_seed(setting.seed),
            setting,
        }))
    }

    fn learn(&mut self, budget: &Budget, clock: ActiveClock) -> Option<String> {
        let (leaf, note) = self.learned.as_mut()?.learn(budget, clock)?;
        if let Some(leaf) = leaf {
            self.search.context.leaf = leaf.clone();
            self.maxn.context.leaf = leaf;
        }
        Some(note)
    }

    /// Plays a game with one role: exact searches first, then heuristic search if they are stopped.
    fn solve(&mut self, state: &State, budget: &Budget, clock: ActiveClock) -> SearchResult {
        if PlannedLine::advance(&mut self.plan, state) {
            return self.planned();
        }
        let half = budget.memory_bytes / 2;
        let part = budget.part(exact_share(clock)).with_nodes(budget.nodes / 2);
        let game = &*self.setting.game;
        let attempt = solve_exactly(game, state, &part.with_memory(half), &mut self.rng);
        PlannedLine::improve(&mut self.plan, attempt.plan);
        let (planned_move, plan_report) = self.planned();
        if plan_report.proven {
            let nodes = attempt.nodes;
            return (
                planned_move,
                SearchReport {
                    nodes,
                    ..plan_report
                },
            );
        }
        let left = budget.nodes - attempt.nodes.min(budget.nodes);
        let rest = budget.clone().with_nodes(left).with_memory(half);
        let (searched_move, mut report) = self.run_alphabeta(state, &rest);
        report.nodes += attempt.nodes;
        report.notes.extend(attempt.notes);
        if planned_move.is_none() || plan_report.value(ROLE) < report.value(ROLE) {
            return (searched_move, report);
        }
        report.notes.extend(plan_report.notes);
        (report.values, report.line) = (plan_report.values, plan_report.line);
        (planned_move, report)
    }

    /// The next move of the planned line, and its report.
    fn planned(&self) -> SearchResult {
        match &self.plan {
            Some(plan) => (plan.remaining().next(), plan.report()),
            None => (None, SearchReport::default()),
        }
    }

    /// Plays a game with several roles.
    fn search_roles(&mut self, state: &State, budget: &Budget) -> SearchResult {
        let others = self.search.context.sides.others().count();
        if self.opponent_model == OpponentModel::Paranoid || others == 0 {
            return self.run_alphabeta(state, budget);
        }
        match others == 1 && self.seems_constant_sum(state, budget) {
            true => self.search_two_roles(state, budget),
            false => self.run_maxn(state, budget),
        }
    }

    fn seems_constant_sum(&mut self, state: &State, budget: &Budget) -> bool {
        let (game, sides) = (&*self.setting.game, self.search.context.sides);
        let seed = self.setting.seed;
        let check = || constant_sum::seems_constant_sum(game, sides, state, seed, budget);
        *self.constant_sum.get_or_insert_with(check)
    }

    /// Searches a two-role game as constant-sum, and falls back to max^n if the search refutes that.
    fn search_two_roles(&mut self, state: &State, budget: &Budget) -> SearchResult {
        self.search.needs_constant_sum = true;
        let thought = self.run_alphabeta(state, budget);
        if self.constant_sum == Some(true) {
            return thought;
        }
        let left = budget.nodes - thought.1.nodes.min(budget.nodes);
        self.run_maxn(state, &budget.clone().with_nodes(left))
    }

    fn run_maxn(&mut self, state: &State, budget: &Budget) -> SearchResult {
        let (chosen, mut report) = self.maxn.think(state, budget, &mut self.rng);
        if self.constant_sum == Some(false) {
            let note = "the goals do not have a constant sum, so max^n replaces alpha-beta";
            report.notes.push(note.to_string());
        }
        (chosen, report)
    }

    fn run_alphabeta(&mut self, state: &State, budget: &Budget) -> SearchResult {
        let search = &mut self.search;
        let (chosen, report, ended) =
            search.think(state, budget, WindowPolicy::Aspiration, &mut self.rng);
        if ended == Err(Abort::VariableSum) {
            self.constant_sum = Some(false);
            search.clear_table();
        }
        (chosen, report)
    }
}

impl SearchPlayer for MinimaxPlayer {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn think(&mut self, state: &State, budget: &Budget, clock: ActiveClock) -> SearchResult {
        let note = self.learn(budget, clock);
        let (chosen, mut report) = match self.setting.game.roles().len() {
            1 => self.solve(state, budget, clock),
            _ => self.search_roles(state, budget),
        };
        report.notes.extend(note);
        (chosen, report)
    }
}

/// The share of the time for exact searches of a puzzle.
fn exact_share(clock: ActiveClock) -> f64 {
    match clock {
        ActiveClock::Start => 0.9,
        ActiveClock::Play => 0.5,
    }
}
