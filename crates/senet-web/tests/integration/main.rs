//! The integration tests of the crate, in one program.

mod api;
mod common;
mod corpus;
mod play;
#[path = "../../../../fuzz/laws/web_requests.rs"]
mod web_requests;
