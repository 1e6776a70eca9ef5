//! The only clocks of the program: time limits for the libraries, which know none, and times for reports.

use senet_engine::{StopSignal, Stopwatch};
use std::sync::atomic::{AtomicU64, Ordering};
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

/// A signal that stops the work after so many seconds of processor time of the calling thread, on which it must be looked at. To ask for that time
/// takes the system long, and some ask for the signal all the time. No thread is faster than the clock on the wall, which costs next to nothing:
/// before that has gone on by what is left, there is nothing to ask.
pub fn stop_after_cpu(seconds: f64) -> StopSignal {
    let (start, end) = (Instant::now(), thread_cpu_seconds() + seconds);
    let next_look = AtomicU64::new(nanoseconds(seconds));
    Arc::new(move || {
        let now = start.elapsed().as_nanos() as u64;
        if now < next_look.load(Ordering::Relaxed) {
            return false;
        }
        let left = end - thread_cpu_seconds();
        next_look.store(now.saturating_add(nanoseconds(left)), Ordering::Relaxed);
        left <= 0.0
    })
}

/// So many seconds; none if the number is negative, and at most as many as can be told.
fn nanoseconds(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_the_processor_is_what_stops() {
        let stop = stop_after_cpu(0.02);
        assert!(!stop());
        // Sleeping takes none.
        std::thread::sleep(Duration::from_millis(40));
        assert!(!stop());
        let before = thread_cpu_seconds();
        while !stop() {}
        let used = thread_cpu_seconds() - before;
        assert!((0.01..0.2).contains(&used), "{used}");
        assert!(stop_after_cpu(0.0)() && stop_after_cpu(-1.0)());
        assert!(!stop_after_cpu(f64::MAX)());
    }
}
