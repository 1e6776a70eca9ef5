//! Compiles mutated library games to lanes of every width and compares them with other back ends.
#![no_main]

#[path = "../laws/lanes.rs"]
mod lanes;
#[path = "../laws/mutation.rs"]
mod mutation;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(sheet) = mutation::mutated_sheet(bytes) {
        lanes::check_laws(&sheet);
    }
});
