//! Ctrl-C handling: the first press aborts the match and notifies all players; the second ends the program at once.

use crate::Failure;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Returns a flag that becomes true when the user presses Ctrl-C.
pub fn flag() -> Result<Arc<AtomicBool>, Failure> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = FLAG.get() {
        return Ok(flag.clone());
    }
    let flag = FLAG.get_or_init(Arc::default).clone();
    let seen = flag.clone();
    let set = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    set.map_err(|error| Failure::new(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(flag)
}
