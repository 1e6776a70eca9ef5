//! Value networks of `descent` in files, which can be joined to their game under any names.

use crate::DeepError;
use crate::identity::Identity;
use crate::translation::numbers;
use senet_engine::Game;
use senet_gdl::{Deadline, Description};
use senet_search::{Budget, TrainedNet};
use senet_value_net::{ModelHeader, ValueNet, read_model, write_model};

/// A value network with the header of its file.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueModel {
    /// The network.
    pub net: ValueNet,
    /// The header of the model file.
    pub header: ModelHeader,
}

impl ValueModel {
    /// Reads the contents of a model file.
    pub fn read(bytes: &[u8]) -> Result<ValueModel, DeepError> {
        let (net, header) = read_model(bytes)?;
        Ok(ValueModel { net, header })
    }

    /// The contents of a model file.
    pub fn write(&self) -> Vec<u8> {
        write_model(&self.net, &self.header)
    }

    /// Joins the model to a game with these rules. It must be the model's game, but its names may differ.
    pub fn join(
        &self,
        game: &dyn Game,
        description: &Description,
        deadline: &Deadline,
    ) -> Result<TrainedNet, DeepError> {
        let renaming = Identity::of(description, deadline)?.renaming_to(&self.header)?;
        let renamed = |text: &String| renaming.translate(text).to_lowercase();
        let fluents = game.fluent_names().ok_or(DeepError::NotGrounded)?;
        let inputs = numbers(fluents.iter().map(renamed), &self.header.fluents)?;
        let inputs: Vec<Option<usize>> = inputs.iter().map(|&at| Some(at as usize)).collect();
        let roles = numbers(game.roles().iter().map(renamed), &self.header.roles)?;
        let net = with_roles(self.net.with_inputs(&inputs), &roles);
        let budget = Budget::unlimited().part_of(deadline);
        TrainedNet::new(game, net, &budget).map_err(|error| DeepError::Size(error.to_string()))
    }
}

/// The network with its outputs in the order of the game's roles. One output serves two roles: it is the value of the first, and
/// is reversed if the roles are exchanged.
fn with_roles(net: ValueNet, roles: &[u32]) -> ValueNet {
    let shape = net.shape();
    match (shape.outputs, roles) {
        (1, [0, 1] | [0]) => net,
        (1, _) => {
            let mut parameters = net.parameters().to_vec();
            let output = shape.output_weights().start..shape.output_bias().end;
            parameters[output].iter_mut().for_each(|one| *one = -*one);
            ValueNet::from_parameters(shape, parameters)
        }
        _ => {
            let roles: Vec<usize> = roles.iter().map(|&role| role as usize).collect();
            net.with_outputs(&roles)
        }
    }
}
