//! Fetches text over HTTP, with limits on size and time.

use crate::{
    Failure,
    input::{self, MAX_SHEET},
};
use std::time::Duration;

/// Timeout of one request.
const PATIENCE: Duration = Duration::from_secs(30);

/// Tells whether a `GAME` or repository is an HTTP address.
pub fn is_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// Fetches the text at an address.
pub fn text(address: &str) -> Result<String, Failure> {
    let agent = ureq::Agent::new_with_config(
        ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .build(),
    );
    let answer = agent.get(address).call();
    let bytes = answer.and_then(|answer| {
        let body = answer.into_body().into_with_config();
        body.limit(MAX_SHEET).read_to_vec()
    });
    match bytes {
        Ok(bytes) => input::text_of(address, bytes),
        Err(error) => Err(Failure::new(format!("cannot fetch {address}: {error}"))
            .help("check the address and the connection")),
    }
}
