//! Resources that all tables share.

use super::store::{TableLog, TableStore};
use super::thinking_slots::ThinkingSlots;
use crate::WebLimits;
use crate::loading::Loader;
use crate::records::Records;
use senet_arena::CustomPlayer;
use std::sync::Arc;
use tokio::runtime::Handle;

/// Resources that all tables share.
pub struct TableContext {
    /// The limits of the server.
    pub limits: WebLimits,
    /// Players that the embedding program provides.
    pub custom_players: Vec<CustomPlayer>,
    /// The records of finished matches.
    pub records: Arc<Records>,
    /// The files of matches in progress; `None` if they are kept in memory only.
    pub store: Option<TableStore>,
    /// The limits on thinking.
    pub slots: ThinkingSlots,
    /// The loader of games.
    pub loader: Arc<Loader>,
    /// The runtime on which requests wait for thinking slots.
    pub runtime: Handle,
}

impl TableContext {
    /// The context of a server without tables. Must be called within a runtime.
    pub fn new(
        limits: WebLimits,
        loader: Arc<Loader>,
        custom_players: Vec<CustomPlayer>,
        records: Arc<Records>,
        store: Option<TableStore>,
    ) -> TableContext {
        TableContext {
            slots: ThinkingSlots::new(limits.thinkers, limits.memory_bytes),
            loader,
            limits,
            custom_players,
            records,
            store,
            runtime: Handle::current(),
        }
    }

    /// The file for a new table.
    pub fn log(&self, id: &str) -> TableLog {
        match &self.store {
            Some(store) => store.log(id),
            None => TableLog::off(),
        }
    }
}
