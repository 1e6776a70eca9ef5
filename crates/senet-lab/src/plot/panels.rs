//! Plots of curves in panels.

use super::Canvas;
use super::canvas::Point;

/// A curve with an interval around it.
pub struct Curve {
    /// The name in the legend.
    pub name: String,
    /// From left to right: x, y, and half the height of the interval.
    pub points: Vec<(f64, f64, f64)>,
}

/// Several curves in one frame.
pub struct Panel {
    /// The text above the frame.
    pub title: String,
    /// The text below the frame.
    pub below: String,
    /// The end of the horizontal axis, which starts at 0.
    pub last: f64,
    /// The two ends of the vertical axis.
    pub height: (f64, f64),
    /// The curves.
    pub curves: Vec<Curve>,
}

pub(super) const COLOURS: [&str; 5] = ["#444444", "#c0392b", "#1f5fa8", "#2e8b57", "#b8860b"];
const FRAME: f64 = 320.0;
const GAP: f64 = 90.0;
const LINE: f64 = 18.0;

/// Draws the panels, two per row.
pub fn panels(title: &str, panels: &[Panel]) -> String {
    let most = panels.iter().map(|panel| panel.curves.len()).max();
    let step = FRAME + GAP + LINE * (most.unwrap_or(0) as f64 + 1.0);
    let size = (
        panels.len().min(2) as f64 * (FRAME + GAP) + 60.0,
        60.0 + panels.len().div_ceil(2) as f64 * step,
    );
    let mut canvas = Canvas::new(title, size);
    for (number, panel) in panels.iter().enumerate() {
        let left = 60.0 + (number % 2) as f64 * (FRAME + GAP);
        let top = 80.0 + (number / 2) as f64 * step;
        panel.draw(&mut canvas, (left, top));
    }
    canvas.finish()
}

impl Panel {
    fn draw(&self, canvas: &mut Canvas, (left, top): Point) {
        let (low, high) = self.height;
        let at = |x: f64, y: f64| {
            let up = (y - low) / (high - low).max(f64::MIN_POSITIVE);
            let along = x / self.last.max(f64::MIN_POSITIVE);
            (left + FRAME * along, top + FRAME * (1.0 - up))
        };
        canvas.text((left, top - 12.0), "start", &self.title);
        self.axes(canvas, at);
        for (number, curve) in self.curves.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            curve.draw(canvas, at, colour);
            let y = top + FRAME + 40.0 + LINE * (number as f64 + 1.0);
            canvas.line((left, y - 4.0), (left + 20.0, y - 4.0), colour, 3.0);
            canvas.text((left + 28.0, y), "start", &curve.name);
        }
        let below = (left + FRAME / 2.0, top + FRAME + 38.0);
        canvas.text(below, "middle", &self.below);
    }

    fn axes(&self, canvas: &mut Canvas, at: impl Fn(f64, f64) -> Point) {
        let (low, high) = self.height;
        for quarter in 0..=4 {
            let part = f64::from(quarter) / 4.0;
            let (x, y) = (self.last * part, low + (high - low) * part);
            canvas.line(at(x, low), at(x, high), "#eee", 1.0);
            canvas.line(at(0.0, y), at(self.last, y), "#eee", 1.0);
            let (column, bottom) = at(x, low);
            canvas.text((column, bottom + 18.0), "middle", &format!("{x:.0}"));
            let (start, row) = at(0.0, y);
            let label = number(y, (high - low) / 4.0);
            canvas.text((start - 8.0, row + 4.0), "end", &label);
        }
    }
}

impl Curve {
    fn draw(&self, canvas: &mut Canvas, at: impl Fn(f64, f64) -> Point, colour: &str) {
        if self.points.iter().any(|&(_, _, half)| half > 0.0) {
            let upper = self.points.iter().map(|&(x, y, half)| at(x, y + half));
            let lower = self.points.iter().rev();
            let lower = lower.map(|&(x, y, half)| at(x, y - half));
            canvas.area(upper.chain(lower), colour);
        }
        canvas.path(self.points.iter().map(|&(x, y, _)| at(x, y)), colour);
    }
}

/// As many decimals as tell neighbours on the axis apart, without zeros at the end.
fn number(value: f64, step: f64) -> String {
    let decimals = (1.0 - step.abs().log10().floor()).clamp(0.0, 9.0);
    let text = format!("{value:.0$}", decimals as usize);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').into(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn neighbours_on_an_axis_have_different_numbers() {
        let axis = |low: f64, step: f64| {
            let values = (0..=4).map(|place| number(low + step * f64::from(place), step));
            values.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(axis(0.0, 0.25), "0 0.25 0.5 0.75 1");
        assert_eq!(axis(0.98, 0.005), "0.98 0.985 0.99 0.995 1");
        assert_eq!(axis(0.0, 150.0), "0 150 300 450 600");
        assert_eq!(axis(-1.0, 0.5), "-1 -0.5 0 0.5 1");
        assert_eq!(axis(7.0, 0.0), "7 7 7 7 7");
    }
}
