//! Player names: `kind`, or `kind:key=value,key=value`.

use crate::PlayerError;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A player kind and its options.
///
/// ```
/// use senet_search::PlayerName;
///
/// let name: PlayerName = "uct:threads=2,c=1.2".parse().unwrap();
/// assert_eq!(name.kind, "uct");
/// assert_eq!(name.options["threads"], "2");
/// assert_eq!(name.to_string(), "uct:c=1.2,threads=2");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerName {
    /// The player kind.
    pub kind: String,
    /// The options by key.
    pub options: BTreeMap<String, String>,
}

impl PlayerName {
    /// A player kind without options.
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
    fn names_round_trip_and_malformed_ones_are_rejected() {
        check("uct", "uct");
        check("uct:threads=2,c=1.2", "uct:c=1.2,threads=2");
        check("uct:", "uct");
        let help = "write `kind` or `kind:key=value,key=value`";
        check("uct:c", &format!("`uct:c` is not a player name: {help}"));
        check(":c=1", &format!("`:c=1` is not a player name: {help}"));
    }
}
