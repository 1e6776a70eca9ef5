//! How a command fails: a message that says what to do, and an exit code for scripts.

use crate::{Out, interrupt, time_limit};
use serde_json::json;
use std::process::ExitCode;
use std::{fmt, io};

/// Why a command did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// The answer is no: for example, problems were found or traces failed. The command has already printed the details.
    No,
    /// The command could not find an answer.
    Told {
        /// The error, its place and its cause.
        message: String,
        /// How to fix the fault.
        help: Option<String>,
    },
    /// The deadline of the command passed before the work was finished.
    OutOfTime {
        /// The work that was not finished.
        what: String,
        /// True if a partial result is printed already.
        is_shown: bool,
    },
    /// The reader of the output closed the pipe (`senet … | head`). This is not an error.
    ReaderGone,
}

impl Failure {
    /// Creates a failure with a message.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure::Told {
            message: message.into(),
            help: None,
        }
    }

    /// Creates the failure of work that was not finished in time.
    pub fn out_of_time(what: impl Into<String>) -> Failure {
        Failure::OutOfTime {
            what: what.into(),
            is_shown: false,
        }
    }

    /// Adds advice on how to fix the problem.
    pub fn help(self, text: impl Into<String>) -> Failure {
        match self {
            Failure::Told { message, .. } => Failure::Told {
                message,
                help: Some(text.into()),
            },
            other => other,
        }
    }

    /// Prints the failure and returns the exit code: 1 for "no", 2 for "could not answer".
    pub fn tell(self, json: bool) -> ExitCode {
        match self {
            Failure::No => ExitCode::from(1),
            Failure::ReaderGone => ExitCode::SUCCESS,
            Failure::Told { message, help } => {
                tell(&message, help.as_deref(), json);
                ExitCode::from(2)
            }
            Failure::OutOfTime { what, is_shown } => {
                let (message, help) = time_limit::reason(&what);
                tell(&message, help, json && !is_shown);
                match interrupt::is_pressed() {
                    true => ExitCode::from(interrupt::EXIT_CODE),
                    false => ExitCode::from(2),
                }
            }
        }
    }
}

/// With `--json`, prints the failure as one object on standard output, so that scripts always read JSON.
/// Otherwise prints text on standard error.
fn tell(message: &str, help: Option<&str>, json: bool) {
    if json {
        let told = Out::new().json(&json!({"error": {"message": message, "help": help}}));
        if told.is_ok() {
            return;
        }
    }
    crate::message!("error: {message}");
    if let Some(help) = help {
        crate::message!("help: {help}");
    }
}

/// Reports wrong arguments, or prints the requested help.
pub fn wrong_arguments(error: &clap::Error) -> ExitCode {
    let json = std::env::args_os().any(|argument| argument == "--json");
    if json && error.use_stderr() {
        let text = error.render().to_string();
        let message = text.strip_prefix("error: ").unwrap_or(&text).trim();
        return Failure::new(message).help("senet --help").tell(true);
    }
    match error.print() {
        Err(trouble) => Failure::from(trouble).tell(json),
        Ok(()) => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::No => f.write_str("the answer is no"),
            Failure::ReaderGone => f.write_str("the reader of the output closed the pipe"),
            Failure::Told { message, .. } => f.write_str(message),
            Failure::OutOfTime { what, .. } => f.write_str(&time_limit::reason(what).0),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::new(format!("cannot write the output: {error}"))
                .help("check the free disk space and the file that the output goes to"),
        }
    }
}

impl From<senet_search::PlayerError> for Failure {
    fn from(error: senet_search::PlayerError) -> Failure {
        Failure::new(error.to_string()).help("`senet play --help` lists the players")
    }
}

impl From<senet_engine::Stopped> for Failure {
    fn from(stopped: senet_engine::Stopped) -> Failure {
        match stopped {
            senet_engine::Stopped::Signalled => Failure::out_of_time("the work"),
            stopped => Failure::new(stopped.to_string())
                .help("change the rules, or choose another --back-end"),
        }
    }
}

impl From<senet_gdl::OutOfTime> for Failure {
    fn from(_: senet_gdl::OutOfTime) -> Failure {
        Failure::out_of_time("the work")
    }
}
