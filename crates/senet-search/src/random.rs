//! `random`: every legal move is equally likely.

use crate::player::legal_moves;
use crate::{Budget, Choice, Options, Player, PlayerError, Report, Setting, Stop};
use fastrand::Rng;
use senet_engine::{State, Stopped};

/// Chooses by chance.
pub struct Random {
    setting: Setting,
    rng: Rng,
}

impl Random {
    /// Takes a seat.
    pub fn seat(options: Options, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        options.finish()?;
        let rng = Rng::with_seed(setting.seed);
        Ok(Box::new(Random { setting, rng }))
    }
}

impl Player for Random {
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<Choice, Stopped> {
        let _watch = budget.watch();
        let legal = legal_moves(&*self.setting.game, state, self.setting.role)?;
        Ok(Choice {
            chosen: legal[self.rng.usize(..legal.len())],
            report: Report::stopped(Stop::Done),
        })
    }
}
