//! Wins, draws and losses.

use crate::ratings::Outcome;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Wins, draws and losses against others: one for each other player of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// How often it had the higher goal.
    pub wins: usize,
    /// How often both had the same.
    pub draws: usize,
    /// How often it had the lower one.
    pub losses: usize,
}

impl Score {
    /// All of them.
    pub fn total(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// The share of wins, half of the draws included; `None` without any result.
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

/// How a player did in some of the matches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// The game; `None` for all of them.
    pub game: Option<String>,
    /// The role; `None` for all of them.
    pub role: Option<String>,
    /// The player.
    pub player: String,
    /// Seats that it had. A player with two seats of a match counts twice.
    pub seats: usize,
    /// Results against others.
    #[serde(flatten)]
    pub score: Score,
    /// The share of wins, half of the draws included.
    pub share: Option<f64>,
    /// The mean goal.
    pub mean_goal: f64,
}

impl Line {
    /// The share in percent, a dash without any result.
    pub fn percent(&self) -> String {
        let told = |share| format!("{:.1} %", 100.0 * share);
        self.share.map_or("–".to_string(), told)
    }
}

/// How a player did against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CrossEntry {
    /// The player.
    pub player: String,
    /// The other.
    pub opponent: String,
    /// Results of the first.
    #[serde(flatten)]
    pub score: Score,
}

/// What lines are for: a game, a seat of a game, or everything; and the player.
pub type Key = (Option<usize>, Option<usize>, usize);

/// What is added up for a line.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    pub seats: usize,
    pub score: Score,
    pub goals: i64,
}

/// The sums of all lines, in order: everything, then each game, then each seat.
pub fn sums(outcomes: &[Outcome]) -> BTreeMap<Key, Sum> {
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

/// Results of every player against every other.
pub fn cross(outcomes: &[Outcome]) -> BTreeMap<(usize, usize), Score> {
    let mut scores: BTreeMap<(usize, usize), Score> = BTreeMap::new();
    for outcome in outcomes {
        for (seat, &player) in outcome.players.iter().enumerate() {
            for (other, ordering) in against_others(outcome, seat) {
                scores.entry((player, other)).or_default().add(ordering);
            }
        }
    }
    scores
}

/// The results of a seat against those of other players.
fn against_others(outcome: &Outcome, seat: usize) -> impl Iterator<Item = (usize, Ordering)> {
    let (player, goal) = (outcome.players[seat], outcome.goals[seat]);
    let seats = outcome.players.iter().zip(&outcome.goals);
    seats
        .filter(move |(other, _)| **other != player)
        .map(move |(&other, theirs)| (other, goal.cmp(theirs)))
}
