//! `mtdf`: MTD(f) on an evaluation that is learned for the game.
//!
//! Every game becomes one of two sides: all others work together against us and decide after us, knowing our move. Each depth is searched by passes
//! with windows of no width, which ask on which side of a number the value is, until they meet; the table makes later passes cheap. Where
//! a search ends, the evaluation stands in; it is never as good as a win nor as bad as a loss.

use crate::learned::Learned;
use crate::lookahead::{Leaf, Scout, Search, Windows};
use crate::thinking::{Thinker, Thought, When};
use crate::{Budget, Options, Player, PlayerError, Setting};
use fastrand::Rng;
use senet_engine::State;

/// MTD(f) on a learned evaluation.
pub struct Mtdf {
    setting: Setting,
    search: Search,
    learned: Learned,
    rng: Rng,
}

impl Mtdf {
    /// Takes a seat.
    pub fn seat(options: Options, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        options.finish()?;
        Ok(Box::new(Mtdf {
            search: Search::new(Scout::new(&setting, Leaf::Even)),
            learned: Learned::new("mtdf", &setting)?,
            rng: Rng::with_seed(setting.seed),
            setting,
        }))
    }
}

impl Thinker for Mtdf {
    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn think(&mut self, state: &State, budget: &Budget, when: When) -> Thought {
        let (leaf, note) = self.learned.leaf(budget, when).unzip();
        if let Some(leaf) = leaf.flatten() {
            self.search.scout.leaf = leaf;
        }
        let search = &mut self.search;
        let (chosen, mut report, _) = search.think(state, budget, Windows::Zero, &mut self.rng);
        report.notes.extend(note);
        (chosen, report)
    }
}
