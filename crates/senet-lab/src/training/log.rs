//! The log of a run: one row for each iteration, as CSV and as curves.

use crate::csv::csv_line;
use crate::plot::{Curve, Panel, panels};
use serde::{Deserialize, Serialize};

/// A row of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LogRow {
    /// The number of the iteration, from 1.
    pub iteration: u64,
    /// Seconds of training so far.
    pub seconds: f64,
    /// Matches of self-play so far.
    pub matches: u64,
    /// Positions that were searched in these matches.
    pub positions: u64,
    /// Positions per second in this iteration.
    pub positions_per_second: f64,
    /// The mean cross-entropy of the policy; `None` if the network has no policy.
    pub policy_loss: Option<f64>,
    /// The mean squared error of the value.
    pub value_loss: f64,
    /// The share of the new network at the gate.
    pub gate: Option<f64>,
    /// True if the new network was accepted.
    pub accepted: bool,
    /// The rating against the pool, if it was measured after this iteration.
    pub rating: Option<PoolRating>,
}

impl LogRow {
    /// The row as a sentence, for the header of the model.
    pub fn line(&self) -> String {
        format!(
            "iteration {}: {:.0} s, {} matches, {} positions, value loss {:.4}",
            self.iteration, self.seconds, self.matches, self.positions, self.value_loss
        )
    }
}

/// A rating against the pool.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PoolRating {
    /// The share of points against the pool, or the mean goal of a puzzle; from 0 to 1.
    pub share: f64,
    /// The ends of the 95 % interval of the share.
    pub interval: (f64, f64),
    /// The number of matches.
    pub matches: u32,
}

impl PoolRating {
    /// The difference to the mean of the pool on the Elo scale.
    pub fn elo(&self) -> f64 {
        elo(self.share, self.matches)
    }

    /// The interval of the difference.
    pub fn elo_interval(&self) -> (f64, f64) {
        let (low, high) = self.interval;
        (elo(low, self.matches), elo(high, self.matches))
    }
}

/// A share of points on the Elo scale. A share of 0 or 1 is moved inwards by half a match.
fn elo(share: f64, matches: u32) -> f64 {
    let edge = 0.5 / f64::from(matches.max(1));
    let share = share.clamp(edge, 1.0 - edge);
    400.0 * (share / (1.0 - share)).log10()
}

const HEAD: [&str; 13] = [
    "iteration",
    "seconds",
    "matches",
    "positions",
    "positions_per_s",
    "policy_loss",
    "value_loss",
    "gate",
    "accepted",
    "pool_share",
    "pool_low",
    "pool_high",
    "pool_matches",
];

/// The log as CSV.
pub fn csv(rows: &[LogRow]) -> String {
    let mut text = csv_line(&HEAD.map(str::to_string));
    let some = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.4}"));
    for row in rows {
        let rating = row.rating;
        text += &csv_line(&[
            row.iteration.to_string(),
            format!("{:.1}", row.seconds),
            row.matches.to_string(),
            row.positions.to_string(),
            format!("{:.0}", row.positions_per_second),
            some(row.policy_loss),
            format!("{:.4}", row.value_loss),
            some(row.gate),
            row.accepted.to_string(),
            some(rating.map(|rating| rating.share)),
            some(rating.map(|rating| rating.interval.0)),
            some(rating.map(|rating| rating.interval.1)),
            rating.map_or(String::new(), |rating| rating.matches.to_string()),
        ]);
    }
    text
}

/// The log as curves over seconds.
pub fn svg(title: &str, rows: &[LogRow]) -> String {
    let last = rows.last().map_or(1.0, |row| row.seconds);
    let points = |value: &dyn Fn(&LogRow) -> Option<(f64, f64)>| -> Vec<(f64, f64, f64)> {
        let point = |row: &LogRow| value(row).map(|(y, half)| (row.seconds, y, half));
        rows.iter().filter_map(point).collect()
    };
    let share = points(&|row| {
        let rating = row.rating?;
        let (low, high) = rating.interval;
        Some(((low + high) / 2.0, (high - low) / 2.0))
    });
    let losses = vec![
        (
            "policy loss",
            points(&|row| row.policy_loss.map(|y| (y, 0.0))),
        ),
        ("value loss", points(&|row| Some((row.value_loss, 0.0)))),
    ];
    let most = losses
        .iter()
        .flat_map(|(_, points)| points.iter().map(|point| point.1))
        .fold(0.1, f64::max);
    let curve = |(name, points): (&str, Vec<_>)| Curve {
        name: name.to_string(),
        points,
    };
    let panel = |title: &str, top: f64, curves: Vec<Curve>| Panel {
        title: title.to_string(),
        below: "seconds of training".to_string(),
        last,
        height: (0.0, top),
        curves,
    };
    let shares = vec![curve(("95 % interval against the pool", share))];
    panels(
        title,
        &[
            panel("share of points", 1.0, shares),
            panel("loss", most, losses.into_iter().map(curve).collect()),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rating_of_a_whole_score_is_finite() {
        let rating = PoolRating {
            share: 1.0,
            interval: (0.8, 1.0),
            matches: 20,
        };
        assert!(rating.elo() > 600.0 && rating.elo() < 700.0);
        assert!(rating.elo_interval().0 > 240.0);
    }
}
