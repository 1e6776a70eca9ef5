//! Plays by best-first minimax with a finished network.

use super::expansion::DescentError;
use super::search::BestFirst;
use super::trained_net::TrainedNet;
use crate::search_player::{ActiveClock, SearchPlayer, SearchResult};
use crate::{Budget, Player, SearchReport, Setting, Stop};
use fastrand::Rng;
use senet_engine::State;

/// A player with a finished network.
pub struct NetPlayer {
    setting: Setting,
    trained: TrainedNet,
    search: BestFirst,
    rng: Rng,
}

impl NetPlayer {
    /// Creates the player. The network must be one of the same game.
    pub fn new(setting: Setting, trained: TrainedNet) -> NetPlayer {
        NetPlayer {
            search: BestFirst::new(trained.scale, trained.words_per_state()),
            rng: Rng::with_seed(setting.seed),
            setting,
            trained,
        }
    }

    fn play(&mut self, state: &State, budget: &Budget) -> Result<SearchResult, DescentError> {
        let (game, role) = (&*self.setting.game, self.setting.role);
        self.search
            .choose(game, &self.trained.net, state, role, budget, &mut self.rng)
    }
}

impl SearchPlayer for NetPlayer {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn think(&mut self, state: &State, budget: &Budget, _clock: ActiveClock) -> SearchResult {
        self.play(state, budget)
            .unwrap_or_else(|error| (None, gave_up(&error, budget)))
    }

    fn another(&self, setting: &Setting) -> Option<Box<dyn Player>> {
        let other = NetPlayer::new(setting.clone(), self.trained.clone());
        Some(Box::new(other))
    }
}

/// The report of a search that failed.
pub fn gave_up(error: &DescentError, budget: &Budget) -> SearchReport {
    SearchReport {
        notes: vec![format!("descent did not search: {error}")],
        ..SearchReport::stopped(budget.out_of_time().unwrap_or(Stop::Done))
    }
}
