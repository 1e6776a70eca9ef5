//! Shared by the tests of the command line: runs senet, serves players, and creates temporary folders.
#![allow(dead_code, reason = "not every test file uses every helper")]

mod served;

pub use served::Served;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The result of a run of senet.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// Parses standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Runs senet with these arguments and an empty cache.
pub fn senet(args: &[&str]) -> Ran {
    senet_with(args, "")
}

/// Runs senet with these arguments and this standard input.
pub fn senet_with(args: &[&str], input: &str) -> Ran {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(args)
        .env("SENET_CACHE", "/nonexistent/senet-cache")
        .env("SENET_DATA", "/nonexistent/senet-data")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was just built");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A command that does not read its input may have ended; that is fine.
    stdin.write_all(input.as_bytes()).ok();
    drop(stdin);
    let output = child.wait_with_output().expect("it was started");
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Makes a pipe that nobody opens. Returns false where that is impossible.
pub fn make_pipe(path: &str) -> bool {
    let made = Command::new("mkfifo").arg(path).status();
    let is_made = made.is_ok_and(|status| status.success());
    if !is_made {
        eprintln!("skipped: mkfifo is missing");
    }
    is_made
}

/// The peak of memory of a running process so far, if the system tells it.
pub fn peak_mib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let number: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(number / 1024)
}

/// A temporary folder for one test; dropping it removes all its files.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the target folder can be written");
        Folder(folder)
    }

    /// A folder that every user of the machine may enter. The target folder may lie in a home that is closed to others.
    pub fn open_to_all(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("senet-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
        Folder(folder)
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file, creates its folders, and returns its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("writable");
        std::fs::write(&path, content).expect("writable");
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Leftovers are harmless: they are in the target folder or the temporary folder.
        std::fs::remove_dir_all(&self.0).ok();
    }
}
