//! Draws boards as SVG.

use super::edges::draw_edge;
use super::outlines::{outline, rectangle};
use super::style::{round, width_of};
use super::token::draw_tokens;
use crate::look::{BoardPlace, BoardShape};
use crate::picture::{BoardCell, Grid, Picture};
use crate::targets::place_name;
use crate::theme::Style;
use senet_gdl::escape_markup;
use std::fmt::Write;

/// The side of a place on small boards.
const SIDE: f64 = 64.0;
/// The target width of large boards; their places are smaller.
const WIDE: f64 = 600.0;
/// The target height of boards with levels.
const TOWER: f64 = 320.0;
/// The smallest side of a place.
const SMALLEST: f64 = 14.0;
/// The space for coordinates, titles and lines of text.
const MARGIN: f64 = 24.0;

/// The geometry of a board: the side of a place and its margins.
struct BoardGeometry<'a> {
    grid: &'a Grid,
    side: f64,
    left: f64,
    top: f64,
    low: (f64, f64),
    high: (f64, f64),
}

impl BoardGeometry<'_> {
    /// Makes the geometry of a board with its upper left corner at `origin`.
    fn of(grid: &Grid, origin: (f64, f64)) -> BoardGeometry<'_> {
        let centres = grid.cells.keys().map(|&place| grid.look.centre(place));
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for (x, y) in centres {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if let Some(below) = &grid.levels {
            low.1 = low.1.min(0.0);
            high.1 = high.1.max(below.most.saturating_sub(1) as f64);
        }
        let longest = (high.0 - low.0).max(high.1 - low.1) + 1.0;
        let wide = if grid.levels.is_some() { TOWER } else { WIDE };
        let wide = wide / grid.block.map_or(1, |block| block.columns) as f64;
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
        BoardGeometry {
            grid,
            side: side.floor(),
            left: origin.0 + names.max(2.0),
            top: origin.1 + titled + 2.0,
            low,
            high,
        }
    }

    /// Returns the centre of a place in the picture.
    fn centre(&self, place: BoardPlace) -> (f64, f64) {
        let (x, y) = self.grid.look.centre(place);
        let right = self.left + (x - self.low.0 + 0.5) * self.side;
        let down = self.top + (self.high.1 - y + 0.5) * self.side * self.stretch();
        (right, down)
    }

    /// Returns the height of a place divided by its width.
    fn stretch(&self) -> f64 {
        if self.grid.look.shape == BoardShape::Pegs {
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

/// The height of a peg; the unit is the side of a place.
pub const PEG: f64 = 2.2;

/// Returns the width and height of a board.
pub fn size_of(picture: &Picture, grid: &Grid) -> (f64, f64) {
    let geometry = BoardGeometry::of(grid, (0.0, 0.0));
    let axes = match has_axes(grid) && !picture.theme.board.bare {
        true => MARGIN,
        false => 2.0,
    };
    (geometry.right() + 2.0, geometry.bottom() + axes)
}

/// Draws a board with its upper left corner at `origin`. Each place is a separate group with its outline and its
/// pieces.
pub fn draw_grid(picture: &Picture, number: usize, grid: &Grid, origin: (f64, f64)) -> String {
    let geometry = BoardGeometry::of(grid, origin);
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
    draw_plate(&mut body, picture, &geometry);
    if grid.look.shape == BoardShape::Squares && every_second_is_missing(grid) {
        draw_squares_between(&mut body, &geometry);
    }
    for &(from, to) in &grid.look.lines {
        let ((x1, y1), (x2, y2)) = (geometry.centre(from), geometry.centre(to));
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(round);
        let _ = writeln!(body, r#"<path class="link" d="M{x1} {y1}L{x2} {y2}"/>"#);
    }
    draw_levels(&mut body, picture, &geometry);
    for (&place, cell) in &grid.cells {
        draw_cell(&mut body, picture, (number, &geometry), place, cell);
    }
    for edge in &grid.edges {
        let ends = (geometry.centre(edge.from), geometry.centre(edge.to));
        draw_edge(
            &mut body,
            picture,
            edge,
            ends,
            (geometry.side, grid.look.shape),
        );
    }
    draw_marks(&mut body, picture, &geometry);
    if has_axes(grid) && !picture.theme.board.bare {
        draw_axes(&mut body, &geometry);
    }
    body
}

/// Draws the finished levels below the board, and a frame for the largest number of levels.
fn draw_levels(body: &mut String, picture: &Picture, geometry: &BoardGeometry) {
    let Some(below) = &geometry.grid.levels else {
        return;
    };
    let [x, y] = [geometry.left, geometry.top].map(round);
    let [wide, high] = [
        geometry.right() - geometry.left,
        geometry.bottom() - geometry.top,
    ]
    .map(round);
    let _ = writeln!(
        body,
        r#"<rect class="scaffold" x="{x}" y="{y}" width="{wide}" height="{high}"/>"#
    );
    let (tokens, shape) = ([below.like.clone()], geometry.grid.look.shape);
    for down in 1..=below.count {
        for &place in geometry.grid.cells.keys() {
            let (x, y) = geometry.centre(place);
            let centre = (x, y + down as f64 * geometry.side);
            draw_tokens(body, picture, &tokens, centre, geometry.side, shape);
        }
        body.push('\n');
    }
}

/// Draws frames around highlighted places, and the names of places.
fn draw_marks(body: &mut String, picture: &Picture, geometry: &BoardGeometry) {
    for (&place, cell) in &geometry.grid.cells {
        let centre = geometry.centre(place);
        if cell.highlighted {
            outline(
                body,
                picture,
                (&geometry.grid.look, geometry.side),
                centre,
                ("changed", 0.93),
            );
            body.push('\n');
        }
        let name = geometry.grid.look.names.get(&place);
        if let (Some(name), false) = (name, picture.theme.board.bare) {
            let holes = picture.theme.board.style == Some(Style::Holes);
            draw_name(body, geometry, centre, name, holes);
        }
    }
}

/// Draws the plate for boards with holes.
fn draw_plate(body: &mut String, picture: &Picture, geometry: &BoardGeometry) {
    let flat = geometry.grid.look.shape == BoardShape::Squares;
    if picture.theme.board.style == Some(Style::Holes) && flat {
        let [x, y] = [geometry.left, geometry.top].map(round);
        let [width, height] = [
            geometry.right() - geometry.left,
            geometry.bottom() - geometry.top,
        ]
        .map(round);
        let _ = writeln!(
            body,
            r#"<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}" rx="8"/>"#
        );
    }
}

fn draw_cell(
    body: &mut String,
    picture: &Picture,
    (number, geometry): (usize, &BoardGeometry),
    place: BoardPlace,
    cell: &BoardCell,
) {
    let (x, y) = geometry.centre(place);
    let (look, grid) = (&geometry.grid.look, geometry.grid);
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
    outline(body, picture, (look, geometry.side), (x, y), (class, 1.0));
    // The name of a square takes its upper part.
    let whole =
        look.names.is_empty() || look.shape != BoardShape::Squares || picture.theme.board.bare;
    let (down, size) = match whole {
        true => (0.0, geometry.side),
        false => (geometry.side * 0.13, geometry.side * 0.74),
    };
    let (between, here): (Vec<_>, Vec<_>) = cell.tokens.iter().cloned().partition(|t| t.between);
    draw_tokens(body, picture, &here, (x, y + down), size, look.shape);
    let half = geometry.side / 2.0;
    draw_tokens(
        body,
        picture,
        &between,
        (x + half, y - half),
        size,
        BoardShape::Squares,
    );
    body.push_str("</g>\n");
}

/// Returns true if a place has the second colour. On chequered boards this is every second square.
fn is_dark(picture: &Picture, grid: &Grid, (x, y): BoardPlace) -> bool {
    let look = &grid.look;
    let chequered = match picture.theme.board.style {
        Some(style) => style == Style::Chequered,
        None => look.chequered || picture.theme.board.dark.is_some(),
    };
    let chequered = chequered && look.names.is_empty();
    let squares = look.shape == BoardShape::Squares && chequered;
    squares && ((x + y) % 2 == 1 || every_second_is_missing(grid))
}

/// Returns true if only the squares of one colour are places.
fn every_second_is_missing(grid: &Grid) -> bool {
    let mut parities = grid.cells.keys().map(|(x, y)| (x + y) % 2);
    let first = parities.next();
    parities.all(|parity| Some(parity) == first) && grid.cells.len() > 4
}

/// Draws the squares that are not places.
fn draw_squares_between(body: &mut String, geometry: &BoardGeometry) {
    let grid = geometry.grid;
    let all = (0..grid.columns.len()).flat_map(|x| (0..grid.rows.len()).map(move |y| (x, y)));
    for place in all.filter(|place| !grid.cells.contains_key(place)) {
        let _ = rectangle(
            body,
            "place",
            geometry.centre(place),
            (geometry.side, geometry.side),
        );
        body.push('\n');
    }
}

/// Draws the name of a place: at the top of a square, in the middle of a hole, or below a point.
fn draw_name(
    body: &mut String,
    geometry: &BoardGeometry,
    (x, y): (f64, f64),
    name: &str,
    holes: bool,
) {
    let size = (geometry.side / (1.0 + 0.45 * name.chars().count() as f64)).clamp(7.0, 11.0);
    let up = match geometry.grid.look.shape {
        BoardShape::Points => -geometry.side * 0.5,
        BoardShape::Pegs => geometry.side * (PEG / 2.0 - 0.22),
        BoardShape::Squares if holes => -size * 0.35,
        _ => geometry.side * 0.3,
    };
    let [x, y, size] = [x, y - up, size].map(round);
    let name = escape_markup(name);
    let _ = writeln!(
        body,
        r#"<text class="label" x="{x}" y="{y}" style="font-size:{size}px">{name}</text>"#
    );
}

/// Returns true if rows and columns have names.
fn has_axes(grid: &Grid) -> bool {
    let look = &grid.look;
    let doubled = look.shape == BoardShape::HexagonsDoubled;
    look.names.is_empty()
        && !doubled
        && !grid.block.is_some_and(|block| block.nested)
        && (look.spots.is_empty() || look.shape == BoardShape::Squares)
}

/// Returns the names at the left side.
fn side_names(grid: &Grid) -> &[String] {
    match grid.look.transposed {
        true => &grid.columns,
        false => &grid.rows,
    }
}

/// Draws the names of columns below and the names of rows at the left.
fn draw_axes(body: &mut String, geometry: &BoardGeometry) {
    let grid = geometry.grid;
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
            geometry.centre(place(at, lowest)).0,
            geometry.bottom() + 14.0,
            name,
        );
    }
    let leftmost = if grid.look.mirrored { last.0 } else { 0 };
    for (at, name) in side_names(grid).iter().enumerate() {
        let (x, y) = geometry.centre(place(leftmost, at));
        let near = x - geometry.side / 2.0 - 5.0 - width_of(name, 12.0) / 2.0;
        label(near, y + 4.0, name);
    }
}
