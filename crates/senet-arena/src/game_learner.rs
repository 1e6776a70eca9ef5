//! Gives players the rules of their game. With these they learn evaluations and open networks.

use senet_deep::{DeepError, DeepPlayer, Model, PolicyPlayer, ValueModel, ValuePlayer};
use senet_engine::{Deadline, Game, Stopped};
use senet_gdl::{Description, Sheet};
use senet_learn::SimulationLearner;
use senet_search::{Budget, EvaluationLearner, Evaluator, ModelKind, Player, PlayerError, Setting};
use senet_value_net::ModelError;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The time limit for comparing the rules with those of a model.
const KEY_TIME: Duration = Duration::from_secs(20);
/// The largest file that may be a network.
const MOST_BYTES: u64 = 1 << 30;

/// Learns evaluations of a game, and opens networks for it.
pub struct GameLearner {
    simulation: SimulationLearner,
    /// The rules as written in the sheet. The keys of models are computed from them.
    description: Description,
}

impl GameLearner {
    /// A learner for a game with these rules.
    pub fn new(playable: Arc<Description>, sheet: &Sheet, game: Arc<dyn Game>) -> GameLearner {
        GameLearner {
            simulation: SimulationLearner::new(playable, game),
            description: sheet.description.clone(),
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
        let opened = self.open(kind, &bytes, setting);
        opened.map_err(|error| unfit(error.to_string()))
    }
}

impl GameLearner {
    /// Creates a player with the network in a file, of any kind.
    fn open(
        &self,
        kind: ModelKind,
        bytes: &[u8],
        setting: Setting,
    ) -> Result<Box<dyn Player>, DeepError> {
        let deadline = Deadline::after(KEY_TIME);
        let model = match Model::read(bytes) {
            Err(DeepError::Model(ModelError::Architecture { .. })) => {
                let model = ValueModel::read(bytes)?;
                let trained = model.join(&*setting.game, &self.description, &deadline)?;
                return Ok(Box::new(ValuePlayer::new(kind, setting, trained)));
            }
            model => model?,
        };
        let joined = model.join(setting.game.clone(), &self.description, &deadline)?;
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
            "this is not a network file",
        )),
    }
}
