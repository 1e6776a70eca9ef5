//! Fetches text over HTTP, with limits on size and time.

use crate::input::{self, MAX_SHEET};
use crate::{Failure, time_limit};
use std::io::{self, ErrorKind};
use std::time::Duration;

/// Timeout of one request.
const PATIENCE: Duration = Duration::from_secs(30);

/// Tells whether a `GAME` or repository is an HTTP address.
pub fn is_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// Fetches the text at an address. The size limit counts bytes after decompression: a few kilobytes may become gigabytes.
pub fn text(address: &str) -> Result<String, Failure> {
    let asked = address.to_string();
    let open = move || {
        let answer = agent().get(&asked).call().map_err(io::Error::other)?;
        Ok(answer.into_body().into_reader())
    };
    match input::read_on_a_thread(open, MAX_SHEET, None) {
        Ok(bytes) => input::text_of(address, bytes),
        Err(error) if error.kind() == ErrorKind::FileTooLarge => {
            Err(input::too_large(address, MAX_SHEET))
        }
        Err(_) if time_limit::is_over() => Err(Failure::out_of_time(format!("fetching {address}"))),
        Err(error) => Err(Failure::new(format!("cannot fetch {address}: {error}"))
            .help("check the address and the connection")),
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().timeout_global(Some(PATIENCE));
    config.build().into()
}
