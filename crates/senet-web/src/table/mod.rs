//! Tables: matches that are being played.
//!
//! Each table has a thread of its own, its keeper, which alone knows the course of the match: it asks the rules, asks the players, takes orders one after
//! the other. Requests look at the last view that the keeper gave out, or send it an order and wait for the answer. So a table whose rules are slow, or
//! whose players misbehave, holds up nobody but itself.

mod actor;
mod commands;
mod context;
mod events;
mod handle;
mod hidden_info;
mod message;
mod new_table;
mod page_limit;
mod record;
mod registry;
mod seat_request;
mod table_seat;
mod thinking;
mod thinking_slots;
mod views;

pub use context::TableContext;
pub use events::follow;
pub use handle::{Table, TableRow};
pub use message::TableCommand;
pub use new_table::{RuleSource, TableRequest};
pub use registry::TableRegistry;
pub use seat_request::SeatRequest;
pub use thinking::Thoughts;
