//! The integration tests of the crate, in one program.

mod buttons;
mod library;
mod moves;
mod notation;
mod public;
mod themes;
