//! Playing, watching and misbehaving, over HTTP on loopback.

mod guard;
mod tables;
mod trouble;
mod veil;
