//! Levels of play, with plain names. This is the one place that says which player plays at a level.

use serde::Serialize;
use utoipa::ToSchema;

/// A level of play.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Level {
    /// The name in requests.
    pub name: &'static str,
    /// The name on pages.
    pub title: &'static str,
    /// The strength of the level, in a few words.
    pub about: &'static str,
    /// The player.
    pub player: &'static str,
    /// The thinking time of the player for each move.
    pub seconds: f64,
}

const fn level(
    name: &'static str,
    title: &'static str,
    about: &'static str,
    player: &'static str,
    seconds: f64,
) -> Level {
    Level {
        name,
        title,
        about,
        player,
        seconds,
    }
}

/// The player of the levels that search.
const SEARCHER: &str = "uct";
/// The player of the strongest level.
const STRONGEST: &str = "uct";

/// All levels, the easiest first.
pub const LEVELS: [Level; 6] = [
    level("beginner", "Beginner", "Plays any move.", "random", 0.1),
    level("easy", "Easy", "Looks one move ahead.", "greedy", 0.5),
    level(
        "medium",
        "Medium",
        "Thinks for a moment.",
        "uct:batch=1,playouts=1",
        0.05,
    ),
    level("hard", "Hard", "Thinks for a second.", SEARCHER, 1.0),
    level(
        "expert",
        "Expert",
        "Thinks for four seconds.",
        SEARCHER,
        4.0,
    ),
    level(
        "strongest",
        "Strongest",
        "Thinks for fifteen seconds.",
        STRONGEST,
        15.0,
    ),
];

/// The player that gives hints, and its time.
pub const HINT: Level = level("hint", "Hint", "", SEARCHER, 1.0);

/// The level with this name.
pub fn find(name: &str) -> Option<&'static Level> {
    LEVELS.iter().find(|level| level.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_search::{PLAYER_KINDS, PlayerName};

    #[test]
    fn every_level_names_a_player_that_exists() {
        for level in LEVELS.iter().chain([&HINT]) {
            let name: PlayerName = level.player.parse().unwrap();
            let mut kinds = PLAYER_KINDS.iter();
            assert!(kinds.any(|kind| kind.name == name.kind), "{}", level.player);
        }
    }

    #[test]
    fn harder_levels_never_think_for_a_shorter_time_with_the_same_player() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].player != pair[1].player || pair[0].seconds < pair[1].seconds);
        }
    }
}
