//! The lines of a file: a checksum, a space, and an entry as JSON.

use super::entry::Entry;
use sha2::{Digest, Sha256};
use std::io;

/// The checksum of a line and of all lines before it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sum([u8; 8]);

impl Sum {
    /// The sum after one more entry.
    fn and(self, json: &str) -> Sum {
        let digest = Sha256::new()
            .chain_update(self.0)
            .chain_update(json)
            .finalize();
        let mut sum = Sum::default();
        sum.0.copy_from_slice(&digest[..8]);
        sum
    }

    fn hex(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The line of an entry, and the sum after it.
pub fn written(before: Sum, entry: &Entry) -> io::Result<(String, Sum)> {
    let json = serde_json::to_string(entry)?;
    let sum = before.and(&json);
    Ok((format!("{} {json}\n", sum.hex()), sum))
}

/// The entries of a file.
pub struct ReadEntries {
    /// The entries.
    pub entries: Vec<Entry>,
    /// The sum after the last one.
    pub sum: Sum,
    /// The length in bytes of the lines of these entries.
    pub length: usize,
    /// True if the file ends within a line, which was never completely written.
    pub is_cut: bool,
}

/// Reads the entries of a file. An incomplete last line does not count; any other damage is an error.
pub fn read(bytes: &[u8]) -> Result<ReadEntries, String> {
    let mut read = ReadEntries {
        entries: Vec::new(),
        sum: Sum::default(),
        length: 0,
        is_cut: false,
    };
    for (at, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let Some(whole) = line.strip_suffix(b"\n") else {
            read.is_cut = true;
            break;
        };
        let damaged = || format!("line {} is damaged", at + 1);
        let text = std::str::from_utf8(whole).map_err(|_| damaged())?;
        let (sum, json) = text.split_once(' ').ok_or_else(damaged)?;
        let expected = read.sum.and(json);
        if sum != expected.hex() {
            return Err(damaged());
        }
        let entry = serde_json::from_str(json);
        let entry = entry.map_err(|error| format!("line {}: {error}", at + 1))?;
        read.entries.push(entry);
        read.sum = expected;
        read.length += line.len();
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> (Vec<Entry>, String) {
        let entries: Vec<Entry> = (1..4).map(|step| Entry::Undo { step }).collect();
        let (mut text, mut sum) = (String::new(), Sum::default());
        for entry in &entries {
            let (line, next) = written(sum, entry).unwrap();
            text.push_str(&line);
            sum = next;
        }
        (entries, text)
    }

    #[test]
    fn reads_what_was_written() {
        let (entries, text) = file();
        let read = read(text.as_bytes()).unwrap();
        assert_eq!((read.entries, read.is_cut), (entries, false));
        assert_eq!(read.length, text.len());
    }

    #[test]
    fn drops_a_last_line_that_is_cut() {
        let (entries, text) = file();
        let line = text.len() / 3;
        for end in 2 * line + 1..text.len() {
            let read = read(&text.as_bytes()[..end]).unwrap();
            assert_eq!((&read.entries[..], read.is_cut), (&entries[..2], true));
            assert_eq!(read.length, 2 * line);
        }
    }

    #[test]
    fn finds_every_flipped_bit_and_missing_line() {
        let (_, text) = file();
        for bit in 0..8 * (text.len() - 1) {
            let mut bytes = text.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&bytes).is_err(), "bit {bit}");
        }
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        assert!(read([lines[0], lines[2]].concat().as_bytes()).is_err());
        assert!(read([lines[1], lines[0]].concat().as_bytes()).is_err());
    }
}
