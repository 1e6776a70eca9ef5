//! Changed library games are compiled to lanes of every width, which must agree with the judge.
#![no_main]

#[path = "../laws/lanes.rs"]
mod lanes;
#[path = "../laws/mutation.rs"]
mod mutation;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(sheet) = mutation::sheet_from(bytes) {
        lanes::hold_for(&sheet);
    }
});
