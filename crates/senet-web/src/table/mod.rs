//! Tables: running matches.
//!
//! Each table is an actor: one thread that owns the match, queries the rules, asks the players and executes commands one after the other. Requests
//! read the last published view, or send a command and wait for its result. A table with slow rules or bad players delays only itself.

mod actor;
mod commands;
mod context;
mod ending;
mod events;
mod handle;
mod hidden_info;
mod hints;
mod keeping;
mod linking;
mod message;
mod new_table;
mod origin;
mod page_limit;
mod party;
mod person_clock;
mod reading;
mod record;
mod registry;
mod rematch;
mod restoring;
mod seat_request;
mod store;
mod table_request;
mod table_seat;
mod thinking;
mod thinking_slots;
mod views;

pub use context::TableContext;
pub use events::follow;
pub use handle::{Table, TableRow};
pub use hints::HintView;
pub use message::{TableCommand, TableReading};
pub use origin::{Origin, turns_of};
pub use party::Party;
pub use registry::TableRegistry;
pub use seat_request::SeatRequest;
pub use store::TableStore;
pub use table_request::{RuleSource, TableRequest};
pub use thinking::Thoughts;
