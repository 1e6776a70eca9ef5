//! What goes wrong with a player, and the codes by which records tell of it.

use std::fmt;

/// The longest text of an illegal move that is kept.
const MAX_TEXT: usize = 200;

/// Why a player's move is not the one that is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// No answer in time: `TO`.
    Late,
    /// No answer at all: `CE`. The connection failed or broke off; or, in process, the player panicked or gave up with an error before its time
    /// was over. Says how.
    Broken(String),
    /// An answer that is no legal move: `IL` and its text, or `IL null` if it is no term.
    Illegal(Option<String>),
}

impl Trouble {
    /// An illegal move; long texts are cut, and line breaks become spaces.
    pub fn illegal(text: &str) -> Trouble {
        let words: Vec<_> = text.split_whitespace().collect();
        Trouble::Illegal(Some(words.join(" ").chars().take(MAX_TEXT).collect()))
    }

    /// The code as it stands in records.
    pub fn code(&self) -> String {
        match self {
            Trouble::Late => "TO".to_string(),
            Trouble::Broken(_) => "CE".to_string(),
            Trouble::Illegal(Some(text)) => format!("IL {text}"),
            Trouble::Illegal(None) => "IL null".to_string(),
        }
    }

    /// Reads a code of a record. `why` is the text that the record has for it, which alone tells how a connection broke.
    pub fn read(code: &str, why: Option<&str>) -> Option<Trouble> {
        let how = || why.and_then(|why| why.strip_prefix("no answer: "));
        Some(match code {
            "" => return None,
            "TO" => Trouble::Late,
            "CE" => Trouble::Broken(how().unwrap_or_default().to_string()),
            "IL null" => Trouble::Illegal(None),
            other => match other.strip_prefix("IL ") {
                Some(text) => Trouble::Illegal(Some(text.to_string())),
                None => Trouble::Broken(other.to_string()),
            },
        })
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Trouble::Late => f.write_str("no answer in time"),
            Trouble::Broken(how) => write!(f, "no answer: {how}"),
            Trouble::Illegal(Some(text)) => write!(f, "illegal move {text}"),
            Trouble::Illegal(None) => f.write_str("an answer that is no move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_protocol() {
        assert_eq!(Trouble::Late.code(), "TO");
        assert_eq!(Trouble::Broken("it was reset".into()).code(), "CE");
        assert_eq!(Trouble::illegal("(mark\n 9 9)").code(), "IL (mark 9 9)");
        assert_eq!(Trouble::Illegal(None).code(), "IL null");
        assert_eq!(Trouble::illegal(&"x".repeat(1000)).code().len(), 203);
    }
}
