//! Reads and checks the options of a player name.

use crate::{PlayerError, PlayerName};
use std::str::FromStr;

/// Reads the options of a player name, and rejects unknown ones at the end.
pub struct OptionReader<'a> {
    name: &'a PlayerName,
    known: Vec<&'static str>,
}

impl<'a> OptionReader<'a> {
    /// Starts to read the options of a name.
    pub fn new(name: &'a PlayerName) -> OptionReader<'a> {
        OptionReader {
            name,
            known: Vec::new(),
        }
    }

    /// The value of an option, or `None` if the name does not set it. `expected` describes the valid values.
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

    /// Returns an error if the name sets an option that was never read.
    pub fn finish(self) -> Result<(), PlayerError> {
        let mut given = self.name.options.keys();
        match given.find(|key| !self.known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(PlayerError::UnknownOption {
                kind: self.name.kind.clone(),
                key: key.clone(),
                known: match self.known.is_empty() {
                    true => "it has no options".to_string(),
                    false => format!("it has: {}", self.known.join(", ")),
                },
            }),
        }
    }
}

/// `on` or `off`.
pub struct Switch(pub bool);

impl std::str::FromStr for Switch {
    type Err = ();

    fn from_str(text: &str) -> Result<Switch, ()> {
        match text {
            "on" => Ok(Switch(true)),
            "off" => Ok(Switch(false)),
            _ => Err(()),
        }
    }
}

/// A number of threads.
pub struct Threads(pub usize);

impl Threads {
    /// The numbers that are accepted.
    pub const EXPECTED: &str = "it must be a number from 1 to 256";
}

impl FromStr for Threads {
    type Err = ();

    fn from_str(text: &str) -> Result<Threads, ()> {
        let number = text.parse().map_err(|_| ())?;
        let fine = (1..=256).contains(&number);
        fine.then_some(Threads(number)).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_options_that_were_never_read() {
        let name: PlayerName = "uct:c=1.2,treads=2".parse().unwrap();
        let mut options = OptionReader::new(&name);
        assert_eq!(options.get("c", "a number"), Ok(Some(1.2)));
        assert_eq!(options.get::<usize>("threads", "a number"), Ok(None));
        let error = options.finish().unwrap_err().to_string();
        assert_eq!(error, "`uct` has no option `treads`; it has: c, threads");
    }

    #[test]
    fn rejects_values_that_do_not_parse() {
        let name: PlayerName = "uct:threads=many".parse().unwrap();
        let error = OptionReader::new(&name)
            .get::<usize>("threads", "it must be a number")
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "`threads` cannot be `many`: it must be a number"
        );
    }
}
