//! A seat at a table: its holder, the thread of its player, and the request that the player works on.

use super::message::Ticket;
use super::seat_request::{SeatHolder, SeatedPlayer};
use super::thinking_slots::{CountedPlayer, ThinkingSlots};
use senet_arena::{Occupant, Rules, Seat, SeatReply, TurnInfo, local_occupant};
use senet_engine::RoleId;
use senet_search::{Budget, PlayerError, SearchReport};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;

/// A seat.
pub struct TableSeat {
    /// The holder of the seat.
    pub holder: SeatHolder,
    /// The player's thread; `None` until the player is first asked.
    pub thread: Option<PlayerThread>,
    /// The request for a move that the player has not answered.
    pub request: Option<MoveRequest>,
    /// The time for the current move that the player used before the server was restarted.
    pub used: Duration,
}

/// The thread of a player.
pub struct PlayerThread {
    /// Replies from this thread carry this ticket.
    pub ticket: Ticket,
    /// The thread.
    pub seat: Seat,
    _counted: CountedPlayer,
}

/// A request for a move.
pub struct MoveRequest {
    /// The ticket of the request.
    pub ticket: Ticket,
    /// `None` while the player waits for a thinking slot.
    pub thinking: Option<Thinking>,
}

/// The search of a player that is choosing a move.
pub struct Thinking {
    /// The number that the reply will carry.
    pub number: u64,
    /// The budget of the search.
    pub budget: Budget,
    /// When the player started. If the server was restarted, the time used before counts.
    pub since: Instant,
    /// When the table stops waiting.
    pub deadline: Instant,
    /// The latest report.
    pub report: Arc<Mutex<Option<SearchReport>>>,
    _slot: OwnedSemaphorePermit,
}

impl Thinking {
    /// A search that starts now. `used` is the time for the same move before the server was restarted.
    pub fn new(
        number: u64,
        budget: Budget,
        deadline: Instant,
        report: Arc<Mutex<Option<SearchReport>>>,
        used: Duration,
        slot: OwnedSemaphorePermit,
    ) -> Thinking {
        Thinking {
            number,
            budget,
            since: Instant::now()
                .checked_sub(used)
                .unwrap_or_else(Instant::now),
            deadline,
            report,
            _slot: slot,
        }
    }
}

impl TableSeat {
    /// A seat with its holder.
    pub fn new(holder: SeatHolder) -> TableSeat {
        TableSeat {
            holder,
            thread: None,
            request: None,
            used: Duration::ZERO,
        }
    }

    /// True if chance has the seat.
    pub fn is_chance(&self) -> bool {
        matches!(self.holder, SeatHolder::Chance)
    }

    /// The player of the seat, if it thinks.
    pub fn thinking(&self) -> Option<&Thinking> {
        self.request.as_ref()?.thinking.as_ref()
    }

    /// Cancels the request, and stops the player if it thinks.
    pub fn cancel(&mut self) {
        if let Some(thinking) = self.request.take().and_then(|request| request.thinking) {
            thinking.budget.cancel();
        }
    }

    /// Ends the player's thread; the next request starts a new player.
    pub fn clear(&mut self) {
        self.cancel();
        self.used = Duration::ZERO;
        self.thread = None;
    }
}

impl Drop for TableSeat {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl SeatedPlayer {
    /// A new instance of the player, if it can play the game.
    pub fn occupant(
        &self,
        rules: &Rules,
        role: RoleId,
        seed: u64,
    ) -> Result<Box<dyn Occupant>, PlayerError> {
        local_occupant(self.seat.clone(), rules, role, seed)
    }
}

impl PlayerThread {
    /// Starts the thread of a player, and tells the player about earlier turns.
    pub fn start(
        slots: &ThinkingSlots,
        ticket: Ticket,
        role: RoleId,
        occupant: Box<dyn Occupant>,
        past: impl Iterator<Item = TurnInfo>,
        answer: impl Fn(SeatReply) + Send + 'static,
    ) -> std::io::Result<PlayerThread> {
        let mut seat = Seat::new(role, occupant, answer)?;
        past.for_each(|turn| seat.note(turn));
        Ok(PlayerThread {
            ticket,
            seat,
            _counted: slots.count_player(),
        })
    }
}
