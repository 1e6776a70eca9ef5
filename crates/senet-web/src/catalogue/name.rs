//! Names of saved games. They become file names, so they cannot contain a path.

use crate::failure::Failure;
use axum::http::StatusCode;
use std::fmt;

/// A name of lower-case letters, digits and hyphens that begins with a letter or a digit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameName(String);

/// The longest name.
const LONGEST: usize = 64;

impl GameName {
    /// Checks a name.
    pub fn new(text: &str) -> Result<GameName, Failure> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let good =
            (1..=LONGEST).contains(&text.len()) && text.chars().all(fits) && !text.starts_with('-');
        match good {
            true => Ok(GameName(text.to_string())),
            false => Err(Failure::new(
                StatusCode::BAD_REQUEST,
                "invalid name",
                format!(
                    "a name has 1 to {LONGEST} lower-case letters, digits and hyphens, and does not begin with a hyphen"
                ),
            )),
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, good: bool) {
        assert_eq!(GameName::new(text).is_ok(), good, "{text}");
    }

    #[test]
    fn rejects_names_that_could_be_paths() {
        check("my-game-2", true);
        check("2048", true);
        check(&"a".repeat(64), true);
        for bad in [
            "", ".", "..", "../x", "a/b", "a\\b", "a.b", "-x", "A", "a b", "é", "a\0", "<script>",
        ] {
            check(bad, false);
        }
        check(&"a".repeat(65), false);
    }
}
