//! Ctrl-C handling: the first press ends the work of the command; the second ends the program at once.

use crate::Failure;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that Ctrl-C ended.
pub const EXIT_CODE: u8 = 130;

static IS_PRESSED: AtomicBool = AtomicBool::new(false);

/// Returns true if the user has pressed Ctrl-C.
pub fn is_pressed() -> bool {
    IS_PRESSED.load(Ordering::Relaxed)
}

/// Starts to watch for Ctrl-C.
pub fn watch() -> Result<(), Failure> {
    static IS_WATCHED: OnceLock<()> = OnceLock::new();
    if IS_WATCHED.set(()).is_err() {
        return Ok(());
    }
    let set = ctrlc::set_handler(|| {
        if IS_PRESSED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    });
    set.map_err(|error| {
        Failure::new(format!("cannot watch for Ctrl-C: {error}"))
            .help("please report this bug, with your operating system")
    })
}
