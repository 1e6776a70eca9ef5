//! The `senet` program: parses arguments, calls the libraries and prints the results.

#![deny(clippy::print_stderr)]

mod adviser;
mod board;
mod cli;
mod commands;
mod human;
mod limits;
mod match_printer;
mod networks;
mod plural;
mod seats;
mod transcript;

use clap::Parser;
use senet_console::time_limit::Watchdog;
use senet_console::{Failure, STACK_BYTES, failure, interrupt, overdue};
use std::process::ExitCode;
use std::thread::Thread;
use std::time::Duration;

/// Reading, checking and grounding rules makes many small allocations. The system allocator took up to a quarter of that time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    limits::report_large_files();
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::wrong_arguments(&error),
    };
    let (json, ends_itself) = (cli.common.json, cli.heeds_interrupt());
    let outcome = cli.common.start_clock().and_then(|()| run(cli));
    match outcome {
        // A server that Ctrl-C ends has done its work. Other commands were interrupted.
        Ok(()) if interrupt::is_pressed() && !ends_itself => {
            let what = "the command".to_string();
            let is_shown = true;
            Failure::OutOfTime { what, is_shown }.tell(json)
        }
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(json),
    }
}

/// The interval at which the main thread checks whether the command is overdue.
const POLL: Duration = Duration::from_millis(50);

/// Runs the command on a thread with a large stack. Ends the program if the command ignores its deadline.
fn run(cli: cli::Cli) -> Result<(), Failure> {
    let (json, heeds_interrupt) = (cli.common.json, cli.heeds_interrupt());
    let waiting = std::thread::current();
    let work = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let _wake = Wake(waiting);
            commands::run(&cli)
        });
    let thread = work.map_err(|error| {
        Failure::new(format!("cannot start a thread: {error}"))
            .help("raise the limit on memory or processes")
    })?;
    let mut watchdog = Watchdog::default();
    while !thread.is_finished() {
        std::thread::park_timeout(POLL);
        if watchdog.must_end(heeds_interrupt) {
            overdue::end_command(json);
        }
    }
    thread.join().unwrap_or_else(|_| {
        Err(
            Failure::new("internal error in senet (see the message above)")
                .help("please report it, with the rules and the command"),
        )
    })
}

/// Wakes a thread when it is dropped, even after a panic.
struct Wake(Thread);

impl Drop for Wake {
    fn drop(&mut self) {
        self.0.unpark();
    }
}
