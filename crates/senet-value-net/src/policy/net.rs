//! A network and its outputs.

use super::architecture::Architecture;
use super::forward::{Activations, Place};
use super::layer::Layer;
use fastrand::Rng;
use std::ops::Range;

/// States are computed in groups of this size: larger groups leave the caches.
const GROUP: usize = 64;
/// The size of groups for convolutions, which copy each cell nine times.
const BOARD_GROUP: usize = 8;

/// A network that gives each role a policy and a value.
#[derive(Clone, Debug)]
pub struct PolicyNet {
    pub(super) architecture: Architecture,
    pub(super) layers: Vec<Layer>,
    pub(super) places: Vec<Place>,
    pub(super) parameters: Vec<f32>,
}

impl PartialEq for PolicyNet {
    fn eq(&self, other: &PolicyNet) -> bool {
        self.architecture == other.architecture && self.parameters == other.parameters
    }
}

impl PolicyNet {
    /// A network with random weights. Fails if the sizes are invalid; the error says which are valid.
    pub fn new(architecture: Architecture, seed: u64) -> Result<PolicyNet, String> {
        architecture.check()?;
        let mut rng = Rng::with_seed(seed);
        let layers = architecture.layers();
        let residual = layers.iter().filter(|layer| layer.residual).count();
        let mut parameters = vec![0.0; layers.iter().map(Layer::parameters).sum()];
        for layer in &layers {
            // The sum over residual layers must not grow with their number.
            let share = if layer.residual { residual } else { 1 } as f32;
            let inputs = (layer.inputs + layer.side) as f32;
            let gain = if layer.rectified { 2.0 } else { 0.1 };
            let deviation = (gain / (inputs * share)).sqrt();
            for range in [layer.weights(), layer.side_weights()] {
                for parameter in &mut parameters[range] {
                    *parameter = deviation * crate::net::normal(&mut rng);
                }
            }
        }
        PolicyNet::from_parameters(architecture, parameters)
    }

    /// A network with these parameters. Fails if their number is invalid; the error says which is valid.
    pub fn from_parameters(
        architecture: Architecture,
        parameters: Vec<f32>,
    ) -> Result<PolicyNet, String> {
        architecture.check()?;
        let layers = architecture.layers();
        let count: usize = layers.iter().map(Layer::parameters).sum();
        if parameters.len() != count {
            return Err(format!("{count} parameters"));
        }
        Ok(PolicyNet {
            places: places(&architecture),
            layers,
            architecture,
            parameters,
        })
    }

    /// The architecture.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// All parameters, in the order of [`PolicyNet::tensors`].
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// The names and places of all tensors, in their order.
    pub fn tensors(&self) -> impl Iterator<Item = (String, Range<usize>)> {
        self.layers.iter().flat_map(Layer::tensors)
    }

    /// The outputs for some states.
    pub fn evaluate(&self, states: &[&[u64]]) -> Outputs {
        let mut numbers = Vec::with_capacity(states.len() * self.architecture.outputs());
        let mut activations = Activations::default();
        for group in states.chunks(self.group()) {
            activations.compute(self, group);
            numbers.extend_from_slice(activations.outputs());
        }
        Outputs {
            moves: self.architecture.moves.clone(),
            numbers,
        }
    }

    /// The number of states that are computed at once.
    pub(super) fn group(&self) -> usize {
        match self.architecture.planes() {
            Some(_) => BOARD_GROUP,
            None => GROUP,
        }
    }

    /// The number of inputs of a sample in the first layer.
    pub(super) fn input_size(&self) -> usize {
        match self.architecture.planes() {
            Some(planes) => planes.cells() * planes.planes,
            None => self.architecture.inputs,
        }
    }
}

/// Where each fluent lies in the input.
fn places(architecture: &Architecture) -> Vec<Place> {
    let Some(planes) = architecture.planes() else {
        return (0..architecture.inputs).map(Place::Input).collect();
    };
    let mut others = 0..;
    let mut place = |place: &Option<(usize, usize)>| match *place {
        Some((plane, cell)) => Place::Input(cell * planes.planes + plane),
        None => Place::Side(others.next().unwrap_or(0)),
    };
    planes.places.iter().map(&mut place).collect()
}

/// The outputs of a network for some states.
#[derive(Clone, PartialEq, Debug)]
pub struct Outputs {
    moves: Vec<usize>,
    numbers: Vec<f32>,
}

impl Outputs {
    /// One number for each move of a role. Larger numbers mean likelier moves.
    pub fn logits(&self, state: usize, role: usize) -> &[f32] {
        let first: usize = self.moves[..role].iter().sum();
        &self.row(state)[first..first + self.moves[role]]
    }

    /// The value of a state for a role: from 0 to 1.
    pub fn value(&self, state: usize, role: usize) -> f32 {
        let values: usize = self.moves.iter().sum();
        logistic(self.row(state)[values + role])
    }

    fn row(&self, state: usize) -> &[f32] {
        let length = self.moves.iter().sum::<usize>() + self.moves.len();
        &self.numbers[state * length..(state + 1) * length]
    }
}

/// The logistic function.
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
