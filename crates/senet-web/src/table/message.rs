//! The messages that the actor of a table handles.

use super::actor::TableActor;
use super::party::Party;
use super::reading::ReadingTurn;
use super::seat_request::SeatHolder;
use crate::failure::Failure;
use axum::body::Bytes;
use senet_arena::SeatReply;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// A message to the actor of a table.
pub enum TableMessage {
    /// A request from outside, who sends it, and the channel for its result.
    Command(Party, TableCommand, oneshot::Sender<CommandResult>),
    /// A request to read the table.
    Read(ReadMessage),
    /// A question that the actor answers through its own channel.
    Question(Box<dyn FnOnce(&mut TableActor) + Send>),
    /// A player may start to think: the ticket of its request, and its thinking slot.
    Slot(Ticket, OwnedSemaphorePermit),
    /// A player has replied: the ticket of its thread, and the reply.
    Reply(Ticket, SeatReply),
    /// The table is closed, or the server stops.
    End,
}

/// A request to read a table.
pub struct ReadMessage {
    /// Who sends it.
    pub party: Party,
    /// What is wanted.
    pub reading: TableReading,
    /// The channel for the result. It is closed if the request was cancelled.
    pub answer: oneshot::Sender<CommandResult>,
    /// The turn of a spectator.
    pub turn: Option<ReadingTurn>,
}

/// The result of a request: JSON.
pub type CommandResult = Result<Bytes, Failure>;

/// A number that a table gives out once. It tells a late message from a current one.
pub type Ticket = u64;

/// A request that may change a table.
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
    /// A person resigns.
    Resign {
        /// The role.
        role: usize,
    },
    /// A person takes the seat of a link.
    Join {
        /// The name of the person.
        name: Option<String>,
    },
}

/// A request that changes nothing.
pub enum TableReading {
    /// The view of a state.
    View {
        /// The number of joint moves before the state; `None` for the current state.
        step: Option<usize>,
        /// True to look from the other side.
        turned: bool,
    },
    /// The record of the match so far.
    Record,
}
