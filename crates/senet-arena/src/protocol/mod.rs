//! The GGP protocol: messages in KIF over HTTP, one connection for each. The host connects, the player answers.

mod dialect;
mod http;
mod message;

pub use dialect::{Dialect, Percepts, Script};
pub use http::{Method, WireError, exchange, read_request, reply, turn_away};
pub use message::{Past, Request};
