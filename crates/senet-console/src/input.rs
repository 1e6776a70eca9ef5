//! Reads untrusted files: limits their size, requires text, and times out on a silent pipe.
//! The deadline of the command ends every wait.

use crate::{Failure, time_limit};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Size limit of a rule sheet: thirty times the largest public one.
/// Reading and checking take up to a few hundred times the memory of the text, so this also limits the memory for a hostile sheet.
pub const MAX_SHEET: u64 = 2 << 20;

/// Size limit of a trace.
pub const MAX_TRACE: u64 = 256 << 20;

/// Size limit of a match record. Each byte of JSON may take sixteen bytes of memory, and more while lists grow.
pub const MAX_RECORD: u64 = 64 << 20;

/// Timeout for a pipe or device.
const PIPE_PATIENCE: Duration = Duration::from_secs(10);

/// The pause between two polls of the deadline of the command.
const LOOK: Duration = Duration::from_millis(20);

/// Bytes that are read between two polls of the deadline.
const CHUNK: u64 = 1 << 20;

/// Reads a rule sheet, or standard input if the path is `-`.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    read_text_up_to(path, MAX_SHEET)
}

/// Reads a text file of at most `limit` bytes, or standard input if the path is `-`.
pub fn read_text_up_to(path: &Path, limit: u64) -> Result<String, Failure> {
    let name = path.display().to_string();
    let bytes = if path == Path::new("-") {
        // Only the deadline of the command limits how long a person may type.
        read_on_a_thread(|| Ok(io::stdin()), limit, None)
    } else {
        read_path(path, limit)
    };
    let bytes = bytes.map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => too_large(&name, limit),
        ErrorKind::TimedOut if time_limit::is_over() => {
            Failure::out_of_time(format!("reading {name}"))
        }
        _ => unreadable(&name, &error),
    })?;
    text_of(&name, bytes)
}

pub(crate) fn too_large(name: &str, limit: u64) -> Failure {
    Failure::new(format!(
        "cannot read {name}: it is larger than {} MiB",
        limit >> 20
    ))
    .help("every known game is far smaller; check that this is the right file")
}

fn read_path(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let kind = std::fs::metadata(path)?.file_type();
    if kind.is_dir() {
        Err(ErrorKind::IsADirectory.into())
    } else if kind.is_file() {
        read_bounded(File::open(path)?, limit)
    } else {
        let path = path.to_path_buf();
        read_on_a_thread(|| File::open(path), limit, Some(PIPE_PATIENCE))
    }
}

/// Reads a source on a thread of its own, because it may be silent. Opening a pipe without a writer blocks forever, too.
pub(crate) fn read_on_a_thread<S: Read>(
    open: impl FnOnce() -> io::Result<S> + Send + 'static,
    limit: u64,
    patience: Option<Duration>,
) -> io::Result<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let bytes = open().and_then(|source| read_bounded(source, limit));
        // After the timeout the receiver is gone.
        sender.send(bytes).ok();
    });
    let start = Instant::now();
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(bytes) => return bytes,
            Err(RecvTimeoutError::Timeout) if time_limit::is_over() => break,
            Err(RecvTimeoutError::Timeout)
                if patience.is_none_or(|time| start.elapsed() < time) => {}
            Err(_) => break,
        }
    }
    Err(ErrorKind::TimedOut.into())
}

/// Reads at most `limit` bytes; a longer source is an error.
fn read_bounded(mut source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        let count = source.by_ref().take(CHUNK).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Err(ErrorKind::FileTooLarge.into());
        }
        if count == 0 {
            return Ok(bytes);
        }
        if time_limit::is_over() {
            return Err(ErrorKind::TimedOut.into());
        }
    }
}

/// Converts bytes to text and drops a byte-order mark at the start.
pub fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    match String::from_utf8(bytes) {
        Ok(text) if text.contains('\0') => Err(no_text(name, text.find('\0').unwrap_or(0))),
        Ok(text) => Ok(text
            .strip_prefix('\u{feff}')
            .map(str::to_string)
            .unwrap_or(text)),
        Err(error) => Err(no_text(name, error.utf8_error().valid_up_to())),
    }
}

fn no_text(name: &str, at: usize) -> Failure {
    Failure::new(format!(
        "{name} is not text: byte {at} is not UTF-8 or is NUL"
    ))
    .help("give a rule sheet in plain text, in KIF (prefix) or infix notation")
}

/// Explains why a file could not be read, and how to fix it.
pub fn unreadable(name: &str, error: &io::Error) -> Failure {
    let (why, help) = match error.kind() {
        ErrorKind::NotFound => ("there is no such file".into(), "check the path"),
        ErrorKind::PermissionDenied => (
            "permission denied".into(),
            "change its permissions (chmod +r) or copy it",
        ),
        ErrorKind::IsADirectory => (
            "it is a directory".into(),
            "give the path of a rule sheet (.kif) in it",
        ),
        ErrorKind::NotADirectory => (
            "a folder is needed, but this path names a file or leads through one".into(),
            "check the path",
        ),
        ErrorKind::TimedOut => (
            "the pipe was silent for 10 seconds".into(),
            "start the program that writes to it, or give a file",
        ),
        _ => (error.to_string(), "check the file and its disk"),
    };
    Failure::new(format!("cannot read {name}: {why}")).help(help)
}

/// Lists the rule sheets of a folder, sorted by name.
pub fn sheets_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| unreadable(&folder.display().to_string(), &error);
    let mut sheets = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "kif") {
            sheets.push(path);
        }
    }
    sheets.sort();
    if sheets.is_empty() {
        let message = format!("there is no rule sheet (.kif) in {}", folder.display());
        return Err(Failure::new(message).help("give the folder that the sheets are in"));
    }
    Ok(sheets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: &str) {
        match read_text(Path::new(path)) {
            Err(Failure::Told { message, .. }) => assert_eq!(message, expected),
            other => panic!("{path} should not be readable, but gave {other:?}"),
        }
    }

    #[test]
    fn reports_directory_and_missing_file() {
        check("/", "cannot read /: it is a directory");
        check("/no/such", "cannot read /no/such: there is no such file");
    }

    #[test]
    fn rejects_bytes_that_are_not_text() {
        assert_eq!(
            text_of("t", b"\xef\xbb\xbf(role x)".to_vec()).unwrap(),
            "(role x)"
        );
        assert!(text_of("t", vec![b'a', 0xff]).is_err());
        assert!(text_of("t", vec![b'a', 0]).is_err());
    }

    #[test]
    fn rejects_endless_input() {
        let error = read_bounded(io::repeat(b'('), MAX_SHEET).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    }
}
