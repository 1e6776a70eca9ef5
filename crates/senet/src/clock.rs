//! The only clocks of the program: time limits for the libraries, which know none, and times for reports.

use senet_engine::{StopSignal, Stopwatch};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// A signal that stops the work after so many seconds from now.
pub fn stop_after(seconds: f64) -> StopSignal {
    match deadline(seconds) {
        Some(deadline) => Arc::new(move || Instant::now() >= deadline),
        None => Arc::new(|| false),
    }
}

/// The moment so many seconds from now; none if that is beyond what the clock can tell.
fn deadline(seconds: f64) -> Option<Instant> {
    let duration = Duration::try_from_secs_f64(seconds).ok()?;
    Instant::now().checked_add(duration)
}

/// Milliseconds since a moment.
pub fn ms_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// Seconds of processor time that this thread has used: unlike the time on the wall it does not count other processes.
pub fn thread_cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// A signal that stops the work after so many seconds of processor time of the calling thread, on which it must be looked at.
pub fn stop_after_cpu(seconds: f64) -> StopSignal {
    let end = thread_cpu_seconds() + seconds;
    Arc::new(move || thread_cpu_seconds() >= end)
}

/// The processor time of the calling thread, for those who measure how fast they are.
pub fn stopwatch() -> Stopwatch {
    Stopwatch(Arc::new(|| Duration::from_secs_f64(thread_cpu_seconds())))
}

/// Seconds on the wall since some moment.
pub fn wall_seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}
