//! The integration tests of the crate, compiled into one program.

mod attack;
mod bad_input;
mod bench;
mod commands;
mod common;
mod compressed_answer;
mod docs;
mod gate;
mod import;
mod lab;
mod matches;
mod public_names;
mod readme;
mod reasoner;
mod recognise;
mod serve_player;
mod stored_results;
mod time_limit;
mod tournament;
mod tournament_crash;
mod train;
mod transfer;
mod web;
mod web_restart;
