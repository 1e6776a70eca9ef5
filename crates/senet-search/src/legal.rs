//! `legal`: the first legal move.

use crate::player::legal_moves;
use crate::{Budget, Choice, Options, Player, PlayerError, Report, Setting, Stop};
use senet_engine::{State, Stopped};

/// Chooses the first legal move, in the order of the game.
pub struct FirstLegal {
    setting: Setting,
}

impl FirstLegal {
    /// Takes a seat.
    pub fn seat(options: Options, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        options.finish()?;
        Ok(Box::new(FirstLegal { setting }))
    }
}

impl Player for FirstLegal {
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<Choice, Stopped> {
        let _watch = budget.watch();
        let legal = legal_moves(&*self.setting.game, state, self.setting.role)?;
        Ok(Choice {
            chosen: legal[0],
            report: Report::stopped(Stop::Done),
        })
    }
}
