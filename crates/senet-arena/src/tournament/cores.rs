//! The number of cores that a fair match needs.
//!
//! Every thinking player has its own core, or one for each of its `threads`. In games with alternating moves only one player thinks at a time.
//! The match then needs the largest number of threads of one player. If k roles may think at the same time, it needs the threads of its k
//! largest players. A match that needs more cores than exist starts when all others have ended. So does a match with a remote player, which
//! plays one match at a time.

use super::{Stored, TournamentPlan};
use crate::PlayerSpec;

/// The number of cores that a match needs.
pub fn cores_needed(plan: &TournamentPlan, claimed: &Stored) -> usize {
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

/// The number of threads of a player: the option `threads`, or one. A remote player counts as the maximum.
fn threads(name: &str) -> usize {
    match name.parse() {
        Ok(PlayerSpec::Player(name)) => {
            let given = name.options.get("threads");
            given.and_then(|text| text.parse().ok()).unwrap_or(1).max(1)
        }
        Ok(PlayerSpec::Remote(_)) => usize::MAX,
        Ok(PlayerSpec::Custom(_)) | Err(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::PlannedGame;

    #[track_caller]
    fn check(thinking: usize, players: &[&str], expected: usize) {
        let plan = TournamentPlan {
            games: vec![PlannedGame {
                thinking,
                ..PlannedGame::default()
            }],
            players: players.iter().map(|name| name.to_string()).collect(),
            ..TournamentPlan::default()
        };
        let claimed = Stored {
            seats: (0..players.len()).collect(),
            ..Stored::default()
        };
        assert_eq!(cores_needed(&plan, &claimed), expected);
    }

    #[test]
    fn simultaneous_players_need_their_own_cores() {
        check(1, &["random", "uct"], 1);
        check(2, &["random", "uct"], 2);
        check(1, &["random", "uct:c=0.5,threads=4"], 4);
        check(2, &["uct:threads=2", "uct:threads=4", "random"], 6);
        check(0, &[], 1);
        check(1, &["random", "localhost:9147"], usize::MAX);
    }
}
