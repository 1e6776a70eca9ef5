//! Identifiers of records. They become file names, so they cannot contain a path.

use crate::failure::Failure;
use senet_arena::MatchRecord;
use std::fmt;

/// An identifier: letters, digits and `.`, `_`, `-`, without a dot at the start.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordId(String);

/// The longest name.
const LONGEST: usize = 150;
/// Maximum number of characters of the match identifier, or of the game, in the name of a record.
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

    /// The identifier of the match at a table. The name of its game may come from an uploaded record, so only its plain letters are used.
    pub fn of_table(game: &str, started_ms: u64, table: &str) -> RecordId {
        let game = clean(game, OWN_NAME);
        RecordId(format!("senet.{game}.{started_ms}.{table}"))
    }

    /// The identifier of an uploaded record: the match identifier and the token.
    pub fn of(record: &MatchRecord) -> RecordId {
        let name = clean(record.match_id.trim_start_matches('.'), OWN_NAME);
        let token = clean(&record.random_token, 32);
        RecordId(format!("brought-{name}-{token}"))
    }
}

/// The letters of a text that fit into an identifier, up to a number.
fn clean(text: &str, most: usize) -> String {
    text.chars().filter(|&c| fits(c)).take(most).collect()
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
    fn matches_at_tables_have_valid_names() {
        for (game, expected) in [
            ("tic-tac-toe", "senet.tic-tac-toe.7.abc"),
            ("../my <b>game</b>", "senet...mybgameb.7.abc"),
        ] {
            let id = RecordId::of_table(game, 7, "abc");
            assert_eq!(RecordId::new(expected).unwrap(), id);
        }
        let long = RecordId::of_table(&"x".repeat(1000), u64::MAX, "0123456789");
        assert!(RecordId::new(&long.to_string()).is_ok());
    }

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
