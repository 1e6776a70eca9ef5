//! Reads the messages of hosts.
#![no_main]

#[path = "../laws/protocol.rs"]
mod protocol;

libfuzzer_sys::fuzz_target!(|text: &str| protocol::check_laws(text));
