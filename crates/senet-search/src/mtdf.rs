//! `mtdf`: MTD(f) with an evaluation that is learned for the game.
//!
//! Every game is reduced to two sides. All other roles form one opponent, which replies to our move and knows it. At
//! each depth, null-window searches narrow the value from both sides until the bounds meet. The transposition table
//! makes the later searches cheap. The evaluation replaces the result at the horizon; its values lie strictly between
//! a loss and a win.

use crate::learn_once::LearnOnce;
use crate::lookahead::{AlphaBeta, LeafEvaluation, SearchContext, WindowPolicy};
use crate::search_player::{ActiveClock, SearchPlayer, SearchResult};
use crate::{Budget, OptionReader, Player, PlayerError, Setting};
use fastrand::Rng;
use senet_engine::State;

/// MTD(f) with a learned evaluation.
pub struct MtdfPlayer {
    setting: Setting,
    search: AlphaBeta,
    learned: LearnOnce,
    rng: Rng,
}

impl MtdfPlayer {
    /// Creates the player.
    pub fn create(options: OptionReader, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        options.finish()?;
        Ok(Box::new(MtdfPlayer {
            search: AlphaBeta::new(SearchContext::new(&setting, LeafEvaluation::Even)),
            learned: LearnOnce::new("mtdf", &setting)?,
            rng: Rng::with_seed(setting.seed),
            setting,
        }))
    }
}

impl SearchPlayer for MtdfPlayer {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn think(&mut self, state: &State, budget: &Budget, clock: ActiveClock) -> SearchResult {
        let (leaf, note) = self.learned.learn(budget, clock).unzip();
        if let Some(leaf) = leaf.flatten() {
            self.search.context.leaf = leaf;
        }
        let search = &mut self.search;
        let (chosen, mut report, _) =
            search.think(state, budget, WindowPolicy::Null, &mut self.rng);
        report.notes.extend(note);
        (chosen, report)
    }
}
