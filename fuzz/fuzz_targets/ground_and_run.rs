//! Changed library games are grounded and played by all reasoners, which must agree.
#![no_main]

#[path = "../laws/mutation.rs"]
mod mutation;
#[path = "../laws/running.rs"]
mod running;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(sheet) = mutation::sheet_from(bytes) {
        running::hold_for(&sheet);
    }
});
