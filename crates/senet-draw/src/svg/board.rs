//! Boards as SVG.

use super::outlines::{outline, rectangle};
use super::pen::{round, width_of};
use super::token::draw_tokens;
use crate::look::{Place, Shape};
use crate::picture::{Cell, Grid, Picture};
use crate::targets::place_name;
use crate::theme::Style;
use senet_gdl::escape_markup;
use std::fmt::Write;

/// The side of a place, on boards that are not large.
const SIDE: f64 = 48.0;
/// Larger boards have smaller places, so that they are about so wide.
const WIDE: f64 = 600.0;
/// Towers are about so high.
const TOWER: f64 = 320.0;
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
    /// A board whose upper left corner is at `origin`.
    fn of(grid: &Grid, origin: (f64, f64)) -> Sheet<'_> {
        let centres = grid.cells.keys().map(|&place| grid.look.centre(place));
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for (x, y) in centres {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if let Some(below) = &grid.storeys {
            low.1 = low.1.min(0.0);
            high.1 = high.1.max(below.most.saturating_sub(1) as f64);
        }
        let longest = (high.0 - low.0).max(high.1 - low.1) + 1.0;
        let wide = if grid.storeys.is_some() { TOWER } else { WIDE };
        let side = SIDE.min(wide / longest).max(SMALLEST);
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
            left: origin.0 + names.max(2.0),
            top: origin.1 + titled + 2.0,
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

/// How wide and high a board will be.
pub fn size_of(picture: &Picture, grid: &Grid) -> (f64, f64) {
    let sheet = Sheet::of(grid, (0.0, 0.0));
    let axes = match has_axes(grid) && !picture.theme.board.bare {
        true => MARGIN,
        false => 2.0,
    };
    (sheet.right() + 2.0, sheet.bottom() + axes)
}

/// Draws a board with its upper left corner at `origin`. A place is a group of its own that has nothing in it but its outline and what lies on it.
pub fn draw_grid(picture: &Picture, number: usize, grid: &Grid, origin: (f64, f64)) -> String {
    let sheet = Sheet::of(grid, origin);
    let mut body = String::new();
    if !grid.title.is_empty() {
        let ([x, y], title) = (
            [origin.0 + 2.0, origin.1 + 15.0].map(round),
            escape_markup(&grid.title),
        );
        let _ = writeln!(
            body,
            r#"<text class="title" x="{x}" y="{y}">{title}</text>"#
        );
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
    draw_storeys(&mut body, picture, &sheet);
    for (&place, cell) in &grid.cells {
        draw_cell(&mut body, picture, (number, &sheet), place, cell);
    }
    draw_marks(&mut body, picture, &sheet);
    if has_axes(grid) && !picture.theme.board.bare {
        draw_axes(&mut body, &sheet);
    }
    body
}

/// The storeys that are finished, below the one that is being built, and how high they can grow.
fn draw_storeys(body: &mut String, picture: &Picture, sheet: &Sheet) {
    let Some(below) = &sheet.grid.storeys else {
        return;
    };
    let [x, y] = [sheet.left, sheet.top].map(round);
    let [wide, high] = [sheet.right() - sheet.left, sheet.bottom() - sheet.top].map(round);
    let _ = writeln!(
        body,
        r#"<rect class="scaffold" x="{x}" y="{y}" width="{wide}" height="{high}"/>"#
    );
    let (tokens, shape) = ([below.like.clone()], sheet.grid.look.shape);
    for down in 1..=below.count {
        for &place in sheet.grid.cells.keys() {
            let (x, y) = sheet.centre(place);
            let centre = (x, y + down as f64 * sheet.side);
            draw_tokens(body, picture, &tokens, centre, sheet.side, shape);
        }
        body.push('\n');
    }
}

/// Frames around places that are pointed at, and the names of places.
fn draw_marks(body: &mut String, picture: &Picture, sheet: &Sheet) {
    for (&place, cell) in &sheet.grid.cells {
        let centre = sheet.centre(place);
        if cell.highlighted {
            outline(
                body,
                picture,
                (&sheet.grid.look, sheet.side),
                centre,
                ("changed", 0.93),
            );
            body.push('\n');
        }
        let name = sheet.grid.look.names.get(&place);
        if let (Some(name), false) = (name, picture.theme.board.bare) {
            let holes = picture.theme.board.style == Style::Holes;
            draw_name(body, sheet, centre, name, holes);
        }
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

fn draw_cell(
    body: &mut String,
    picture: &Picture,
    (number, sheet): (usize, &Sheet),
    place: Place,
    cell: &Cell,
) {
    let (x, y) = sheet.centre(place);
    let (look, grid) = (&sheet.grid.look, sheet.grid);
    let said = match look.names.get(&place) {
        Some(name) => name.clone(),
        None => format!("{} {}", grid.columns[place.0], grid.rows[place.1]),
    };
    let (name, said) = (place_name(number, place), escape_markup(said.trim()));
    let _ = write!(body, r#"<g data-place="{name}" aria-label="{said}">"#);
    let class = match is_dark(picture, grid, place) {
        true => "place odd",
        false => "place",
    };
    outline(body, picture, (look, sheet.side), (x, y), (class, 1.0));
    // The name of a square takes the upper part of it.
    let whole = look.names.is_empty() || look.shape != Shape::Squares || picture.theme.board.bare;
    let (down, size) = match whole {
        true => (0.0, sheet.side),
        false => (sheet.side * 0.13, sheet.side * 0.74),
    };
    draw_tokens(body, picture, &cell.tokens, (x, y + down), size, look.shape);
    body.push_str("</g>\n");
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

/// The name of a place in its upper corner, in the middle of a hole, or above a point.
fn draw_name(body: &mut String, sheet: &Sheet, (x, y): (f64, f64), name: &str, holes: bool) {
    let size = (sheet.side / (1.0 + 0.45 * name.chars().count() as f64)).clamp(7.0, 11.0);
    let up = match sheet.grid.look.shape {
        Shape::Points => -sheet.side * 0.5,
        Shape::Pegs => sheet.side * (PEG / 2.0 - 0.22),
        Shape::Squares if holes => -size * 0.35,
        _ => sheet.side * 0.3,
    };
    let [x, y, size] = [x, y - up, size].map(round);
    let name = escape_markup(name);
    let _ = writeln!(
        body,
        r#"<text class="label" x="{x}" y="{y}" style="font-size:{size}px">{name}</text>"#
    );
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

/// Names of columns below, names of rows at the left.
fn draw_axes(body: &mut String, sheet: &Sheet) {
    let grid = sheet.grid;
    let mut label = |x: f64, y: f64, text: &str| {
        let ([x, y], text) = ([x, y].map(round), escape_markup(text));
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
}
