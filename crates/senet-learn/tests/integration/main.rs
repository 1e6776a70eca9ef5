//! The integration tests of the crate, in one program.

mod common;
mod evaluation;
mod td;
