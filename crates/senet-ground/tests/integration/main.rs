//! The integration tests of the crate, in one program.

mod grounding;
mod hostile;
mod published_counts;
