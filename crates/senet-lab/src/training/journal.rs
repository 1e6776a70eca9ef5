//! The journal: every finished match of self-play, as soon as it ends.

use super::folder::RunFolder;
use senet_console::Failure;
use senet_deep::SelfPlayMatch;
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};

const NAME: &str = "matches.journal";
/// Each record begins with its length and a part of its digest.
const HEAD: usize = 4 + DIGEST;
const DIGEST: usize = 8;

/// The journal of a run.
pub struct Journal {
    folder: RunFolder,
    file: File,
    records: usize,
}

impl Journal {
    /// Opens the journal, and returns its matches. A record that a crash cut off is removed.
    pub fn open(folder: &RunFolder) -> Result<(Journal, Vec<SelfPlayMatch>), Failure> {
        let bytes = folder.read(NAME)?.unwrap_or_default();
        let (matches, length) = records(&bytes);
        let journal = Journal {
            folder: folder.clone(),
            file: open_at(folder, length as u64)
                .map_err(|error| folder.failed("write", &folder.file(NAME), &error))?,
            records: matches.len(),
        };
        Ok((journal, matches))
    }

    /// Adds a match. It survives if the program is killed later.
    pub fn push(&mut self, played: &SelfPlayMatch) -> io::Result<()> {
        self.records += 1;
        self.file.write_all(&record(&played.to_bytes()))
    }

    /// Waits until the disk has all matches.
    pub fn sync(&mut self) -> Result<(), Failure> {
        let path = self.folder.file(NAME);
        let synced = self.file.sync_all();
        synced.map_err(|error| self.folder.failed("write", &path, &error))
    }

    /// Drops old matches once they make up half of the journal.
    pub fn keep<'a>(
        &mut self,
        matches: impl ExactSizeIterator<Item = &'a SelfPlayMatch>,
    ) -> Result<(), Failure> {
        if self.records < 2 * matches.len() {
            return Ok(());
        }
        self.records = matches.len();
        let bytes: Vec<u8> = matches.flat_map(|one| record(&one.to_bytes())).collect();
        self.folder.replace(NAME, &bytes)?;
        let path = self.folder.file(NAME);
        self.file = open_at(&self.folder, bytes.len() as u64)
            .map_err(|error| self.folder.failed("write", &path, &error))?;
        Ok(())
    }
}

/// Opens the file for records after this length.
fn open_at(folder: &RunFolder, length: u64) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = options.create(true).append(true).open(folder.file(NAME))?;
    file.set_len(length)?;
    Ok(file)
}

fn record(bytes: &[u8]) -> Vec<u8> {
    let mut record = (bytes.len() as u32).to_le_bytes().to_vec();
    record.extend(&Sha256::digest(bytes)[..DIGEST]);
    record.extend(bytes);
    record
}

/// The matches of complete records, and the length of these records.
fn records(bytes: &[u8]) -> (Vec<SelfPlayMatch>, usize) {
    let mut matches = Vec::new();
    let mut at = 0;
    while let Some(head) = bytes.get(at..at + HEAD) {
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(body) = bytes.get(at + HEAD..at + HEAD + length) else {
            break;
        };
        let is_whole = Sha256::digest(body)[..DIGEST] == head[4..];
        match SelfPlayMatch::from_bytes(body) {
            Ok(played) if is_whole => matches.push(played),
            _ => break,
        }
        at += HEAD + length;
    }
    (matches, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(number: u64) -> SelfPlayMatch {
        SelfPlayMatch {
            number,
            positions: Vec::new(),
            goals: vec![1.0],
        }
    }

    #[test]
    fn record_that_was_cut_off_is_dropped() {
        let whole: Vec<u8> = (0..3)
            .flat_map(|at| record(&played(at).to_bytes()))
            .collect();
        let each = whole.len() / 3;
        for length in 0..whole.len() {
            let (matches, used) = records(&whole[..length]);
            assert_eq!((matches.len(), used), (length / each, length / each * each));
        }
    }

    #[test]
    fn record_that_was_changed_ends_the_journal() {
        let mut bytes: Vec<u8> = (0..3)
            .flat_map(|at| record(&played(at).to_bytes()))
            .collect();
        let each = bytes.len() / 3;
        bytes[each + HEAD] ^= 1;
        assert_eq!(records(&bytes).0, [played(0)]);
    }
}
