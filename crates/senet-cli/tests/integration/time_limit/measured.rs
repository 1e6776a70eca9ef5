//! Runs a command with a time limit, and judges when and how it ended.

use super::{LIMIT, is_thorough};
use std::collections::BTreeMap;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The seconds in which every command must end. The short form runs beside other tests, so the watchdog grants it three seconds more.
const ALLOWED: f64 = 3.0;
const ALLOWED_BESIDE_OTHERS: f64 = 5.5;

/// A command that waited longer for a processor after its limit had no chance to end by itself.
const STARVED: f64 = 0.3;

/// How often a running command is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How a command ended.
#[derive(Debug)]
pub struct Measured {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    /// Wall-clock time.
    pub seconds: f64,
    /// CPU time, as far as it was seen.
    pub cpu: f64,
    /// The longest time after the limit for which a thread was ready but waited for a processor.
    pub queued: f64,
}

impl Measured {
    /// Runs a command until it ends by itself.
    pub fn run(args: &[impl AsRef<str>]) -> Measured {
        let start = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(args.iter().map(AsRef::as_ref))
            .args(["--time-limit", LIMIT])
            .env("SENET_CACHE", "/nonexistent/senet-cache")
            .env("SENET_DATA", "/nonexistent/senet-data")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary was just built");
        let stdout = reader(child.stdout.take().expect("it is piped"));
        let stderr = reader(child.stderr.take().expect("it is piped"));
        let limit = Duration::from_secs_f64(LIMIT.parse().expect("a number"));
        let (mut cpu, mut before, mut after) = (0.0, None, BTreeMap::new());
        let status = loop {
            cpu = cpu_seconds(child.id()).unwrap_or(cpu);
            after.extend(queued_seconds(child.id()));
            if start.elapsed() >= limit {
                before.get_or_insert_with(|| after.clone());
            }
            match child.try_wait().expect("it was started") {
                Some(status) => break status,
                None => std::thread::sleep(LOOK),
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        let before = before.unwrap_or_else(|| after.clone());
        let queued = after
            .iter()
            .map(|(thread, queued)| queued - before.get(thread).unwrap_or(&0.0));
        Measured {
            code: status.code(),
            stdout: stdout.join().expect("it only reads"),
            stderr: stderr.join().expect("it only reads"),
            seconds,
            cpu,
            queued: queued.fold(0.0, f64::max),
        }
    }

    /// What is wrong, if anything. Time in which a busy machine kept a thread waiting after the limit does not count.
    pub fn fault(&self, factor: f64) -> Option<&'static str> {
        let allowed = match is_thorough() {
            true => ALLOWED,
            false => ALLOWED_BESIDE_OTHERS,
        };
        match self.code {
            None => Some("it died"),
            Some(code) if !(0..=2).contains(&code) => Some("the exit code"),
            _ if self.stderr.contains("panicked") => Some("it panicked"),
            _ if self.seconds - self.queued > allowed * factor => Some("it took too long"),
            _ => None,
        }
    }

    /// Returns true if the command ignored its deadline: it was ended from outside, though it had a processor.
    pub fn ignored_its_deadline(&self) -> bool {
        self.was_ended_from_outside() && self.queued < STARVED
    }

    /// Returns true if the command was ended from outside.
    pub fn was_ended_from_outside(&self) -> bool {
        [&self.stdout, &self.stderr]
            .iter()
            .any(|text| text.contains("ended from outside"))
    }

    /// The figures, for messages.
    pub fn figures(&self) -> String {
        format!(
            "{:.2} s, {:.2} s of CPU time, {:.2} s in the queue after the limit",
            self.seconds, self.cpu, self.queued
        )
    }
}

/// Reads a pipe to its end on a thread.
fn reader(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("a pipe can be read");
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The CPU seconds of a process so far, if the system reports them.
fn cpu_seconds(process: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program comes before the last parenthesis. User and system time are the 12th and 13th after it.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// The seconds for which each thread of a process was ready but waited for a processor, as far as the system reports them.
fn queued_seconds(process: u32) -> Vec<(String, f64)> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let queued = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let nanoseconds: f64 = text.split_whitespace().nth(1)?.parse().ok()?;
        let name = thread.file_name().to_string_lossy().into_owned();
        Some((name, nanoseconds * 1e-9))
    });
    queued.collect()
}
