//! The player kinds that read a stored network. Servers do not offer them, since visitors must not name files.

use crate::{KindInfo, KindOption, OptionReader, Player, PlayerError, Setting};
use std::path::PathBuf;

/// How a player uses a stored network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelKind {
    /// Tree search with the network.
    Deep,
    /// The network alone.
    Net,
}

impl ModelKind {
    /// The name of the player kind.
    pub fn name(self) -> &'static str {
        match self {
            ModelKind::Deep => "deep",
            ModelKind::Net => "net",
        }
    }
}

const MODEL_OPTIONS: &[KindOption] = &[KindOption {
    key: "model",
    about: "the file of the network, as `senet train` writes it",
    default: "none: it must be given",
}];

/// The player kinds with a stored network.
pub const MODEL_KINDS: &[KindInfo] = &[
    KindInfo {
        name: "deep",
        about: "tree search with a network that `senet train` learned",
        options: MODEL_OPTIONS,
        create: |reader, setting| create(ModelKind::Deep, reader, setting),
    },
    KindInfo {
        name: "net",
        about: "the move that a network prefers, without search",
        options: MODEL_OPTIONS,
        create: |reader, setting| create(ModelKind::Net, reader, setting),
    },
];

fn create(
    kind: ModelKind,
    mut reader: OptionReader,
    setting: Setting,
) -> Result<Box<dyn Player>, PlayerError> {
    let file: Option<PathBuf> = reader.get("model", "give the path of a model file")?;
    reader.finish()?;
    let unfit = |reason: &str| PlayerError::Unfit {
        kind: kind.name().to_string(),
        reason: reason.to_string(),
    };
    let file = file.ok_or_else(|| unfit("it needs a network; write `model=FILE`"))?;
    let learn = setting.learn.clone();
    let learn = learn.ok_or_else(|| unfit("the rules of the game are not available here"))?;
    learn.model_player(kind, &file, setting)
}
