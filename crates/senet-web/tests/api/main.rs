//! The JSON interface apart from live tables, asked over HTTP on loopback.

#[path = "../common/mod.rs"]
mod common;
mod description;
mod facts;
mod games;
mod records;
mod tournaments;
