//! The settings of a run.

use senet_value_net::policy::{Body, Planes};
use serde::{Deserialize, Serialize};

/// The settings of AlphaZero. The defaults suit one core and minutes of training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DeepPlan {
    /// The number of matches of self-play in an iteration.
    pub matches: usize,
    /// The number of matches that are played at the same time, so that the network evaluates their states in one batch.
    pub in_flight: usize,
    /// The number of simulations for a move.
    pub simulations: u32,
    /// The number of joint moves at the beginning of a match that are drawn in proportion to visits. Later moves are the best ones.
    pub drawn_moves: usize,
    /// The weight of exploration in PUCT.
    pub exploration: f32,
    /// The share of noise in the policy of the root.
    pub noise: f32,
    /// The number of newest positions that training uses.
    pub window: usize,
    /// The number of samples for a step of the optimiser.
    pub batch: usize,
    /// How often a position is used, on average.
    pub reuse: f64,
    /// The learning rate.
    pub rate: f32,
    /// The number of matches of the gate. Without matches, every new network is accepted.
    pub gate_matches: usize,
    /// The number of bytes for positions and trees.
    pub memory_bytes: usize,
    /// Changes to Algorithm 1.
    pub refinements: Refinements,
}

/// Changes to Algorithm 1, each a switch.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Refinements {
    /// Chooses moves of the root by Gumbel noise and sequential halving (Danihelka et al. 2022).
    pub gumbel: bool,
    /// Searches most moves with few simulations, and learns policies from the others only (Wu 2019).
    pub playout_cap: bool,
    /// Mixes the result of the match with the value that the search found.
    pub mixed_values: bool,
}

impl Default for DeepPlan {
    fn default() -> DeepPlan {
        DeepPlan {
            matches: 128,
            in_flight: 64,
            simulations: 64,
            drawn_moves: 8,
            exploration: 1.2,
            noise: 0.25,
            window: 200_000,
            batch: 256,
            reuse: 4.0,
            rate: 1e-3,
            gate_matches: 32,
            memory_bytes: 1 << 30,
            refinements: Refinements::default(),
        }
    }
}

/// The kind and the size of a new network.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NetworkKind {
    /// The number of hidden layers after the first.
    pub layers: usize,
    /// The number of units of a layer, or of channels of a cell.
    pub width: usize,
    /// True if a dense layer is added to its input.
    pub residual: bool,
    /// The number of units of the last hidden layer.
    pub head: usize,
    /// The boards of a `cnn`; without them the network is an `mlp`.
    pub planes: Option<Planes>,
}

impl Default for NetworkKind {
    fn default() -> NetworkKind {
        NetworkKind {
            layers: 3,
            width: 128,
            residual: true,
            head: 64,
            planes: None,
        }
    }
}

impl NetworkKind {
    /// The hidden layers.
    pub fn body(&self) -> Body {
        let (layers, width) = (self.layers, self.width);
        match self.planes.clone() {
            None => Body::Mlp {
                layers,
                width,
                residual: self.residual,
            },
            Some(planes) => Body::Cnn {
                layers,
                channels: width,
                planes,
            },
        }
    }
}
