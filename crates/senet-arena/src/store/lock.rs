//! Who plays a tournament: one process at a time.

use super::error::WHAT;
use super::{Store, StoreError, Tournament};
use rusqlite::params;
use senet_database::{DatabaseError, Fault};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};

/// The right to play a tournament. The system gives it back when the process ends, in whatever way.
pub struct Lock {
    /// The number of this run, by which matches are claimed.
    pub run: i64,
    /// The tournament.
    pub tournament: i64,
    /// Matches that a run before this one had begun and did not finish.
    pub given_back: usize,
    _file: File,
}

impl Store {
    /// Takes the right to play a tournament, and gives back what a run before this one had begun and did not finish.
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

/// The process that wrote its number into the file; one that has only just taken the lock may not have yet.
fn process_in(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
