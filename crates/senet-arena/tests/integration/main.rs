//! The integration tests of the crate, in one program.

mod common;
mod faults;
mod golden;
mod guests;
mod loopback;
mod server;
