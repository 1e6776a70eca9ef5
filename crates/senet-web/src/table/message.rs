//! What a keeper is told.

use super::seats::Sitter;
use crate::failure::Failure;
use axum::body::Bytes;
use senet_arena::steps::Letter;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// What a keeper is told.
pub enum Message {
    /// Somebody wants something.
    Order(Order, oneshot::Sender<Answer>),
    /// A player's turn to think has come.
    Turn(Ticket, OwnedSemaphorePermit),
    /// A player has answered: the number of its place, and the answer.
    Letter(Ticket, Letter),
    /// The table is to be cleared.
    Close,
}

/// What is answered to an order: JSON.
pub type Answer = Result<Bytes, Failure>;

/// A number that is given out once at a table, so that what comes late is known by it.
pub type Ticket = u64;

/// What can be asked of a table.
pub enum Order {
    /// A person's move.
    Move {
        /// For the state after so many joint moves.
        step: usize,
        /// The role.
        role: usize,
        /// The move.
        text: String,
    },
    /// Back to where a person had a choice.
    Undo,
    /// Somebody else plays a role.
    Seat {
        /// The role.
        role: usize,
        /// Who.
        sitter: Sitter,
    },
    /// The view of a state.
    View(usize),
    /// The record of the match as far as it went.
    Record,
}
