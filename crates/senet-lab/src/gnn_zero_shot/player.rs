//! The network as a player: its best move, or a search with some simulations.

use super::game::PlayedGame;
use super::search::search;
use senet_engine::{State, Stopped};
use senet_neural::PolicyNetwork;
use senet_search::{Budget, MoveChoice, Player, SearchReport};
use std::sync::Arc;

/// Plays with the network.
pub struct NetworkPlayer {
    /// The game.
    pub game: Arc<PlayedGame>,
    /// The network.
    pub network: Arc<PolicyNetwork>,
    /// The role.
    pub role: usize,
    /// Simulations per move; 0 plays the move with the highest probability.
    pub simulations: usize,
}

impl Player for NetworkPlayer {
    fn choose(&mut self, state: &State, _budget: &Budget) -> Result<MoveChoice, Stopped> {
        let fluents = self.game.fluents(state);
        let roles = search(&self.game, &self.network, fluents, self.simulations);
        let own = roles.get(self.role).filter(|own| !own.legal.is_empty());
        let none = || Stopped::Misuse("there is no legal move".to_string());
        let own = own.ok_or_else(none)?;
        let chosen = self.game.id(self.role, own.legal[own.best()]);
        Ok(MoveChoice {
            chosen: chosen.ok_or_else(none)?,
            report: SearchReport::default(),
        })
    }
}
