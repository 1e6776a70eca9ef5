//! Long calls that answer Ctrl-C.

use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often the calling thread asks Python for signals.
const POLL: Duration = Duration::from_millis(50);
/// Some rules nest deeply.
const STACK_BYTES: usize = 64 << 20;

/// Does the work on another thread, without the interpreter lock. On Ctrl-C, `cancel` tells the work to end; when it has
/// ended, the call raises `KeyboardInterrupt`.
pub fn interruptible<T: Send>(
    py: Python,
    cancel: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, waiting) = channel();
            let job = move || {
                let result = work();
                // The receiver waits until the end of this scope.
                done.send(()).ok();
                result
            };
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            let worker = thread.spawn_scoped(scope, job)?;
            let mut interrupted = Ok(());
            loop {
                match waiting.recv_timeout(POLL) {
                    Err(RecvTimeoutError::Timeout) if worker.is_finished() => break,
                    Err(RecvTimeoutError::Timeout) if interrupted.is_ok() => {
                        interrupted = Python::attach(|py| py.check_signals());
                        if interrupted.is_err() {
                            cancel();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            interrupted.map(|()| result)
        })
    })
}
