//! The integration tests of the crate, in one program.

mod common;
mod custom_players;
mod faults;
mod golden;
mod loopback;
mod server;
