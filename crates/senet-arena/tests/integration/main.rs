//! The integration tests of the crate, in one program.

mod common;
mod corpus;
mod custom_players;
mod faults;
mod giving_up;
mod golden;
mod loopback;
#[path = "../../../../fuzz/laws/protocol.rs"]
mod protocol;
#[path = "../../../../fuzz/laws/records.rs"]
mod records;
mod server;
