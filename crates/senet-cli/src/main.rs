//! The `senet` program: parses arguments, calls the libraries and prints the results.

mod adviser;
mod board;
mod cli;
mod commands;
mod human;
mod limits;
mod match_printer;
mod seats;
mod transcript;

use clap::Parser;
use senet_console::{Failure, STACK_BYTES, failure};
use std::process::ExitCode;

/// Reading, checking and grounding rules makes many small allocations. The system allocator took up to a quarter of that time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    limits::report_large_files();
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::wrong_arguments(&error),
    };
    let json = cli.common.json;
    let work = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || commands::run(&cli));
    let outcome = match work.map(|thread| thread.join()) {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => Err(
            Failure::new("internal error in senet (see the message above)")
                .help("please report it, with the rules and the command"),
        ),
        Err(error) => Err(Failure::new(format!("cannot start a thread: {error}"))
            .help("raise the limit on memory or processes")),
    };
    outcome.map_or_else(|failure| failure.tell(json), |()| ExitCode::SUCCESS)
}
