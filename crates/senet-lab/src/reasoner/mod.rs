//! Experiments with neural reasoners: our proved network, and the attention network of the thesis.

pub mod attention;
mod fidelity_row;
mod zero_shot;

pub use fidelity_row::{FidelityGame, FidelityLimits, FidelityRow, grounded, grounded_rules};
pub use zero_shot::ReasonerZeroShot;
