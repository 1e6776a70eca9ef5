//! Wins, draws and losses.

use crate::ratings::RatedResult;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Wins, draws and losses: one result for each opponent in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct WinCount {
    /// Results where the player has the higher goal.
    pub wins: usize,
    /// Results with equal goals.
    pub draws: usize,
    /// Results where the player has the lower goal.
    pub losses: usize,
}

impl WinCount {
    /// The number of wins, draws and losses together.
    pub fn total(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// The share of wins, with draws as half; `None` without results.
    pub fn share(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.total() > 0).then(|| points / self.total() as f64)
    }

    fn add(&mut self, ordering: Ordering) {
        match ordering {
            Ordering::Greater => self.wins += 1,
            Ordering::Equal => self.draws += 1,
            Ordering::Less => self.losses += 1,
        }
    }
}

/// The results of a player: overall, in a game, or on a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatingLine {
    /// The game; `None` for all games.
    pub game: Option<String>,
    /// The role; `None` for all roles.
    pub role: Option<String>,
    /// The player.
    pub player: String,
    /// The number of seats. A player with two seats in a match counts twice.
    pub seats: usize,
    /// Results against opponents.
    #[serde(flatten)]
    pub score: WinCount,
    /// The share of wins, with draws as half.
    pub share: Option<f64>,
    /// The mean goal.
    pub mean_goal: f64,
}

impl RatingLine {
    /// The share in percent, or a dash without results.
    pub fn percent(&self) -> String {
        let told = |share| format!("{:.1} %", 100.0 * share);
        self.share.map_or("–".to_string(), told)
    }
}

/// The results of a player against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CrossEntry {
    /// The player.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// The results of the player.
    #[serde(flatten)]
    pub score: WinCount,
}

/// The key of a line: game, seat and player; `None` for all games or seats.
pub type Key = (Option<usize>, Option<usize>, usize);

/// The sums for one line.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    pub seats: usize,
    pub score: WinCount,
    pub goals: i64,
}

/// The sums of all lines, in order: all games, then each game, then each seat.
pub fn sums(outcomes: &[RatedResult]) -> BTreeMap<Key, Sum> {
    let mut sums: BTreeMap<Key, Sum> = BTreeMap::new();
    for outcome in outcomes {
        for (seat, &player) in outcome.players.iter().enumerate() {
            let game = Some(outcome.game);
            for key in [
                (None, None, player),
                (game, None, player),
                (game, Some(seat), player),
            ] {
                let sum = sums.entry(key).or_default();
                sum.seats += 1;
                sum.goals += i64::from(outcome.goals[seat]);
                for ordering in against_others(outcome, seat) {
                    sum.score.add(ordering.1);
                }
            }
        }
    }
    sums
}

/// The results of every player against every other.
pub fn cross(outcomes: &[RatedResult]) -> BTreeMap<(usize, usize), WinCount> {
    let mut scores: BTreeMap<(usize, usize), WinCount> = BTreeMap::new();
    for outcome in outcomes {
        for (seat, &player) in outcome.players.iter().enumerate() {
            for (other, ordering) in against_others(outcome, seat) {
                scores.entry((player, other)).or_default().add(ordering);
            }
        }
    }
    scores
}

/// The results of a seat against the other players.
fn against_others(outcome: &RatedResult, seat: usize) -> impl Iterator<Item = (usize, Ordering)> {
    let (player, goal) = (outcome.players[seat], outcome.goals[seat]);
    let seats = outcome.players.iter().zip(&outcome.goals);
    seats
        .filter(move |(other, _)| **other != player)
        .map(move |(&other, theirs)| (other, goal.cmp(theirs)))
}
