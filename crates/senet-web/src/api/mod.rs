//! The JSON interface, a file for each kind of thing.

mod check;
mod games;
mod input;
mod openapi;
mod pictures;
mod players;
mod routes;
mod saving;
mod tables;

pub use openapi::routes;
