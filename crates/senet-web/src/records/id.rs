//! Names of records. They become names of files, so there is nothing in them that a path could be made of.

use crate::failure::Failure;
use senet_arena::MatchRecord;
use std::fmt;

/// The name of a record: letters, digits and `.`, `_`, `-`, and no dot at the beginning.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordId(String);

/// The longest name.
const LONGEST: usize = 150;
/// What records that are brought are called at least of their own name.
const OWN_NAME: usize = 80;

fn fits(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

impl RecordId {
    /// The name, if it is one.
    pub fn new(text: &str) -> Result<RecordId, Failure> {
        let good =
            (1..=LONGEST).contains(&text.len()) && text.chars().all(fits) && !text.starts_with('.');
        match good {
            true => Ok(RecordId(text.to_string())),
            false => Err(Failure::not_found("there is no record of this name")),
        }
    }

    /// The name for a record that is brought: after the match, and with the token that tells it from others.
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
    fn nothing_that_could_be_a_path_is_a_name() {
        assert!(RecordId::new("senet.tic-tac-toe.123.a_b").is_ok());
        for bad in [
            "", ".", "..", "..%2f", "../x", "a/b", "a\\b", "é", "a b", "a~1", "a\0",
        ] {
            assert!(RecordId::new(bad).is_err(), "{bad}");
        }
    }
}
