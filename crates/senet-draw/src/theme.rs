//! Themes: the shapes of pieces, the colours and the orientation of a known game. A theme is optional and changes only
//! the appearance.

use crate::look::{BoardPlace, BoardShape};
use crate::plan::DrawingPlan;
use crate::{Fact, arrangement};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A theme file. All parts are optional.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Theme {
    /// The appearance of the boards.
    pub board: BoardTheme,
    /// The colours of each role, by name.
    pub roles: BTreeMap<String, Colours>,
    /// The appearance of pieces. The key is one or more words of the piece's fact, which may include its name.
    pub pieces: BTreeMap<String, Piece>,
    /// The names of facts that are hidden beside the boards.
    pub hidden: Vec<String>,
    /// Other labels for names of facts beside the boards.
    pub labels: BTreeMap<String, String>,
    /// The rows of named places of a fluent, from top to bottom. Other words leave gaps.
    pub layout: BTreeMap<String, Vec<Vec<String>>>,
}

/// The appearance of boards.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoardTheme {
    /// The style of places; by default squares are chequered if pieces move between them.
    pub style: Option<Style>,
    /// The colour of places, or of every second place.
    pub light: Option<String>,
    /// The colour of the other places.
    pub dark: Option<String>,
    /// The colour of lines.
    pub line: Option<String>,
    /// True if columns go up.
    pub transposed: Option<bool>,
    /// True if the first row is at the top.
    pub flipped: Option<bool>,
    /// True if the first column is at the right.
    pub mirrored: Option<bool>,
    /// True if coordinates are hidden.
    pub bare: bool,
    /// Inserts a gap after this number of rows and columns.
    pub gap_every: Option<usize>,
    /// The number of small boards and of places in a row. The first coordinate names a small board, the second a place
    /// on it, from the top.
    pub blocks: Option<usize>,
}

/// The style of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Squares of two alternating colours.
    Chequered,
    /// Squares of one colour.
    Plain,
    /// Round holes in a plate.
    Holes,
}

/// The colours of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Colours {
    /// The colour of the body.
    pub fill: Option<String>,
    /// The colour of the label and the outline.
    pub ink: Option<String>,
}

/// The appearance of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Piece {
    /// The body.
    pub body: PieceBody,
    /// An SVG path in a square from 0 to 100. On a body it is drawn in the ink colour.
    pub path: Option<String>,
    /// The text on the piece; none by default.
    pub glyph: Option<String>,
    /// The colour of the body, instead of the owner's colour.
    pub fill: Option<String>,
    /// The colour of the label and the outline.
    pub ink: Option<String>,
    /// The side of the place where it lies, for walls and signs between places.
    #[serde(skip)]
    pub side: Option<Side>,
}

/// A side of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The upper side.
    Up,
    /// The lower side.
    Down,
    /// The left side.
    Left,
    /// The right side.
    Right,
}

/// The body of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceBody {
    /// A disc.
    #[default]
    Disc,
    /// A small disc.
    Dot,
    /// A ring.
    Ring,
    /// Two crossing strokes.
    Cross,
    /// The whole place.
    Field,
    /// A tile with round corners.
    Tile,
    /// A dot for each unit of its amount, with the number below.
    Heap,
    /// Only its path or glyph.
    None,
    /// Nothing at all.
    Hidden,
}

/// An error in a theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThemeError {
    /// The theme file cannot be parsed.
    #[error("{0}")]
    Form(String),
    /// A colour or path contains invalid characters.
    #[error("`{text}` is not a valid {what}")]
    Value {
        /// The invalid text.
        text: String,
        /// The expected kind of value.
        what: &'static str,
    },
}

impl Theme {
    /// Reads a theme. Colours are `#rrggbb` or words. Paths contain only letters and numbers of SVG paths.
    pub fn read(text: &str) -> Result<Theme, ThemeError> {
        let theme: Theme = toml::from_str(text).map_err(|e| ThemeError::Form(e.to_string()))?;
        let board = [&theme.board.light, &theme.board.dark, &theme.board.line];
        let roles = theme.roles.values().flat_map(|c| [&c.fill, &c.ink]);
        let pieces = theme.pieces.values();
        let own = pieces.clone().flat_map(|p| [&p.fill, &p.ink]);
        for colour in board.into_iter().chain(roles).chain(own).flatten() {
            check(colour, "colour", |c| c.is_ascii_alphanumeric() || c == '#')?;
        }
        for path in pieces.filter_map(|piece| piece.path.as_ref()) {
            let fits = |c: char| "MmLlHhVvCcSsQqTtAaZz0123456789.,- ".contains(c);
            check(path, "path", fits)?;
        }
        Ok(theme)
    }

    /// Returns the piece for some words: the one whose words all occur. If there are several, the one with most words.
    pub fn piece(&self, contents: &[String]) -> Option<&Piece> {
        let fits = |key: &&String| {
            key.split(' ')
                .all(|word| contents.iter().any(|c| c == word))
        };
        let key = self.pieces.keys().filter(fits);
        self.pieces
            .get(key.max_by_key(|key| key.split(' ').count())?)
    }

    /// Returns true if a fact is hidden.
    pub fn hides(&self, fact: &Fact) -> bool {
        self.hidden.contains(&fact.name)
    }
}

fn check(text: &str, what: &'static str, fits: impl Fn(char) -> bool) -> Result<(), ThemeError> {
    match text.chars().all(fits) && !text.is_empty() {
        true => Ok(()),
        false => Err(ThemeError::Value {
            text: text.to_string(),
            what,
        }),
    }
}

impl DrawingPlan {
    /// Applies a theme. The assignment of facts to boards does not change.
    pub fn themed(mut self, theme: &Theme) -> DrawingPlan {
        for space in &mut self.spaces {
            let mut layers = space.layers.iter();
            if let Some(rows) = layers.find_map(|layer| theme.layout.get(&layer.name))
                && !space.named.is_empty()
            {
                let upwards: Vec<Vec<String>> = rows.iter().rev().cloned().collect();
                arrangement::place_in_rows(space, &upwards);
                space.look.spots.clear();
                space.look.lines.clear();
                if space.look.shape != BoardShape::Pegs {
                    space.look.shape = BoardShape::Squares;
                }
            }
            let look = &mut space.look;
            look.transposed = theme.board.transposed.unwrap_or(look.transposed);
            look.flipped = theme.board.flipped.unwrap_or(look.flipped);
            look.mirrored = theme.board.mirrored.unwrap_or(look.mirrored);
            let places = space.places.iter().copied();
            if let Some(blocks) = theme.board.blocks.filter(|_| space.named.is_empty()) {
                look.spots = places
                    .map(|place| (place, in_blocks(place, blocks)))
                    .collect();
            } else if let Some(every) = theme.board.gap_every.filter(|every| *every > 0) {
                let spread = |place| {
                    let (x, y) = look.centre(place);
                    let gaps = |at: f64| at + (at / every as f64).floor() * GAP;
                    (place, (gaps(x), gaps(y)))
                };
                look.spots = places.map(spread).collect();
            }
        }
        self.theme = theme.clone();
        self
    }
}

/// The gap between blocks; the unit is the side of a place.
const GAP: f64 = 0.25;

/// Returns the position of a place in a block. Blocks, and places in a block, are numbered in rows.
fn in_blocks((block, place): BoardPlace, side: usize) -> (f64, f64) {
    let side = side.max(1);
    let at = |block: usize, place: usize| (block * side + place) as f64 + block as f64 * GAP;
    let (x, y) = (
        at(block % side, place % side),
        at(block / side, place / side),
    );
    (x, -y)
}
