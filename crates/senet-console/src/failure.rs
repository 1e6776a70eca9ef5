//! How a command fails: with a message that says what to do, and an exit code that scripts can read.

use crate::Out;
use serde_json::json;
use std::process::ExitCode;
use std::{fmt, io};

/// Why a command did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// The question was answered, and the answer is no: problems were found, traces failed. All is printed already.
    No,
    /// The question could not be answered.
    Told {
        /// What happened, where and why.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// Whoever read the output has gone, which is nobody's fault (`senet … | head`).
    ReaderGone,
}

impl Failure {
    /// A failure with a message.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure::Told {
            message: message.into(),
            help: None,
        }
    }

    /// Adds what to do about it.
    pub fn help(self, text: impl Into<String>) -> Failure {
        match self {
            Failure::Told { message, .. } => Failure::Told {
                message,
                help: Some(text.into()),
            },
            other => other,
        }
    }

    /// Tells the user, and gives the exit code: 1 for "no", 2 for "could not answer".
    pub fn tell(self, json: bool) -> ExitCode {
        match self {
            Failure::No => ExitCode::from(1),
            Failure::ReaderGone => ExitCode::SUCCESS,
            Failure::Told { message, help } => {
                tell(&message, help.as_deref(), json);
                ExitCode::from(2)
            }
        }
    }
}

/// With `--json` the failure is one object on standard output, so that a script always reads JSON; else text on standard error.
fn tell(message: &str, help: Option<&str>, json: bool) {
    if json {
        let told = Out::new().json(&json!({"error": {"message": message, "help": help}}));
        if told.is_ok() {
            return;
        }
    }
    eprintln!("error: {message}");
    if let Some(help) = help {
        eprintln!("help: {help}");
    }
}

/// Tells what is wrong with the arguments, or shows the help that was asked for.
pub fn wrong_arguments(error: &clap::Error) -> ExitCode {
    let json = std::env::args_os().any(|argument| argument == "--json");
    if json && error.use_stderr() {
        let text = error.render().to_string();
        let message = text.strip_prefix("error: ").unwrap_or(&text).trim();
        return Failure::new(message).help("senet --help").tell(true);
    }
    // Where the text cannot be printed, there is nobody left to tell.
    error.print().ok();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::No => f.write_str("the answer is no"),
            Failure::ReaderGone => f.write_str("the reader of the output has gone"),
            Failure::Told { message, .. } => f.write_str(message),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::new(format!("cannot write the output: {error}")),
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
        Failure::new(stopped.to_string())
    }
}
