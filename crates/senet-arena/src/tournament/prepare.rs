//! Checks before a tournament is stored: the seats of its games, and that all players can take them.

use super::{PlannedGame, thinking_at_once};
use crate::{PlayerSpec, Rules};
use senet_engine::Stopped;
use senet_search::{PlayerError, Setting, chance_role, player};

/// A player that cannot take part.
#[derive(Debug, thiserror::Error)]
#[error("{player} cannot play {game}: {error}")]
pub struct Unseated {
    /// The player.
    pub player: String,
    /// The game.
    pub game: String,
    /// The reason.
    pub error: Box<PlayerError>,
}

/// A game for a plan: its seats, and how many of them think at the same time.
pub fn planned_game(
    name: &str,
    text: &str,
    rules: &Rules,
    seed: u64,
) -> Result<PlannedGame, Stopped> {
    let chance = chance_role(&*rules.game);
    let roles = rules.role_names().into_iter().enumerate();
    let roles = roles.filter(|(role, _)| Some(*role) != chance);
    Ok(PlannedGame {
        name: name.to_string(),
        rules: text.to_string(),
        roles: roles.map(|(_, name)| name).collect(),
        thinking: thinking_at_once(&*rules.game, seed)?,
    })
}

/// Creates every player once on every seat of a game, so that errors show before anything is stored. Remote players are not checked.
pub fn try_seats(rules: &Rules, players: &[PlayerSpec]) -> Result<(), Unseated> {
    let chance = chance_role(&*rules.game);
    for who in players {
        let PlayerSpec::Player(name) = who else {
            continue;
        };
        for role in (0..rules.game.roles().len()).filter(|&role| Some(role) != chance) {
            let setting = Setting {
                game: rules.game.clone(),
                role,
                seed: 0,
                learn: rules.learn.clone(),
            };
            player(name, setting).map_err(|error| Unseated {
                player: name.to_string(),
                game: rules.name.clone(),
                error: Box::new(error),
            })?;
        }
    }
    Ok(())
}
