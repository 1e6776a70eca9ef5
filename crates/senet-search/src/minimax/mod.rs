//! `minimax`: looks at all that may follow, deeper and deeper, and solves small games.
//!
//! - One role: exact searches of all states. What is too large for them is searched like everything else.
//! - Two roles: alpha-beta, as long as the goals of all ends that are met have the same sum. If they do not, it says so and goes on as for
//!   more roles.
//! - More roles: max^n, or with `others=paranoid` alpha-beta against all others together.
//!
//! Moves of chance (the role `random`) are averaged. See [`crate::lookahead`] for what is made of simultaneous moves, and for what a proof
//! rests on.

mod options;
mod sums;

use crate::learned::Learned;
use crate::lookahead::{Halt, MaxN, Scout, Search, Windows};
use crate::puzzle::{Plan, ROLE, attempt};
use crate::thinking::{Thinker, Thought, When};
use crate::{Budget, Options, Player, PlayerError, Report, Setting};
use fastrand::Rng;
use options::{Manner, Others};
use senet_engine::State;

/// Looks at all that may follow, deeper and deeper.
pub struct Minimax {
    setting: Setting,
    others: Others,
    search: Search,
    maxn: MaxN,
    /// Whether the goals of ends seem to have the same sum always; `None` before that was looked at.
    even: Option<bool>,
    plan: Option<Plan>,
    learned: Option<Learned>,
    rng: Rng,
}

impl Minimax {
    /// Takes a seat.
    pub fn seat(options: Options, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        let manner = Manner::of(options)?;
        let learned = match manner.learns {
            true => Some(Learned::new("minimax", &setting)?),
            false => None,
        };
        let scout = || Scout::new(&setting, manner.leaf.clone());
        Ok(Box::new(Minimax {
            others: manner.others,
            search: Search::new(scout()),
            maxn: MaxN::new(scout()),
            even: None,
            plan: None,
            learned,
            rng: Rng::with_seed(setting.seed),
            setting,
        }))
    }

    fn learn(&mut self, budget: &Budget, when: When) -> Option<String> {
        let (leaf, note) = self.learned.as_mut()?.leaf(budget, when)?;
        if let Some(leaf) = leaf {
            self.search.scout.leaf = leaf.clone();
            self.maxn.scout.leaf = leaf;
        }
        Some(note)
    }

    /// A game with one role: exact searches, and where they are stopped, guesses.
    fn solve(&mut self, state: &State, budget: &Budget, when: When) -> Thought {
        if Plan::keep(&mut self.plan, state) {
            return self.planned();
        }
        let half = budget.memory_bytes / 2;
        let part = budget.part(exact_share(when)).with_nodes(budget.nodes / 2);
        let game = &*self.setting.game;
        let attempt = attempt(game, state, &part.with_memory(half), &mut self.rng);
        Plan::improve(&mut self.plan, attempt.plan);
        let (sure, planned) = self.planned();
        if planned.proven {
            let nodes = attempt.nodes;
            return (sure, Report { nodes, ..planned });
        }
        let left = budget.nodes - attempt.nodes.min(budget.nodes);
        let rest = budget.clone().with_nodes(left).with_memory(half);
        let (hoped, mut report) = self.by_alphabeta(state, &rest);
        report.nodes += attempt.nodes;
        report.notes.extend(attempt.notes);
        if sure.is_none() || planned.value(ROLE) < report.value(ROLE) {
            return (hoped, report);
        }
        report.notes.extend(planned.notes);
        (report.values, report.line) = (planned.values, planned.line);
        (sure, report)
    }

    /// What the plan says.
    fn planned(&self) -> Thought {
        match &self.plan {
            Some(plan) => (plan.rest().next(), plan.report()),
            None => (None, Report::default()),
        }
    }

    /// A game with several roles.
    fn look_ahead(&mut self, state: &State, budget: &Budget) -> Thought {
        let others = self.search.scout.seats.others().count();
        if self.others == Others::Paranoid || others == 0 {
            return self.by_alphabeta(state, budget);
        }
        match others == 1 && self.looks_even(state, budget) {
            true => self.duel(state, budget),
            false => self.by_maxn(state, budget),
        }
    }

    fn looks_even(&mut self, state: &State, budget: &Budget) -> bool {
        let (game, seats) = (&*self.setting.game, self.search.scout.seats);
        let seed = self.setting.seed;
        let look = || sums::look_even(game, seats, state, seed, budget);
        *self.even.get_or_insert_with(look)
    }

    /// Two roles whose goals seem to be opposed, until the search finds that they are not.
    fn duel(&mut self, state: &State, budget: &Budget) -> Thought {
        self.search.needs_even_goals = true;
        let thought = self.by_alphabeta(state, budget);
        if self.even == Some(true) {
            return thought;
        }
        let left = budget.nodes - thought.1.nodes.min(budget.nodes);
        self.by_maxn(state, &budget.clone().with_nodes(left))
    }

    fn by_maxn(&mut self, state: &State, budget: &Budget) -> Thought {
        let (chosen, mut report) = self.maxn.think(state, budget, &mut self.rng);
        if self.even == Some(false) {
            let note = "the goals do not always have the same sum: alpha-beta is not for this game";
            report.notes.push(note.to_string());
        }
        (chosen, report)
    }

    fn by_alphabeta(&mut self, state: &State, budget: &Budget) -> Thought {
        let search = &mut self.search;
        let (chosen, report, ended) =
            search.think(state, budget, Windows::Aspiration, &mut self.rng);
        if ended == Err(Halt::UnevenGoals) {
            self.even = Some(false);
            search.forget();
        }
        (chosen, report)
    }
}

impl Thinker for Minimax {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn think(&mut self, state: &State, budget: &Budget, when: When) -> Thought {
        let note = self.learn(budget, when);
        let (chosen, mut report) = match self.setting.game.roles().len() {
            1 => self.solve(state, budget, when),
            _ => self.look_ahead(state, budget),
        };
        report.notes.extend(note);
        (chosen, report)
    }
}

/// The part of the time that exact searches of a puzzle get.
fn exact_share(when: When) -> f64 {
    match when {
        When::BeforeTheMatch => 0.9,
        When::WithinAMove => 0.5,
    }
}
