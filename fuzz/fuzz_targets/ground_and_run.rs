//! Grounds and plays mutated library games with all back ends, which must agree.
#![no_main]

#[path = "../laws/mutation.rs"]
mod mutation;
#[path = "../laws/playing.rs"]
mod playing;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(sheet) = mutation::mutated_sheet(bytes) {
        playing::check_laws(&sheet);
    }
});
