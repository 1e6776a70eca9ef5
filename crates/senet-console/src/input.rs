//! Reads untrusted files: limits their size, requires text, and times out on a silent pipe.

use crate::Failure;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

/// Size limit of a rule sheet: thirty times the largest public one.
/// Reading and checking use up to a few hundred times the size of the text. So this also limits the memory for a hostile sheet.
pub const MAX_SHEET: u64 = 2 << 20;

/// Size limit of a trace.
pub const MAX_TRACE: u64 = 256 << 20;

/// Timeout for a pipe or device.
const PIPE_PATIENCE: Duration = Duration::from_secs(10);

/// Reads a rule sheet, or standard input if the path is `-`.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    read_text_up_to(path, MAX_SHEET)
}

/// Reads a text file of at most `limit` bytes, or standard input if the path is `-`.
pub fn read_text_up_to(path: &Path, limit: u64) -> Result<String, Failure> {
    let name = path.display().to_string();
    let bytes = if path == Path::new("-") {
        read_bounded(io::stdin(), limit)
    } else {
        read_path(path, limit)
    };
    let bytes = bytes.map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => too_large(&name, limit),
        _ => unreadable(&name, &error),
    })?;
    text_of(&name, bytes)
}

fn too_large(name: &str, limit: u64) -> Failure {
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
        read_patiently(path.to_path_buf(), limit)
    }
}

/// Reads a pipe or device on its own thread, because opening a pipe without a writer blocks forever.
fn read_patiently(path: PathBuf, limit: u64) -> io::Result<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let bytes = File::open(path).and_then(|file| read_bounded(file, limit));
        // After the timeout the receiver is gone.
        sender.send(bytes).ok();
    });
    let waited = receiver.recv_timeout(PIPE_PATIENCE);
    waited.unwrap_or_else(|_| Err(ErrorKind::TimedOut.into()))
}

/// Reads at most `limit` bytes; a longer source is an error.
fn read_bounded(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
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
            "a folder is needed, and this path leads to or through a file".into(),
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
