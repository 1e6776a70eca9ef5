//! The integration tests of the crate, in one program.

mod common;
mod custom_players;
mod faults;
mod giving_up;
mod golden;
mod loopback;
mod server;
