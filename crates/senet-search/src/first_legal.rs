//! `legal`: plays the first legal move.

use crate::player::legal_moves;
use crate::{Budget, MoveChoice, OptionReader, Player, PlayerError, SearchReport, Setting, Stop};
use senet_engine::{State, Stopped};

/// Plays the first legal move, in the order of the game.
pub struct FirstLegalPlayer {
    setting: Setting,
}

impl FirstLegalPlayer {
    /// Creates the player.
    pub fn create(options: OptionReader, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        options.finish()?;
        Ok(Box::new(FirstLegalPlayer { setting }))
    }
}

impl Player for FirstLegalPlayer {
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        let _watch = budget.watch();
        let legal = legal_moves(&*self.setting.game, state, self.setting.role)?;
        Ok(MoveChoice {
            chosen: legal[0],
            report: SearchReport::stopped(Stop::Done),
        })
    }
}
