//! Any text is read, checked and laid out without breaking the laws of reading.
#![no_main]

#[path = "../laws/reading.rs"]
mod reading;

libfuzzer_sys::fuzz_target!(|text: &str| reading::hold_for(text));
