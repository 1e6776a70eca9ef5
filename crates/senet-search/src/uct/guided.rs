//! `guct`: `uct` guided by an evaluation that is learned before the first move.

use super::Uct;
use super::guide::Guide;
use super::options::{Share, UctOptions};
use crate::{Budget, Learn, Options, Player, PlayerError, Setting};
use std::sync::Arc;

/// The share of the evaluation in the value of a leaf, unless told otherwise.
const MIX: f64 = 0.3;
/// The share of the time before the match that learning may take.
const BEFORE: f64 = 0.6;
/// The share of the time of a move that learning may take, if there was no time before the match.
const MEANWHILE: f64 = 0.3;

/// Where an evaluation comes from.
pub struct Lessons {
    learn: Arc<dyn Learn>,
    mix: f64,
    /// How it went, for people.
    pub note: String,
}

impl Uct {
    /// Takes a seat as `guct`.
    pub fn seat_guided(
        mut options: Options,
        setting: Setting,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let mix = options.get("mix", "it is a number from 0 to 1")?;
        let read = UctOptions::read(&mut options)?;
        options.finish()?;
        let Some(learn) = setting.learn.clone() else {
            return Err(PlayerError::Unfit {
                kind: "guct".to_string(),
                reason: "nothing here can learn an evaluation of it; `uct` does without one".into(),
            });
        };
        let mut uct = Uct::with_options(read, setting);
        uct.lessons = Some(Lessons {
            learn,
            mix: mix.map_or(MIX, |Share(mix)| mix),
            note: String::new(),
        });
        Ok(Box::new(uct))
    }

    /// Learns before the match.
    pub(super) fn learn_before(&mut self, budget: &Budget) {
        self.learn(&budget.part(BEFORE));
    }

    /// Learns during a move, if that was not done before.
    pub(super) fn learn_meanwhile(&mut self, budget: &Budget) {
        self.learn(&budget.part(MEANWHILE));
    }

    fn learn(&mut self, budget: &Budget) {
        let Some(lessons) = &mut self.lessons else {
            return;
        };
        if self.guide.is_some() {
            return;
        }
        let _watch = budget.watch();
        match lessons.learn.learn(budget, self.rng.u64(..)) {
            Ok(evaluation) => {
                lessons.note = format!(
                    "guided with weight {:.2} by: {}",
                    lessons.mix,
                    evaluation.describe()
                );
                self.guide = Some(Guide {
                    evaluation,
                    mix: lessons.mix,
                });
            }
            Err(stopped) => {
                lessons.note = format!("not guided: no evaluation was learned ({stopped})")
            }
        }
    }
}
