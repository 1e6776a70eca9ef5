//! Times as a picture (SVG): the sheets of the published table, and then how many of all sheets are done after how long. Each step of the scale is
//! ten times the one before.

use super::found::Found;
use super::rows::Row;
use crate::plot::escaped;
use crate::plot::line;
use crate::plot::push;
use crate::plot::text;

const LEFT: f64 = 200.0;
const WIDTH: f64 = 520.0;
const ROW: f64 = 18.0;
const TOP: f64 = 96.0;
/// The height of the curve.
const CURVE: f64 = 260.0;
/// The scale goes from a ten thousandth of a second to a hundred seconds.
const DECADES: std::ops::RangeInclusive<i32> = -4..=2;
/// So many of the slowest sheets are named.
const NAMED: usize = 8;

const DECIDED: &str = "#1f4e79";
const UNDECIDED: &str = "#c0722a";
const NO_ANSWER: &str = "#b22222";
const TEST: &str = "#7fa8cf";

/// Draws the times.
pub fn times(rows: &[Row]) -> String {
    let published: Vec<&Row> = rows.iter().filter(|row| row.published.is_some()).collect();
    let others: Vec<&Row> = rows.iter().filter(|row| row.published.is_none()).collect();
    let mut body = String::new();
    legend(&mut body, !published.is_empty());
    let mut bottom = TOP;
    if !published.is_empty() {
        bottom = table(&mut body, &published, bottom) + 46.0;
    }
    if !others.is_empty() {
        bottom = curve(&mut body, &others, bottom) + 46.0;
    }
    let (width, title) = (
        LEFT + WIDTH + 60.0,
        escaped("Invariant projections: seconds of processor time for a sheet"),
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{bottom}\" viewBox=\"0 0 {width} {bottom}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"16\" y=\"28\" font-size=\"16\">{title}</text>\n{body}</svg>\n"
    )
}

/// Where a time stands.
fn x_of(seconds: f64) -> f64 {
    let (first, last) = (f64::from(*DECADES.start()), f64::from(*DECADES.end()));
    let place = seconds.max(1e-9).log10().clamp(first, last);
    LEFT + WIDTH * (place - first) / (last - first)
}

fn legend(svg: &mut String, has_published: bool) {
    let mut entries = vec![
        (DECIDED, "all decided"),
        (UNDECIDED, "some undecided"),
        (NO_ANSWER, "no answer"),
    ];
    if has_published {
        entries.push((TEST, "the published test"));
        ring(svg, (LEFT + 500.0, 52.0));
        text(svg, (LEFT + 510.0, 56.0), "start", "published");
    }
    for (number, (colour, name)) in entries.into_iter().enumerate() {
        let x = LEFT + 118.0 * number as f64;
        dot(svg, (x, 52.0), colour);
        text(svg, (x + 10.0, 56.0), "start", name);
    }
}

fn axis(svg: &mut String, top: f64, bottom: f64) {
    for decade in DECADES {
        let seconds = 10f64.powi(decade);
        let x = x_of(seconds);
        let colour = if decade == 1 { "#888" } else { "#ddd" };
        line(svg, (x, top), (x, bottom), colour, 1.0);
        text(svg, (x, bottom + 18.0), "middle", &format!("{seconds} s"));
    }
}

/// The sheets of the published table, slowest first; where it ends.
fn table(svg: &mut String, rows: &[&Row], top: f64) -> f64 {
    let bottom = top + ROW * rows.len() as f64;
    axis(svg, top - 8.0, bottom);
    let mut sorted = rows.to_vec();
    sorted.sort_by(|a, b| seconds(b).total_cmp(&seconds(a)));
    for (number, row) in sorted.into_iter().enumerate() {
        let y = top + ROW * number as f64 + ROW / 2.0;
        text(svg, (LEFT - 14.0, y + 4.0), "end", &row.game);
        if let Some(published) = row.published {
            ring(svg, (x_of(published.total), y));
        }
        if let (Some(test), Some(_)) = (&row.test, &row.own) {
            dot(svg, (x_of(test.total_s), y), TEST);
        }
        if let Some(found) = row.main() {
            dot(svg, (x_of(found.total_s), y), colour(found));
        }
    }
    bottom
}

fn seconds(row: &Row) -> f64 {
    row.main().map_or(0.0, |found| found.total_s)
}

fn colour(found: &Found) -> &'static str {
    match (found.failure.is_some(), found.undecided) {
        (true, _) => NO_ANSWER,
        (false, 0) => DECIDED,
        (false, _) => UNDECIDED,
    }
}

/// A dot for each sheet, as high as there are sheets that took no longer; where it ends.
fn curve(svg: &mut String, rows: &[&Row], top: f64) -> f64 {
    let bottom = top + CURVE;
    axis(svg, top - 8.0, bottom);
    let mut sorted: Vec<&Row> = rows.to_vec();
    sorted.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    let count = sorted.len();
    let y_of = |sheets: usize| bottom - CURVE * sheets as f64 / count as f64;
    for quarter in 0..=4 {
        let sheets = count * quarter / 4;
        let y = y_of(sheets);
        line(svg, (LEFT, y), (LEFT + WIDTH, y), "#ddd", 1.0);
        text(svg, (LEFT - 14.0, y + 4.0), "end", &sheets.to_string());
    }
    text(svg, (LEFT - 50.0, top + CURVE / 2.0), "end", "sheets done");
    for (number, row) in sorted.iter().enumerate() {
        if let Some(found) = row.main() {
            let place = (x_of(found.total_s), y_of(number + 1));
            small_dot(svg, place, colour(found));
        }
    }
    names(svg, &sorted, bottom);
    bottom
}

/// Names the slowest sheets, in a corner that the curve does not come to.
fn names(svg: &mut String, sorted: &[&Row], bottom: f64) {
    let slowest = sorted.iter().rev().take(NAMED);
    for (number, row) in slowest.enumerate() {
        let y = bottom - 10.0 - 15.0 * (NAMED - 1 - number) as f64;
        let name = format!("{} {:.2} s", row.game, seconds(row));
        text(svg, (LEFT + WIDTH - 4.0, y), "end", &name);
    }
}

fn dot(svg: &mut String, place: (f64, f64), colour: &str) {
    circle(svg, place, 4.0, &format!("fill=\"{colour}\""));
}

fn small_dot(svg: &mut String, place: (f64, f64), colour: &str) {
    circle(svg, place, 2.5, &format!("fill=\"{colour}\""));
}

fn ring(svg: &mut String, place: (f64, f64)) {
    circle(svg, place, 4.0, "fill=\"none\" stroke=\"#444\"");
}

fn circle(svg: &mut String, (x, y): (f64, f64), radius: f64, look: &str) {
    push(
        svg,
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" {look}/>"),
    );
}
