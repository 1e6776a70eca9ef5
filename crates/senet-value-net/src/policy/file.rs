//! Networks with policies as safetensors.

use super::architecture::Architecture;
use super::net::PolicyNet;
use crate::file::{self, ModelError, ModelHeader};
use serde::{Deserialize, Serialize};

/// The name of the format in the header.
const FORMAT: &str = "senet-policy-1";

/// The header of the model file of a network with policies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PolicyHeader {
    /// The game, the roles, the fluents, the seed and the log.
    #[serde(flatten)]
    pub model: ModelHeader,
    /// The moves of each role, in the order of the outputs.
    pub moves: Vec<Vec<String>>,
    /// The architecture.
    pub network: Architecture,
}

/// The contents of a model file.
pub fn write_policy_model(net: &PolicyNet, header: &PolicyHeader) -> Vec<u8> {
    let tensors = net.tensors().collect::<Vec<_>>();
    let named = tensors
        .iter()
        .map(|(name, range)| (name.as_str(), &net.parameters[range.clone()]));
    file::write(FORMAT, header, named)
}

/// Reads the contents of a model file.
pub fn read_policy_model(bytes: &[u8]) -> Result<(PolicyNet, PolicyHeader), ModelError> {
    let (header, tensors): (PolicyHeader, _) = file::read(FORMAT, bytes)?;
    let invalid = |what: &str| ModelError::Entry(what.to_string());
    let sizes: Vec<usize> = header.moves.iter().map(Vec::len).collect();
    let fits = header.network.inputs == header.model.fluents.len()
        && header.network.moves == sizes
        && header.model.roles.len() == sizes.len();
    if !fits || header.network.check().is_err() {
        return Err(invalid("network"));
    }
    let mut parameters = Vec::new();
    for layer in header.network.layers() {
        for (name, range) in layer.tensors() {
            parameters.extend(file::numbers(&tensors, &name, range.len())?);
        }
    }
    let net = PolicyNet::from_parameters(header.network.clone(), parameters);
    Ok((net.map_err(|_| invalid("network"))?, header))
}

#[cfg(test)]
mod tests {
    use super::super::architecture::Body;
    use super::*;

    fn model() -> (PolicyNet, PolicyHeader) {
        let network = Architecture {
            inputs: 3,
            moves: vec![2, 1],
            body: Body::Mlp {
                layers: 1,
                width: 4,
                residual: true,
            },
            head: 4,
        };
        let words = |count: usize| (0..count).map(|at| format!("w{at}")).collect();
        let header = PolicyHeader {
            model: ModelHeader {
                game: "ab".to_string(),
                symbols: words(2),
                roles: words(2),
                fluents: words(3),
                seed: 4,
                log: words(1),
            },
            moves: vec![words(2), words(1)],
            network: network.clone(),
        };
        (PolicyNet::new(network, 1).unwrap(), header)
    }

    #[test]
    fn networks_round_trip() {
        let (net, header) = model();
        let bytes = write_policy_model(&net, &header);
        assert_eq!(read_policy_model(&bytes).unwrap(), (net, header));
    }

    #[test]
    fn rejects_every_truncated_file() {
        let (net, header) = model();
        let bytes = write_policy_model(&net, &header);
        for length in 0..bytes.len() {
            let found = read_policy_model(&bytes[..length]);
            assert!(matches!(found, Err(ModelError::Format(_))), "{length}");
        }
    }

    #[test]
    fn rejects_sizes_that_do_not_fit() {
        let (net, header) = model();
        let hostile: [fn(&mut PolicyHeader); 4] = [
            |header| header.network.inputs = usize::MAX,
            |header| header.network.moves = vec![usize::MAX, 1],
            |header| header.network.head = usize::MAX / 2,
            |header| {
                header.network.body = Body::Mlp {
                    layers: usize::MAX,
                    width: usize::MAX,
                    residual: false,
                }
            },
        ];
        for change in hostile {
            let mut changed = header.clone();
            change(&mut changed);
            let found = read_policy_model(&write_policy_model(&net, &changed));
            assert_eq!(found, Err(ModelError::Entry("network".to_string())));
        }
    }

    #[test]
    fn network_of_another_format_is_named() {
        let bytes = file::write("other", &1, std::iter::empty());
        let error = read_policy_model(&bytes).unwrap_err().to_string();
        assert!(
            error.contains("`other`") && error.contains(FORMAT),
            "{error}"
        );
    }
}
