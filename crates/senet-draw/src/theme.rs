//! What people like to see of a game they know: shapes of pieces, colours, which way up. Never needed, and never more than looks.

use crate::look::{Place, Shape};
use crate::plan::Plan;
use crate::{Fact, arrange};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A theme, as its file has it. Every part may be left out.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Theme {
    /// What the boards look like.
    pub board: BoardTheme,
    /// The colour of each role, by its name.
    pub roles: BTreeMap<String, Colours>,
    /// What things look like. The key is one or more words that the fact of a thing has, its name included.
    pub pieces: BTreeMap<String, Piece>,
    /// Names of facts that need not be shown beside the boards.
    pub hidden: Vec<String>,
    /// Other words for names of facts beside the boards.
    pub labels: BTreeMap<String, String>,
    /// Rows of places, from the top to the bottom, for the facts of a name whose places have one word each; other words leave gaps.
    pub layout: BTreeMap<String, Vec<Vec<String>>>,
}

/// What boards look like.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoardTheme {
    /// How places are drawn.
    pub style: Style,
    /// The colour of places, or of every second one.
    pub light: Option<String>,
    /// The colour of the others.
    pub dark: Option<String>,
    /// The colour of lines.
    pub line: Option<String>,
    /// Whether columns are drawn upwards.
    pub transposed: Option<bool>,
    /// Whether the first row is at the top.
    pub flipped: Option<bool>,
    /// Whether the first column is at the right.
    pub mirrored: Option<bool>,
    /// Whether coordinates are left out.
    pub bare: bool,
    /// A gap after so many rows and columns.
    pub gap_every: Option<usize>,
    /// The first coordinate names a small board, the second a place on it; both in rows of so many, from the top.
    pub blocks: Option<usize>,
}

/// How places are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Squares of two colours in turn.
    #[default]
    Chequered,
    /// Squares of one colour.
    Plain,
    /// Round holes in a plate.
    Holes,
}

/// The colours of a thing.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Colours {
    /// Its body.
    pub fill: Option<String>,
    /// What is written on it, and its edge.
    pub ink: Option<String>,
}

/// What a thing looks like.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Piece {
    /// Its body.
    pub body: Body,
    /// Strokes or an outline in a square from 0 to 100, as an SVG path. On a body it is drawn in ink.
    pub path: Option<String>,
    /// Words or signs that are written on it; nothing by default.
    pub glyph: Option<String>,
    /// The colour of its body, where it is not that of its owner.
    pub fill: Option<String>,
    /// The colour of what is written on it, and of its edge.
    pub ink: Option<String>,
}

/// The body of a thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Body {
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
    /// As many small dots as its number tells, with the number below.
    Heap,
    /// Only its path or glyph.
    None,
    /// Nothing at all.
    Hidden,
}

/// Why a theme cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThemeError {
    /// It is not written as themes are.
    #[error("{0}")]
    Form(String),
    /// A colour or path has signs that none has.
    #[error("`{text}` is no {what}")]
    Value {
        /// What stands there.
        text: String,
        /// What should.
        what: &'static str,
    },
}

impl Theme {
    /// Reads a theme. Colours are `#rrggbb` or words, paths have only letters and numbers of SVG paths.
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

    /// What a thing of these words looks like: the piece of which all words are there, and of several the one with the most.
    pub fn piece(&self, contents: &[String]) -> Option<&Piece> {
        let fits = |key: &&String| {
            key.split(' ')
                .all(|word| contents.iter().any(|c| c == word))
        };
        let key = self.pieces.keys().filter(fits);
        self.pieces
            .get(key.max_by_key(|key| key.split(' ').count())?)
    }

    /// Whether a fact need not be shown.
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

impl Plan {
    /// The plan with the looks of a theme. Which facts lie on which board stays as it was found.
    pub fn themed(mut self, theme: &Theme) -> Plan {
        for space in &mut self.spaces {
            let mut layers = space.layers.iter();
            if let Some(rows) = layers.find_map(|layer| theme.layout.get(&layer.name))
                && !space.named.is_empty()
            {
                let upwards: Vec<Vec<String>> = rows.iter().rev().cloned().collect();
                arrange::place_in_rows(space, &upwards);
                space.look.spots.clear();
                space.look.lines.clear();
                if space.look.shape != Shape::Pegs {
                    space.look.shape = Shape::Squares;
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

/// The gap between blocks, in sides of a place.
const GAP: f64 = 0.25;

/// Where a place is that is numbered in rows within a block that is numbered in rows.
fn in_blocks((block, place): Place, side: usize) -> (f64, f64) {
    let side = side.max(1);
    let at = |block: usize, place: usize| (block * side + place) as f64 + block as f64 * GAP;
    let (x, y) = (
        at(block % side, place % side),
        at(block / side, place / side),
    );
    (x, -y)
}
