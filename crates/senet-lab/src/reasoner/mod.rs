//! Experiments with neural reasoners.

mod fidelity_row;
mod zero_shot;

pub use fidelity_row::{FidelityLimits, FidelityRow, grounded};
pub use zero_shot::ReasonerZeroShot;
