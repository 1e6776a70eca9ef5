//! The arguments as plain data. Each file in `commands` implements one command.

use crate::commands;
use clap::{Parser, Subcommand};
use senet_console::Common;

/// General game playing: reads the rules of any finite game, checks and simulates them, and plays
#[derive(Parser)]
#[command(name = "senet", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    /// Options of every command.
    #[command(flatten)]
    pub common: Common,
    /// The command to run; without one, the web arena starts.
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Cli {
    /// Returns true for commands that handle Ctrl-C themselves: servers, and hosts that tell their players.
    pub fn heeds_interrupt(&self) -> bool {
        matches!(
            self.command,
            None | Some(
                Command::Web(_)
                    | Command::ServePlayer(_)
                    | Command::Host(_)
                    | Command::Tournament(_)
            )
        )
    }
}

const EXAMPLES: &str = "\
A GAME is the name of a library game (`senet games`), a path to a rule sheet, `-` for standard input, a URL \
(http…), or the key of a game that `senet games import` added.

Exit codes: 0 success, 1 a negative answer (problems found, traces failed), 2 the command failed.

Examples:
  senet games
  senet check my-game.kif --play 100
  senet simulate tic-tac-toe --matches 1000
  senet play connect-four --as red";

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    Games(commands::games::Games),
    Check(commands::check::Check),
    Fmt(commands::fmt::Fmt),
    Scramble(commands::scramble::Scramble),
    Flatten(commands::flatten::Flatten),
    Info(commands::info::Info),
    Simulate(commands::simulate::Simulate),
    Perft(commands::perft::PerftCommand),
    Verify(commands::verify::Verify),
    Bench(senet_lab::Bench),
    Lab(senet_lab::Lab),
    Graph(commands::graph::GraphCommand),
    Draw(commands::draw::Draw),
    Boards(commands::boards::BoardsCommand),
    Map(commands::map::Map),
    Train(commands::train::Train),
    Transfer(commands::transfer::Transfer),
    Variants(commands::variants::Variants),
    Reasoner(commands::reasoner::ReasonerCommand),
    Recognise(commands::recognise::Recognise),
    Knowledge(commands::knowledge::KnowledgeCommand),
    Play(commands::play::Play),
    Match(commands::matches::MatchCommand),
    Replay(commands::replay::Replay),
    Host(commands::host::Host),
    ServePlayer(commands::serve_player::ServePlayer),
    Tournament(commands::tournament::Tournament),
    Web(commands::web::Web),
    Completions(commands::completions::Completions),
}
