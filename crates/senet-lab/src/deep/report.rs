//! Tables, CSV and plots of the rows.

use super::runner::{Outcome, Row, TrainedNet};
use crate::csv::csv_line;
use crate::plot::{Curve, Interval, Panel, PlotRow, Scale, panels, rows};
use crate::training::Limit;
use senet_console::table::{TextTable, left};
use serde_json::{Value, json};

impl Row {
    fn limit(&self) -> String {
        match self.limit {
            Limit::Seconds(seconds) => format!("{seconds} s"),
            Limit::Simulations(count) => format!("{count} simulations"),
        }
    }

    /// True if the game has another side.
    fn has_other(&self) -> bool {
        !self.result.others.is_empty()
    }

    fn score(&self) -> String {
        let score = &self.result.score;
        match self.has_other() {
            true => format!("{}/{}/{}", score.wins, score.losses, score.draws),
            false => String::new(),
        }
    }

    /// The share of points, or the mean goal if there is no other side; with its interval.
    fn share(&self) -> (f64, (f64, f64)) {
        match self.has_other() {
            true => (self.result.score.share(), self.result.score.interval()),
            false => {
                let mean = self.result.mean();
                (mean.mean, mean.interval)
            }
        }
    }

    fn label(&self) -> String {
        let own = self.entry.own.name();
        match self.has_other() {
            true => format!(
                "{}: {own} – {}, {}",
                self.entry.game,
                self.entry.other.name(),
                self.limit()
            ),
            false => format!("{}: {own}, {}", self.entry.game, self.limit()),
        }
    }

    fn fields(&self) -> Vec<String> {
        let (share, (low, high)) = self.share();
        let mean = self.result.mean();
        vec![
            self.entry.game.to_string(),
            self.entry.own.name(),
            match self.has_other() {
                true => self.entry.other.name(),
                false => String::new(),
            },
            self.limit(),
            self.score(),
            format!(
                "{:.1} % [{:.1}, {:.1}]",
                100.0 * share,
                100.0 * low,
                100.0 * high
            ),
            format!("{:.3}", mean.mean),
            self.other_mean(),
            self.result.goals.len().to_string(),
            self.published(),
        ]
    }

    fn other_mean(&self) -> String {
        match self.has_other() {
            true => format!("{:.3}", crate::stats::mean(&self.result.others)),
            false => String::new(),
        }
    }

    fn published(&self) -> String {
        match (self.entry.published, self.entry.published_share) {
            ("", Some(share)) => format!("{share}"),
            (text, _) => text.to_string(),
        }
    }
}

const HEAD: [&str; 10] = [
    "game",
    "player",
    "against",
    "a move",
    "won/lost/drawn",
    "share [95 %]",
    "goal",
    "others",
    "matches",
    "published",
];

/// The rows as a table for people.
pub fn text(outcome: &Outcome) -> String {
    let mut table = TextTable::new(HEAD.map(left));
    for row in &outcome.rows {
        table.row(row.fields());
    }
    let mut text = table.to_string();
    text += "\ntrained:\n";
    for net in &outcome.nets {
        text += &format!("  {}\n", about(net));
    }
    text
}

fn about(net: &TrainedNet) -> String {
    let last = net.log.last();
    let (matches, positions) = last.map_or((0, 0), |row| (row.matches, row.positions));
    let mut text = format!(
        "{}, {}: {:.1} minutes, {} iterations, {matches} matches, {positions} positions",
        net.game,
        net.spec.name,
        net.seconds / 60.0,
        net.log.len(),
    );
    if !net.note.is_empty() {
        text += &format!(" ({})", net.note);
    }
    text
}

/// The rows as CSV.
pub fn csv(outcome: &Outcome) -> String {
    let lines = outcome.rows.iter().map(|row| csv_line(&row.fields()));
    csv_line(&HEAD.map(str::to_string)) + &lines.collect::<String>()
}

/// The rows as a plot.
pub fn svg(title: &str, outcome: &Outcome) -> String {
    let row = |row: &Row| {
        let (share, (low, high)) = row.share();
        PlotRow {
            label: row.label(),
            ours: Some(Interval::new(100.0 * share, (100.0 * low, 100.0 * high))),
            published: row.entry.published_share.map(|share| 100.0 * share),
        }
    };
    let all: Vec<PlotRow> = outcome.rows.iter().map(row).collect();
    rows(title, Scale::Share, &all)
}

/// The losses over the training.
pub fn losses(outcome: &Outcome) -> String {
    let panel = |net: &TrainedNet| {
        let points = |value: &dyn Fn(&crate::training::LogRow) -> Option<f64>| {
            let point = |row: &crate::training::LogRow| Some((row.seconds, value(row)?, 0.0));
            net.log.iter().filter_map(point).collect::<Vec<_>>()
        };
        let curves = [
            ("policy loss", points(&|row| row.policy_loss)),
            ("value loss", points(&|row| Some(row.value_loss))),
        ];
        let numbers = curves.iter().flat_map(|(_, points)| points.iter());
        let most = numbers.map(|point| point.1).fold(0.1, f64::max);
        Panel {
            title: format!("{}, {}", net.game, net.spec.name),
            below: "seconds of training".to_string(),
            last: net.seconds.max(1.0),
            height: (0.0, most),
            curves: curves
                .into_iter()
                .map(|(name, points)| Curve {
                    name: name.to_string(),
                    points,
                })
                .collect(),
        }
    };
    let all: Vec<Panel> = outcome.nets.iter().map(panel).collect();
    panels("Losses", &all)
}

/// Everything as JSON.
pub fn value(outcome: &Outcome) -> Value {
    let row = |row: &Row| {
        let (share, interval) = row.share();
        json!({
            "game": row.entry.game,
            "player": row.entry.own.name(),
            "against": row.has_other().then(|| row.entry.other.name()),
            "limit": row.limit(),
            "score": row.has_other().then_some(row.result.score),
            "share": share,
            "interval": interval,
            "goal": row.result.mean(),
            "matches": row.result.goals.len(),
            "published": row.published(),
        })
    };
    let net = |net: &TrainedNet| {
        json!({
            "game": net.game,
            "network": net.spec.name,
            "seconds": net.seconds,
            "note": net.note,
            "log": net.log,
        })
    };
    json!({
        "rows": outcome.rows.iter().map(row).collect::<Vec<_>>(),
        "networks": outcome.nets.iter().map(net).collect::<Vec<_>>(),
    })
}
