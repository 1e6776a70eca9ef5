//! The looks of words: the colours and shapes that names of roles and pieces choose. Names choose nothing else.

use crate::theme::{Colours, Piece, PieceBody, Side};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The words of `looks.toml`, by what they choose.
#[derive(Debug, Default)]
pub struct Words {
    colours: BTreeMap<String, String>,
    pieces: BTreeMap<String, Piece>,
    empty: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LooksFile {
    empty: Vec<String>,
    colours: BTreeMap<String, Vec<String>>,
    pieces: BTreeMap<String, NamedPiece>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedPiece {
    words: Vec<String>,
    body: PieceBody,
    path: Option<String>,
    fill: Option<String>,
}

/// Returns the words, read once.
pub fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| {
        Words::read(include_str!("../looks.toml")).expect("looks.toml is part of the program")
    })
}

impl Words {
    fn read(text: &str) -> Result<Words, toml::de::Error> {
        let file: LooksFile = toml::from_str(text)?;
        let mut read = Words {
            empty: file.empty,
            ..Words::default()
        };
        for (colour, words) in file.colours {
            let named = words.into_iter().map(|word| (word, colour.clone()));
            read.colours.extend(named);
        }
        for (name, piece) in file.pieces {
            let look = Piece {
                body: piece.body,
                path: piece.path,
                ink: piece.fill.as_deref().map(ink_on),
                fill: piece.fill,
                glyph: None,
                side: None,
            };
            let names = piece.words.into_iter().chain([name]);
            read.pieces.extend(names.map(|word| (word, look.clone())));
        }
        Ok(read)
    }

    /// Returns the colour that a word or one of its parts names, as fill and ink.
    pub fn colours(&self, word: &str) -> Option<Colours> {
        let fill = self.colours.get(bare(word)).or_else(|| {
            let mut parts = parts(word);
            parts.find_map(|part| self.colours.get(part))
        });
        let fill = fill.or_else(|| self.colours.get(self.split_colour(word)?.0))?;
        Some(Colours {
            fill: Some(fill.clone()),
            ink: Some(ink_on(fill)),
        })
    }

    /// Returns true if the word stands for an empty place.
    pub fn is_empty(&self, word: &str) -> bool {
        self.empty.iter().any(|empty| empty == word)
    }

    /// Returns the piece that a word or one of its parts names.
    pub fn piece(&self, word: &str) -> Option<&Piece> {
        let whole = self.pieces.get(bare(word));
        let rest = || self.pieces.get(bare(self.split_colour(word)?.1));
        let part = || {
            parts(word)
                .filter(|part| part.len() > 2)
                .find_map(|part| self.pieces.get(part))
        };
        whole.or_else(rest).or_else(part)
    }

    /// Splits a word such as `whiterook` into its colour and the rest.
    fn split_colour<'a>(&self, word: &'a str) -> Option<(&'a str, &'a str)> {
        let ends = word.char_indices().map(|(at, _)| at).skip(3);
        let mut splits = ends.map(|at| word.split_at(at));
        splits.find(|(first, _)| self.colours.contains_key(*first))
    }
}

/// Returns the side of a place that a word names, such as `blockedeast` or `wall_north`.
pub fn side(word: &str) -> Option<Side> {
    let sides = [
        (["north", "up", "above", "top"], Side::Up),
        (["south", "down", "below", "bottom"], Side::Down),
        (["west", "left", "links", "gauche"], Side::Left),
        (["east", "right", "rechts", "droite"], Side::Right),
    ];
    let ends = |name: &str| match name.len() {
        2 => parts(word).any(|part| part == name),
        _ => word.ends_with(name),
    };
    let mut found = sides
        .into_iter()
        .filter(|(names, _)| names.iter().any(|name| ends(name)));
    found.next().map(|(_, side)| side)
}

/// Returns the sign that a word names: less or greater.
pub fn sign(word: &str) -> Option<&'static str> {
    parts(word).find_map(|part| match part {
        "lt" | "less" | "smaller" => Some("<"),
        "gt" | "greater" | "larger" => Some(">"),
        _ => None,
    })
}

/// Removes digits from the end of a word.
fn bare(word: &str) -> &str {
    let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
    if bare.is_empty() { word } else { bare }
}

/// Splits a word at punctuation.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split(['_', '-', '.', ':'])
        .map(bare)
        .filter(|part| !part.is_empty())
}

/// Returns the ink with the better contrast on a colour: black or white.
pub fn ink_on(fill: &str) -> String {
    let dark = contrast(fill, "#1d1f22") >= contrast(fill, "#ffffff");
    if dark { "#1d1f22" } else { "#ffffff" }.to_string()
}

/// Returns the contrast of two colours as in the Web Content Accessibility Guidelines.
pub fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Returns the relative luminance of a colour `#rrggbb`.
fn luminance(colour: &str) -> f64 {
    let [red, green, blue] = linear_channels(colour);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns the red, green and blue light of a colour `#rrggbb`, from 0 to 1.
pub fn linear_channels(colour: &str) -> [f64; 3] {
    [1, 3, 5].map(|at: usize| {
        let hex = colour.get(at..at + 2).unwrap_or("80");
        let value = f64::from(u8::from_str_radix(hex, 16).unwrap_or(128)) / 255.0;
        match value <= 0.04045 {
            true => value / 12.92,
            false => ((value + 0.055) / 1.055).powf(2.4),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appearance::CONTENT_COLOURS;
    use crate::svg::ROLE_COLOURS;

    #[test]
    fn inks_are_readable_on_all_colours() {
        let words = words();
        let fills = words.colours.values().map(String::as_str);
        let pieces = words
            .pieces
            .values()
            .filter_map(|piece| piece.fill.as_deref());
        for fill in fills.chain(pieces).chain(CONTENT_COLOURS) {
            let found = contrast(fill, &ink_on(fill));
            assert!(found >= 4.5, "{fill}: {found:.1}");
        }
        for (fill, ink) in ROLE_COLOURS {
            assert!(contrast(fill, ink) >= 4.0, "{fill} {ink}");
        }
    }

    #[test]
    fn pieces_differ_from_the_board() {
        for fill in words().colours.values() {
            let edge = contrast(fill, "#22262b").max(contrast(fill, "#efe2c6"));
            assert!(edge >= 1.5, "{fill}");
        }
    }

    #[test]
    fn finds_colours_and_pieces_in_compound_words() {
        let fill = |word: &str| words().colours(word).and_then(|colours| colours.fill);
        assert_eq!(fill("schwarz"), fill("black"));
        assert_eq!(fill("blackpawn"), fill("black"));
        assert_eq!(fill("redplayer"), fill("red"));
        assert_eq!(fill("bread"), None);
        let rook = words().piece("rook");
        assert!(rook.is_some());
        assert_eq!(words().piece("whiterook"), rook);
        assert_eq!(words().piece("white_rook"), rook);
        assert_eq!(words().piece("turm2"), rook);
    }

    #[test]
    fn finds_sides_in_names_of_walls() {
        assert_eq!(side("blockedeast"), Some(Side::Right));
        assert_eq!(side("cell_lt_below"), Some(Side::Down));
        assert_eq!(side("cell"), None);
        assert_eq!(sign("cell_lt_below"), Some("<"));
    }
}
