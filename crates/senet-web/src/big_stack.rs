//! Long work, off the threads that answer requests.

use crate::failure::Failure;
use axum::http::StatusCode;
use senet_arena::STACK_BYTES;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokio::sync::oneshot;

/// Runs work on its own thread, with a stack for the deepest rules. A cancelled request does not stop the work, so the work needs limits of its own.
pub async fn on_big_stack<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let (sender, receiver) = oneshot::channel();
    start("work", move || {
        let done = catch_unwind(AssertUnwindSafe(work));
        // The request may have been cancelled.
        sender.send(done.unwrap_or_else(|_| Err(broken()))).ok();
    })?;
    receiver.await.unwrap_or_else(|_| Err(broken()))
}

/// Starts a thread with a big stack.
pub fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let thread = std::thread::Builder::new()
        .name(name.to_string())
        .stack_size(STACK_BYTES);
    thread.spawn(work).map(drop).map_err(|error| {
        Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("the system cannot start another thread: {error}"),
            "try again later",
        )
    })
}

fn broken() -> Failure {
    Failure::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "Senet failed; its standard error has the reason",
        "please report a bug",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_becomes_a_failure() {
        let done = on_big_stack(|| Ok(7)).await;
        assert_eq!(done, Ok(7));
        let failed = on_big_stack::<()>(|| panic!("on purpose")).await;
        assert_eq!(
            failed.unwrap_err().status,
            StatusCode::INTERNAL_SERVER_ERROR
        );
    }
}
