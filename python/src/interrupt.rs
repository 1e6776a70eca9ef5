//! Long calls that answer Ctrl-C.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use senet_engine::Deadline;
use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often the calling thread asks Python for signals.
const POLL: Duration = Duration::from_millis(50);
/// Some rules nest deeply.
const STACK_BYTES: usize = 64 << 20;

thread_local! {
    static FOLLOWED: RefCell<Option<Deadline>> = const { RefCell::new(None) };
}

/// Ends the long calls of other threads: Python shows Ctrl-C to its main thread alone. A stop that is made on a thread
/// that follows one is part of it, so that it ends with it.
#[pyclass(frozen, module = "senet._senet")]
pub struct Stop(Deadline);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Stop {
        Stop(followed().map_or_else(Deadline::never, |whole| whole.within(Duration::MAX)))
    }

    /// From now on, this stop ends the long calls of the calling thread.
    fn follow(&self) {
        FOLLOWED.set(Some(self.0.clone()));
    }

    /// Ends the long calls of all threads that follow. They raise `KeyboardInterrupt`.
    fn set(&self) {
        self.0.cancel();
    }
}

fn followed() -> Option<Deadline> {
    FOLLOWED.with_borrow(Clone::clone)
}

/// Raises an exception if the calling thread must end its calls.
pub fn check_stop() -> PyResult<()> {
    check(followed().as_ref())
}

fn check(stop: Option<&Deadline>) -> PyResult<()> {
    match stop.is_some_and(Deadline::is_over) {
        true => Err(PyKeyboardInterrupt::new_err(())),
        false => Ok(()),
    }
}

/// Does the work on another thread, without the interpreter lock. On Ctrl-C or [`Stop`], `cancel` tells the work to end;
/// when it has ended, the call raises `KeyboardInterrupt`.
pub fn interruptible<T: Send>(
    py: Python,
    cancel: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let stop = followed();
    check(stop.as_ref())?;
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
                        interrupted = check(stop.as_ref())
                            .and_then(|()| Python::attach(|py| py.check_signals()));
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
