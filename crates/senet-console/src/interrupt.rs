//! Ctrl-C: asked once, a match is given up and everybody told; asked twice, the program ends at once.

use crate::Failure;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Becomes true when the user presses Ctrl-C.
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
