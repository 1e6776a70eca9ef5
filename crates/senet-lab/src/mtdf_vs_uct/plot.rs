//! The table as a picture: percentages with their intervals, and the published ones.

use super::table::{Line, threads};
use std::fmt::Write;

const WIDTH: f64 = 820.0;
const LEFT: f64 = 290.0;
const TOP: f64 = 60.0;
const ROW: f64 = 26.0;

/// Where a percentage stands.
fn x(percent: f64) -> f64 {
    LEFT + (percent + 100.0) / 200.0 * (WIDTH - LEFT - 30.0)
}

/// The picture as SVG.
pub fn svg(lines: &[Line], title: &str) -> String {
    let bottom = TOP + ROW * lines.len() as f64;
    let height = bottom + 46.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"10\" y=\"22\" font-size=\"15\">{title}</text>\n"
    );
    svg += &legend();
    for percent in [-100.0, -50.0, 0.0, 50.0, 100.0] {
        let at = x(percent);
        let colour = if percent == 0.0 { "#666" } else { "#ddd" };
        // Writing to a string cannot fail.
        writeln!(
            svg,
            "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{bottom}\" stroke=\"{colour}\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{percent} %</text>",
            bottom + 18.0
        )
        .ok();
    }
    for (number, line) in lines.iter().enumerate() {
        svg += &row(line, TOP + ROW * (number as f64 + 0.5));
    }
    svg + "</svg>\n"
}

fn legend() -> String {
    let (y, first, second) = (42.0, LEFT, LEFT + 230.0);
    format!(
        "<circle cx=\"{first}\" cy=\"{y}\" r=\"5\" fill=\"#1f5fa8\"/><text x=\"{}\" y=\"{}\">here, with 95 % interval</text>\n\
         {}<text x=\"{}\" y=\"{}\">published</text>\n",
        first + 12.0,
        y + 4.0,
        diamond(second, y),
        second + 12.0,
        y + 4.0
    )
}

fn row(line: &Line, y: f64) -> String {
    let label = format!(
        "{}, {}, {} s, {} matches",
        line.game,
        threads(line.uct_threads),
        line.seconds,
        line.matches()
    );
    let (low, high) = line.interval;
    let mut row = format!(
        "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>\
         <line x1=\"{:.1}\" y1=\"{y}\" x2=\"{:.1}\" y2=\"{y}\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>\
         <circle cx=\"{:.1}\" cy=\"{y}\" r=\"5\" fill=\"#1f5fa8\"/>",
        LEFT - 12.0,
        y + 4.0,
        x(low),
        x(high),
        x(line.percent)
    );
    if let Some(published) = line.published {
        row += &diamond(x(f64::from(published)), y);
    }
    row + "\n"
}

/// The sign of a published number.
fn diamond(x: f64, y: f64) -> String {
    format!(
        "<path d=\"M {:.1} {y} L {x:.1} {:.1} L {:.1} {y} L {x:.1} {:.1} Z\" fill=\"none\" stroke=\"#b3541e\" stroke-width=\"2\"/>",
        x - 6.0,
        y - 6.0,
        x + 6.0,
        y + 6.0
    )
}
