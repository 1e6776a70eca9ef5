//! Options that all commands share, and limits that several commands use.

use crate::time_limit;
use clap::Args;
use std::path::PathBuf;

/// Default limit on the number of moves in a match.
pub const MAX_STEPS: usize = 10_000;

/// Options of every command.
#[derive(Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Prints only JSON on standard output; a failure is {"error": {"message", "help"}}
    #[arg(long, global = true)]
    pub json: bool,
    /// Seed of all random choices
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Folder for imported games [default: $SENET_CACHE, else senet in the user's cache folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Time limit for the whole command in seconds; incomplete results are marked
    #[arg(long, global = true, value_name = "S", value_parser = time_limit::seconds)]
    pub time_limit: Option<f64>,
    /// Accepts rules with errors if they can be played at all; `senet check` lists the errors
    #[arg(long, global = true)]
    pub force: bool,
}

/// Stack size of threads that run commands. Deeply nested rules are walked recursively.
/// This is large enough for the deepest rules that the parser accepts.
pub const STACK_BYTES: usize = 256 << 20;
