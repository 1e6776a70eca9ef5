//! Times as a picture (SVG): a line for each sheet, on a scale on which each step is ten times the one before.

use super::rows::Row;
use crate::commands::lab::plot::{escaped, line, push, text};

const LEFT: f64 = 290.0;
const WIDTH: f64 = 520.0;
const ROW: f64 = 16.0;
const TOP: f64 = 84.0;
/// The scale goes from a ten thousandth of a second to a hundred seconds.
const DECADES: std::ops::RangeInclusive<i32> = -4..=2;

/// Draws the time of each sheet, and the published time where there is one; slowest first.
pub fn times(rows: &[Row]) -> String {
    let height = TOP + ROW * rows.len() as f64 + 40.0;
    let total = LEFT + WIDTH + 40.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{total}\" height=\"{height}\" viewBox=\"0 0 {total} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"16\" y=\"28\" font-size=\"16\">{}</text>\n",
        escaped("Invariant projections: seconds of processor time for a sheet")
    );
    legend(&mut svg);
    axis(&mut svg, height - 34.0);
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by(|a, b| b.total_s.total_cmp(&a.total_s));
    for (number, row) in sorted.into_iter().enumerate() {
        draw(&mut svg, row, TOP + ROW * number as f64 + ROW / 2.0);
    }
    svg + "</svg>\n"
}

/// Where a time stands.
fn x_of(seconds: f64) -> f64 {
    let (first, last) = (f64::from(*DECADES.start()), f64::from(*DECADES.end()));
    let place = seconds.max(1e-9).log10().clamp(first, last);
    LEFT + WIDTH * (place - first) / (last - first)
}

fn legend(svg: &mut String) {
    let entries = [
        ("#1f4e79", "all decided"),
        ("#c0722a", "some undecided"),
        ("#b22222", "no answer"),
    ];
    for (number, (colour, name)) in entries.into_iter().enumerate() {
        let x = LEFT + 130.0 * number as f64;
        dot(svg, (x, 52.0), colour);
        text(svg, (x + 10.0, 56.0), "start", name);
    }
    ring(svg, (LEFT + 390.0, 52.0));
    text(svg, (LEFT + 400.0, 56.0), "start", "published");
}

fn axis(svg: &mut String, bottom: f64) {
    for decade in DECADES {
        let seconds = 10f64.powi(decade);
        let x = x_of(seconds);
        let colour = if decade == 1 { "#888" } else { "#ddd" };
        line(svg, (x, TOP - 8.0), (x, bottom), colour, 1.0);
        text(svg, (x, bottom + 18.0), "middle", &format!("{seconds} s"));
    }
}

fn draw(svg: &mut String, row: &Row, y: f64) {
    text(svg, (LEFT - 14.0, y + 4.0), "end", &row.game);
    let colour = match (row.failure.is_some(), row.undecided) {
        (true, _) => "#b22222",
        (false, 0) => "#1f4e79",
        (false, _) => "#c0722a",
    };
    dot(svg, (x_of(row.total_s), y), colour);
    if let Some(published) = row.published {
        ring(svg, (x_of(published.total), y));
    }
}

fn dot(svg: &mut String, (x, y): (f64, f64), colour: &str) {
    push(
        svg,
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>"),
    );
}

fn ring(svg: &mut String, (x, y): (f64, f64)) {
    push(
        svg,
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"none\" stroke=\"#444\"/>"),
    );
}
