//! The only clocks of the program. Libraries get time limits as deadlines; reports get measured times.

use senet_engine::{Deadline, Stopwatch};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// Milliseconds elapsed since an instant.
pub fn ms_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// CPU seconds used by the calling thread. Other processes do not affect this figure.
pub fn thread_cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// CPU seconds used by all threads of the program.
pub fn process_cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Returns a part of a deadline that ends after this much CPU time of the calling thread. Only that thread may poll it.
///
/// Reading CPU time is a slow system call, and some callers poll constantly. CPU time never runs faster than wall-clock time.
/// So the deadline reads CPU time only after the remaining time has passed on the wall clock.
pub fn cpu_deadline(seconds: f64, whole: &Deadline) -> Deadline {
    let (start, end) = (Instant::now(), thread_cpu_seconds() + seconds);
    let next_look = AtomicU64::new(nanoseconds(seconds));
    whole.or_when(move || {
        let now = start.elapsed().as_nanos() as u64;
        if now < next_look.load(Ordering::Relaxed) {
            return false;
        }
        let left = end - thread_cpu_seconds();
        next_look.store(now.saturating_add(nanoseconds(left)), Ordering::Relaxed);
        left <= 0.0
    })
}

/// Returns a part of a deadline that ends after this much CPU time of all threads. Any thread may poll it; polling is a system call.
pub fn process_cpu_deadline(seconds: f64, whole: &Deadline) -> Deadline {
    let end = process_cpu_seconds() + seconds;
    whole.or_when(move || process_cpu_seconds() >= end)
}

/// Converts seconds to nanoseconds. Negative values become 0; large values saturate.
fn nanoseconds(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
}

/// Measures the CPU time of the calling thread, for code that measures its own speed.
pub fn stopwatch() -> Stopwatch {
    Stopwatch(Arc::new(|| Duration::from_secs_f64(thread_cpu_seconds())))
}

/// Wall-clock seconds since a fixed, arbitrary instant.
pub fn wall_seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_limit_ignores_time_asleep() {
        let never = &Deadline::never();
        let deadline = cpu_deadline(0.02, never);
        assert!(!deadline.is_over());
        // Sleeping uses no CPU time.
        std::thread::sleep(Duration::from_millis(40));
        assert!(!deadline.is_over());
        let before = thread_cpu_seconds();
        while !deadline.is_over() {}
        let used = thread_cpu_seconds() - before;
        assert!((0.01..0.2).contains(&used), "{used}");
        assert!(cpu_deadline(0.0, never).is_over() && cpu_deadline(-1.0, never).is_over());
        assert!(!cpu_deadline(f64::MAX, never).is_over());
    }

    #[test]
    fn cpu_limits_end_with_the_whole() {
        let whole = Deadline::never();
        let parts = [cpu_deadline(9.0, &whole), process_cpu_deadline(1e6, &whole)];
        assert!(!parts.iter().any(Deadline::is_over));
        whole.cancel();
        assert!(parts.iter().all(Deadline::is_over));
    }
}
