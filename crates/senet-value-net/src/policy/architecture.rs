//! The architecture of a network, and the layers that follow from it.

use super::layer::{Layer, LayerKind};
use super::planes::{Planes, WINDOW};
use serde::{Deserialize, Serialize};

/// The maximum number of parameters, more than any of our networks has. Larger files are refused before memory is allocated.
const MOST_PARAMETERS: usize = 1 << 27;
/// The maximum number of layers, more than any of our networks has.
const MOST_LAYERS: usize = 1 << 10;
/// The number of channels that convolutions leave for the head.
const HEAD_CHANNELS: usize = 8;

/// The architecture of a network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Architecture {
    /// The number of fluents.
    pub inputs: usize,
    /// The number of moves of each role.
    pub moves: Vec<usize>,
    /// The hidden layers.
    pub body: Body,
    /// The number of units of the last hidden layer, which all outputs share.
    pub head: usize,
}

/// The hidden layers of a network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Body {
    /// Dense layers.
    Mlp {
        /// The number of layers after the first.
        layers: usize,
        /// The number of units of a layer.
        width: usize,
        /// True if a layer is added to its input.
        residual: bool,
    },
    /// Convolutions over boards. Each layer after the first is added to its input.
    Cnn {
        /// The number of layers after the first.
        layers: usize,
        /// The number of channels of a cell.
        channels: usize,
        /// Where the fluents lie on the board.
        planes: Planes,
    },
}

impl Architecture {
    /// The number of outputs: one for each move of each role, and one value for each role.
    pub fn outputs(&self) -> usize {
        self.moves.iter().sum::<usize>() + self.moves.len()
    }

    /// The first output of a role's moves.
    pub fn first_move(&self, role: usize) -> usize {
        self.moves[..role].iter().sum()
    }

    /// The planes, if the network has convolutions.
    pub fn planes(&self) -> Option<&Planes> {
        match &self.body {
            Body::Mlp { .. } => None,
            Body::Cnn { planes, .. } => Some(planes),
        }
    }

    /// One word for the kind of network.
    pub fn kind(&self) -> &'static str {
        match self.body {
            Body::Mlp { .. } => "mlp",
            Body::Cnn { .. } => "cnn",
        }
    }

    /// Checks sizes that were read from a file. The error says which sizes are valid.
    pub fn check(&self) -> Result<(), String> {
        let (layers, width) = match &self.body {
            Body::Mlp { layers, width, .. } => (*layers, *width),
            Body::Cnn {
                layers,
                channels,
                planes,
            } => {
                planes.check(self.inputs)?;
                (*layers, *channels)
            }
        };
        let sizes = [self.inputs, width, self.head];
        let sizes = sizes.iter().chain(&self.moves);
        match () {
            () if layers > MOST_LAYERS => return Err(format!("at most {MOST_LAYERS} layers")),
            () if self.moves.is_empty() => return Err("1 role or more".to_string()),
            () if sizes
                .clone()
                .any(|&size| size == 0 || size > MOST_PARAMETERS) =>
            {
                return Err(format!("sizes from 1 to {MOST_PARAMETERS}"));
            }
            () => {}
        }
        let count = self.layers().iter().try_fold(0_usize, |sum, layer| {
            let weights = (layer.inputs + 1 + layer.side).checked_mul(layer.outputs)?;
            sum.checked_add(weights)
        });
        match count.is_some_and(|count| count <= MOST_PARAMETERS) {
            true => Ok(()),
            false => Err(format!("at most {MOST_PARAMETERS} parameters")),
        }
    }

    /// The layers in their order.
    pub(super) fn layers(&self) -> Vec<Layer> {
        let mut stack = Stack::default();
        match &self.body {
            Body::Mlp {
                layers,
                width,
                residual,
            } => {
                stack.push("input", LayerKind::Dense, self.inputs, *width);
                for number in 0..*layers {
                    let name = format!("hidden.{number}");
                    stack.push(&name, LayerKind::Dense, *width, *width);
                    stack.last().residual = *residual;
                }
                stack.push("head", LayerKind::Dense, *width, self.head);
            }
            Body::Cnn {
                layers,
                channels,
                planes,
            } => {
                stack.rows = planes.cells();
                let read = planes.planes * WINDOW;
                stack.push("input", LayerKind::Convolution, read, *channels);
                stack.last().side = planes.others();
                for number in 0..*layers {
                    let name = format!("hidden.{number}");
                    let read = channels * WINDOW;
                    stack.push(&name, LayerKind::Convolution, read, *channels);
                    stack.last().residual = true;
                }
                stack.push("reduce", LayerKind::Dense, *channels, HEAD_CHANNELS);
                stack.rows = 1;
                let read = planes.cells() * HEAD_CHANNELS;
                stack.push("head", LayerKind::Dense, read, self.head);
            }
        }
        stack.push("output", LayerKind::Dense, self.head, self.outputs());
        stack.last().rectified = false;
        stack.numbered()
    }
}

/// Layers that are being listed.
struct Stack {
    layers: Vec<Layer>,
    /// The number of rows of a sample in the next layer.
    rows: usize,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack {
            layers: Vec::new(),
            rows: 1,
        }
    }
}

impl Stack {
    fn push(&mut self, name: &str, kind: LayerKind, inputs: usize, outputs: usize) {
        self.layers.push(Layer {
            name: name.to_string(),
            kind,
            inputs,
            outputs,
            rows: self.rows,
            residual: false,
            rectified: true,
            side: 0,
            first: 0,
        });
    }

    fn last(&mut self) -> &mut Layer {
        let last = self.layers.len() - 1;
        &mut self.layers[last]
    }

    /// Gives each layer its place among the parameters.
    fn numbered(mut self) -> Vec<Layer> {
        let mut first = 0_usize;
        for layer in &mut self.layers {
            layer.first = first;
            first = first.saturating_add(layer.parameters());
        }
        self.layers
    }
}
