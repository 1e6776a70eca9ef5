//! Sends requests to the web interface.
#![no_main]

#[path = "../laws/web_requests.rs"]
mod web_requests;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| web_requests::check_laws(bytes));
