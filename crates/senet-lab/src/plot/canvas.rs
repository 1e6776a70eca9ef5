//! Draws lines, circles and text as SVG.

use senet_gdl::escape_markup;
use std::fmt::Write;

/// A point, in pixels from the top left corner.
pub type Point = (f64, f64);

/// An unfinished picture.
pub struct Canvas(String);

impl Canvas {
    /// Creates a white picture of this size with a title.
    pub fn new(title: &str, (width, height): Point) -> Canvas {
        let title = escape_markup(title);
        Canvas(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <text x=\"16\" y=\"28\" font-size=\"16\">{title}</text>\n"
        ))
    }

    /// Returns the finished picture.
    pub fn finish(self) -> String {
        self.0 + "</svg>\n"
    }

    /// Draws a line.
    pub fn line(&mut self, (x1, y1): Point, (x2, y2): Point, colour: &str, width: f64) {
        self.push(format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        ));
    }

    /// Writes text. `anchor` is the end of the text at the point: `start`, `middle` or `end`.
    pub fn text(&mut self, (x, y): Point, anchor: &str, text: &str) {
        let text = escape_markup(text);
        self.push(format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    /// Writes a heading.
    pub fn heading(&mut self, (x, y): Point, text: &str) {
        let text = escape_markup(text);
        self.push(format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-weight=\"bold\">{text}</text>"
        ));
    }

    /// Draws a filled circle.
    pub fn dot(&mut self, (x, y): Point, radius: f64, colour: &str) {
        self.push(format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{colour}\"/>"
        ));
    }

    /// Draws an empty circle.
    pub fn ring(&mut self, (x, y): Point, radius: f64, colour: &str) {
        self.push(format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        ));
    }

    /// Joins points with lines.
    pub fn path(&mut self, points: impl Iterator<Item = Point>, colour: &str) {
        let points = joined(points);
        self.push(format!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        ));
    }

    /// Fills the polygon of the points with a light shade.
    pub fn area(&mut self, points: impl Iterator<Item = Point>, colour: &str) {
        let points = joined(points);
        self.push(format!(
            "<polygon points=\"{points}\" fill=\"{colour}\" fill-opacity=\"0.15\"/>"
        ));
    }

    fn push(&mut self, element: String) {
        // Writing to a string cannot fail.
        writeln!(self.0, "{element}").ok();
    }
}

fn joined(points: impl Iterator<Item = Point>) -> String {
    let points = points.map(|(x, y)| format!("{x:.1},{y:.1}"));
    points.collect::<Vec<_>>().join(" ")
}
