//! Ends a command that ignores its deadline. The command may hold the lock of standard output, so this module does not wait for it.

use crate::{interrupt, output, time_limit};
use serde_json::json;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::mpsc;
use std::time::Duration;

/// The time limit of the last message. Writing to a pipe that is not read would block forever.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Says why the command ends and ends the program: with `--json` by an object on standard output, otherwise by text on standard error.
pub fn end_command(json: bool) -> ! {
    let (done, told) = mpsc::channel();
    std::thread::spawn(move || {
        tell(json);
        // After the time limit the receiver is gone.
        done.send(()).ok();
    });
    told.recv_timeout(LAST_WORDS).ok();
    std::process::exit(match interrupt::is_pressed() {
        true => interrupt::EXIT_CODE.into(),
        false => 2,
    })
}

fn tell(json: bool) {
    let (message, help) = time_limit::reason("the command");
    let message = format!("{message} and had to be ended from outside");
    let error = json!({"error": {"message": message, "help": help}});
    if json && write_past_the_lock(&error.to_string()).is_ok() {
        return;
    }
    crate::message!("error: {message}");
    if let Some(help) = help {
        crate::message!("help: {help}");
    }
}

/// Writes a line to standard output without its lock. If the command left a line unfinished, this starts a new one.
fn write_past_the_lock(line: &str) -> io::Result<()> {
    let before = if output::is_in_a_line() { "\n" } else { "" };
    let mut file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    file.write_all(format!("{before}{line}\n").as_bytes())
}
