//! The JSON interface apart from live tables, over HTTP on loopback.

mod answers;
mod description;
mod facts;
mod games;
mod records;
mod schema;
mod tournaments;
