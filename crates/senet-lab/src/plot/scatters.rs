//! Plots of points in panels, a colour for each group.

use super::Canvas;
use super::canvas::Point;
use super::panels::COLOURS;

/// Points of one colour.
pub struct Cloud {
    /// The name in the legend.
    pub name: String,
    /// The points.
    pub points: Vec<[f64; 2]>,
}

/// Several clouds in one frame.
pub struct Scatter {
    /// The text above the frame.
    pub title: String,
    /// The clouds.
    pub clouds: Vec<Cloud>,
}

const FRAME: f64 = 260.0;
const GAP: f64 = 50.0;
const LINE: f64 = 18.0;

/// Draws the scatters, three per row, and one legend: all have the same clouds.
pub fn scatters(title: &str, scatters: &[Scatter]) -> String {
    let rows = scatters.len().div_ceil(3) as f64;
    let legend = scatters.first().map_or(0, |scatter| scatter.clouds.len()) as f64;
    let height = 80.0 + rows * (FRAME + GAP) + LINE * legend;
    let width = 30.0 + scatters.len().clamp(1, 3) as f64 * (FRAME + GAP);
    let mut canvas = Canvas::new(title, (width.max(560.0), height));
    for (number, scatter) in scatters.iter().enumerate() {
        let left = 30.0 + (number % 3) as f64 * (FRAME + GAP);
        let top = 80.0 + (number / 3) as f64 * (FRAME + GAP);
        scatter.draw(&mut canvas, (left, top));
    }
    for (number, cloud) in scatters.iter().take(1).flat_map(|s| &s.clouds).enumerate() {
        let y = 60.0 + rows * (FRAME + GAP) + LINE * (number as f64 + 1.0);
        canvas.dot((40.0, y - 4.0), 4.0, COLOURS[number % COLOURS.len()]);
        canvas.text((54.0, y), "start", &cloud.name);
    }
    canvas.finish()
}

impl Scatter {
    fn draw(&self, canvas: &mut Canvas, (left, top): Point) {
        let all = || self.clouds.iter().flat_map(|cloud| &cloud.points);
        let range = |axis: usize| {
            let values = all().map(|point| point[axis]);
            let ends = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
            (ends.0, (ends.1 - ends.0).max(f64::MIN_POSITIVE))
        };
        let ranges = [range(0), range(1)];
        let at =
            |axis: usize, x: f64| FRAME * (0.04 + 0.92 * (x - ranges[axis].0) / ranges[axis].1);
        canvas.text((left, top - 10.0), "start", &self.title);
        let corners = [
            (0.0, 0.0),
            (FRAME, 0.0),
            (FRAME, FRAME),
            (0.0, FRAME),
            (0.0, 0.0),
        ];
        canvas.path(
            corners.into_iter().map(|(x, y)| (left + x, top + y)),
            "#ccc",
        );
        for (number, cloud) in self.clouds.iter().enumerate() {
            for &[x, y] in &cloud.points {
                let place = (left + at(0, x), top + FRAME - at(1, y));
                canvas.dot(place, 2.5, COLOURS[number % COLOURS.len()]);
            }
        }
    }
}
