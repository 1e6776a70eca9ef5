//! Pairwise results, computed from the goals of matches with any number of roles.

use std::collections::BTreeMap;

/// The result of a match: the player and the goal of each seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedResult {
    /// The number of the game.
    pub game: usize,
    /// The player of each seat; one player may have several.
    pub players: Vec<usize>,
    /// The goal of each seat.
    pub goals: Vec<i32>,
}

/// The results of two players against each other, from two seats of a game. The first player has the smaller number.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The number of the game.
    pub game: usize,
    /// The two players.
    pub players: [usize; 2],
    /// The players' seats.
    pub seats: [usize; 2],
    /// How often the first had the higher goal.
    pub wins: f64,
    /// How often both had the same goal.
    pub draws: f64,
    /// How often the second had the higher goal.
    pub losses: f64,
}

impl Comparison {
    /// The number of results.
    pub fn total(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// Compares the goals of every two players of every match, and adds up equal pairings.
///
/// The comparisons within a match are not independent: the winner beats all others at once. Each has the weight 2/n, where n is the number of seats.
/// A match then counts as much as n − 1 matches of two.
pub fn comparisons(outcomes: &[RatedResult]) -> Vec<Comparison> {
    let mut sums: BTreeMap<_, [f64; 3]> = BTreeMap::new();
    for outcome in outcomes {
        let seats = outcome.players.len().min(outcome.goals.len());
        let weight = 2.0 / seats.max(2) as f64;
        for (a, b) in (0..seats).flat_map(|a| (a + 1..seats).map(move |b| (a, b))) {
            let players = [outcome.players[a], outcome.players[b]];
            let (a, b) = if players[0] < players[1] {
                (a, b)
            } else {
                (b, a)
            };
            if players[0] != players[1] {
                let pair = [outcome.players[a], outcome.players[b]];
                let column = match outcome.goals[a].cmp(&outcome.goals[b]) {
                    std::cmp::Ordering::Greater => 0,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 2,
                };
                sums.entry((outcome.game, pair, [a, b])).or_default()[column] += weight;
            }
        }
    }
    let all = sums.into_iter();
    all.map(
        |((game, players, seats), [wins, draws, losses])| Comparison {
            game,
            players,
            seats,
            wins,
            draws,
            losses,
        },
    )
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares matches, given as `players → goals`, with expected comparisons, given as `players seats wins draws losses`.
    #[track_caller]
    fn check(matches: &[(&[usize], &[i32])], expected: &[&str]) {
        let outcome = |(players, goals): &(&[usize], &[i32])| RatedResult {
            game: 0,
            players: players.to_vec(),
            goals: goals.to_vec(),
        };
        let outcomes: Vec<_> = matches.iter().map(outcome).collect();
        let show = |c: Comparison| {
            let ([i, j], [s, t]) = (c.players, c.seats);
            format!("{i}-{j} at {s}-{t}: {} {} {}", c.wins, c.draws, c.losses)
        };
        let shown: Vec<_> = comparisons(&outcomes).into_iter().map(show).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn counts_each_pair_of_seats_separately() {
        check(
            &[(&[0, 1], &[100, 0]), (&[1, 0], &[50, 50])],
            &["0-1 at 0-1: 1 0 0", "0-1 at 1-0: 0 1 0"],
        );
    }

    #[test]
    fn many_seats_give_weighted_pairs() {
        check(
            &[(&[2, 0, 1, 0], &[10, 20, 20, 0])],
            &[
                "0-1 at 1-2: 0 0.5 0",
                "0-1 at 3-2: 0 0 0.5",
                "0-2 at 1-0: 0.5 0 0",
                "0-2 at 3-0: 0 0 0.5",
                "1-2 at 2-0: 0.5 0 0",
            ],
        );
    }

    #[test]
    fn player_is_not_compared_with_itself() {
        check(&[(&[0], &[100]), (&[1, 1], &[100, 0])], &[]);
    }
}
