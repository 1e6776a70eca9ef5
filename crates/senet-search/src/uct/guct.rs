//! `guct`: `uct` guided by an evaluation that is learned before the first move.

use super::UctPlayer;
use super::guide::Guide;
use super::options::{Fraction, UctOptions};
use crate::{Budget, EvaluationLearner, OptionReader, Player, PlayerError, Setting};
use std::sync::Arc;

/// The default weight of the evaluation in the value of a leaf.
const MIX: f64 = 0.3;
/// The share of the start clock that learning may take.
const START_CLOCK_SHARE: f64 = 0.6;
/// The share of a play clock that learning may take, if there was no start clock.
const PLAY_CLOCK_SHARE: f64 = 0.3;

/// Learns the evaluation of the guide.
#[derive(Clone)]
pub struct GuideLearner {
    learn: Arc<dyn EvaluationLearner>,
    mix: f64,
    /// A note about the learning, for people.
    pub note: String,
}

impl UctPlayer {
    /// Creates the player as `guct`.
    pub fn create_guided(
        mut options: OptionReader,
        setting: Setting,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let mix = options.get("mix", "it must be a number from 0 to 1")?;
        let read = UctOptions::read(&mut options)?;
        options.finish()?;
        let Some(learn) = setting.learn.clone() else {
            return Err(PlayerError::Unfit {
                kind: "guct".to_string(),
                reason:
                    "it needs an evaluation function, and no learner is available; `uct` needs none"
                        .into(),
            });
        };
        let mut uct = UctPlayer::with_options(read, setting);
        uct.guide_learner = Some(GuideLearner {
            learn,
            mix: mix.map_or(MIX, |Fraction(mix)| mix),
            note: String::new(),
        });
        Ok(Box::new(uct))
    }

    /// Learns on the start clock.
    pub(super) fn learn_on_start_clock(&mut self, budget: &Budget) {
        self.learn(&budget.part(START_CLOCK_SHARE));
    }

    /// Learns on a play clock, unless the evaluation is learned already.
    pub(super) fn learn_on_play_clock(&mut self, budget: &Budget) {
        self.learn(&budget.part(PLAY_CLOCK_SHARE));
    }

    fn learn(&mut self, budget: &Budget) {
        let Some(guide_learner) = &mut self.guide_learner else {
            return;
        };
        if self.guide.is_some() {
            return;
        }
        let _watch = budget.watch();
        match guide_learner.learn.learn(budget, self.rng.u64(..)) {
            Ok(evaluation) => {
                guide_learner.note = format!(
                    "guided with weight {:.2} by: {}",
                    guide_learner.mix,
                    evaluation.describe()
                );
                self.guide = Some(Guide {
                    evaluation,
                    mix: guide_learner.mix,
                });
            }
            Err(stopped) => {
                guide_learner.note = format!("not guided: no evaluation was learned ({stopped})")
            }
        }
    }
}
