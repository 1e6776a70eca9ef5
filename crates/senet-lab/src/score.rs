//! Scores of matches: wins, draws and losses, with confidence intervals.

use crate::stats::wilson;
use serde::Serialize;

/// The score of one side over several matches.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct MatchScore {
    /// Matches won.
    pub wins: u32,
    /// Matches drawn.
    pub draws: u32,
    /// Matches lost.
    pub losses: u32,
}

impl MatchScore {
    /// Adds a match, given the goals of this side and of the other.
    pub fn add(&mut self, own: i32, other: i32) {
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => self.wins += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
            std::cmp::Ordering::Less => self.losses += 1,
        }
    }

    /// Adds another score.
    pub fn merge(&mut self, other: MatchScore) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// The number of matches.
    pub fn matches(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points: a win counts 1, a draw 1/2. Without matches, it is 1/2.
    pub fn share(&self) -> f64 {
        match self.matches() {
            0 => 0.5,
            n => (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(n),
        }
    }

    /// Wilson's interval for the share. A draw counts as half a win, so the interval is slightly too wide.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.share(), f64::from(self.matches()))
    }

    /// Formats the share and its interval in percent: `75 % [63–84]`.
    pub fn percent(&self) -> String {
        let (low, high) = self.interval();
        let percent = |share: f64| (share * 100.0).round();
        format!(
            "{:.0} % [{:.0}–{:.0}]",
            percent(self.share()),
            percent(low),
            percent(high)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wins: u32, draws: u32, losses: u32, expected: &str) {
        let score = MatchScore {
            wins,
            draws,
            losses,
        };
        assert_eq!(score.percent(), expected);
    }

    #[test]
    fn formats_share_with_wilson_interval() {
        check(45, 0, 15, "75 % [63–84]");
        check(40, 0, 0, "100 % [91–100]");
        check(0, 10, 0, "50 % [24–76]");
        check(0, 0, 0, "50 % [0–100]");
    }
}
