//! `senet completions`: prints shell completion scripts.

use crate::cli::Cli;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use senet_console::{Common, Failure, Out};
use serde_json::json;

/// Prints a completion script for a shell
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet completions bash > ~/.local/share/bash-completion/completions/senet\n  \
    senet completions fish > ~/.config/fish/completions/senet.fish"
)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "senet", &mut script);
        let script = String::from_utf8_lossy(&script);
        let mut out = Out::new();
        if common.json {
            out.json(&json!({"shell": self.shell.to_string(), "script": script}))?;
        } else {
            out.text(&script)?;
        }
        out.flush()?;
        Ok(())
    }
}
