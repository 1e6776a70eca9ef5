//! Pictures (SVG): means with intervals beside published ones, and curves.

use crate::plot::escaped;
use crate::plot::line;
use crate::plot::push;
use crate::plot::text;

/// A row of [`dots`]: percentages.
pub struct Dots {
    /// What stands at its left.
    pub label: String,
    /// Our mean and its interval.
    pub ours: (f64, (f64, f64)),
    /// The published mean.
    pub published: Option<f64>,
}

/// A curve: points from 0 to 100 in both directions.
pub struct Curve {
    /// What it is called.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// Curves in one frame.
pub struct Panel {
    /// What stands above.
    pub title: String,
    /// What is drawn.
    pub curves: Vec<Curve>,
}

const COLOURS: [&str; 5] = ["#444444", "#c0392b", "#1f5fa8", "#2e8b57", "#b8860b"];
const ROW: f64 = 20.0;
const LEFT: f64 = 320.0;
const WIDTH: f64 = 420.0;
const FRAME: f64 = 300.0;

/// Rows below each other, from 0 to 100 %.
pub fn dots(title: &str, rows: &[Dots]) -> String {
    let bottom = 60.0 + ROW * rows.len() as f64;
    let mut svg = start(title, LEFT + WIDTH + 70.0, bottom + 56.0);
    let x_of = |percent: f64| LEFT + WIDTH * percent.clamp(0.0, 100.0) / 100.0;
    for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
        line(
            &mut svg,
            (x_of(percent), 50.0),
            (x_of(percent), bottom),
            "#ddd",
            1.0,
        );
        text(
            &mut svg,
            (x_of(percent), bottom + 18.0),
            "middle",
            &format!("{percent} %"),
        );
    }
    for (position, row) in rows.iter().enumerate() {
        let y = 60.0 + ROW * (position as f64 + 0.5);
        let (mean, (low, high)) = row.ours;
        text(&mut svg, (LEFT - 12.0, y + 4.0), "end", &row.label);
        line(&mut svg, (x_of(low), y), (x_of(high), y), "#7fa6d6", 4.0);
        circle(&mut svg, (x_of(mean), y), "#1f5fa8", true);
        if let Some(published) = row.published {
            circle(&mut svg, (x_of(published), y), "#c0392b", false);
        }
        text(
            &mut svg,
            (LEFT + WIDTH + 12.0, y + 4.0),
            "start",
            &format!("{mean:.1}"),
        );
    }
    let legend = "full: ours, with the 95 % interval of the mean; ring: published";
    text(&mut svg, (LEFT, bottom + 42.0), "start", legend);
    svg + "</svg>\n"
}

/// Frames side by side, two in a row; both axes go from 0 to 100 %.
pub fn panels(title: &str, panels: &[Panel]) -> String {
    let rows = panels.len().div_ceil(2) as f64;
    let mut svg = start(
        title,
        2.0 * (FRAME + 90.0) + 40.0,
        60.0 + rows * (FRAME + 90.0),
    );
    for (position, panel) in panels.iter().enumerate() {
        let left = 60.0 + (position % 2) as f64 * (FRAME + 90.0);
        let top = 70.0 + (position / 2) as f64 * (FRAME + 90.0);
        draw_panel(&mut svg, panel, (left, top));
    }
    svg + "</svg>\n"
}

fn draw_panel(svg: &mut String, panel: &Panel, (left, top): (f64, f64)) {
    let at = |(x, y): (f64, f64)| (left + FRAME * x / 100.0, top + FRAME * (1.0 - y / 100.0));
    text(svg, (left, top - 12.0), "start", &panel.title);
    for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
        line(svg, at((percent, 0.0)), at((percent, 100.0)), "#eee", 1.0);
        line(svg, at((0.0, percent)), at((100.0, percent)), "#eee", 1.0);
        let (x, y) = at((percent, 0.0));
        text(svg, (x, y + 18.0), "middle", &format!("{percent}"));
        let (x, y) = at((0.0, percent));
        text(svg, (x - 8.0, y + 4.0), "end", &format!("{percent}"));
    }
    for (number, curve) in panel.curves.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let points = curve.points.iter().map(|&point| {
            let (x, y) = at(point);
            format!("{x:.1},{y:.1}")
        });
        let points = points.collect::<Vec<_>>().join(" ");
        push(
            svg,
            format!(
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            ),
        );
        let y = top + FRAME - 14.0 - 16.0 * number as f64;
        line(
            svg,
            (left + 10.0, y - 4.0),
            (left + 30.0, y - 4.0),
            colour,
            2.0,
        );
        text(svg, (left + 36.0, y), "start", &curve.name);
    }
}

fn start(title: &str, width: f64, height: f64) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"16\" y=\"28\" font-size=\"16\">{title}</text>\n"
    )
}

fn circle(svg: &mut String, (x, y): (f64, f64), colour: &str, full: bool) {
    let fill = if full { colour } else { "none" };
    push(
        svg,
        format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        ),
    );
}
