//! Parses, checks and formats any text.
#![no_main]

#[path = "../laws/reading.rs"]
mod reading;

libfuzzer_sys::fuzz_target!(|text: &str| reading::check_laws(text));
