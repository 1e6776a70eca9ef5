//! The players that visitors may choose by name, at tables and in tournaments: local ones, with options within limits. So no visitor makes the
//! server contact other machines.

use crate::WebLimits;
use crate::failure::Failure;
use senet_search::{PLAYER_KINDS, PlayerError, PlayerName};

/// The longest name of a player.
const LONGEST_NAME: usize = 200;
/// Upper limits of options. Above them, a single step of a search could take too much time or memory.
const MOST: [(&str, u64); 3] = [("batch", 4096), ("playouts", 4096), ("level", 9)];
/// Where players are listed.
const HELP: &str = "the list of players is at /api/players";

/// The player of this name, and the number of its threads.
pub fn allowed_player(text: &str, limits: &WebLimits) -> Result<(PlayerName, u32), Failure> {
    if text.len() > LONGEST_NAME {
        return Err(Failure::bad_request(
            "the name of a player is too long",
            HELP,
        ));
    }
    let read = text.parse();
    let name: PlayerName =
        read.map_err(|error: PlayerError| Failure::bad_request(error.to_string(), HELP))?;
    if !PLAYER_KINDS.iter().any(|kind| kind.name == name.kind) {
        let message = format!("there is no player `{}`", name.kind);
        return Err(Failure::bad_request(message, HELP));
    }
    within_bounds(&name)?;
    let threads = threads(&name, limits)?;
    Ok((name, threads))
}

fn within_bounds(name: &PlayerName) -> Result<(), Failure> {
    for (key, most) in MOST {
        let given = name.options.get(key).and_then(|text| text.parse().ok());
        if given.is_some_and(|given: u64| given > most) {
            return Err(Failure::bad_request(
                format!("`{key}` is too high for a shared server"),
                format!("the limit is {most}"),
            ));
        }
    }
    Ok(())
}

fn threads(name: &PlayerName, limits: &WebLimits) -> Result<u32, Failure> {
    let text = name.options.get("threads").map_or("1", String::as_str);
    match text.parse::<u32>() {
        Ok(threads) if threads as usize <= limits.thinkers => Ok(threads),
        _ => Err(Failure::bad_request(
            format!("a player cannot have {text} threads here"),
            format!("at most {} threads think at the same time", limits.thinkers),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str) {
        let limits = WebLimits {
            thinkers: 2,
            ..WebLimits::default()
        };
        let failure = allowed_player(text, &limits).unwrap_err();
        assert_eq!(failure.status, 400, "{failure:?}");
    }

    #[test]
    fn options_have_limits() {
        let limits = WebLimits {
            thinkers: 2,
            ..WebLimits::default()
        };
        let (name, threads) = allowed_player("uct:threads=2", &limits).unwrap();
        assert_eq!((name.kind.as_str(), threads), ("uct", 2));
        refused("uct:threads=3");
        refused("uct:threads=many");
        refused("uct:batch=5000");
        refused("nested:level=10");
        refused("nobody");
        refused("127.0.0.1:80");
        refused(&"x".repeat(1000));
    }
}
