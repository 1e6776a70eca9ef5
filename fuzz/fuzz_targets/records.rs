//! Reads, writes and replays match records.
#![no_main]

#[path = "../laws/records.rs"]
mod records;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| records::check_laws(bytes));
