//! Learning curves as a picture (SVG).

use std::fmt::Write;

/// A curve: its name, and points with half the width of their intervals.
pub struct Curve {
    /// What stands beside it.
    pub label: String,
    /// Match, mean goal, half the width of the 95 % interval.
    pub points: Vec<(usize, f64, f64)>,
}

const COLOURS: [&str; 4] = ["#444444", "#d98c1f", "#3b8a5a", "#2f5fa8"];
const LEFT: f64 = 64.0;
const TOP: f64 = 70.0;
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;

/// Draws curves from the first match to the last, and goals from the lowest to the highest that occur, in tens.
pub fn curves(title: &str, curves: &[Curve]) -> String {
    let frame = Frame::of(curves);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"460\" viewBox=\"0 0 900 460\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
    );
    text(&mut svg, (16.0, 28.0), "start", title, "#000");
    frame.draw(&mut svg);
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        frame.band(&mut svg, curve, colour);
    }
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        frame.line(&mut svg, curve, colour);
    }
    for (row, (curve, colour)) in curves.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let y = TOP + 14.0 + 24.0 * row as f64;
        push(
            &mut svg,
            format!(
                "<rect x=\"724\" y=\"{:.0}\" width=\"18\" height=\"4\" fill=\"{colour}\"/>",
                y - 6.0
            ),
        );
        text(&mut svg, (750.0, y), "start", &curve.label, "#000");
    }
    svg + "</svg>\n"
}

/// What part of the plane is drawn.
struct Frame {
    last: f64,
    low: f64,
    high: f64,
}

impl Frame {
    fn of(curves: &[Curve]) -> Frame {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let last = points().map(|point| point.0).max().unwrap_or(1);
        let low = points().map(|p| p.1 - p.2).fold(100.0, f64::min);
        let high = points().map(|p| p.1 + p.2).fold(0.0, f64::max);
        let low = ((low / 10.0).floor() * 10.0).max(0.0);
        Frame {
            last: last as f64,
            low,
            high: ((high / 10.0).ceil() * 10.0).max(low + 10.0),
        }
    }

    fn at(&self, matches: f64, goal: f64) -> (f64, f64) {
        let height = (goal - self.low) / (self.high - self.low);
        (
            LEFT + WIDTH * matches / self.last,
            TOP + HEIGHT * (1.0 - height),
        )
    }

    fn draw(&self, svg: &mut String) {
        let mut goal = self.low;
        while goal <= self.high {
            let (x, y) = self.at(0.0, goal);
            push(
                svg,
                format!(
                    "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"#e4e4e4\"/>",
                    x + WIDTH
                ),
            );
            text(
                svg,
                (x - 8.0, y + 4.0),
                "end",
                &format!("{goal:.0}"),
                "#333",
            );
            goal += 10.0;
        }
        for part in 0..=4 {
            let matches = self.last * f64::from(part) / 4.0;
            let (x, y) = self.at(matches, self.low);
            text(
                svg,
                (x, y + 20.0),
                "middle",
                &format!("{matches:.0}"),
                "#333",
            );
        }
        text(
            svg,
            (LEFT + WIDTH / 2.0, TOP + HEIGHT + 44.0),
            "middle",
            "matches of the target",
            "#333",
        );
        text(
            svg,
            (16.0, TOP - 10.0),
            "start",
            "mean goal of the last 100 matches",
            "#333",
        );
    }

    fn path(&self, points: impl Iterator<Item = (usize, f64)>) -> String {
        let place = |(matches, goal): (usize, f64)| {
            let (x, y) = self.at(matches as f64, goal);
            format!("{x:.1},{y:.1}")
        };
        points.map(place).collect::<Vec<_>>().join(" ")
    }

    fn line(&self, svg: &mut String, curve: &Curve, colour: &str) {
        let path = self.path(curve.points.iter().map(|point| (point.0, point.1)));
        push(
            svg,
            format!(
                "<polyline points=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            ),
        );
    }

    /// The interval around a curve.
    fn band(&self, svg: &mut String, curve: &Curve, colour: &str) {
        let upper = curve
            .points
            .iter()
            .map(|point| (point.0, point.1 + point.2));
        let lower = curve
            .points
            .iter()
            .rev()
            .map(|point| (point.0, point.1 - point.2));
        let path = self.path(upper.chain(lower));
        push(
            svg,
            format!("<polygon points=\"{path}\" fill=\"{colour}\" fill-opacity=\"0.15\"/>"),
        );
    }
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, text: &str, colour: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    push(
        svg,
        format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{text}</text>"
        ),
    );
}

fn push(svg: &mut String, element: String) {
    // Writing to a string cannot fail.
    writeln!(svg, "{element}").ok();
}
