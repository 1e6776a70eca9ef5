//! The lock of a tournament: one process plays it at a time.

use super::error::WHAT;
use super::{Store, StoreError, Tournament};
use rusqlite::params;
use senet_database::{DatabaseError, Fault};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};

/// The right to play a tournament. The system releases it when the process ends.
pub struct Lock {
    /// The number of this run; it marks claimed matches.
    pub run: i64,
    /// The tournament.
    pub tournament: i64,
    /// Matches that an earlier run claimed but did not finish.
    pub given_back: usize,
    _file: File,
}

impl Store {
    /// Takes the lock of a tournament, and releases the matches that an earlier run did not finish.
    pub fn lock(&mut self, tournament: &Tournament, now: u64) -> Result<Lock, StoreError> {
        let file = self.lock_file(tournament)?;
        let process = std::process::id();
        let transaction = self.write()?;
        let given_back = transaction.execute(
            "UPDATE matches SET status = 'open', run = NULL, started = NULL
             WHERE tournament = ?1 AND status = 'claimed'",
            [tournament.id],
        )?;
        transaction.execute(
            "INSERT INTO runs (tournament, process, started) VALUES (?1, ?2, ?3)",
            params![tournament.id, process, now],
        )?;
        let run = transaction.last_insert_rowid();
        transaction.commit()?;
        Ok(Lock {
            run,
            tournament: tournament.id,
            given_back,
            _file: file,
        })
    }

    fn lock_file(&self, tournament: &Tournament) -> Result<File, StoreError> {
        let path = self
            .folder
            .join(format!("tournament-{}.lock", tournament.id));
        let failed = |error| {
            let path = path.clone();
            let fault = Fault::Folder { path, error };
            DatabaseError { what: WHAT, fault }
        };
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path);
        let mut file = opened.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Running {
                    name: tournament.plan.name.clone(),
                    process: process_in(&mut file),
                });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error).into()),
        }
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        written.map_err(failed)?;
        Ok(file)
    }
}

/// The process number in the lock file. It may be missing right after the lock was taken.
fn process_in(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
