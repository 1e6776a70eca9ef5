//! Training: random logic programs or games in, weights out.
//!
//! The cell is unrolled for some rounds over the whole graph, with Gaussian noise on every pre-activation. Only the last rounds and
//! only the chosen atoms have targets. Noise pushes the vectors to the corners, where the sign function can replace tanh.

mod adam;
mod example;
mod games;
mod gradient;
mod noise;
mod programs;
mod sample;
mod train;

pub(crate) use adam::Adam;
pub use example::Example;
pub use games::GameStates;
pub(crate) use games::OUTPUT_NAMES;
pub(crate) use noise::normal;
pub use programs::{ProgramShape, random_program};
pub use sample::{SampleOptions, sample_states};
pub use train::{ReasonerTraining, TrainData, TrainError, TrainProgress, train, train_certified};
