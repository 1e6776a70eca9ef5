//! All tables.

use super::context::TableContext;
use super::handle::Table;
use super::new_table::NewTable;
use crate::big_stack;
use crate::failure::Failure;
use crate::view::Status;
use axum::http::StatusCode;
use senet_arena::now_ms;
use senet_engine::spread_seed;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often idle tables are closed.
const ROUNDS: Duration = Duration::from_secs(30);
/// A finished table makes room for a new one after this time without visitors.
const LINGER: Duration = Duration::from_secs(60);
/// The length of an identifier, and of a key.
const ID_LETTERS: usize = 10;
const KEY_LETTERS: usize = 32;

/// All tables.
pub struct TableRegistry {
    /// Resources that all tables share.
    pub context: Arc<TableContext>,
    seed: u64,
    opened: AtomicU64,
    open: Mutex<BTreeMap<String, Arc<Table>>>,
}

/// A new table.
pub struct OpenedTable {
    /// Its identifier.
    pub id: String,
    /// The owner's key.
    pub key: String,
}

impl TableRegistry {
    /// A registry without tables.
    pub fn new(context: TableContext, seed: u64) -> TableRegistry {
        TableRegistry {
            context: Arc::new(context),
            seed,
            opened: AtomicU64::new(0),
            open: Mutex::default(),
        }
    }

    fn open_ones(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Table>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seed for a table without one. It is small enough to be exact in JavaScript.
    pub fn next_seed(&self) -> u64 {
        let number = self.opened.fetch_add(1, Ordering::Relaxed);
        spread_seed(self.seed, number) >> 11
    }

    /// All tables, the latest first.
    pub fn all(&self) -> Vec<Arc<Table>> {
        let mut all: Vec<_> = self.open_ones().values().cloned().collect();
        all.sort_by_key(|table| std::cmp::Reverse(table.started_ms));
        all
    }

    /// The table with this identifier.
    pub fn find(&self, id: &str) -> Result<Arc<Table>, Failure> {
        let found = self.open_ones().get(id).cloned();
        let table =
            found.ok_or_else(|| Failure::not_found("this table does not exist any more"))?;
        table.touch();
        Ok(table)
    }

    /// Opens a table.
    pub fn open(&self, new_table: NewTable) -> Result<OpenedTable, Failure> {
        let (id, key) = (secret(ID_LETTERS)?, secret(KEY_LETTERS)?);
        let (sender, mailbox) = channel();
        let view = new_table.view(id.clone());
        let table = Arc::new(Table::new(key.clone(), now_ms(), view, sender.clone()));
        self.admit(&table)?;
        let context = self.context.clone();
        let kept = table.clone();
        let started = big_stack::start("table", move || {
            new_table.run(&kept, context, sender, mailbox)
        });
        if started.is_err() {
            self.open_ones().remove(&id);
        }
        started.map(|()| OpenedTable { id, key })
    }

    /// Makes room for a table, if necessary by closing a finished one.
    fn admit(&self, table: &Arc<Table>) -> Result<(), Failure> {
        let mut open = self.open_ones();
        if open.len() >= self.context.limits.tables {
            let has_ended = |table: &&Arc<Table>| {
                let status = table.published().view.status;
                matches!(status, Status::Over | Status::Failed) && table.idle() >= LINGER
            };
            let oldest = open
                .values()
                .filter(has_ended)
                .max_by_key(|table| table.idle());
            let Some(oldest) = oldest.cloned() else {
                return Err(Failure::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    format!("all {} tables are taken", open.len()),
                    "close one of yours, or come back later",
                ));
            };
            open.remove(&oldest.id);
            oldest.close();
        }
        open.insert(table.id.clone(), table.clone());
        Ok(())
    }

    /// Closes a table.
    pub fn close(&self, id: &str) {
        let table = self.open_ones().remove(id);
        if let Some(table) = table {
            table.close();
        }
    }

    /// Closes all tables.
    pub fn close_all(&self) {
        let open = std::mem::take(&mut *self.open_ones());
        open.values().for_each(|table| table.close());
    }

    /// Closes idle tables, for ever.
    pub async fn look_after(&self) {
        let idle = self.context.limits.idle;
        loop {
            tokio::time::sleep(ROUNDS.min(idle / 2)).await;
            for table in self.all() {
                if table.idle() >= idle {
                    self.close(&table.id);
                }
            }
        }
    }
}

/// Random letters and digits. They come from the system, not from a seed, because they must be secret and decide nothing in a match.
fn secret(letters: usize) -> Result<String, Failure> {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0_u8; letters];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("the system has no random numbers: {error}"),
            "try again later",
        )
    })?;
    let letter = |byte: &u8| char::from(ALPHABET[usize::from(byte % 32)]);
    Ok(bytes.iter().map(letter).collect())
}
