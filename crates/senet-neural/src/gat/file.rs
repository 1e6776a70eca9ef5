//! Weights as safetensors; the header holds the network, the thresholds and the training log.

use super::config::GatConfig;
use super::irg::NodeLabelling;
use super::model::Model;
use super::reasoner::GatReasoner;
use crate::file::{ReasonerFileError, contents, entry, fill, json, parsed, save, serialized};
use crate::network::TrainingLog;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;

/// The name of the architecture in the header.
pub(crate) const ARCHITECTURE: &str = "senet-gat-1";
/// The numbers of blocks that a network can have; a header with another one is damaged.
const BLOCKS: RangeInclusive<usize> = 1..=64;

impl GatReasoner {
    /// Reads a network.
    pub fn open(path: &Path) -> Result<GatReasoner, ReasonerFileError> {
        GatReasoner::from_bytes(&contents(path)?)
    }

    /// Writes the network to a file. A crash leaves the old file or the new one.
    pub fn save(&self, path: &Path) -> Result<(), ReasonerFileError> {
        save(path, &self.to_bytes())
    }

    /// Reads the contents of a file.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<GatReasoner, ReasonerFileError> {
        read(bytes)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let parts = self.model.shapes.parts();
        let tensors = parts.map(|(name, range)| (name, &self.parameters[range]));
        let header = [
            ("architecture", ARCHITECTURE.to_string()),
            ("network", json(&self.model.config)),
            ("thresholds", json(&self.thresholds)),
            ("labelling", json(&self.labelling)),
            ("training", json(&self.log)),
        ];
        serialized(
            tensors,
            header.map(|(name, text)| (name.to_string(), text)).into(),
        )
    }
}

fn read(bytes: &[u8]) -> Result<GatReasoner, ReasonerFileError> {
    let (header, file) = parsed(bytes, ARCHITECTURE)?;
    let config: GatConfig = value(&header, "network")?;
    if !BLOCKS.contains(&config.blocks) {
        return Err(ReasonerFileError::Entry("network".to_string()));
    }
    let model = Model::new(&config);
    let mut parameters = vec![0.0; model.shapes.size()];
    for (name, range) in model.shapes.parts() {
        fill(&file, name, &mut parameters[range])?;
    }
    Ok(GatReasoner {
        thresholds: value::<[f32; 2]>(&header, "thresholds")?,
        labelling: value::<NodeLabelling>(&header, "labelling")?,
        log: value::<TrainingLog>(&header, "training")?,
        model,
        parameters,
    })
}

fn value<T: DeserializeOwned>(
    header: &HashMap<String, String>,
    name: &str,
) -> Result<T, ReasonerFileError> {
    entry(header, name, |text| serde_json::from_str(text).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReasonerNetwork;
    use fastrand::Rng;

    fn reasoner() -> GatReasoner {
        let model = Model::new(&"no-jk".parse().unwrap());
        GatReasoner {
            parameters: model.shapes.random(&mut Rng::with_seed(1)),
            model,
            thresholds: [0.5, 0.25],
            labelling: NodeLabelling::Minimal,
            log: TrainingLog::default(),
        }
    }

    #[test]
    fn networks_round_trip() {
        let written = GatReasoner {
            log: TrainingLog {
                loss: 0.5,
                ..TrainingLog::default()
            },
            ..reasoner()
        };
        let found = read(&written.to_bytes()).unwrap();
        assert_eq!(found.parameters, written.parameters);
        assert_eq!(
            (found.thresholds, found.labelling),
            (written.thresholds, written.labelling)
        );
        assert_eq!(
            (found.config(), &found.log),
            (written.config(), &written.log)
        );
    }

    #[test]
    fn rejects_truncated_files_and_other_networks() {
        let bytes = GatReasoner {
            log: TrainingLog {
                loss: 0.5,
                ..TrainingLog::default()
            },
            ..reasoner()
        }
        .to_bytes();
        for length in (0..bytes.len()).step_by(997) {
            assert!(
                matches!(read(&bytes[..length]), Err(ReasonerFileError::Format(_))),
                "{length}"
            );
        }
        let other = ReasonerNetwork::embedded().to_bytes();
        assert!(matches!(
            read(&other),
            Err(ReasonerFileError::Architecture { .. })
        ));
        assert!(
            matches!(crate::file::read(&bytes), Err(ReasonerFileError::Architecture { found, .. }) if found == ARCHITECTURE)
        );
    }

    /// Without blocks and input layers, the network would have no first layer, and its parameters could not be counted.
    #[test]
    fn rejects_networks_without_blocks() {
        let config = GatConfig {
            blocks: 0,
            ..GatConfig::default()
        };
        for has_input_layers in [false, true] {
            let model = Model::new(&GatConfig {
                has_input_layers,
                ..config.clone()
            });
            assert_eq!(model.parameters(), model.shapes.size());
            let mut empty = GatReasoner {
                parameters: model.shapes.random(&mut Rng::with_seed(1)),
                model,
                ..reasoner()
            };
            empty.log.loss = 0.5;
            assert!(matches!(
                read(&empty.to_bytes()),
                Err(ReasonerFileError::Entry(name)) if name == "network"
            ));
        }
    }

    #[test]
    fn rejects_weights_of_another_shape() {
        let mut changed = reasoner();
        changed.log.loss = 0.5;
        changed.model.config.has_jumps = true;
        assert!(matches!(
            read(&changed.to_bytes()),
            Err(ReasonerFileError::Entry(_))
        ));
    }
}
