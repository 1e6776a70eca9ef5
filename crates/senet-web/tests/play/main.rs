//! Playing, watching and misbehaving, over HTTP on loopback.

#[path = "../common/mod.rs"]
mod common;
mod guard;
mod tables;
mod trouble;
mod veil;
