//! Finds whose turn it is, in two ways.
//!
//! - [`turn_fluents`] reads the text of `legal` rules. It needs no grounding, and drawings use it.
//! - [`turn_fact_candidates`] reads grounded rules, so it covers other forms of rules too. `senet-analyze` proves or refutes
//!   the candidates.
//!
//! The phases of the engine (module `network::phases`) answer another question: which fluents depend only on the step number.

mod candidates;
mod fluents;
mod necessary;

pub use candidates::{roles_with_choice, turn_fact_candidates};
pub use fluents::turn_fluents;
