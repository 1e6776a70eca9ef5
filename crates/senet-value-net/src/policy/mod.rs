//! Networks with a policy and a value for each role: `mlp`, dense layers as in the thesis of Gunawan, and `cnn`, convolutions
//! over the boards of a game.
//!
//! ```
//! use senet_value_net::Adam;
//! use senet_value_net::policy::{Architecture, Body, PolicyGradient, PolicyNet, PolicySample};
//!
//! let body = Body::Mlp { layers: 2, width: 32, residual: true };
//! let architecture = Architecture { inputs: 4, moves: vec![3], body, head: 16 };
//! let mut net = PolicyNet::new(architecture, 7).unwrap();
//! let mut adam = Adam::of_size(net.parameters().len());
//! let mut gradient = PolicyGradient::new(&net);
//! let targets = [(0, 0.0), (2, 1.0)];
//! let sample = PolicySample { state: &[0b0011], policy: &[&targets], values: &[1.0] };
//! for _ in 0..100 {
//!     gradient.add(&net, &[sample]);
//!     gradient.step(&mut net, &mut adam, 0.01);
//! }
//! let outputs = net.evaluate(&[&[0b0011]]);
//! assert!(outputs.value(0, 0) > 0.9);
//! assert!(outputs.logits(0, 0)[2] > outputs.logits(0, 0)[0]);
//! ```

mod architecture;
mod convolution;
mod file;
mod forward;
mod gradient;
mod layer;
mod loss;
mod matrix;
mod net;
mod onnx;
#[cfg(test)]
mod onnx_tests;
mod planes;
#[cfg(test)]
mod sample_nets;

pub use architecture::{Architecture, Body};
pub use file::{PolicyHeader, read_policy_model, write_policy_model};
pub use gradient::PolicyGradient;
pub use loss::{PolicyLoss, PolicySample};
pub use net::{Outputs, PolicyNet};
pub use onnx::write_onnx;
pub use planes::Planes;
