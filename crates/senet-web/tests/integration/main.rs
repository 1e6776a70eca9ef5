//! The integration tests of the crate, in one program.

mod api;
mod common;
mod play;
