//! Runs the attacked program as a child process under a wall clock and a memory limit.

use crate::process::{peak_mib_of, queued_of};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use senet_console::Failure;
use senet_gdl::Deadline;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The number of bytes kept of each output. The rest is read and dropped.
pub const KEPT_BYTES: u64 = 4 << 20;
/// The pause between two polls of a running child.
const LOOK: Duration = Duration::from_millis(10);
/// Address space of a child, as a multiple of its memory limit. Allocators reserve more than they use.
const ADDRESS_SPACE: u64 = 4;
/// Address space for stacks, code and reserved arenas, in MiB. A server may have 64 threads with stacks of 256 MiB.
const RESERVED_MIB: u64 = 32 << 10;

/// The time and memory of a child. It is killed if it exceeds them.
#[derive(Clone, Copy, Debug)]
pub struct ChildLimits<'a> {
    /// Wall time, without the time in which it waits for a processor.
    pub wall: Duration,
    /// Memory in MiB.
    pub memory_mib: u64,
    /// The end of the attack.
    pub stop: &'a Deadline,
}

/// How a child ended.
#[derive(Debug)]
pub struct Ended {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    /// The signal that ended the child.
    pub signal: Option<i32>,
    /// The limit that the child exceeded, if it was killed.
    pub killed: Option<Killed>,
    /// The beginning of the child's standard output.
    pub stdout: String,
    /// The beginning of the child's standard error.
    pub stderr: String,
    /// How long the child ran, without the time in which it waited for a processor. A busy machine is no fault of the program.
    pub took: Duration,
    /// The largest memory in MiB that was measured while the child ran.
    pub peak_mib: f64,
}

/// Why a child was killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Killed {
    /// The child exceeded its time limit.
    Time,
    /// The child used too much memory.
    Memory,
}

/// A child that is killed and reaped when this value is dropped.
pub struct Guarded(pub Child);

impl Guarded {
    /// Starts a child with a limit on its address space.
    pub fn spawn(command: &mut Command, memory_mib: u64) -> Result<Guarded, Failure> {
        let started = command.spawn();
        let child = started.map_err(|error| {
            Failure::new(format!("cannot start {:?}: {error}", command.get_program()))
                .help("give the program to attack with --program")
        })?;
        limit_address_space(&child, memory_mib);
        Ok(Guarded(child))
    }

    /// Kills the child at once, as `kill -9` does.
    pub fn kill(&mut self) {
        // The child may have ended by itself.
        self.0.kill().ok();
        self.0.wait().ok();
    }

    /// True while the child runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Limits the address space of a child, in case it grows faster than the watcher can kill it.
fn limit_address_space(child: &Child, memory_mib: u64) {
    let bytes = (memory_mib * ADDRESS_SPACE + RESERVED_MIB) << 20;
    let limit = Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    // A child that has already ended needs no limit.
    prlimit(Some(Pid::from_child(child)), Resource::As, limit).ok();
}

/// Runs a command to its end, or kills it at a limit.
pub fn run(command: &mut Command, limits: ChildLimits) -> Result<Ended, Failure> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = Guarded::spawn(command, limits.memory_mib)?;
    let stdout = child.0.stdout.take().map(reader);
    let stderr = child.0.stderr.take().map(reader);
    let watched = watch(&mut child, limits, start)?;
    let (status, killed) = (watched.status, watched.killed);
    Ok(Ended {
        code: status.code(),
        signal: status.signal().filter(|_| killed.is_none()),
        killed,
        took: start.elapsed().saturating_sub(watched.queued),
        peak_mib: watched.peak_mib,
        stdout: text_of(stdout),
        stderr: text_of(stderr),
    })
}

/// The observations of a child until its end.
struct Watched {
    status: ExitStatus,
    killed: Option<Killed>,
    peak_mib: f64,
    queued: Duration,
}

/// Waits for the end of a child and polls its time and memory.
fn watch(child: &mut Guarded, limits: ChildLimits, start: Instant) -> Result<Watched, Failure> {
    let (mut killed, mut peak_mib, mut queued) = (None, 0.0_f64, Duration::ZERO);
    loop {
        let ended = child.0.try_wait();
        let ended = ended
            .map_err(|error| Failure::new(format!("cannot wait for the child process: {error}")))?;
        if let Some(status) = ended {
            return Ok(Watched {
                status,
                killed,
                peak_mib,
                queued,
            });
        }
        peak_mib = peak_mib_of(child.0.id()).map_or(peak_mib, |now| peak_mib.max(now));
        queued = queued.max(queued_of(child.0.id()));
        let over = match () {
            () if peak_mib > limits.memory_mib as f64 => Some(Killed::Memory),
            () if start.elapsed() > limits.wall + queued => Some(Killed::Time),
            () if limits.stop.is_over() => Some(Killed::Time),
            () => None,
        };
        if let (Some(_), None) = (over, killed) {
            killed = over;
            // The child may have ended in this moment.
            child.0.kill().ok();
        }
        std::thread::sleep(LOOK);
    }
}

/// Reads an output to its end and keeps its beginning.
fn reader(mut output: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        // A broken pipe ends the text.
        output.by_ref().take(KEPT_BYTES).read_to_end(&mut kept).ok();
        std::io::copy(&mut output, &mut std::io::sink()).ok();
        kept
    })
}

fn text_of(reader: Option<JoinHandle<Vec<u8>>>) -> String {
    let bytes = reader.and_then(|reader| reader.join().ok());
    String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(script: &str, seconds: f64, memory_mib: u64) -> Ended {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let wall = Duration::from_secs_f64(seconds);
        let stop = &Deadline::never();
        let limits = ChildLimits {
            wall,
            memory_mib,
            stop,
        };
        run(&mut command, limits).unwrap()
    }

    #[test]
    fn reports_code_output_and_signal() {
        let ended = ran("echo out; echo err >&2; exit 3", 60.0, 1000);
        assert_eq!(
            (ended.code, ended.signal, ended.killed),
            (Some(3), None, None)
        );
        assert_eq!(
            (ended.stdout.as_str(), ended.stderr.as_str()),
            ("out\n", "err\n")
        );
        let died = ran("kill -SEGV $$", 60.0, 1000);
        assert_eq!(
            (died.code, died.signal, died.killed),
            (None, Some(11), None)
        );
    }

    #[test]
    fn child_ends_with_the_attack() {
        let mut command = Command::new("sleep");
        command.arg("60");
        let limits = ChildLimits {
            wall: Duration::from_secs(60),
            memory_mib: 1000,
            stop: &Deadline::after_seconds(0.1),
        };
        let ended = run(&mut command, limits).unwrap();
        assert_eq!(ended.killed, Some(Killed::Time));
        assert!(ended.took < Duration::from_secs(30));
    }

    #[test]
    fn kills_at_time_and_memory_limits() {
        let slow = ran("exec sleep 60", 0.2, 1000);
        assert_eq!((slow.killed, slow.signal), (Some(Killed::Time), None));
        assert!(slow.took < Duration::from_secs(30));
        // A shell that collects text grows without end.
        let large = ran("a=aaaaaaaaaaaaaaaa; while :; do a=$a$a; done", 60.0, 50);
        assert_eq!(large.killed, Some(Killed::Memory), "{large:?}");
    }
}
