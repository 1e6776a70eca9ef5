//! `best`: tries several players on the start clock, and plays with the best one for this game.
//!
//! `uct` is the player to beat. It is replaced only by a player that solves the game, or that wins clearly against it in
//! quick matches, so that a network that learned too little does no harm.

mod puzzle;
mod quick_match;
mod trial;
mod verdict;

use crate::descent::{DescentPlan, DescentPlayer, Learner};
use crate::{
    Budget, MoveChoice, OptionReader, Player, PlayerError, PlayerName, SearchReport, Setting,
    chance_role, player,
};
use senet_engine::{JointMove, State, Stopped};
use std::time::Duration;
use trial::Trial;

/// The shortest start clock in which learning pays.
const SHORTEST_CLOCK: Duration = Duration::from_secs(8);
/// The share of the start clock in which `minimax` may solve the game.
const SOLVE_SHARE: f64 = 0.04;
/// The share of the start clock for learning.
const LEARN_SHARE: f64 = 0.7;
/// The share of the start clock for quick matches.
const TRIAL_SHARE: f64 = 0.22;

/// Plays with the best of several players.
pub struct BestPlayer {
    setting: Setting,
    chosen: Option<Box<dyn Player>>,
    /// Says why the player was chosen, until a report has said it.
    reason: Option<String>,
}

/// A player and the reason to take it.
struct Selection {
    player: Box<dyn Player>,
    reason: String,
    /// True if the player has not seen the start clock yet.
    is_unprepared: bool,
}

impl BestPlayer {
    /// Creates the player.
    pub fn create(options: OptionReader, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        options.finish()?;
        Ok(Box::new(BestPlayer {
            setting,
            chosen: None,
            reason: None,
        }))
    }

    fn seat(&self, kind: &str) -> Result<Box<dyn Player>, Stopped> {
        let seated = player(&PlayerName::plain(kind), self.setting.clone());
        seated.map_err(|error| Stopped::Misuse(error.to_string()))
    }

    fn uct(&self, reason: impl ToString) -> Result<Selection, Stopped> {
        Ok(Selection {
            player: self.seat("uct")?,
            reason: format!("plays as `uct`: {}", reason.to_string()),
            is_unprepared: true,
        })
    }

    fn select(&self, budget: &Budget) -> Result<Selection, Stopped> {
        let game = &*self.setting.game;
        match budget.total() {
            Some(total) if total >= SHORTEST_CLOCK => {}
            _ => return self.uct("the start clock is too short to try other players"),
        }
        if game.roles().len() == 1 {
            return puzzle::select(&self.setting, budget);
        }
        if let Some(solved) = self.solve(budget)? {
            return Ok(solved);
        }
        if chance_role(game).is_some() {
            return self.uct("chance plays a role");
        }
        self.learn_and_try(budget)
    }

    /// `minimax`, if it solves the game in a short time.
    fn solve(&self, budget: &Budget) -> Result<Option<Selection>, Stopped> {
        let mut minimax = self.seat("minimax")?;
        let report = minimax.prepare(&budget.part(SOLVE_SHARE))?;
        Ok(report.proven.then(|| Selection {
            player: minimax,
            reason: "plays as `minimax`, which has solved the game".to_string(),
            is_unprepared: false,
        }))
    }

    /// Learns a network, and compares the players that use it with `uct`.
    fn learn_and_try(&self, budget: &Budget) -> Result<Selection, Stopped> {
        let (game, seed) = (self.setting.game.clone(), self.setting.seed);
        let learning = budget.part(LEARN_SHARE);
        let watch = learning.watch();
        let learner = Learner::new(game, DescentPlan::within(&learning), seed, &learning);
        let learned = learner.and_then(|mut learner| {
            learner.learn(&learning)?;
            Ok(learner)
        });
        drop(watch);
        let learner = match learned {
            Ok(learner) => learner,
            Err(error) => return self.uct(format!("no network was learned, because {error}")),
        };
        let trial = Trial::new(&self.setting, learner.trained(), learner.counts());
        let verdict = trial.run(&budget.part(TRIAL_SHARE));
        let reason = verdict.reason();
        match verdict.winner() {
            Some("descent") => Ok(Selection {
                player: Box::new(DescentPlayer::with_learner(self.setting.clone(), learner)),
                reason,
                is_unprepared: false,
            }),
            Some(_) => Ok(Selection {
                player: trial.guided(&self.setting)?,
                reason,
                is_unprepared: true,
            }),
            None => self.uct(reason),
        }
    }

    /// The chosen player. Without a start clock it is `uct`.
    fn chosen(&mut self) -> Result<&mut Box<dyn Player>, Stopped> {
        if self.chosen.is_none() {
            let selection = self.uct("there was no start clock to try other players")?;
            self.take(selection);
        }
        Ok(self.chosen.as_mut().expect("a player was just chosen"))
    }

    fn take(&mut self, selection: Selection) {
        self.chosen = Some(selection.player);
        self.reason = Some(selection.reason);
    }
}

impl Player for BestPlayer {
    fn prepare(&mut self, budget: &Budget) -> Result<SearchReport, Stopped> {
        let _watch = budget.watch();
        let selection = match self.select(budget) {
            Err(Stopped::Signalled) => self.uct("trying other players took too long")?,
            result => result?,
        };
        let is_unprepared = selection.is_unprepared;
        self.take(selection);
        let mut report = match is_unprepared {
            true => self.chosen()?.prepare(&budget.part(1.0))?,
            false => SearchReport::default(),
        };
        report.notes.extend(self.reason.clone());
        Ok(report)
    }

    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        let mut choice = self.chosen()?.choose(state, budget)?;
        choice.report.notes.extend(self.reason.take());
        Ok(choice)
    }

    fn observe(&mut self, joint: &JointMove, next: &State) {
        if let Some(chosen) = &mut self.chosen {
            chosen.observe(joint, next);
        }
    }
}
