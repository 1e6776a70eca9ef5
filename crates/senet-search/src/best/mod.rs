//! `best`: tries several players on the start clock, and plays with the best one for this game.
//!
//! `uct` is the player to beat. Only a player that solves the game, or that clearly beats `uct` in quick matches, replaces it. A network that learned
//! too little therefore does no harm. In games with one role, `nested` plays unless `uct` reaches a better goal.

mod percepts;
mod puzzle;
mod quick_match;
mod score;
mod trial;
mod verdict;

use crate::descent::{DescentError, DescentPlan, DescentPlayer, Learner, Memory, NetPlayer};
use crate::option_reader::{Switch, Threads};
use crate::{
    Budget, MoveChoice, OptionReader, Player, PlayerError, PlayerName, SearchReport, Setting,
    chance_role, player,
};
use senet_engine::{JointMove, State, Stopped};
use std::sync::Arc;
use std::time::Duration;
use trial::{Candidate, Trial};

/// The shortest start clock in which learning pays.
const SHORTEST_CLOCK: Duration = Duration::from_secs(8);
/// The share of the start clock in which `minimax` may solve the game.
const SOLVE_SHARE: f64 = 0.03;
/// The share of the start clock for learning.
const LEARN_SHARE: f64 = 0.68;
/// The share of the start clock for quick matches.
const TRIAL_SHARE: f64 = 0.24;
/// The share of the start clock that stays free.
const SPARE_SHARE: f64 = 0.02;
/// `uct` with the network: half the value of a leaf comes from playouts.
const GUIDED: &str = "guct:mix=0.5";

/// Plays with the best of several players.
pub struct BestPlayer {
    setting: Setting,
    memory: Memory,
    /// The number of threads that learn and search.
    threads: usize,
    /// True if `descent` learns while others think.
    ponder: bool,
    chosen: Option<Box<dyn Player>>,
    /// The reason for the choice, until a report contains it.
    reason: Option<String>,
}

/// A player that is ready, and the reason to take it.
struct Selection {
    player: Box<dyn Player>,
    reason: String,
}

impl BestPlayer {
    /// Creates the player.
    pub fn create(
        mut options: OptionReader,
        setting: Setting,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let threads = options.get("threads", Threads::EXPECTED)?;
        let keep = options.get("keep", "it must be `on` or `off`")?;
        let ponder = options.get("ponder", "it must be `on` or `off`")?;
        options.finish()?;
        Ok(Box::new(BestPlayer {
            memory: Memory::of(&setting, keep.is_none_or(|Switch(on)| on)),
            threads: threads.map_or(1, |Threads(number)| number),
            ponder: ponder.is_some_and(|Switch(on)| on),
            setting,
            chosen: None,
            reason: None,
        }))
    }

    /// A player with this name that is not prepared yet.
    fn seat(&self, name: &str) -> Result<Box<dyn Player>, Stopped> {
        seat(name, self.setting.clone())
    }

    /// The name of a tree search with all threads.
    fn tree_search(&self, name: &str) -> String {
        format!("{name}threads={}", self.threads)
    }

    /// `uct`, prepared on the rest of the start clock.
    fn uct(&self, reason: impl ToString, budget: Option<&Budget>) -> Result<Selection, Stopped> {
        let mut player = self.seat(&self.tree_search("uct:"))?;
        if let Some(budget) = budget {
            player.prepare(&budget.part(1.0))?;
        }
        Ok(Selection {
            player,
            reason: format!("plays as `uct`: {}", reason.to_string()),
        })
    }

    fn select(&self, budget: &Budget) -> Result<Selection, Stopped> {
        let game = &*self.setting.game;
        match budget.total() {
            Some(total) if total >= SHORTEST_CLOCK => {}
            _ => {
                let reason = "the start clock is too short to try other players";
                return self.uct(reason, Some(budget));
            }
        }
        if percepts::gives_percepts(game, self.setting.seed)? {
            return self.uct("the game hides information", Some(budget));
        }
        if game.roles().len() == 1 {
            return puzzle::select(&self.setting, budget);
        }
        if let Some(solved) = self.solve(budget)? {
            return Ok(solved);
        }
        if chance_role(game).is_some() {
            return self.uct("the game has a role of chance", Some(budget));
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
        }))
    }

    /// Learns a network, and compares the players that use it with `uct`.
    fn learn_and_try(&self, budget: &Budget) -> Result<Selection, Stopped> {
        let (learner, start) = match self.learn(&budget.part(LEARN_SHARE)) {
            Ok(learned) => learned,
            Err(error) => {
                let reason = format!("no network was learned, because {error}");
                return self.uct(reason, Some(budget));
            }
        };
        let mut trial = self.trial(&learner, budget)?;
        let verdict = trial.run(&budget.part(TRIAL_SHARE));
        let counts = learner.counts();
        let mut reason = format!(
            "{} (after learning from {} matches and {} states)",
            verdict.reason(),
            counts.matches,
            counts.samples
        );
        let chosen = match verdict.winner() {
            Some(winner) => trial.candidates.swap_remove(winner),
            None => trial.uct,
        };
        let notes = [start, self.memory.keep(&learner)];
        for note in notes.into_iter().flatten() {
            reason += &format!("; {note}");
        }
        let player = match chosen.name {
            "descent" => Box::new(self.go_on(learner, budget)),
            _ => chosen.ready(&self.setting)?,
        };
        let reason = format!("plays as `{}`: {reason}", chosen.name);
        Ok(Selection { player, reason })
    }

    /// Learns a network. Returns the learner, and a note about where it started.
    fn learn(&self, budget: &Budget) -> Result<(Learner, Option<String>), DescentError> {
        let _watch = budget.watch();
        let (game, seed) = (self.setting.game.clone(), self.setting.seed);
        let plan = DescentPlan {
            threads: self.threads,
            ..DescentPlan::within(budget)
        };
        let mut learner = Learner::new(game, plan, seed, budget)?;
        let start = self.memory.recall(&mut learner, budget);
        learner.learn(budget)?;
        Ok((learner, start))
    }

    /// The trial of all players that use the network.
    fn trial(&self, learner: &Learner, budget: &Budget) -> Result<Trial<'_>, Stopped> {
        let trained = learner.trained();
        let ready = |name: &'static str, kind: &str| {
            let setting = Setting {
                learn: Some(Arc::new(trained.clone())),
                ..self.setting.clone()
            };
            let mut player = seat(&self.tree_search(kind), setting)?;
            player.prepare(&budget.part(SPARE_SHARE))?;
            Ok::<_, Stopped>(Candidate { name, player })
        };
        let descent = NetPlayer::new(self.setting.clone(), trained.clone());
        let descent = Candidate {
            name: "descent",
            player: Box::new(descent),
        };
        Ok(Trial {
            setting: &self.setting,
            uct: ready("uct", "uct:")?,
            candidates: vec![descent, ready(GUIDED, &format!("{GUIDED},"))?],
            is_constant_sum: trained.is_constant_sum(),
            moves: learner.expected_moves(),
        })
    }

    /// `descent` with this learner. It learns until the start clock is nearly over.
    fn go_on(&self, mut learner: Learner, budget: &Budget) -> DescentPlayer {
        let spare = budget.total().unwrap_or_default().mul_f64(SPARE_SHARE);
        let rest = budget.remaining().unwrap_or_default().saturating_sub(spare);
        let total = budget.total().unwrap_or_default();
        let part = budget.part(rest.as_secs_f64() / total.as_secs_f64().max(1e-9));
        let _watch = part.watch();
        // An error occurs again in the match, where the player reports it.
        learner.go_on(&part).ok();
        DescentPlayer::with_learner(self.setting.clone(), learner).with_pondering(self.ponder)
    }

    /// The chosen player. Without a start clock it is `uct`.
    fn chosen(&mut self) -> Result<&mut Box<dyn Player>, Stopped> {
        if self.chosen.is_none() {
            let selection = self.uct("there was no start clock to try other players", None)?;
            self.take(selection);
        }
        Ok(self.chosen.as_mut().expect("a player was just chosen"))
    }

    fn take(&mut self, selection: Selection) {
        self.chosen = Some(selection.player);
        self.reason = Some(selection.reason);
    }
}

/// A player with this name.
fn seat(name: &str, setting: Setting) -> Result<Box<dyn Player>, Stopped> {
    let read: Result<PlayerName, _> = name.parse();
    let seated = read.and_then(|name| player(&name, setting));
    seated.map_err(|error| Stopped::Misuse(error.to_string()))
}

impl Player for BestPlayer {
    fn prepare(&mut self, budget: &Budget) -> Result<SearchReport, Stopped> {
        let _watch = budget.watch();
        let selection = match self.select(budget) {
            Err(Stopped::Signalled) => self.uct("trying other players took too long", None)?,
            result => result?,
        };
        self.take(selection);
        Ok(SearchReport {
            notes: self.reason.clone().into_iter().collect(),
            ..SearchReport::default()
        })
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

    fn rematch(&self, setting: &Setting) -> Option<Box<dyn Player>> {
        let chosen = self.chosen.as_ref()?.rematch(setting)?;
        Some(Box::new(BestPlayer {
            setting: setting.clone(),
            memory: Memory::default(),
            threads: self.threads,
            ponder: false,
            chosen: Some(chosen),
            reason: self.reason.clone(),
        }))
    }
}
