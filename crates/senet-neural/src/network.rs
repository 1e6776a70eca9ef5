//! A network: weights, activation, certificate and training log.

use crate::cell::{Activation, Weights};
use crate::certificate::{Certificate, NotProved, certify};
use crate::file;
use std::sync::{Arc, LazyLock};

/// A reasoner network.
///
/// ```
/// use senet_neural::ReasonerNetwork;
///
/// let network = ReasonerNetwork::embedded();
/// assert!(network.certificate.is_some());
/// assert!(network.parameters() < 200);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ReasonerNetwork {
    /// The weights.
    pub(crate) weights: WeightsOfAnySize,
    /// The function between the layers.
    pub activation: Activation,
    /// The proof that the network is exact, if there is one.
    pub certificate: Option<Certificate>,
    /// How the weights were found.
    pub log: TrainingLog,
}

/// How weights were found.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct TrainingLog {
    /// The seed.
    pub seed: u64,
    /// The number of optimiser steps.
    pub steps: usize,
    /// The training data in words.
    pub data: String,
    /// The loss at the end.
    pub loss: f32,
}

/// Weights of one of the supported sizes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum WeightsOfAnySize {
    H4(Box<Weights<4>>),
    H8(Box<Weights<8>>),
    H16(Box<Weights<16>>),
    H32(Box<Weights<32>>),
}

/// Calls an expression with the weights, whatever their size.
macro_rules! with_weights {
    ($any:expr, $weights:ident => $body:expr) => {
        match $any {
            $crate::network::WeightsOfAnySize::H4($weights) => $body,
            $crate::network::WeightsOfAnySize::H8($weights) => $body,
            $crate::network::WeightsOfAnySize::H16($weights) => $body,
            $crate::network::WeightsOfAnySize::H32($weights) => $body,
        }
    };
}
pub(crate) use with_weights;

impl WeightsOfAnySize {
    /// Zero weights of a size; `None` if it is not supported.
    pub fn zero(hidden: usize) -> Option<WeightsOfAnySize> {
        Some(match hidden {
            4 => WeightsOfAnySize::H4(Box::new(Weights::zero())),
            8 => WeightsOfAnySize::H8(Box::new(Weights::zero())),
            16 => WeightsOfAnySize::H16(Box::new(Weights::zero())),
            32 => WeightsOfAnySize::H32(Box::new(Weights::zero())),
            _ => return None,
        })
    }

    /// The names and numbers of all tensors.
    pub fn tensors(&self) -> [(&'static str, &[f32]); 13] {
        with_weights!(self, weights => weights.tensors())
    }

    /// The numbers of all tensors.
    pub fn tensors_mut(&mut self) -> [&mut [f32]; 13] {
        with_weights!(self, weights => weights.tensors_mut())
    }
}

impl ReasonerNetwork {
    /// The network that comes with the program: four numbers per atom, certified.
    pub fn embedded() -> Arc<ReasonerNetwork> {
        static EMBEDDED: LazyLock<Arc<ReasonerNetwork>> = LazyLock::new(|| {
            let bytes = include_bytes!("../models/exact.safetensors");
            Arc::new(file::read(bytes).expect("the embedded network is read by the tests"))
        });
        EMBEDDED.clone()
    }

    /// The size of the vectors.
    pub fn hidden(&self) -> usize {
        match &self.weights {
            WeightsOfAnySize::H4(_) => 4,
            WeightsOfAnySize::H8(_) => 8,
            WeightsOfAnySize::H16(_) => 16,
            WeightsOfAnySize::H32(_) => 32,
        }
    }

    /// The number of parameters.
    pub fn parameters(&self) -> usize {
        with_weights!(&self.weights, weights => weights.parameters())
    }

    /// The names and numbers of all tensors.
    pub fn tensors(&self) -> [(&'static str, &[f32]); 13] {
        self.weights.tensors()
    }

    /// Changes one number of a tensor, for experiments. The network loses its certificate.
    pub fn set_parameter(&mut self, tensor: usize, position: usize, value: f32) {
        self.weights.tensors_mut()[tensor][position] = value;
        self.certificate = None;
    }

    /// Tries to prove that the network is exact. Only a network with [`Activation::Sign`] can be proved: the proof lists all codes, and it must be
    /// about the network that the file holds.
    pub fn prove(&self) -> Result<Certificate, NotProved> {
        match self.activation {
            Activation::Sign => with_weights!(&self.weights, weights => certify(weights)),
            Activation::Tanh => Err(NotProved::Tanh),
        }
    }

    /// A claim about the answers of the network, as a sentence.
    pub fn claim(&self) -> String {
        match &self.certificate {
            Some(_) => format!(
                "a network of {} parameters, proved exact for every stratified ground program",
                self.parameters()
            ),
            None => format!(
                "a network of {} parameters; nothing is proved of it",
                self.parameters()
            ),
        }
    }
}
