//! The commands, one file each, with their arguments.

pub mod boards;
pub mod check;
pub mod completions;
pub mod draw;
mod explain;
pub mod flatten;
pub mod fmt;
pub mod games;
pub mod graph;
pub mod host;
pub mod info;
pub mod knowledge;
pub mod map;
pub mod matches;
pub mod perft;
pub mod play;
pub mod reasoner;
pub mod recognise;
pub mod replay;
pub mod scramble;
pub mod serve_player;
pub mod simulate;
pub mod tournament;
pub mod train;
pub mod transfer;
pub mod variants;
pub mod verify;
pub mod web;

use crate::cli::Cli;
use crate::cli::Command;
use senet_console::Failure;

/// Runs the command that the arguments name.
pub fn run(cli: &Cli) -> Result<(), Failure> {
    let common = &cli.common;
    match &cli.command {
        Some(Command::Check(command)) => command.run(common),
        Some(Command::Info(command)) => command.run(common),
        Some(Command::Simulate(command)) => command.run(common),
        Some(Command::Perft(command)) => command.run(common),
        Some(Command::Verify(command)) => command.run(common),
        Some(Command::Games(command)) => command.run(common),
        Some(Command::Fmt(command)) => command.run(common),
        Some(Command::Scramble(command)) => command.run(common),
        Some(Command::Flatten(command)) => command.run(common),
        Some(Command::Graph(command)) => command.run(common),
        Some(Command::Draw(command)) => command.run(common),
        Some(Command::Boards(command)) => command.run(common),
        Some(Command::Map(command)) => command.run(common),
        Some(Command::Variants(command)) => command.run(common),
        Some(Command::Reasoner(command)) => command.run(common),
        Some(Command::Recognise(command)) => command.run(common),
        Some(Command::Knowledge(command)) => command.run(common),
        Some(Command::Play(command)) => command.run(common),
        Some(Command::Match(command)) => command.run(common),
        Some(Command::Replay(command)) => command.run(common),
        Some(Command::Host(command)) => command.run(common),
        Some(Command::ServePlayer(command)) => command.run(common),
        Some(Command::Tournament(command)) => command.run(common),
        Some(Command::Train(command)) => command.run(common),
        Some(Command::Transfer(command)) => command.run(common),
        Some(Command::Bench(command)) => command.run(common),
        Some(Command::Lab(command)) => command.run(common),
        Some(Command::Completions(command)) => command.run(common),
        Some(Command::Web(command)) => command.run(common),
        None => web::Web::default().run(common),
    }
}
