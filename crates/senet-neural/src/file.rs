//! Weights as safetensors. The header holds the architecture, the training log and the certificate.

use crate::cell::Activation;
use crate::certificate::Certificate;
use crate::network::{ReasonerNetwork, TrainingLog, WeightsOfAnySize};
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// The name of the architecture in the header.
const ARCHITECTURE: &str = "senet-reasoner-1";

/// The reason why a model file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReasonerFileError {
    /// The file cannot be read or written.
    #[error("the model file could not be read or written: {0}")]
    File(#[from] io::Error),
    /// The file is truncated, or is no safetensors file.
    #[error("the file is not a complete safetensors file: {0}")]
    Format(String),
    /// The file holds another kind of network.
    #[error(
        "the file holds a network of the architecture `{found}`, but `{expected}` is needed here"
    )]
    Architecture {
        /// The architecture that the header names.
        found: String,
        /// The architecture that can be used.
        expected: &'static str,
    },
    /// A header entry or a tensor is missing or has the wrong form.
    #[error("the model file has no valid `{0}`: train the network again")]
    Entry(String),
    /// The header has a certificate, but the weights do not fulfil it.
    #[error(
        "the certificate does not hold for these weights: the file was changed after the proof"
    )]
    Certificate,
}

impl ReasonerNetwork {
    /// Reads a network. Checks its certificate again, if it has one.
    pub fn open(path: &Path) -> Result<ReasonerNetwork, ReasonerFileError> {
        read(&contents(path)?)
    }

    /// Writes the network to a file. A crash leaves the old file or the new one.
    pub fn save(&self, path: &Path) -> Result<(), ReasonerFileError> {
        save(path, &self.to_bytes())
    }

    /// The contents of a model file.
    pub fn to_bytes(&self) -> Vec<u8> {
        serialized(self.tensors(), self.header())
    }

    fn header(&self) -> HashMap<String, String> {
        let mut header = HashMap::from([
            ("architecture".to_string(), ARCHITECTURE.to_string()),
            ("hidden".to_string(), self.hidden().to_string()),
            ("activation".to_string(), self.activation.name().to_string()),
            ("training".to_string(), json(&self.log)),
        ]);
        if let Some(certificate) = &self.certificate {
            header.insert("certificate".to_string(), json(certificate));
        }
        header
    }
}

/// The maximum size of a model file, above that of any reasoner.
const MOST_BYTES: u64 = 64 << 20;

/// The contents of a file of reasonable size. A device or a pipe might never end.
pub(crate) fn contents(path: &Path) -> io::Result<Vec<u8>> {
    let about = std::fs::metadata(path)?;
    match about.is_file() && about.len() <= MOST_BYTES {
        true => std::fs::read(path),
        false => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is no regular file, or larger than any model file",
        )),
    }
}

/// Writes a file. A crash leaves the old file or the new one.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result<(), ReasonerFileError> {
    let unfinished = path.with_extension("unfinished");
    std::fs::write(&unfinished, bytes)?;
    Ok(std::fs::rename(&unfinished, path)?)
}

/// The contents of a file with named tensors.
pub(crate) fn serialized<'t>(
    tensors: impl IntoIterator<Item = (&'t str, &'t [f32])>,
    header: HashMap<String, String>,
) -> Vec<u8> {
    let bytes = |numbers: &[f32]| -> Vec<u8> {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        bytes.collect()
    };
    let tensors = tensors.into_iter();
    let tensors: Vec<(&str, usize, Vec<u8>)> = tensors
        .map(|(name, numbers)| (name, numbers.len(), bytes(numbers)))
        .collect();
    let views = tensors.iter().map(|(name, count, bytes)| {
        let view = TensorView::new(Dtype::F32, vec![*count], bytes);
        (*name, view.expect("the shape fits the bytes"))
    });
    serialize(views, Some(header)).expect("the names of the tensors differ")
}

/// An entry of a header.
pub(crate) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("numbers and texts can be written as JSON")
}

/// The architecture that the header of a file names; empty if it names none.
pub(crate) fn architecture(bytes: &[u8]) -> Result<String, ReasonerFileError> {
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(unreadable)?;
    let header = metadata.metadata().as_ref();
    let named = header.and_then(|header| header.get("architecture"));
    Ok(named.cloned().unwrap_or_default())
}

fn unreadable(error: safetensors::SafeTensorError) -> ReasonerFileError {
    ReasonerFileError::Format(error.to_string())
}

/// Reads the header and the tensors of a file, if it holds this architecture.
pub(crate) fn parsed<'b>(
    bytes: &'b [u8],
    expected: &'static str,
) -> Result<(HashMap<String, String>, SafeTensors<'b>), ReasonerFileError> {
    let found = architecture(bytes)?;
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(unreadable)?;
    let file = SafeTensors::deserialize(bytes).map_err(unreadable)?;
    let header = metadata.metadata().clone().unwrap_or_default();
    match found == expected {
        true => Ok((header, file)),
        false => Err(ReasonerFileError::Architecture { found, expected }),
    }
}

/// Reads a network from the contents of a file.
pub(crate) fn read(bytes: &[u8]) -> Result<ReasonerNetwork, ReasonerFileError> {
    let (header, file) = parsed(bytes, ARCHITECTURE)?;
    let header = &header;
    let network = ReasonerNetwork {
        weights: weights(&file, entry(header, "hidden", |text| text.parse().ok())?)?,
        activation: entry(header, "activation", Activation::from_name)?,
        log: entry(header, "training", |text| {
            serde_json::from_str::<TrainingLog>(text).ok()
        })?,
        certificate: None,
    };
    match header.get("certificate") {
        None => Ok(network),
        Some(text) => checked(network, text),
    }
}

/// Adds the certificate of the header if the proof succeeds again.
fn checked(network: ReasonerNetwork, text: &str) -> Result<ReasonerNetwork, ReasonerFileError> {
    let stored: Certificate = serde_json::from_str(text)
        .map_err(|_| ReasonerFileError::Entry("certificate".to_string()))?;
    match network.prove() {
        Ok(found) if found == stored => Ok(ReasonerNetwork {
            certificate: Some(stored),
            ..network
        }),
        _ => Err(ReasonerFileError::Certificate),
    }
}

/// An entry of a header that can be parsed.
pub(crate) fn entry<T>(
    header: &HashMap<String, String>,
    name: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, ReasonerFileError> {
    let parsed = header.get(name).and_then(|text| parse(text));
    parsed.ok_or_else(|| ReasonerFileError::Entry(name.to_string()))
}

fn weights(file: &SafeTensors, hidden: usize) -> Result<WeightsOfAnySize, ReasonerFileError> {
    let mut weights = WeightsOfAnySize::zero(hidden)
        .ok_or_else(|| ReasonerFileError::Entry("hidden".to_string()))?;
    let names = weights.tensors().map(|(name, _)| name);
    for (name, numbers) in names.into_iter().zip(weights.tensors_mut()) {
        fill(file, name, numbers)?;
    }
    Ok(weights)
}

/// Reads a tensor of a known size.
pub(crate) fn fill(
    file: &SafeTensors,
    name: &str,
    numbers: &mut [f32],
) -> Result<(), ReasonerFileError> {
    let invalid = || ReasonerFileError::Entry(name.to_string());
    let view = file.tensor(name).map_err(|_| invalid())?;
    if view.dtype() != Dtype::F32 || view.data().len() != 4 * numbers.len() {
        return Err(invalid());
    }
    for (number, bytes) in numbers.iter_mut().zip(view.data().chunks_exact(4)) {
        *number = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        if !number.is_finite() {
            return Err(invalid());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_round_trip() {
        let network = ReasonerNetwork::embedded();
        assert_eq!(read(&network.to_bytes()).unwrap(), *network);
    }

    #[test]
    fn rejects_endless_files() {
        let error = ReasonerNetwork::open(Path::new("/dev/zero")).unwrap_err();
        assert!(matches!(error, ReasonerFileError::File(_)), "{error}");
    }

    #[test]
    fn rejects_every_truncated_file() {
        let bytes = ReasonerNetwork::embedded().to_bytes();
        for length in 0..bytes.len() {
            assert!(
                matches!(read(&bytes[..length]), Err(ReasonerFileError::Format(_))),
                "{length}"
            );
        }
    }

    #[test]
    fn rejects_weights_that_were_changed_after_the_proof() {
        let network = ReasonerNetwork::embedded();
        let mut changed = (*network).clone();
        let number = network.tensors()[1].1[0];
        changed.set_parameter(1, 0, number + 0.25);
        changed.certificate = network.certificate.clone();
        assert!(matches!(
            read(&changed.to_bytes()),
            Err(ReasonerFileError::Certificate)
        ));
    }

    #[test]
    fn rejects_other_architectures() {
        let data = [0u8; 4];
        let view = TensorView::new(Dtype::F32, vec![1], &data).unwrap();
        let header = HashMap::from([("architecture".to_string(), "gat".to_string())]);
        let bytes = serialize([("input", view)], Some(header)).unwrap();
        assert!(
            matches!(read(&bytes), Err(ReasonerFileError::Architecture { found, .. }) if found == "gat")
        );
    }

    #[test]
    fn rejects_numbers_that_are_not_finite() {
        let mut network = (*ReasonerNetwork::embedded()).clone();
        network.set_parameter(0, 0, f32::NAN);
        assert!(
            matches!(read(&network.to_bytes()), Err(ReasonerFileError::Entry(name)) if name == "input")
        );
    }
}
