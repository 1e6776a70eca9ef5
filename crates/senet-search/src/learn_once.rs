//! An evaluation that is learned once per match, with a share of the time.

use crate::lookahead::LeafEvaluation;
use crate::search_player::ActiveClock;
use crate::{Budget, EvaluationLearner, PlayerError, Setting};
use std::sync::Arc;

/// Learns the evaluation once.
pub struct LearnOnce {
    learn: Arc<dyn EvaluationLearner>,
    seed: u64,
    is_done: bool,
}

impl LearnOnce {
    /// Nothing is learned yet. Fails if the setting has no learner.
    pub fn new(kind: &str, setting: &Setting) -> Result<LearnOnce, PlayerError> {
        let Some(learn) = setting.learn.clone() else {
            return Err(PlayerError::Unfit {
                kind: kind.to_string(),
                reason: "it needs an evaluation function, and no learner is available".to_string(),
            });
        };
        Ok(LearnOnce {
            learn,
            seed: setting.seed,
            is_done: false,
        })
    }

    /// Learns the evaluation, unless it is learned already. Returns the evaluation, if learning succeeded, and a note; `None`
    /// if it was learned before.
    pub fn learn(
        &mut self,
        budget: &Budget,
        clock: ActiveClock,
    ) -> Option<(Option<LeafEvaluation>, String)> {
        if self.is_done {
            return None;
        }
        let part = budget.part(share(clock));
        let _watch = part.watch();
        Some(match self.learn.learn(&part, self.seed) {
            Ok(evaluation) => {
                self.is_done = true;
                let note = format!("evaluation: {}", evaluation.describe());
                (Some(LeafEvaluation::Learned(evaluation)), note)
            }
            Err(stopped) => (None, format!("no evaluation was learned: {stopped}")),
        })
    }
}

/// The share of the time for learning: most of the start clock, half of a play clock.
fn share(clock: ActiveClock) -> f64 {
    match clock {
        ActiveClock::Start => 0.8,
        ActiveClock::Play => 0.5,
    }
}
