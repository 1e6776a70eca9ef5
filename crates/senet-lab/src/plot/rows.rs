//! Plots means with their intervals in rows, beside published means.

use super::Canvas;
use crate::score::MatchScore;

/// A row of the plot.
pub struct PlotRow {
    /// The text on the left.
    pub label: String,
    /// Our mean and its interval. A row without them is a heading.
    pub ours: Option<Interval>,
    /// The published mean, on the same scale.
    pub published: Option<f64>,
}

/// A mean, its interval, and the text on the right, all in percent.
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// The ends of the 95 % interval of the mean.
    pub ends: (f64, f64),
    /// The text on the right.
    pub text: String,
}

impl Interval {
    /// The share of points of a score.
    pub fn of_score(score: &MatchScore) -> Interval {
        let (low, high) = score.interval();
        Interval {
            mean: 100.0 * score.share(),
            ends: (100.0 * low, 100.0 * high),
            text: score.percent(),
        }
    }

    /// Creates a mean with its interval; the text shows one decimal place.
    pub fn new(mean: f64, ends: (f64, f64)) -> Interval {
        Interval {
            mean,
            ends,
            text: format!("{mean:.1}"),
        }
    }
}

/// The range of percentages in a plot.
#[derive(Clone, Copy)]
pub enum Scale {
    /// From 0 to 100 %.
    Share,
    /// From -100 to 100 %.
    Difference,
}

impl Scale {
    fn low(self) -> f64 {
        match self {
            Scale::Share => 0.0,
            Scale::Difference => -100.0,
        }
    }

    fn x_of(self, percent: f64) -> f64 {
        let low = self.low();
        LEFT + WIDTH * (percent.clamp(low, 100.0) - low) / (100.0 - low)
    }
}

const LEFT: f64 = 330.0;
const WIDTH: f64 = 420.0;
const ROW: f64 = 22.0;
const TOP: f64 = 64.0;
const OURS: &str = "#1f5fa8";
const PUBLISHED: &str = "#c0392b";

/// Draws the rows.
pub fn rows(title: &str, scale: Scale, rows: &[PlotRow]) -> String {
    let bottom = TOP + ROW * rows.len() as f64;
    let mut canvas = Canvas::new(title, (LEFT + WIDTH + 120.0, bottom + 56.0));
    axis(&mut canvas, scale, bottom);
    for (number, row) in rows.iter().enumerate() {
        draw(&mut canvas, scale, row, TOP + ROW * (number as f64 + 0.5));
    }
    let legend = match rows.iter().any(|row| row.published.is_some()) {
        true => "dot: ours, with 95 % interval; ring: published",
        false => "with 95 % interval",
    };
    canvas.text((LEFT, bottom + 42.0), "start", legend);
    canvas.finish()
}

fn axis(canvas: &mut Canvas, scale: Scale, bottom: f64) {
    let low = scale.low();
    for quarter in 0..=4 {
        let percent = low + (100.0 - low) * f64::from(quarter) / 4.0;
        let x = scale.x_of(percent);
        let colour = if quarter == 2 { "#888" } else { "#ddd" };
        canvas.line((x, TOP - 8.0), (x, bottom), colour, 1.0);
        canvas.text((x, bottom + 18.0), "middle", &format!("{percent} %"));
    }
}

fn draw(canvas: &mut Canvas, scale: Scale, row: &PlotRow, y: f64) {
    let Some(ours) = &row.ours else {
        canvas.heading((16.0, y + 4.0), &row.label);
        return;
    };
    let (low, high) = ours.ends;
    canvas.text((LEFT - 14.0, y + 4.0), "end", &row.label);
    canvas.line((scale.x_of(low), y), (scale.x_of(high), y), "#7fa6d6", 4.0);
    canvas.dot((scale.x_of(ours.mean), y), 5.0, OURS);
    if let Some(published) = row.published {
        canvas.ring((scale.x_of(published), y), 5.0, PUBLISHED);
    }
    canvas.text((LEFT + WIDTH + 12.0, y + 4.0), "start", &ours.text);
}
