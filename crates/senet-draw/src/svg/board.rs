//! Boards as SVG.

use super::pen::{Drawn, escaped, round, width_of};
use super::token::draw_tokens;
use crate::clicks::place_name;
use crate::look::{Place, Shape};
use crate::picture::{Cell, Grid, Picture};
use crate::theme::Style;
use std::fmt::Write;

/// The side of a place, on boards that are not large.
const SIDE: f64 = 48.0;
/// Larger boards have smaller places, so that they are about so wide.
const WIDE: f64 = 600.0;
/// Smaller places show nothing.
const SMALLEST: f64 = 14.0;
/// The room for coordinates, titles and lines of text.
const MARGIN: f64 = 24.0;

/// A board on paper: how large a place is, and where the middle of each is drawn.
struct Sheet<'a> {
    grid: &'a Grid,
    side: f64,
    left: f64,
    top: f64,
    low: (f64, f64),
    high: (f64, f64),
}

impl Sheet<'_> {
    fn of(grid: &Grid) -> Sheet<'_> {
        let centres = grid.cells.keys().map(|&place| grid.look.centre(place));
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for (x, y) in centres {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        let longest = (high.0 - low.0).max(high.1 - low.1) + 1.0;
        let side = SIDE.min(WIDE / longest).max(SMALLEST);
        let names = match has_axes(grid) {
            true => {
                side_names(grid)
                    .iter()
                    .map(|name| width_of(name, 12.0))
                    .fold(0.0, f64::max)
                    + 8.0
            }
            false => 2.0,
        };
        let titled = if grid.title.is_empty() { 0.0 } else { MARGIN };
        Sheet {
            grid,
            side: side.floor(),
            left: names.max(2.0),
            top: titled + 2.0,
            low,
            high,
        }
    }

    /// Where the middle of a place is drawn.
    fn centre(&self, place: Place) -> (f64, f64) {
        let (x, y) = self.grid.look.centre(place);
        let right = self.left + (x - self.low.0 + 0.5) * self.side;
        let down = self.top + (self.high.1 - y + 0.5) * self.side * self.stretch();
        (right, down)
    }

    /// Pegs are higher than wide.
    fn stretch(&self) -> f64 {
        if self.grid.look.shape == Shape::Pegs {
            PEG
        } else {
            1.0
        }
    }

    fn bottom(&self) -> f64 {
        self.top + (self.high.1 - self.low.1 + 1.0) * self.side * self.stretch()
    }

    fn right(&self) -> f64 {
        self.left + (self.high.0 - self.low.0 + 1.0) * self.side
    }
}

/// The height of a peg, in sides of a place.
pub const PEG: f64 = 2.2;

/// Draws a board.
pub fn draw_grid(picture: &Picture, number: usize, grid: &Grid) -> Drawn {
    let sheet = Sheet::of(grid);
    let mut body = String::new();
    if !grid.title.is_empty() {
        let title = escaped(&grid.title);
        let _ = writeln!(body, r#"<text class="title" x="2" y="15">{title}</text>"#);
    }
    plate(&mut body, picture, &sheet);
    if grid.look.shape == Shape::Squares && every_second_is_missing(grid) {
        draw_squares_between(&mut body, &sheet);
    }
    for &(from, to) in &grid.look.lines {
        let ((x1, y1), (x2, y2)) = (sheet.centre(from), sheet.centre(to));
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(round);
        let _ = writeln!(body, r#"<path class="link" d="M{x1} {y1}L{x2} {y2}"/>"#);
    }
    for (&place, cell) in &grid.cells {
        let name = place_name(number, place);
        let _ = write!(body, r#"<g data-place="{name}">"#);
        draw_cell(&mut body, picture, &sheet, place, cell);
        body.push_str("</g>\n");
    }
    let mut bottom = sheet.bottom() + 2.0;
    if has_axes(grid) && !picture.theme.board.bare {
        bottom = draw_axes(&mut body, &sheet);
    }
    Drawn {
        body,
        width: sheet.right() + 2.0,
        height: bottom,
    }
}

/// The plate into which holes are cut.
fn plate(body: &mut String, picture: &Picture, sheet: &Sheet) {
    let flat = sheet.grid.look.shape == Shape::Squares;
    if picture.theme.board.style == Style::Holes && flat {
        let [x, y] = [sheet.left, sheet.top].map(round);
        let [width, height] = [sheet.right() - sheet.left, sheet.bottom() - sheet.top].map(round);
        let _ = writeln!(
            body,
            r#"<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}" rx="8"/>"#
        );
    }
}

fn draw_cell(body: &mut String, picture: &Picture, sheet: &Sheet, place: Place, cell: &Cell) {
    let (x, y) = sheet.centre(place);
    let look = &sheet.grid.look;
    let where_it_is = match look.names.get(&place) {
        Some(name) => name.clone(),
        None => format!(
            "{} {}",
            sheet.grid.columns[place.0], sheet.grid.rows[place.1]
        ),
    };
    let _ = write!(body, "<title>{}</title>", escaped(where_it_is.trim()));
    let class = match is_dark(picture, sheet.grid, place) {
        true => "place odd",
        false => "place",
    };
    outline(body, picture, sheet, (x, y), (class, 1.0));
    if cell.highlighted {
        outline(body, picture, sheet, (x, y), ("changed", 0.93));
    }
    if let (Some(name), true) = (look.names.get(&place), !picture.theme.board.bare) {
        draw_name(body, sheet, (x, y), name);
    }
    // The name of a square takes the upper part of it.
    let (down, size) =
        match look.names.is_empty() || look.shape != Shape::Squares || picture.theme.board.bare {
            true => (0.0, sheet.side),
            false => (sheet.side * 0.13, sheet.side * 0.74),
        };
    draw_tokens(body, picture, &cell.tokens, (x, y + down), size, look.shape);
}

/// Whether a place has the second colour: every second square, beginning with the first one that is light.
fn is_dark(picture: &Picture, grid: &Grid, (x, y): Place) -> bool {
    let look = &grid.look;
    let chequered = picture.theme.board.style == Style::Chequered && look.names.is_empty();
    let squares = look.shape == Shape::Squares && chequered;
    squares && ((x + y) % 2 == 1 || every_second_is_missing(grid))
}

/// Whether all places have the same colour, and the squares of the other colour are no places.
fn every_second_is_missing(grid: &Grid) -> bool {
    let mut parities = grid.cells.keys().map(|(x, y)| (x + y) % 2);
    let first = parities.next();
    parities.all(|parity| Some(parity) == first) && grid.cells.len() > 4
}

/// The squares between places that are no places themselves.
fn draw_squares_between(body: &mut String, sheet: &Sheet) {
    let grid = sheet.grid;
    let all = (0..grid.columns.len()).flat_map(|x| (0..grid.rows.len()).map(move |y| (x, y)));
    for place in all.filter(|place| !grid.cells.contains_key(place)) {
        let _ = rectangle(body, "place", sheet.centre(place), (sheet.side, sheet.side));
        body.push('\n');
    }
}

/// The name of a place in its upper corner, or above a point.
fn draw_name(body: &mut String, sheet: &Sheet, (x, y): (f64, f64), name: &str) {
    let size = (sheet.side / (1.0 + 0.45 * name.chars().count() as f64)).clamp(7.0, 11.0);
    let up = match sheet.grid.look.shape {
        Shape::Points => -sheet.side * 0.5,
        Shape::Pegs => sheet.side * (PEG / 2.0 - 0.22),
        _ => sheet.side * 0.3,
    };
    let [x, y, size] = [x, y - up, size].map(round);
    let name = escaped(name);
    let _ = write!(
        body,
        r#"<text class="label" x="{x}" y="{y}" style="font-size:{size}px">{name}</text>"#
    );
}

/// The edge of a place, or of a part of it: its class, and how large it is.
fn outline(
    body: &mut String,
    picture: &Picture,
    sheet: &Sheet,
    (x, y): (f64, f64),
    (class, share): (&str, f64),
) {
    let side = sheet.side * share;
    let look = &sheet.grid.look;
    let holes = picture.theme.board.style == Style::Holes;
    let _ = match look.shape {
        _ if look.is_hexagonal() => {
            write!(
                body,
                r#"<path class="{class}" d="{}"/>"#,
                hexagon(x, y, side)
            )
        }
        Shape::Points => circle(body, class, (x, y), side * 0.3),
        Shape::Squares if holes => circle(body, class, (x, y), side * 0.42),
        Shape::Pegs => rectangle(
            body,
            class,
            (x, y),
            (side, sheet.side * (PEG + share - 1.0)),
        ),
        _ => rectangle(body, class, (x, y), (side, side)),
    };
}

fn circle(body: &mut String, class: &str, (x, y): (f64, f64), radius: f64) -> std::fmt::Result {
    let [x, y, radius] = [x, y, radius].map(round);
    write!(
        body,
        r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#
    )
}

fn rectangle(
    body: &mut String,
    class: &str,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
) -> std::fmt::Result {
    let [x, y] = [x - width / 2.0, y - height / 2.0].map(round);
    let [width, height] = [width, height].map(round);
    write!(
        body,
        r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#
    )
}

/// A hexagon that stands on a corner; its neighbours to the right and left are one side away.
fn hexagon(x: f64, y: f64, side: f64) -> String {
    let radius = side / 3.0_f64.sqrt();
    let corner = |at: i32| {
        let turn = std::f64::consts::FRAC_PI_3 * f64::from(at);
        let [x, y] = [x + radius * turn.sin(), y - radius * turn.cos()].map(round);
        format!("{x} {y}")
    };
    let corners: Vec<String> = (0..6).map(corner).collect();
    format!("M{}Z", corners.join("L"))
}

/// Whether rows and columns have names.
fn has_axes(grid: &Grid) -> bool {
    let look = &grid.look;
    let doubled = look.shape == Shape::HexagonsDoubled;
    look.names.is_empty() && !doubled && (look.spots.is_empty() || look.shape == Shape::Squares)
}

/// The names that are written at the left side.
fn side_names(grid: &Grid) -> &[String] {
    match grid.look.transposed {
        true => &grid.columns,
        false => &grid.rows,
    }
}

/// Names of columns below, names of rows at the left. Gives where the drawing ends.
fn draw_axes(body: &mut String, sheet: &Sheet) -> f64 {
    let grid = sheet.grid;
    let mut label = |x: f64, y: f64, text: &str| {
        let ([x, y], text) = ([x, y].map(round), escaped(text));
        let _ = writeln!(body, r#"<text class="label" x="{x}" y="{y}">{text}</text>"#);
    };
    let below = match grid.look.transposed {
        true => &grid.rows,
        false => &grid.columns,
    };
    let place = |across: usize, up: usize| match grid.look.transposed {
        true => (up, across),
        false => (across, up),
    };
    let last = (below.len() - 1, side_names(grid).len() - 1);
    let lowest = if grid.look.flipped { last.1 } else { 0 };
    for (at, name) in below.iter().enumerate() {
        label(
            sheet.centre(place(at, lowest)).0,
            sheet.bottom() + 14.0,
            name,
        );
    }
    let leftmost = if grid.look.mirrored { last.0 } else { 0 };
    for (at, name) in side_names(grid).iter().enumerate() {
        let (x, y) = sheet.centre(place(leftmost, at));
        let near = x - sheet.side / 2.0 - 5.0 - width_of(name, 12.0) / 2.0;
        label(near, y + 4.0, name);
    }
    sheet.bottom() + MARGIN
}
