//! Playing, watching and misbehaving, over HTTP on loopback.

mod guard;
mod hidden_info;
mod tables;
mod trouble;
