//! All tables.

use super::context::TableContext;
use super::handle::Table;
use super::message::TableMessage;
use super::new_table::NewTable;
use super::store::StoredTable;
use super::table_request::Opening;
use crate::big_stack;
use crate::client::Client;
use crate::failure::Failure;
use crate::owner_key::{OwnerKey, random_letters};
use crate::view::Status;
use axum::http::StatusCode;
use senet_arena::now_ms;
use senet_engine::spread_seed;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often idle tables are closed.
const ROUNDS: Duration = Duration::from_secs(30);
/// A finished table makes room for a new one after this time without visitors.
const LINGER: Duration = Duration::from_secs(60);
/// The length of an identifier.
pub const ID_LETTERS: usize = 10;
/// When a client with too many tables may try again.
const CLOSED_SOON: Duration = Duration::from_secs(60);
/// How long a stopping server waits for its tables.
const LEAVE: Duration = Duration::from_secs(2);
/// The interval at which a stopping server checks whether its tables have ended.
const GLANCE: Duration = Duration::from_millis(5);

/// All tables.
pub struct TableRegistry {
    /// Resources that all tables share.
    pub context: Arc<TableContext>,
    seed: u64,
    opened: AtomicU64,
    open: Mutex<BTreeMap<String, Arc<Table>>>,
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

    /// The identity of a table that a client opens, and the owner's key.
    pub fn opening(&self, client: Client) -> Result<(Opening, String), Failure> {
        let (secret, key) = OwnerKey::create()?;
        let opening = Opening {
            id: random_letters(ID_LETTERS)?,
            key,
            client: client.0,
            started_ms: now_ms(),
        };
        Ok((opening, secret))
    }

    /// Opens a table.
    pub fn open(&self, mut new_table: NewTable) -> Result<(), Failure> {
        let (sender, mailbox) = channel();
        let table = Arc::new(Table::new(
            &new_table.open,
            new_table.view(),
            sender.clone(),
        ));
        self.admit(&table)?;
        new_table.keep();
        self.start(table, new_table, sender, mailbox)
    }

    /// Brings back the tables of an earlier server. They count as open at once; their rules load afterwards. Returns the problems.
    pub fn restore(&self, stored: Vec<StoredTable>) -> Vec<String> {
        let mut troubles = Vec::new();
        for stored in stored {
            let id = stored.open.id.clone();
            let restored = NewTable::restored(stored, &self.context).and_then(|new_table| {
                let (sender, mailbox) = channel();
                let table = Table::new(&new_table.open, new_table.view(), sender.clone());
                let table = Arc::new(table);
                self.open_ones().insert(id.clone(), table.clone());
                self.start(table, new_table, sender, mailbox)
            });
            if let Err(failure) = restored {
                let Failure { message, help, .. } = failure;
                troubles.push(format!("table {id} cannot be restored: {message}; {help}"));
            }
        }
        troubles
    }

    fn start(
        &self,
        table: Arc<Table>,
        new_table: NewTable,
        sender: Sender<TableMessage>,
        mailbox: Receiver<TableMessage>,
    ) -> Result<(), Failure> {
        let (id, context) = (table.id.clone(), self.context.clone());
        let started = big_stack::start("table", move || {
            new_table.run(&table, context, sender, mailbox)
        });
        if started.is_err() {
            self.open_ones().remove(&id);
        }
        started
    }

    /// Makes room for a table, if necessary by closing a finished one.
    fn admit(&self, table: &Arc<Table>) -> Result<(), Failure> {
        let mut open = self.open_ones();
        let limits = &self.context.limits;
        let is_mine = |other: &Table| other.client == table.client;
        let mine = open.values().filter(|other| is_mine(other)).count();
        if mine >= limits.client_tables && !close_ended(&mut open, is_mine) {
            let most = limits.client_tables;
            return Err(Failure::too_many(
                format!("you have {mine} tables, and {most} are allowed"),
                "close one of them, for example by DELETE with its key",
                CLOSED_SOON,
            ));
        }
        if open.len() >= limits.tables && !close_ended(&mut open, |_| true) {
            return Err(Failure::new(
                StatusCode::SERVICE_UNAVAILABLE,
                format!("all {} tables are taken", open.len()),
                "close one of yours, or come back later",
            ));
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

    /// Ends all tables, because the server stops, and waits for them a moment.
    pub async fn stop_all(&self) {
        let open = std::mem::take(&mut *self.open_ones());
        open.values().for_each(|table| table.stop());
        let end = Instant::now() + LEAVE;
        // The actor of each table holds the context until it ends.
        while Arc::strong_count(&self.context) > 1 && Instant::now() < end {
            tokio::time::sleep(GLANCE).await;
        }
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

/// Among the `wanted` tables, closes the one that has been finished for the longest time. Returns false if none has
/// been finished for long enough.
fn close_ended(open: &mut BTreeMap<String, Arc<Table>>, wanted: impl Fn(&Table) -> bool) -> bool {
    let has_ended = |table: &&Arc<Table>| {
        let status = table.published().view.status;
        matches!(status, Status::Over | Status::Failed) && table.idle() >= LINGER
    };
    let ended = open.values().filter(|table| wanted(table));
    let oldest = ended.filter(has_ended).max_by_key(|table| table.idle());
    let Some(oldest) = oldest.cloned() else {
        return false;
    };
    open.remove(&oldest.id);
    oldest.close();
    true
}
