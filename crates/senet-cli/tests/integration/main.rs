//! The integration tests of the crate, compiled into one program.

mod bad_input;
mod bench;
mod commands;
mod common;
mod docs;
mod import;
mod lab;
mod matches;
mod readme;
mod recognise;
mod time_limit;
mod tournament;
mod tournament_crash;
mod transfer;
mod web;
