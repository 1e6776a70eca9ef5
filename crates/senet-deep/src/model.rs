//! A network with its file header, and a network joined to a game.

use crate::identity::Identity;
use crate::translation::{Translation, move_names};
use crate::{DeepError, NetworkKind};
use senet_engine::Game;
use senet_gdl::{Deadline, Description, Renaming};
use senet_search::chance_role;
use senet_value_net::ModelHeader;
use senet_value_net::policy::{
    Architecture, PolicyHeader, PolicyNet, read_policy_model, write_policy_model,
};
use std::sync::Arc;

/// A network with the header of its file.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The network.
    pub net: Arc<PolicyNet>,
    /// The header of the model file.
    pub header: PolicyHeader,
}

impl Model {
    /// A network with random weights for a game.
    pub fn new(
        game: &dyn Game,
        identity: &Identity,
        kind: &NetworkKind,
        seed: u64,
    ) -> Result<Model, DeepError> {
        let fluents = game.fluent_names().ok_or(DeepError::NotGrounded)?.to_vec();
        let roles = 0..game.roles().len();
        let moves: Vec<Vec<String>> = roles
            .map(|role| move_names(game, role))
            .collect::<Result<_, _>>()?;
        let network = Architecture {
            inputs: fluents.len(),
            moves: moves.iter().map(Vec::len).collect(),
            body: kind.body(),
            head: kind.head,
        };
        let net = PolicyNet::new(network.clone(), seed)
            .map_err(|valid| DeepError::Size(format!("expected {valid}")))?;
        let header = PolicyHeader {
            model: ModelHeader {
                game: identity.key.clone(),
                symbols: identity.symbols.clone(),
                roles: game.roles().to_vec(),
                fluents,
                seed,
                log: Vec::new(),
            },
            moves,
            network,
        };
        Ok(Model {
            net: Arc::new(net),
            header,
        })
    }

    /// Reads the contents of a model file.
    pub fn read(bytes: &[u8]) -> Result<Model, DeepError> {
        let (net, header) = read_policy_model(bytes)?;
        Ok(Model {
            net: Arc::new(net),
            header,
        })
    }

    /// The contents of a model file.
    pub fn write(&self) -> Vec<u8> {
        write_policy_model(&self.net, &self.header)
    }

    /// Joins the model to a game with these rules. It must be the model's game, but its names may differ.
    pub fn join(
        &self,
        game: Arc<dyn Game>,
        description: &Description,
        deadline: &Deadline,
    ) -> Result<GameModel, DeepError> {
        let identity = Identity::of(description, deadline)?;
        let renaming = identity.renaming_to(&self.header.model)?;
        self.join_renamed(game, &renaming)
    }

    /// Joins the model to the very game that it was made for.
    pub fn join_own(&self, game: Arc<dyn Game>) -> Result<GameModel, DeepError> {
        self.join_renamed(game, &Renaming::new(Vec::new()))
    }

    fn join_renamed(
        &self,
        game: Arc<dyn Game>,
        renaming: &Renaming,
    ) -> Result<GameModel, DeepError> {
        let translation = Translation::new(&*game, &self.header, renaming)?;
        let chance = chance_role(&*game);
        Ok(GameModel {
            net: self.net.clone(),
            chance: chance.and_then(|own| translation.roles.iter().position(|&one| one == own)),
            translation: Arc::new(translation),
            game,
        })
    }
}

/// A network joined to a game.
#[derive(Clone)]
pub struct GameModel {
    /// The game.
    pub game: Arc<dyn Game>,
    /// The network.
    pub net: Arc<PolicyNet>,
    /// The numbers of the game in the numbering of the model.
    pub(crate) translation: Arc<Translation>,
    /// The role of chance, in the numbering of the model.
    pub(crate) chance: Option<usize>,
}

impl GameModel {
    /// The number of roles.
    pub fn roles(&self) -> usize {
        self.translation.roles.len()
    }

    /// The same game with another network of the same architecture.
    pub fn with_net(&self, net: Arc<PolicyNet>) -> GameModel {
        GameModel {
            net,
            ..self.clone()
        }
    }
}
