//! The resource use of a process, if the system reports it.

use std::fs::{read_dir, read_to_string};
use std::time::Duration;

/// The CPU time of this process in seconds.
pub fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The peak memory of this process in MiB, if the system reports it.
pub fn peak_mib() -> Option<f64> {
    peak_mib_in("/proc/self/status")
}

/// The peak memory of a running process in MiB, if the system reports it.
pub fn peak_mib_of(process: u32) -> Option<f64> {
    peak_mib_in(&format!("/proc/{process}/status"))
}

/// The longest time for which a thread of a running process was ready but waited for a processor, as far as the system
/// reports it.
pub fn queued_of(process: u32) -> Duration {
    let threads = read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let queued = threads.filter_map(|thread| {
        let text = read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse().ok()
    });
    Duration::from_nanos(queued.max().unwrap_or(0))
}

fn peak_mib_in(file: &str) -> Option<f64> {
    let status = read_to_string(file).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some((kib / 102.4).round() / 10.0)
}
