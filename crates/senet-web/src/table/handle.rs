//! The part of a table that requests see.

use super::actor::TableActor;
use super::events::{KEPT, TableEvent};
use super::message::{CommandResult, ReadMessage, TableCommand, TableMessage, TableReading};
use super::party::{Guests, Party};
use super::reading::ReadingQueue;
use super::store::OpenEntry;
use crate::client::Client;
use crate::failure::Failure;
use crate::owner_key::OwnerKey;
use crate::view::{SeatView, Status, View};
use axum::body::Bytes;
use axum::http::StatusCode;
use senet_gdl::Deadline;
use serde::Serialize;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, oneshot};
use utoipa::ToSchema;

/// How long a request waits for a busy actor.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(30);

/// The part of a table that requests see.
pub struct Table {
    /// The identifier.
    pub id: String,
    /// When the table was opened: milliseconds since 1970.
    pub started_ms: u64,
    /// The digest of the owner's key.
    pub key: OwnerKey,
    /// The address of the client that opened the table.
    pub client: IpAddr,
    /// Ends with the table, and with it all work for the table.
    pub life: Deadline,
    guests: RwLock<Guests>,
    is_closed: AtomicBool,
    mailbox: Sender<TableMessage>,
    published: RwLock<Arc<PublishedView>>,
    events: broadcast::Sender<TableEvent>,
    spectators: AtomicUsize,
    /// The queue of spectators who read.
    readers: ReadingQueue,
    opened: Instant,
    /// The last request: milliseconds since the table was opened.
    touched: AtomicU64,
}

/// The last view, and its JSON.
pub struct PublishedView {
    /// The view.
    pub view: View,
    /// The view as JSON.
    pub json: Bytes,
}

/// A table in a list.
#[derive(Serialize, ToSchema)]
pub struct TableRow {
    /// The identifier.
    pub id: String,
    /// The game.
    pub game: String,
    /// The title of the match.
    pub title: String,
    /// The roles.
    pub roles: Vec<String>,
    /// The players.
    pub seats: Vec<SeatView>,
    /// The number of joint moves made.
    pub step: usize,
    /// The status of the match.
    pub status: Status,
    /// The number of spectators.
    pub spectators: usize,
    /// When the table was opened: milliseconds since 1970.
    pub started_ms: u64,
}

impl Table {
    /// A table that is loading its rules.
    pub fn new(open: &OpenEntry, view: View, mailbox: Sender<TableMessage>) -> Table {
        Table {
            id: open.id.clone(),
            started_ms: open.started_ms,
            key: open.key.clone(),
            client: open.client,
            life: Deadline::never(),
            guests: RwLock::new(open.guests.clone()),
            is_closed: AtomicBool::new(false),
            mailbox,
            published: RwLock::new(Arc::new(PublishedView::of(view))),
            events: broadcast::channel(KEPT).0,
            spectators: AtomicUsize::new(0),
            readers: ReadingQueue::new(),
            opened: Instant::now(),
            touched: AtomicU64::new(0),
        }
    }

    /// The party that has this key.
    pub fn party(&self, key: Option<&str>) -> Party {
        let guests = self.guests.read().unwrap_or_else(PoisonError::into_inner);
        Party::with_key(&self.key, &guests, key)
    }

    /// True if views differ between parties.
    pub fn has_guests(&self) -> bool {
        let guests = self.guests.read().unwrap_or_else(PoisonError::into_inner);
        !guests.is_empty()
    }

    /// Notes the keys of guests.
    pub fn set_guests(&self, guests: Guests) {
        *self.guests.write().unwrap_or_else(PoisonError::into_inner) = guests;
    }

    /// The last view.
    pub fn published(&self) -> Arc<PublishedView> {
        let shown = self.published.read();
        shown.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Publishes a view and tells spectators.
    pub fn publish(&self, view: View) {
        let event = TableEvent::view(view.steps, view.status);
        let shown = Arc::new(PublishedView::of(view));
        *self
            .published
            .write()
            .unwrap_or_else(PoisonError::into_inner) = shown;
        self.send(event);
    }

    /// Sends an event to all spectators.
    pub fn send(&self, event: TableEvent) {
        self.events.send(event).ok();
    }

    /// True if there are spectators.
    pub fn is_watched(&self) -> bool {
        self.events.receiver_count() > 0
    }

    /// Adds a spectator; [`Table::leave`] removes it.
    pub fn watch(&self) -> broadcast::Receiver<TableEvent> {
        self.spectators.fetch_add(1, Ordering::Relaxed);
        self.events.subscribe()
    }

    /// Removes a spectator.
    pub fn leave(&self) {
        self.spectators.fetch_sub(1, Ordering::Relaxed);
        self.touch();
    }

    /// The current status as an event.
    pub fn present(&self) -> TableEvent {
        let shown = self.published();
        TableEvent::view(shown.view.steps, shown.view.status)
    }

    /// Notes a request.
    pub fn touch(&self) {
        let now = self.opened.elapsed().as_millis() as u64;
        self.touched.store(now, Ordering::Relaxed);
    }

    /// The time without requests and spectators.
    pub fn idle(&self) -> Duration {
        if self.spectators.load(Ordering::Relaxed) > 0 {
            return Duration::ZERO;
        }
        let touched = Duration::from_millis(self.touched.load(Ordering::Relaxed));
        self.opened.elapsed().saturating_sub(touched)
    }

    /// Sends a command to the actor and waits for the result.
    pub async fn execute(&self, party: Party, command: TableCommand) -> CommandResult {
        let (sender, receiver) = oneshot::channel();
        self.send_and_wait(TableMessage::Command(party, command, sender), receiver)
            .await
    }

    /// Reads the table. Spectators wait for their turn, so that they cannot stall it.
    pub async fn read(&self, client: Client, party: Party, reading: TableReading) -> CommandResult {
        let turn = match party {
            Party::Spectator => Some(self.readers.turn(client).await?),
            Party::Owner | Party::Guest(_) => None,
        };
        let (answer, receiver) = oneshot::channel();
        let message = ReadMessage {
            party,
            reading,
            answer,
            turn,
        };
        self.send_and_wait(TableMessage::Read(message), receiver)
            .await
    }

    /// Asks the actor a question and waits for the answer.
    pub async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut TableActor) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let (sender, receiver) = oneshot::channel();
        let question = move |actor: &mut TableActor| {
            // The request may have been cancelled.
            sender.send(question(actor)).ok();
        };
        self.send_and_wait(TableMessage::Question(Box::new(question)), receiver)
            .await
    }

    async fn send_and_wait<T>(
        &self,
        message: TableMessage,
        receiver: oneshot::Receiver<Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let gone = || Failure::conflict("this table is closed", "open another one");
        self.mailbox.send(message).map_err(|_| self.why_gone())?;
        let answer = in_time(receiver).await?;
        answer.unwrap_or_else(|_| Err(gone()))
    }

    /// Why the table has no actor.
    fn why_gone(&self) -> Failure {
        match &self.published().view.reason {
            Some(reason) => Failure::conflict(reason.clone(), "open another table"),
            None => Failure::conflict("this table is closed", "open another one"),
        }
    }

    /// Closes the table for ever: ends its actor, its players, and all work for it.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.stop();
        self.send(TableEvent::closed());
    }

    /// True if the table was closed for ever.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Ends the actor and all work for the table, because the server stops. The next server brings the table back.
    pub fn stop(&self) {
        // The actor may have ended already. The message comes first: the answers of cancelled players do not count.
        self.mailbox.send(TableMessage::End).ok();
        self.life.cancel();
    }

    /// The row of the table in a list.
    pub fn row(&self) -> TableRow {
        let shown = self.published();
        let view = &shown.view;
        TableRow {
            id: self.id.clone(),
            game: view.game.clone(),
            title: view.title.clone(),
            roles: view.roles.clone(),
            seats: view.seats.clone(),
            step: view.steps,
            status: view.status,
            spectators: self.spectators.load(Ordering::Relaxed),
            started_ms: self.started_ms,
        }
    }
}

/// Waits for a busy actor, but not for ever.
pub async fn in_time<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    let done = tokio::time::timeout(COMMAND_TIMEOUT, work).await;
    done.map_err(|_| {
        Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "the rules of this game are slow, and the table is still busy",
            "try again later",
        )
    })
}

impl PublishedView {
    fn of(view: View) -> PublishedView {
        // A view always becomes JSON.
        let json = serde_json::to_vec(&view).unwrap_or_default().into();
        PublishedView { view, json }
    }
}
