//! Tables: matches that are being played.
//!
//! Each table has a thread of its own, its keeper, which alone knows the course of the match: it asks the rules, asks the players, takes orders one after
//! the other. Requests look at the last view that the keeper gave out, or send it an order and wait for the answer. So a table whose rules are slow, or
//! whose players misbehave, holds up nobody but itself.

mod course;
mod events;
mod handle;
mod house;
mod keeper;
mod message;
mod opening;
mod orders;
mod record;
mod registry;
mod seating;
mod seats;
mod showing;
mod thinking;
mod veil;

pub use events::follow;
pub use handle::{Table, TableRow};
pub use house::House;
pub use message::Order;
pub use opening::{Source, TableRequest};
pub use registry::Tables;
pub use seats::SeatRequest;
pub use thinking::Thoughts;
