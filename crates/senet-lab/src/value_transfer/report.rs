//! The results of an experiment, as text, CSV, SVG and JSON.

use super::curves::{CurveComparison, Learners, WINDOW, better_until, compare};
use super::experiment::Experiment;
use crate::csv::csv_line;
use crate::plot::{self, Curve, Panel};
use senet_console::table::{TextTable, left, right};
use serde_json::{Value, json};
use std::fmt::Write;

/// The results of an experiment.
pub struct TransferResults<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The recognised relation of the target to the source, in the names of the source.
    pub recognised: String,
    /// The number of target matches.
    pub matches: usize,
    /// The learners, one per experience; the first has none.
    pub learners: Vec<Learners>,
    /// The duration in seconds.
    pub seconds: f64,
    /// The total number of matches, without training of opponents.
    pub played: usize,
}

/// The points at which learners are compared.
const POINTS: [usize; 14] = [
    100, 200, 300, 400, 500, 700, 1_000, 1_200, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000,
];

impl TransferResults<'_> {
    fn points(&self) -> Vec<usize> {
        let points = POINTS.iter().copied();
        points.filter(|&point| point <= self.matches).collect()
    }

    /// The comparison of every learner with the one from scratch.
    fn compared(&self) -> impl Iterator<Item = (&Learners, Vec<CurveComparison>)> {
        let points = self.points();
        let scratch = &self.learners[0];
        let each = self.learners.iter();
        each.map(move |learners| (learners, compare(learners, scratch, &points)))
    }

    /// The results as text.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let trials = self.learners[0].goals.len();
        let mut line = |line: String| {
            // Writing to a string cannot fail.
            writeln!(text, "{line}").ok();
        };
        line(format!(
            "\n{} ({})",
            self.experiment.title, self.experiment.figure
        ));
        line(format!(
            "  the scrambled target was recognised: {}",
            self.recognised
        ));
        line(format!(
            "  {trials} trials, {:.0} s, {:.0} matches per second; mean goal of {WINDOW} matches, + better and - worse than from scratch (95 %)",
            self.seconds,
            self.played as f64 / self.seconds
        ));
        let mut table = table(&self.points());
        for (learners, compared) in self.compared() {
            table.row(cells_of(learners.experience, &compared));
        }
        line(table.to_string().trim_end_matches('\n').to_string());
        for (learners, compared) in self.compared().skip(1) {
            line(summary(learners, &compared));
        }
        for published in self.experiment.published {
            line(format!("  published: {published}"));
        }
        text
    }

    /// All curves as CSV, with one row per point.
    pub fn csv(&self) -> String {
        let titles = [
            "source_matches",
            "target_matches",
            "mean_goal",
            "half_interval_95",
        ];
        let mut text = csv_line(&titles.map(str::to_string));
        for learners in &self.learners {
            for (at, mean, half) in learners.curve(&self.fine_points()) {
                text += &csv_line(&[
                    learners.experience.to_string(),
                    at.to_string(),
                    format!("{mean:.3}"),
                    format!("{half:.3}"),
                ]);
            }
        }
        text
    }

    /// The curves as SVG.
    pub fn svg(&self) -> String {
        let points = |learners: &Learners| -> Vec<(f64, f64, f64)> {
            let points = learners.curve(&self.fine_points()).into_iter();
            points
                .map(|(at, mean, half)| (at as f64, mean, half))
                .collect()
        };
        let curve = |learners: &Learners| Curve {
            name: match learners.experience {
                0 => "from scratch".to_string(),
                n => format!("after {} matches", thousands(n)),
            },
            points: points(learners),
        };
        let curves: Vec<_> = self.learners.iter().map(curve).collect();
        let trials = self.learners[0].goals.len();
        let title = format!(
            "{} ({trials} trials, 95 % intervals)",
            self.experiment.title
        );
        let panel = Panel {
            title: "mean goal of the last 100 matches".to_string(),
            below: "matches of the target".to_string(),
            last: self.matches as f64,
            height: tens_around(&curves),
            curves,
        };
        plot::panels(&title, &[panel])
    }

    fn fine_points(&self) -> Vec<usize> {
        let step = (self.matches / 200).max(5);
        (WINDOW.min(self.matches)..=self.matches)
            .step_by(step)
            .collect()
    }

    /// The results as JSON.
    pub fn json(&self) -> Value {
        let learners = self.compared().map(|(learners, compared)| {
            json!({
                "source_matches": learners.experience,
                "values_transferred": learners.transferred(),
                "share_of_afterstates": learners.share(),
                "hit_rate": learners.hit_rate(),
                "better_until": better_until(&compared),
                "points": compared.iter().map(point).collect::<Vec<_>>(),
            })
        });
        json!({
            "name": self.experiment.name,
            "figure": self.experiment.figure,
            "recognised": self.recognised,
            "matches": self.matches,
            "seconds": self.seconds,
            "learners": learners.collect::<Vec<_>>(),
            "published": self.experiment.published,
        })
    }
}

/// The range of all curves with their intervals, rounded outwards to multiples of ten.
fn tens_around(curves: &[Curve]) -> (f64, f64) {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let low = points().map(|(_, y, half)| y - half).fold(100.0, f64::min);
    let high = points().map(|(_, y, half)| y + half).fold(0.0, f64::max);
    let low = ((low / 10.0).floor() * 10.0).max(0.0);
    (low, ((high / 10.0).ceil() * 10.0).max(low + 10.0))
}

fn point(comparison: &CurveComparison) -> Value {
    json!({
        "at": comparison.at,
        "mean": comparison.mean,
        "scratch": comparison.scratch,
        "p_better": comparison.p_better,
        "p_worse": comparison.p_worse,
    })
}

fn table(points: &[usize]) -> TextTable {
    let points = points.iter().map(|point| right(format!("{point} ")));
    TextTable::new([left("source matches")].into_iter().chain(points)).indented(2)
}

fn cells_of(experience: usize, compared: &[CurveComparison]) -> Vec<String> {
    let cell = |c: &CurveComparison| {
        let sign = match (c.is_better(), c.is_worse()) {
            (true, _) => '+',
            (_, true) => '-',
            _ => ' ',
        };
        format!("{:.1}{sign}", c.mean)
    };
    let cells = compared.iter().map(cell);
    [thousands(experience)].into_iter().chain(cells).collect()
}

fn summary(learners: &Learners, compared: &[CurveComparison]) -> String {
    let until = match better_until(compared) {
        Some(at) => format!("significantly better until match {}", thousands(at)),
        None => "not significantly better at the first point".to_string(),
    };
    let worse: Vec<_> = compared
        .iter()
        .filter(|c| c.is_worse())
        .map(|c| thousands(c.at))
        .collect();
    let worse = match worse.is_empty() {
        true => String::new(),
        false => format!(", worse at {}", worse.join(" and ")),
    };
    format!(
        "  after {}: {until}{worse}; {:.0} values transferred, {:.0} % of the afterstates visited; hit rate {:.0} % of visits",
        thousands(learners.experience),
        learners.transferred(),
        100.0 * learners.share(),
        100.0 * learners.hit_rate(),
    )
}

/// Formats a number with separators: `12,345`.
fn thousands(number: usize) -> String {
    match number / 1_000 {
        0 => number.to_string(),
        more => format!("{},{:03}", thousands(more), number % 1_000),
    }
}
