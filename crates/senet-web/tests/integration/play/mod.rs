//! Playing, watching and misbehaving, over HTTP on loopback.

mod guard;
mod hidden_info;
mod people;
mod spectators;
mod tables;
mod trouble;
