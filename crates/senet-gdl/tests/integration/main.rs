//! All integration tests of the crate in one binary.

mod checks;
mod common;
mod corpus;
mod formatting;
mod public_sheets;
#[path = "../../../../fuzz/laws/reading.rs"]
mod reading;
mod robustness;
mod scrambling;
