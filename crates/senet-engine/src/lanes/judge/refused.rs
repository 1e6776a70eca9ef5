//! A system that allows no executable memory.

use super::super::executable::REFUSE;

/// Does something while this thread gets no executable memory.
pub fn refusing<T>(action: impl FnOnce() -> T) -> T {
    REFUSE.set(true);
    let result = action();
    REFUSE.set(false);
    result
}
