//! The JSON interface, a file for each kind of thing.

mod check;
mod games;
mod input;
mod openapi;
mod pictures;
mod routes;
mod saving;

pub use openapi::routes;
