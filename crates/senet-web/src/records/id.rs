//! Identifiers of records. They become file names, so they cannot contain a path.

use crate::failure::Failure;
use senet_arena::MatchRecord;
use std::fmt;

/// An identifier: letters, digits and `.`, `_`, `-`, without a dot at the start.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordId(String);

/// The longest name.
const LONGEST: usize = 150;
/// Maximum number of characters of the match identifier in the name of an uploaded record.
const OWN_NAME: usize = 80;

fn fits(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

impl RecordId {
    /// Checks an identifier.
    pub fn new(text: &str) -> Result<RecordId, Failure> {
        let good =
            (1..=LONGEST).contains(&text.len()) && text.chars().all(fits) && !text.starts_with('.');
        match good {
            true => Ok(RecordId(text.to_string())),
            false => Err(Failure::not_found("there is no record of this name")),
        }
    }

    /// The identifier of an uploaded record: the match identifier and the token.
    pub fn of(record: &MatchRecord) -> RecordId {
        let clean = |text: &str, most: usize| -> String {
            text.chars().filter(|&c| fits(c)).take(most).collect()
        };
        let name = clean(record.match_id.trim_start_matches('.'), OWN_NAME);
        let token = clean(&record.random_token, 32);
        RecordId(format!("brought-{name}-{token}"))
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_names_that_could_be_paths() {
        assert!(RecordId::new("senet.tic-tac-toe.123.a_b").is_ok());
        for bad in [
            "", ".", "..", "..%2f", "../x", "a/b", "a\\b", "é", "a b", "a~1", "a\0",
        ] {
            assert!(RecordId::new(bad).is_err(), "{bad}");
        }
    }
}
