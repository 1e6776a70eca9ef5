//! What the arena knows about a game beyond its queries: its rules. Players learn evaluations and open networks with them.

use senet_deep::{DeepPlayer, Model, PolicyPlayer};
use senet_engine::{Deadline, Game, Stopped};
use senet_gdl::Description;
use senet_learn::SimulationLearner;
use senet_search::{Budget, EvaluationLearner, Evaluator, ModelKind, Player, PlayerError, Setting};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The time limit for comparing the rules with those of a model.
const KEY_TIME: Duration = Duration::from_secs(20);
/// Larger files are no networks of ours.
const MOST_BYTES: u64 = 1 << 30;

/// Learns evaluations of a game, and opens networks for it.
pub struct GameLearner {
    simulation: SimulationLearner,
    description: Arc<Description>,
}

impl GameLearner {
    /// A learner for a game with these rules.
    pub fn new(description: Arc<Description>, game: Arc<dyn Game>) -> GameLearner {
        GameLearner {
            simulation: SimulationLearner::new(description.clone(), game),
            description,
        }
    }
}

impl EvaluationLearner for GameLearner {
    fn learn(&self, budget: &Budget, seed: u64) -> Result<Arc<dyn Evaluator>, Stopped> {
        self.simulation.learn(budget, seed)
    }

    fn model_player(
        &self,
        kind: ModelKind,
        file: &Path,
        setting: Setting,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let unfit = |reason: String| PlayerError::Unfit {
            kind: kind.name().to_string(),
            reason: format!("{}: {reason}", file.display()),
        };
        let bytes = read(file).map_err(|error| unfit(error.to_string()))?;
        let model = Model::read(&bytes).map_err(|error| unfit(error.to_string()))?;
        let deadline = Deadline::after(KEY_TIME);
        let joined = model.join(setting.game.clone(), &self.description, &deadline);
        let joined = joined.map_err(|error| unfit(error.to_string()))?;
        Ok(match kind {
            ModelKind::Deep => Box::new(DeepPlayer::new(setting, joined)),
            ModelKind::Net => Box::new(PolicyPlayer::new(setting, joined)),
        })
    }
}

/// The contents of a file of reasonable size.
fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::{Error, ErrorKind};
    let about = std::fs::metadata(file)?;
    match about.is_file() && about.len() <= MOST_BYTES {
        true => std::fs::read(file),
        false => Err(Error::new(
            ErrorKind::InvalidData,
            "this is no file of a network",
        )),
    }
}
