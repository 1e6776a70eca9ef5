//! Player specifications: the names of players as people write them, one for each role.

use crate::{MatchError, Rules};
use senet_search::{Player, PlayerError, PlayerName, Setting, chance_role};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The player of a role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerSpec {
    /// A local player.
    Player(PlayerName),
    /// A remote player at `host:port`.
    Remote(String),
    /// A player that the caller provides.
    Custom(CustomPlayer),
}

/// A player that the caller provides.
#[derive(Clone)]
pub struct CustomPlayer {
    /// The name of the player in records.
    pub name: String,
    /// Creates a player for a role of a game. Called again after the player panicked.
    pub seat: PlayerFactory,
}

/// Creates a player.
pub type PlayerFactory = Arc<dyn Fn(Setting) -> Result<Box<dyn Player>, PlayerError> + Send + Sync>;

impl PartialEq for CustomPlayer {
    fn eq(&self, other: &CustomPlayer) -> bool {
        self.name == other.name && Arc::ptr_eq(&self.seat, &other.seat)
    }
}

impl Eq for CustomPlayer {}

impl fmt::Debug for CustomPlayer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("CustomPlayer").field(&self.name).finish()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PlayerSpec::Player(name) => name.fmt(f),
            PlayerSpec::Remote(address) => f.write_str(address),
            PlayerSpec::Custom(guest) => f.write_str(&guest.name),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerError> {
        let port = text.rsplit_once(':').map(|(_, port)| port);
        match port.and_then(|port| port.parse::<u16>().ok()) {
            Some(_) => Ok(PlayerSpec::Remote(text.to_string())),
            None => text.parse().map(PlayerSpec::Player),
        }
    }
}

/// Reads a list of names separated by commas. A piece such as `threads=2` belongs to the player before it: `uct:c=1,threads=2,random` names two
/// players.
pub fn read_players(text: &str) -> Result<Vec<PlayerSpec>, PlayerError> {
    let mut names: Vec<String> = Vec::new();
    for piece in text.split(',').map(str::trim) {
        let key = piece.split_once('=').map(|(key, _)| key);
        match (key, names.last_mut()) {
            (Some(key), Some(name)) if !key.contains(':') => {
                name.push(',');
                name.push_str(piece);
            }
            _ => names.push(piece.to_string()),
        }
    }
    names.iter().map(|name| name.parse()).collect()
}

/// One player for each role. The list may have one player for each role, one for each role except chance, or one for all.
pub fn seat_players(rules: &Rules, players: &[PlayerSpec]) -> Result<Vec<PlayerSpec>, MatchError> {
    let roles = rules.game.roles().len();
    let chance = chance_role(&*rules.game);
    let asked = roles - usize::from(chance.is_some());
    let mut seated = match players {
        [one] => vec![one.clone(); asked],
        all => all.to_vec(),
    };
    if let (Some(chance), true) = (chance, seated.len() == asked) {
        // Messages and records have a place for the chance role, and GDL-II calls it `random`.
        let random = PlayerName {
            kind: "random".to_string(),
            options: Default::default(),
        };
        seated.insert(chance, PlayerSpec::Player(random));
    }
    if seated.len() != roles {
        return Err(MatchError::Players {
            game: rules.name.clone(),
            roles,
            names: rules.role_names().join(", "),
            players: players.len(),
        });
    }
    Ok(seated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown = match read_players(text) {
            Ok(players) => players
                .iter()
                .map(PlayerSpec::to_string)
                .collect::<Vec<_>>()
                .join(" | "),
            Err(error) => error.to_string(),
        };
        assert_eq!(shown, expected);
    }

    #[test]
    fn options_belong_to_the_player_before_them() {
        check("uct,random", "uct | random");
        check("uct:c=1.2,threads=2,random", "uct:c=1.2,threads=2 | random");
        check("a:x=1, b:y=2,z=3", "a:x=1 | b:y=2,z=3");
        check("x=1", "x=1");
        check(
            "localhost:9147,uct,[::1]:80",
            "localhost:9147 | uct | [::1]:80",
        );
        assert!(matches!(
            read_players("h:1,a:b=1").unwrap()[..],
            [PlayerSpec::Remote(_), PlayerSpec::Player(_)]
        ));
    }
}
