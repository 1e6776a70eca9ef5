//! Small value networks: the fluents of a state go in, the expected goal of each role comes out.
//!
//! A state sets few bits, and a child differs from its parent in fewer. The first layer is therefore a sum of
//! columns: [`ValueNet::evaluate_children`] computes it once for the parent and changes it by the fluents that differ.
//!
//! ```
//! use senet_value_net::{Adam, Gradient, Sample, Shape, ValueNet};
//!
//! let mut net = ValueNet::new(Shape { inputs: 4, hidden: 16, outputs: 1 }, 2.0, 7);
//! let mut adam = Adam::new(net.shape());
//! let mut gradient = Gradient::new(net.shape());
//! let samples = [
//!     Sample { state: &[0b0011], target: &[1.0] },
//!     Sample { state: &[0b1100], target: &[0.0] },
//! ];
//! for _ in 0..200 {
//!     gradient.add(&net, &samples);
//!     adam.step(&mut net, &mut gradient, 0.01);
//! }
//! assert!(net.evaluate(&[0b0011])[0] > 0.9);
//! assert!(net.evaluate(&[0b1100])[0] < 0.1);
//! ```
//!
//! Invariants:
//! - The seed decides the weights, and the order of samples decides what is learned. Processors of different vector
//!   widths may differ in the last bits.
//! - Gradients agree with differences of the loss.
//! - The crate does no input or output and knows no rules. Inputs are bits, outputs are numbers from 0 to 1.

mod adam;
mod file;
mod gradient;
mod kernel;
mod layers;
mod net;
pub mod policy;
mod protobuf;
mod shape;

pub use adam::Adam;
pub use file::{ModelError, ModelHeader, read_model, write_model};
pub use gradient::{Gradient, Sample};
pub use net::{Scratch, ValueNet};
pub use shape::{SECOND_LAYER, Shape};
