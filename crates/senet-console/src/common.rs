//! The options that all commands share, and limits that several commands use.

use clap::Args;
use std::path::PathBuf;

/// Matches are cut short after so many moves unless the user says otherwise.
pub const MAX_STEPS: usize = 10_000;

/// What every command understands.
#[derive(Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Prints JSON on standard output and nothing else there; failures too, as {"error": {"message", "help"}}
    #[arg(long, global = true)]
    pub json: bool,
    /// Where all random choices come from
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Folder for imported games [default: $SENET_CACHE, else senet in the user's cache folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

/// Deeply nested rules are walked recursively. This stack is large enough for the deepest rules that the parser accepts.
pub const STACK_BYTES: usize = 256 << 20;
