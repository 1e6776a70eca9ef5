//! An evaluation that is learned once for a match, with a part of the time.

use crate::lookahead::Leaf;
use crate::thinking::When;
use crate::{Budget, Learn, PlayerError, Setting};
use std::sync::Arc;

/// Learns once.
pub struct Learned {
    learn: Arc<dyn Learn>,
    seed: u64,
    is_done: bool,
}

impl Learned {
    /// Nothing is learned yet. There must be something to learn by.
    pub fn new(kind: &str, setting: &Setting) -> Result<Learned, PlayerError> {
        let Some(learn) = setting.learn.clone() else {
            return Err(PlayerError::Unfit {
                kind: kind.to_string(),
                reason: "it plays by an evaluation function, and nothing was given to learn one by"
                    .to_string(),
            });
        };
        Ok(Learned {
            learn,
            seed: setting.seed,
            is_done: false,
        })
    }

    /// Learns if nothing was learned yet: the evaluation, if it could be learned, and a note. `None` if there is nothing new.
    pub fn leaf(&mut self, budget: &Budget, when: When) -> Option<(Option<Leaf>, String)> {
        if self.is_done {
            return None;
        }
        let part = budget.part(share(when));
        let _watch = part.watch();
        Some(match self.learn.learn(&part, self.seed) {
            Ok(evaluation) => {
                self.is_done = true;
                let note = format!("evaluation: {}", evaluation.describe());
                (Some(Leaf::Learned(evaluation)), note)
            }
            Err(stopped) => (None, format!("no evaluation was learned: {stopped}")),
        })
    }
}

/// The part of the time for learning: most of the start clock, but not too much of a move.
fn share(when: When) -> f64 {
    match when {
        When::BeforeTheMatch => 0.8,
        When::WithinAMove => 0.5,
    }
}
