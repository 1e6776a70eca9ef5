//! The events of a table, sent to all spectators.

use super::handle::Table;
use crate::view::Status;
use axum::response::sse;
use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use utoipa::ToSchema;

/// An event of a table.
#[derive(Clone, Debug)]
pub struct TableEvent {
    name: &'static str,
    data: Arc<str>,
}

/// The data of the event `view`: there is a new view to fetch.
#[derive(Serialize, ToSchema)]
pub struct ViewEvent {
    /// The number of joint moves made.
    pub step: usize,
    /// The status of the match.
    pub status: Status,
}

/// The number of events kept for slow readers, who lose the oldest.
pub const KEPT: usize = 64;

impl TableEvent {
    /// The match has changed.
    pub fn view(step: usize, status: Status) -> TableEvent {
        TableEvent::new("view", &ViewEvent { step, status })
    }

    /// The table is closed.
    pub fn closed() -> TableEvent {
        TableEvent::new("closed", &serde_json::json!({}))
    }

    /// An event with its data.
    pub fn new(name: &'static str, data: &impl Serialize) -> TableEvent {
        // The data always becomes JSON.
        let data = serde_json::to_string(data).unwrap_or_default();
        TableEvent {
            name,
            data: data.into(),
        }
    }

    fn sent(&self) -> Result<sse::Event, Infallible> {
        Ok(sse::Event::default().event(self.name).data(&*self.data))
    }
}

/// A spectator of a table.
struct Watcher {
    table: Arc<Table>,
    news: broadcast::Receiver<TableEvent>,
    end: watch::Receiver<bool>,
    stage: Stage,
}

#[derive(PartialEq, Eq)]
enum Stage {
    /// Nothing was sent yet.
    Fresh,
    Following,
    Ended,
}

/// The events of a table, starting with its current status. Slow readers lose events and get the latest view instead. The stream ends with the table
/// or the server.
pub fn follow(
    table: Arc<Table>,
    end: watch::Receiver<bool>,
) -> impl Stream<Item = Result<sse::Event, Infallible>> {
    let watcher = Watcher {
        news: table.watch(),
        table,
        end,
        stage: Stage::Fresh,
    };
    unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((event.sent(), watcher))
    })
}

impl Watcher {
    async fn next(&mut self) -> Option<TableEvent> {
        match self.stage {
            Stage::Ended => return None,
            Stage::Fresh => {
                self.stage = Stage::Following;
                return Some(self.table.present());
            }
            Stage::Following => {}
        }
        let event = tokio::select! {
            event = self.news.recv() => event,
            _ = self.end.wait_for(|ended| *ended) => Err(RecvError::Closed),
        };
        match event {
            Ok(event) => {
                if event.name == "closed" {
                    self.stage = Stage::Ended;
                }
                Some(event)
            }
            Err(RecvError::Lagged(_)) => Some(self.table.present()),
            // The server stops. The table comes back with the next server, so it is not closed.
            Err(RecvError::Closed) => {
                self.stage = Stage::Ended;
                None
            }
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.table.leave();
    }
}
