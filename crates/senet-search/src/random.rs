//! `random`: plays each legal move with equal probability.

use crate::player::legal_moves;
use crate::{Budget, MoveChoice, OptionReader, Player, PlayerError, SearchReport, Setting, Stop};
use fastrand::Rng;
use senet_engine::{State, Stopped};

/// Plays random legal moves.
pub struct RandomPlayer {
    setting: Setting,
    rng: Rng,
}

impl RandomPlayer {
    /// Creates the player.
    pub fn create(options: OptionReader, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        options.finish()?;
        let rng = Rng::with_seed(setting.seed);
        Ok(Box::new(RandomPlayer { setting, rng }))
    }
}

impl Player for RandomPlayer {
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        let _watch = budget.watch();
        let legal = legal_moves(&*self.setting.game, state, self.setting.role)?;
        Ok(MoveChoice {
            chosen: legal[self.rng.usize(..legal.len())],
            report: SearchReport::stopped(Stop::Done),
        })
    }
}
