//! Networks as safetensors. The header says which game the network belongs to and how it was trained.

use crate::net::ValueNet;
use crate::shape::{SECOND_LAYER, Shape};
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The name of the architecture in the header.
const ARCHITECTURE: &str = "senet-value-small-1";
/// The entry of the header that holds everything else.
const ENTRY: &str = "senet";
/// The maximum number of parameters, more than any of our networks has. Larger files are refused before memory is allocated.
const MOST_PARAMETERS: usize = 1 << 28;

/// The header of a model file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ModelHeader {
    /// The canonical key of the game, as hexadecimal digits.
    pub game: String,
    /// The symbols of the rules in canonical order. Copies of a game with other names match them one by one.
    pub symbols: Vec<String>,
    /// The names of the roles, in the order of the outputs.
    pub roles: Vec<String>,
    /// The fluents, in the order of the inputs.
    pub fluents: Vec<String>,
    /// The seed of the training.
    pub seed: u64,
    /// The training log: one line for each entry.
    pub log: Vec<String>,
}

/// The reason why a model file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ModelError {
    /// The file is truncated, or is no safetensors file.
    #[error("the file is not a complete safetensors file: {0}")]
    Format(String),
    /// The file holds another kind of network.
    #[error("the file holds a network of the format `{found}`, but `{expected}` is needed")]
    Architecture {
        /// The format of the file.
        found: String,
        /// The format that can be read here.
        expected: String,
    },
    /// A header entry or a tensor is missing or has the wrong form.
    #[error("the model file has no valid `{0}`: train the network again")]
    Entry(String),
    /// The network belongs to another game.
    #[error(
        "the model belongs to another game (its key begins with {found}, this game's with {expected})"
    )]
    OtherGame {
        /// The beginning of the model's key.
        found: String,
        /// The beginning of the game's key.
        expected: String,
    },
}

/// The contents of a model file.
pub fn write_model(net: &ValueNet, header: &ModelHeader) -> Vec<u8> {
    let tensors = net.shape.tensors();
    let named = tensors.map(|(name, range)| (name, &net.parameters[range]));
    write(ARCHITECTURE, header, named.into_iter())
}

/// Reads the contents of a model file.
pub fn read_model(bytes: &[u8]) -> Result<(ValueNet, ModelHeader), ModelError> {
    let (header, file): (ModelHeader, _) = read(ARCHITECTURE, bytes)?;
    let shape = shape(&file, &header)?;
    let mut parameters = Vec::with_capacity(shape.parameters());
    for (name, range) in shape.tensors() {
        parameters.extend(numbers(&file, name, range.len())?);
    }
    Ok((ValueNet::from_parameters(shape, parameters), header))
}

/// A safetensors file with a header.
pub(crate) fn write<'a>(
    format: &str,
    header: &impl Serialize,
    tensors: impl Iterator<Item = (&'a str, &'a [f32])>,
) -> Vec<u8> {
    let bytes = |numbers: &[f32]| -> Vec<u8> {
        let numbers = numbers.iter();
        numbers.flat_map(|number| number.to_le_bytes()).collect()
    };
    let tensors: Vec<_> = tensors
        .map(|(name, numbers)| (name, bytes(numbers)))
        .collect();
    let views = tensors.iter().map(|(name, bytes)| {
        let view = TensorView::new(Dtype::F32, vec![bytes.len() / 4], bytes);
        (*name, view.expect("the shape fits the bytes"))
    });
    let text = serde_json::to_string(header).expect("texts and numbers can be written as JSON");
    let metadata = HashMap::from([
        ("architecture".to_string(), format.to_string()),
        (ENTRY.to_string(), text),
    ]);
    serialize(views, Some(metadata)).expect("the names of the tensors differ")
}

/// The header and the tensors of a file.
pub(crate) fn read<'a, H: DeserializeOwned>(
    expected: &str,
    bytes: &'a [u8],
) -> Result<(H, SafeTensors<'a>), ModelError> {
    let format = |error: safetensors::SafeTensorError| ModelError::Format(error.to_string());
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(format)?;
    let file = SafeTensors::deserialize(bytes).map_err(format)?;
    let none = HashMap::new();
    let entries = metadata.metadata().as_ref().unwrap_or(&none);
    let found = entries.get("architecture").cloned().unwrap_or_default();
    if found != expected {
        let expected = expected.to_string();
        return Err(ModelError::Architecture { found, expected });
    }
    let text = entries.get(ENTRY).map_or("", String::as_str);
    let header = serde_json::from_str(text).map_err(|_| ModelError::Entry(ENTRY.to_string()))?;
    Ok((header, file))
}

/// The shape that the tensors have. Fails if they do not fit together or do not fit the header.
fn shape(file: &SafeTensors, header: &ModelHeader) -> Result<Shape, ModelError> {
    let length = |name: &str| match file.tensor(name) {
        Ok(view) => Ok(view.data().len() / 4),
        Err(_) => Err(ModelError::Entry(name.to_string())),
    };
    let shape = Shape {
        inputs: header.fluents.len(),
        hidden: length("first.bias")?,
        outputs: length("output.bias")?,
    };
    let count = shape.inputs.checked_mul(shape.hidden);
    let has_units = shape.hidden > 0 && shape.hidden.is_multiple_of(16);
    if count.is_none_or(|count| count > MOST_PARAMETERS) || !has_units {
        return Err(ModelError::Entry("first.bias".to_string()));
    }
    let fits = [1, header.roles.len()].contains(&shape.outputs) && shape.outputs > 0;
    match fits && shape.outputs * SECOND_LAYER == length("output.weights")? {
        true => Ok(shape),
        false => Err(ModelError::Entry("output.bias".to_string())),
    }
}

/// The numbers of a tensor.
pub(crate) fn numbers(
    file: &SafeTensors,
    name: &str,
    count: usize,
) -> Result<Vec<f32>, ModelError> {
    let invalid = || ModelError::Entry(name.to_string());
    let view = file.tensor(name).map_err(|_| invalid())?;
    if view.dtype() != Dtype::F32 || view.data().len() != 4 * count {
        return Err(invalid());
    }
    let (chunks, _) = view.data().as_chunks::<4>();
    let numbers: Vec<f32> = chunks
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes))
        .collect();
    match numbers.iter().all(|number| number.is_finite()) {
        true => Ok(numbers),
        false => Err(invalid()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> ModelHeader {
        ModelHeader {
            game: "ab12".to_string(),
            symbols: vec!["cell".to_string(), "x".to_string()],
            roles: vec!["x".to_string(), "o".to_string()],
            fluents: (0..5).map(|at| format!("(cell {at})")).collect(),
            seed: 9,
            log: vec!["10 matches".to_string()],
        }
    }

    fn net() -> ValueNet {
        let shape = Shape {
            inputs: 5,
            hidden: 16,
            outputs: 2,
        };
        ValueNet::new(shape, 3.0, 1)
    }

    #[test]
    fn networks_round_trip() {
        let bytes = write_model(&net(), &header());
        assert_eq!(read_model(&bytes).unwrap(), (net(), header()));
    }

    #[test]
    fn rejects_every_truncated_file() {
        let bytes = write_model(&net(), &header());
        for length in 0..bytes.len() {
            let found = read_model(&bytes[..length]);
            assert!(matches!(found, Err(ModelError::Format(_))), "{length}");
        }
    }

    #[test]
    fn rejects_header_that_does_not_fit_the_tensors() {
        let mut other = header();
        other.fluents.pop();
        let found = read_model(&write_model(&net(), &other));
        assert_eq!(found, Err(ModelError::Entry("first.columns".to_string())));
    }

    #[test]
    fn rejects_network_without_units() {
        let shape = Shape {
            hidden: 0,
            ..net().shape
        };
        let empty = ValueNet::from_parameters(shape, vec![0.5; shape.parameters()]);
        let found = read_model(&write_model(&empty, &header()));
        assert_eq!(found, Err(ModelError::Entry("first.bias".to_string())));
    }

    #[test]
    fn rejects_numbers_that_are_not_finite() {
        let mut broken = net();
        broken.parameters[3] = f32::NAN;
        let found = read_model(&write_model(&broken, &header()));
        assert_eq!(found, Err(ModelError::Entry("first.columns".to_string())));
    }
}
