//! The JSON interface, one file for each kind of resource.

mod check;
mod facts;
mod games;
mod input;
mod openapi;
mod own_table;
mod people;
mod pictures;
mod players;
mod records;
mod routes;
mod saving;
mod tables;
mod tournaments;

pub use openapi::routes;
