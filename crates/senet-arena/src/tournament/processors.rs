//! How many processors a match needs so that it is fair.
//!
//! Every side that thinks has a processor for itself, or as many as it has threads (its option `threads`). In games in which players move in
//! turn, only one side thinks at a time, and players in process do not think in their opponents' time: such a match needs as many processors as its
//! most threaded player has threads. Where k sides may think at once, it needs those of its k most threaded players. A match that needs more than
//! there are begins when all others have ended. So does a match with a player behind an address, which can play only one at a time.

use super::{Plan, Stored};
use crate::Who;

/// The processors that a match needs.
pub fn processors(plan: &Plan, claimed: &Stored) -> usize {
    let players = claimed
        .seats
        .iter()
        .filter_map(|&seat| plan.players.get(seat));
    let mut threads: Vec<_> = players.map(|name| threads(name)).collect();
    threads.sort_by(|a, b| b.cmp(a));
    let thinking = plan.games.get(claimed.game).map_or(1, |game| game.thinking);
    let needed = threads.iter().take(thinking.max(1));
    needed
        .fold(0_usize, |sum, &threads| sum.saturating_add(threads))
        .max(1)
}

/// The threads of a player: one, unless it has an option that says otherwise. A player behind an address counts as many as there can be.
fn threads(name: &str) -> usize {
    match name.parse() {
        Ok(Who::Player(name)) => {
            let given = name.options.get("threads");
            given.and_then(|text| text.parse().ok()).unwrap_or(1).max(1)
        }
        Ok(Who::Remote(_)) => usize::MAX,
        Ok(Who::Guest(_)) | Err(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::PlannedGame;

    #[track_caller]
    fn check(thinking: usize, players: &[&str], expected: usize) {
        let plan = Plan {
            games: vec![PlannedGame {
                thinking,
                ..PlannedGame::default()
            }],
            players: players.iter().map(|name| name.to_string()).collect(),
            ..Plan::default()
        };
        let claimed = Stored {
            seats: (0..players.len()).collect(),
            ..Stored::default()
        };
        assert_eq!(processors(&plan, &claimed), expected);
    }

    #[test]
    fn sides_that_think_at_once_need_their_own() {
        check(1, &["random", "uct"], 1);
        check(2, &["random", "uct"], 2);
        check(1, &["random", "uct:c=0.5,threads=4"], 4);
        check(2, &["uct:threads=2", "uct:threads=4", "random"], 6);
        check(0, &[], 1);
        check(1, &["random", "localhost:9147"], usize::MAX);
    }
}
