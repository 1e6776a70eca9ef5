//! The integration tests of the crate, in one program.

mod findings;
mod public;
mod scrambled;
mod small;
mod soundness;
mod witnesses;
