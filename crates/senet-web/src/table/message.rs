//! The messages that the actor of a table handles.

use super::seat_request::SeatHolder;
use crate::failure::Failure;
use axum::body::Bytes;
use senet_arena::SeatReply;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// A message to the actor of a table.
pub enum TableMessage {
    /// A request from outside, and the channel for its result.
    Command(TableCommand, oneshot::Sender<CommandResult>),
    /// A player may start to think: the ticket of its request, and its thinking slot.
    Slot(Ticket, OwnedSemaphorePermit),
    /// A player has replied: the ticket of its thread, and the reply.
    Reply(Ticket, SeatReply),
    /// The table is closed, or the server stops.
    End,
}

/// The result of a command: JSON.
pub type CommandResult = Result<Bytes, Failure>;

/// A number that a table gives out once. It tells a late message from a current one.
pub type Ticket = u64;

/// A request to a table.
pub enum TableCommand {
    /// A person chooses a move.
    Move {
        /// The step that the person saw.
        step: usize,
        /// The role.
        role: usize,
        /// The text of the move.
        text: String,
    },
    /// Back to the last state in which a person had a choice.
    Undo,
    /// Another player or person takes a seat.
    Seat {
        /// The role.
        role: usize,
        /// The new holder of the seat.
        holder: SeatHolder,
    },
    /// The view of a state.
    View(usize),
    /// The record of the match so far.
    Record,
}
