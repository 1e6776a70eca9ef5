//! Faults of players, and their codes in records.

use std::fmt;

/// The longest text of an illegal move in a record.
const MAX_TEXT: usize = 200;

/// Why a player's move was replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerFault {
    /// No answer in time: `TO`.
    Late,
    /// No answer at all: `CE`. The connection failed, or a local player panicked or stopped with an error. The text says how.
    Broken(String),
    /// An illegal move: `IL` and its text, or `IL null` if the answer is not a term.
    Illegal(Option<String>),
}

impl PlayerFault {
    /// An illegal move. Long texts are cut, and line breaks become spaces.
    pub fn illegal(text: &str) -> PlayerFault {
        let words: Vec<_> = text.split_whitespace().collect();
        PlayerFault::Illegal(Some(words.join(" ").chars().take(MAX_TEXT).collect()))
    }

    /// The code in records.
    pub fn code(&self) -> String {
        match self {
            PlayerFault::Late => "TO".to_string(),
            PlayerFault::Broken(_) => "CE".to_string(),
            PlayerFault::Illegal(Some(text)) => format!("IL {text}"),
            PlayerFault::Illegal(None) => "IL null".to_string(),
        }
    }

    /// Reads a code from a record. `why` is the record's explanation, which alone says how a connection broke.
    pub fn read(code: &str, why: Option<&str>) -> Option<PlayerFault> {
        let how = || why.and_then(|why| why.strip_prefix("no answer: "));
        Some(match code {
            "" => return None,
            "TO" => PlayerFault::Late,
            "CE" => PlayerFault::Broken(how().unwrap_or_default().to_string()),
            "IL null" => PlayerFault::Illegal(None),
            other => match other.strip_prefix("IL ") {
                Some(text) => PlayerFault::Illegal(Some(text.to_string())),
                None => PlayerFault::Broken(other.to_string()),
            },
        })
    }
}

impl fmt::Display for PlayerFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PlayerFault::Late => f.write_str("no answer in time"),
            PlayerFault::Broken(how) => write!(f, "no answer: {how}"),
            PlayerFault::Illegal(Some(text)) => write!(f, "illegal move {text}"),
            PlayerFault::Illegal(None) => f.write_str("the answer is not a move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_protocol() {
        assert_eq!(PlayerFault::Late.code(), "TO");
        assert_eq!(PlayerFault::Broken("it was reset".into()).code(), "CE");
        assert_eq!(PlayerFault::illegal("(mark\n 9 9)").code(), "IL (mark 9 9)");
        assert_eq!(PlayerFault::Illegal(None).code(), "IL null");
        assert_eq!(PlayerFault::illegal(&"x".repeat(1000)).code().len(), 203);
    }
}
