//! Draws the times as SVG: the sheets of the published table, then a cumulative curve over all sheets.
//! The time axis is logarithmic.

use super::found::BoardsFound;
use super::rows::SheetRow;
use crate::plot::Canvas;

const LEFT: f64 = 200.0;
const WIDTH: f64 = 520.0;
const ROW: f64 = 18.0;
const TOP: f64 = 96.0;
/// The height of the curve in pixels.
const CURVE: f64 = 260.0;
/// The time axis, from 0.0001 s to 100 s.
const DECADES: std::ops::RangeInclusive<i32> = -4..=2;
/// The number of slowest sheets that are named.
const NAMED: usize = 8;

const DECIDED: &str = "#1f4e79";
const UNDECIDED: &str = "#c0722a";
const NO_ANSWER: &str = "#b22222";
const TEST: &str = "#7fa8cf";
const PUBLISHED: &str = "#444";

/// Draws the times.
pub fn times(rows: &[SheetRow]) -> String {
    let published: Vec<&SheetRow> = rows.iter().filter(|row| row.published.is_some()).collect();
    let others: Vec<&SheetRow> = rows.iter().filter(|row| row.published.is_none()).collect();
    let table_end = match published.is_empty() {
        true => TOP,
        false => TOP + ROW * published.len() as f64 + 46.0,
    };
    let bottom = match others.is_empty() {
        true => table_end,
        false => table_end + CURVE + 46.0,
    };
    let title = "Invariant projections: CPU seconds per sheet";
    let mut canvas = Canvas::new(title, (LEFT + WIDTH + 60.0, bottom));
    legend(&mut canvas, !published.is_empty());
    if !published.is_empty() {
        table(&mut canvas, &published, TOP);
    }
    if !others.is_empty() {
        curve(&mut canvas, &others, table_end);
    }
    canvas.finish()
}

/// The horizontal position of a time.
fn x_of(seconds: f64) -> f64 {
    let (first, last) = (f64::from(*DECADES.start()), f64::from(*DECADES.end()));
    let place = seconds.max(1e-9).log10().clamp(first, last);
    LEFT + WIDTH * (place - first) / (last - first)
}

fn legend(canvas: &mut Canvas, has_published: bool) {
    let mut entries = vec![
        (DECIDED, "all decided"),
        (UNDECIDED, "some undecided"),
        (NO_ANSWER, "no answer"),
    ];
    if has_published {
        entries.push((TEST, "the published test"));
        canvas.ring((LEFT + 500.0, 52.0), 4.0, PUBLISHED);
        canvas.text((LEFT + 510.0, 56.0), "start", "published");
    }
    for (number, (colour, name)) in entries.into_iter().enumerate() {
        let x = LEFT + 118.0 * number as f64;
        canvas.dot((x, 52.0), 4.0, colour);
        canvas.text((x + 10.0, 56.0), "start", name);
    }
}

fn axis(canvas: &mut Canvas, top: f64, bottom: f64) {
    for decade in DECADES {
        let seconds = 10f64.powi(decade);
        let x = x_of(seconds);
        let colour = if decade == 1 { "#888" } else { "#ddd" };
        canvas.line((x, top), (x, bottom), colour, 1.0);
        canvas.text((x, bottom + 18.0), "middle", &format!("{seconds} s"));
    }
}

/// Draws the sheets of the published table, slowest first.
fn table(canvas: &mut Canvas, rows: &[&SheetRow], top: f64) {
    let bottom = top + ROW * rows.len() as f64;
    axis(canvas, top - 8.0, bottom);
    let mut sorted = rows.to_vec();
    sorted.sort_by(|a, b| seconds(b).total_cmp(&seconds(a)));
    for (number, row) in sorted.into_iter().enumerate() {
        let y = top + ROW * number as f64 + ROW / 2.0;
        canvas.text((LEFT - 14.0, y + 4.0), "end", &row.game);
        if let Some(published) = row.published {
            canvas.ring((x_of(published.total), y), 4.0, PUBLISHED);
        }
        if let (Some(test), Some(_)) = (&row.test, &row.own) {
            canvas.dot((x_of(test.total_s), y), 4.0, TEST);
        }
        if let Some(found) = row.main() {
            canvas.dot((x_of(found.total_s), y), 4.0, colour(found));
        }
    }
}

fn seconds(row: &SheetRow) -> f64 {
    row.main().map_or(0.0, |found| found.total_s)
}

fn colour(found: &BoardsFound) -> &'static str {
    match (found.failure.is_some(), found.undecided) {
        (true, _) => NO_ANSWER,
        (false, 0) => DECIDED,
        (false, _) => UNDECIDED,
    }
}

/// Draws one dot per sheet. Its height is the number of sheets that were at least as fast.
fn curve(canvas: &mut Canvas, rows: &[&SheetRow], top: f64) {
    let bottom = top + CURVE;
    axis(canvas, top - 8.0, bottom);
    let mut sorted: Vec<&SheetRow> = rows.to_vec();
    sorted.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    let count = sorted.len();
    let y_of = |sheets: usize| bottom - CURVE * sheets as f64 / count as f64;
    for quarter in 0..=4 {
        let sheets = count * quarter / 4;
        let y = y_of(sheets);
        canvas.line((LEFT, y), (LEFT + WIDTH, y), "#ddd", 1.0);
        canvas.text((LEFT - 14.0, y + 4.0), "end", &sheets.to_string());
    }
    canvas.text((LEFT - 50.0, top + CURVE / 2.0), "end", "sheets done");
    for (number, row) in sorted.iter().enumerate() {
        if let Some(found) = row.main() {
            let place = (x_of(found.total_s), y_of(number + 1));
            canvas.dot(place, 2.5, colour(found));
        }
    }
    names(canvas, &sorted, bottom);
}

/// Names the slowest sheets, in a corner that the curve does not reach.
fn names(canvas: &mut Canvas, sorted: &[&SheetRow], bottom: f64) {
    let slowest = sorted.iter().rev().take(NAMED);
    for (number, row) in slowest.enumerate() {
        let y = bottom - 10.0 - 15.0 * (NAMED - 1 - number) as f64;
        let name = format!("{} {:.2} s", row.game, seconds(row));
        canvas.text((LEFT + WIDTH - 4.0, y), "end", &name);
    }
}
