//! Simulates a system that refuses executable memory.

use super::super::executable::REFUSE_EXECUTABLE;

/// Runs an action while this thread gets no executable memory.
pub fn without_executable_memory<T>(action: impl FnOnce() -> T) -> T {
    REFUSE_EXECUTABLE.set(true);
    let result = action();
    REFUSE_EXECUTABLE.set(false);
    result
}
