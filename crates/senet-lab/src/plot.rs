//! Scores with their intervals as a picture (SVG).

use super::score::Score;
use std::fmt::Write;

/// A row of the picture.
pub struct Bar {
    /// What stands at its left; an empty one makes a heading of the next line.
    pub label: String,
    /// What is drawn; nothing for a heading.
    pub score: Option<Score>,
}

const LEFT: f64 = 330.0;
const WIDTH: f64 = 420.0;
const ROW: f64 = 24.0;
const TOP: f64 = 64.0;

/// Draws the rows below each other, from 0 to 100 %, with a line at 50 %.
pub fn scores(title: &str, bars: &[Bar]) -> String {
    let height = TOP + ROW * bars.len() as f64 + 40.0;
    let total = LEFT + WIDTH + 110.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{total}\" height=\"{height}\" viewBox=\"0 0 {total} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"16\" y=\"28\" font-size=\"16\">{}</text>\n",
        escaped(title)
    );
    axis(&mut svg, height - 34.0);
    for (row, bar) in bars.iter().enumerate() {
        draw(&mut svg, bar, TOP + ROW * row as f64 + ROW / 2.0);
    }
    svg + "</svg>\n"
}

/// Where a share stands.
fn x_of(share: f64) -> f64 {
    LEFT + WIDTH * share
}

fn axis(svg: &mut String, bottom: f64) {
    for percent in [0, 25, 50, 75, 100] {
        let x = x_of(f64::from(percent) / 100.0);
        let colour = if percent == 50 { "#888" } else { "#ddd" };
        line(svg, (x, TOP - 8.0), (x, bottom), colour, 1.0);
        text(svg, (x, bottom + 18.0), "middle", &format!("{percent} %"));
    }
}

fn draw(svg: &mut String, bar: &Bar, y: f64) {
    let Some(score) = bar.score else {
        let label = escaped(&bar.label);
        push(
            svg,
            format!(
                "<text x=\"16\" y=\"{:.1}\" font-weight=\"bold\">{label}</text>",
                y + 4.0
            ),
        );
        return;
    };
    text(svg, (LEFT - 14.0, y + 4.0), "end", &bar.label);
    let (low, high) = score.interval();
    line(svg, (x_of(low), y), (x_of(high), y), "#3b6ea5", 3.0);
    let x = x_of(score.share());
    push(
        svg,
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#1f4e79\"/>"),
    );
    let beside = (LEFT + WIDTH + 10.0, y + 4.0);
    text(svg, beside, "start", &score.percent());
}

/// Draws a line.
pub(super) fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
    let ((x1, y1), (x2, y2)) = (from, to);
    push(
        svg,
        format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        ),
    );
}

/// Writes a text at a place.
pub(super) fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, text: &str) {
    let text = escaped(text);
    push(
        svg,
        format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"),
    );
}

/// Adds an element in a line of its own.
pub(super) fn push(svg: &mut String, element: String) {
    // Writing to a string cannot fail.
    writeln!(svg, "{element}").ok();
}

/// Text in which nothing is markup.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
