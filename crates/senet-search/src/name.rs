//! The names of players: `kind`, or `kind:key=value,key=value`.

use crate::PlayerError;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A kind of player and its options.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerName {
    /// The kind.
    pub kind: String,
    /// The options, by their keys.
    pub options: BTreeMap<String, String>,
}

impl PlayerName {
    /// A kind without options.
    pub fn plain(kind: &str) -> PlayerName {
        PlayerName {
            kind: kind.to_string(),
            options: BTreeMap::new(),
        }
    }
}

impl FromStr for PlayerName {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<PlayerName, PlayerError> {
        let malformed = || PlayerError::Malformed(text.to_string());
        let (kind, options) = text.split_once(':').unwrap_or((text, ""));
        let pairs = options.split(',').filter(|pair| !pair.is_empty());
        let pair = |pair: &str| {
            let (key, value) = pair.split_once('=').ok_or_else(malformed)?;
            Ok((key.trim().to_string(), value.trim().to_string()))
        };
        let options: BTreeMap<_, _> = pairs.map(pair).collect::<Result<_, PlayerError>>()?;
        if kind.is_empty() || kind.contains(char::is_whitespace) {
            return Err(malformed());
        }
        Ok(PlayerName {
            kind: kind.to_string(),
            options,
        })
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.kind)?;
        let separators = std::iter::once(':').chain(std::iter::repeat(','));
        for ((key, value), separator) in self.options.iter().zip(separators) {
            write!(f, "{separator}{key}={value}")?;
        }
        Ok(())
    }
}

/// The options of a player while they are read; what nobody asked for is an error in the end.
pub struct Options<'a> {
    name: &'a PlayerName,
    known: Vec<&'static str>,
}

impl<'a> Options<'a> {
    /// Begins to read.
    pub fn of(name: &'a PlayerName) -> Options<'a> {
        Options {
            name,
            known: Vec::new(),
        }
    }

    /// The value of an option, if it is given.
    pub fn get<T: FromStr>(
        &mut self,
        key: &'static str,
        expected: &str,
    ) -> Result<Option<T>, PlayerError> {
        self.known.push(key);
        let Some(text) = self.name.options.get(key) else {
            return Ok(None);
        };
        let bad = |_| PlayerError::BadValue {
            key: key.to_string(),
            value: text.clone(),
            expected: expected.to_string(),
        };
        text.parse().map(Some).map_err(bad)
    }

    /// An error if an option is left that the player does not have.
    pub fn finish(self) -> Result<(), PlayerError> {
        let mut given = self.name.options.keys();
        match given.find(|key| !self.known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(PlayerError::UnknownOption {
                kind: self.name.kind.clone(),
                key: key.clone(),
                known: match self.known.is_empty() {
                    true => "it has none".to_string(),
                    false => format!("it has: {}", self.known.join(", ")),
                },
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read = text.parse::<PlayerName>();
        let shown = read.map_or_else(|error| error.to_string(), |name| name.to_string());
        assert_eq!(shown, expected);
    }

    #[test]
    fn names_are_read_and_written() {
        check("uct", "uct");
        check("uct:threads=2,c=1.2", "uct:c=1.2,threads=2");
        check("uct:", "uct");
        let help = "write a kind, or kind:key=value,key=value";
        check("uct:c", &format!("`uct:c` is no name of a player: {help}"));
        check(":c=1", &format!("`:c=1` is no name of a player: {help}"));
    }

    #[test]
    fn options_nobody_asked_for_are_errors() {
        let name: PlayerName = "uct:c=1.2,treads=2".parse().unwrap();
        let mut options = Options::of(&name);
        assert_eq!(options.get("c", "a number"), Ok(Some(1.2)));
        assert_eq!(options.get::<usize>("threads", "a number"), Ok(None));
        let error = options.finish().unwrap_err().to_string();
        assert_eq!(error, "`uct` has no option `treads`; it has: c, threads");
    }

    #[test]
    fn values_of_the_wrong_kind_are_errors() {
        let name: PlayerName = "uct:threads=many".parse().unwrap();
        let error = Options::of(&name)
            .get::<usize>("threads", "it is a number")
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "`threads` cannot be `many`: it is a number"
        );
    }
}
