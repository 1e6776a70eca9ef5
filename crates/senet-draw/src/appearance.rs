//! The look of pieces and roles without a theme: words choose colours and shapes, everything else gets letters.

use crate::colour_vision::difference;
use crate::space::{BoardLayer, BoardSpace};
use crate::svg::ROLE_COLOURS;
use crate::theme::{Colours, Piece, PieceBody};
use crate::words::{Words, ink_on, side, sign, words};
use std::collections::BTreeSet;

/// Colours of contents without an owner, easy to tell apart for colour-blind people too.
pub const CONTENT_COLOURS: [&str; 8] = [
    "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#c45500", "#cc79a7", "#464646",
];

/// Returns the colours that role names choose. The others get colours that no name took; `None` keeps the default.
pub fn role_colours(roles: &[String]) -> Vec<Option<Colours>> {
    let named: Vec<Option<Colours>> = roles.iter().map(|role| named_colours(role)).collect();
    let fills: BTreeSet<String> = named
        .iter()
        .flatten()
        .filter_map(|c| c.fill.clone())
        .collect();
    if fills.is_empty() || fills.len() < named.iter().flatten().count() {
        return vec![None; roles.len()];
    }
    let mut free = ROLE_COLOURS
        .iter()
        .filter(|(fill, _)| !fills.iter().any(|taken| are_confusable(taken, fill)));
    let colours = named.into_iter().map(|own| {
        own.or_else(|| {
            let (fill, ink) = free.next()?;
            Some(Colours {
                fill: Some(fill.to_string()),
                ink: Some(ink.to_string()),
            })
        })
    });
    colours.collect()
}

fn named_colours(role: &str) -> Option<Colours> {
    let bare = role.strip_suffix("player").unwrap_or(role);
    let of_piece = || {
        let fill = words().piece(bare)?.fill.clone()?;
        Some(Colours {
            ink: Some(ink_on(&fill)),
            fill: Some(fill),
        })
    };
    words()
        .colours(role)
        .or_else(|| words().colours(bare))
        .or_else(of_piece)
}

/// Returns true if some people find two colours hard to tell apart.
fn are_confusable(one: &str, other: &str) -> bool {
    difference(one, other) < 20.0
}

/// Returns the look of a piece; `None` for a disc with its label.
pub fn piece(
    space: &BoardSpace,
    layer: &BoardLayer,
    contents: &[String],
    owner: Option<usize>,
    roles: &[String],
) -> Option<Piece> {
    let plain: Vec<&String> = contents.iter().filter(|w| !roles.contains(w)).collect();
    let words = words();
    let hidden = contents.is_empty() && words.is_empty(&layer.name);
    if hidden || space.stacked.as_ref() == Some(&layer.name) {
        return Some(Piece {
            body: PieceBody::Hidden,
            ..Piece::default()
        });
    }
    if let Some(mark) = side_mark(layer, &plain, owner) {
        return Some(mark);
    }
    let found = named_piece(words, space, layer, contents, roles);
    let found = found.map(|found| match space.draughts {
        true => draughtsman(words, found),
        false => found,
    });
    if let Some(mut found) = found {
        let is_mark = matches!(found.body, PieceBody::Cross | PieceBody::Ring);
        if owner.is_some() && !is_mark {
            found.fill = None;
            found.ink = None;
        } else if let (None, Some(colours)) =
            (owner, plain.iter().find_map(|word| words.colours(word)))
        {
            found.fill = colours.fill;
            found.ink = colours.ink;
        }
        return Some(found);
    }
    if !layer.order.is_empty() {
        return heap(layer);
    }
    let no_thing = |word: &&&String| word.len() > 3 && words.is_empty(word);
    if plain.len() > 1 && plain.iter().any(|word| no_thing(&word)) {
        return Some(Piece {
            body: PieceBody::Hidden,
            ..Piece::default()
        });
    }
    if let ([word], None) = (&plain[..], owner) {
        if let Some(colours) = words.colours(word) {
            return Some(Piece {
                fill: colours.fill,
                ink: colours.ink,
                ..Piece::default()
            });
        }
        if is_number(word) {
            return Some(Piece {
                body: PieceBody::None,
                fill: Some("var(--senet-ink,#22262b)".to_string()),
                glyph: Some("{label}".to_string()),
                ..Piece::default()
            });
        }
    }
    if plain.len() > 1 && owner.is_none() && plain.iter().any(|word| is_number(word)) {
        return Some(Piece {
            body: PieceBody::None,
            fill: Some("var(--senet-ink,#22262b)".to_string()),
            glyph: Some("{label}".to_string()),
            ..Piece::default()
        });
    }
    if layer.fixed.contains(contents) && owner.is_none() {
        return Some(Piece {
            body: PieceBody::Field,
            fill: Some("#8d867a".to_string()),
            ink: Some("#1d1f22".to_string()),
            glyph: (layer.fixed.len() > 1).then(|| "{label}".to_string()),
            ..Piece::default()
        });
    }
    own_colour(space, &plain, owner)
}

/// Returns the wall or sign that the name of a fluent, or its only word, mentions. It stands at a side of a place.
fn side_mark(layer: &BoardLayer, plain: &[&String], owner: Option<usize>) -> Option<Piece> {
    let named = match plain {
        [] => side(&layer.name)?,
        [word] if layer.contents.len() == 1 => side(word)?,
        _ => return None,
    };
    let glyph = sign(&layer.name).map(str::to_string);
    owner.is_none().then(|| Piece {
        body: PieceBody::None,
        fill: Some("var(--senet-edge,#22262b)".to_string()),
        side: Some(named),
        glyph,
        ..Piece::default()
    })
}

/// Returns a heap for small amounts: dots are easier to compare than numbers.
fn heap(layer: &BoardLayer) -> Option<Piece> {
    (layer.order.len() <= LARGEST_HEAP).then(|| Piece {
        body: PieceBody::Heap,
        fill: Some("#7a5236".to_string()),
        ink: Some("var(--senet-ink,#22262b)".to_string()),
        ..Piece::default()
    })
}

/// Amounts are drawn as heaps if there are at most this many different ones.
const LARGEST_HEAP: usize = 25;

/// Returns a disc in a colour of its own, if the board has few kinds of pieces without an owner.
fn own_colour(space: &BoardSpace, plain: &[&String], owner: Option<usize>) -> Option<Piece> {
    let [word] = plain else {
        return None;
    };
    let number = space.labels.keys().position(|known| known == *word)?;
    let few = owner.is_none() && space.labels.len() <= CONTENT_COLOURS.len();
    let fill = few.then(|| CONTENT_COLOURS[number])?;
    Some(Piece {
        fill: Some(fill.to_string()),
        ink: Some(ink_on(fill)),
        glyph: Some("{label}".to_string()),
        ..Piece::default()
    })
}

/// Returns true if the words of a board name pawns or men, and kings, but no other piece of chess.
pub fn is_draughts(space: &BoardSpace, roles: &[String]) -> bool {
    let words = words();
    let layer = BoardLayer::default();
    let named = space.labels.keys().filter_map(|word| {
        let word = std::slice::from_ref(word);
        named_piece(words, space, &layer, word, roles)
    });
    let named: Vec<Piece> = named.collect();
    let has = |name: &str| words.piece(name).is_some_and(|piece| named.contains(piece));
    (has("pawn") || has("stone"))
        && has("king")
        && !["knight", "bishop", "rook", "queen"].into_iter().any(has)
}

/// Returns the draughts piece for a pawn or a king: a disc, with a crown for the king.
fn draughtsman(words: &Words, found: Piece) -> Piece {
    let is = |name: &str| words.piece(name) == Some(&found);
    match (is("pawn"), is("king")) {
        (true, _) => Piece::default(),
        (_, true) => words.piece("crown").cloned().unwrap_or(found),
        _ => found,
    }
}

fn named_piece(
    words: &Words,
    space: &BoardSpace,
    layer: &BoardLayer,
    contents: &[String],
    roles: &[String],
) -> Option<Piece> {
    let plain: Vec<&String> = contents.iter().filter(|w| !roles.contains(w)).collect();
    let of_word = |word: &str| {
        let without_role = roles
            .iter()
            .find_map(|role| word.strip_prefix(role.as_str()));
        let known = words.piece(word);
        known.or_else(|| {
            words.piece(
                without_role
                    .filter(|rest| !rest.is_empty())?
                    .trim_matches('_'),
            )
        })
    };
    let abbreviated = |word: &&&String| {
        let name = space.abbreviations.then(|| abbreviation(word))??;
        words.piece(name)
    };
    let mut found = plain.iter().filter_map(|word| of_word(word));
    let short = || plain.iter().find_map(|word| abbreviated(&word));
    let by_role = || {
        let marks = |word: &String| words.piece(word.strip_suffix("player").unwrap_or(word));
        let mut found = contents.iter().filter_map(marks);
        let is_mark = |p: &&Piece| matches!(p.body, PieceBody::Cross | PieceBody::Ring);
        found.find(is_mark).filter(|_| plain.is_empty())
    };
    let by_layer = || plain.is_empty().then(|| words.piece(&layer.name)).flatten();
    found
        .next()
        .or_else(short)
        .or_else(by_role)
        .or_else(by_layer)
        .cloned()
}

/// Returns the chess piece that two letters such as `wp` or `bk` name.
pub fn abbreviation(word: &str) -> Option<&'static str> {
    let mut letters = word.chars();
    let owner = letters.next().filter(char::is_ascii_alphabetic);
    let (Some(_), Some(piece), None) = (owner, letters.next(), letters.next()) else {
        return None;
    };
    let names = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let at = "pnbrqk".find(piece)?;
    Some(names[at])
}

/// Returns true if a word is a whole number.
pub fn is_number(word: &str) -> bool {
    !word.is_empty() && word.len() < 6 && word.chars().all(|c| c.is_ascii_digit())
}
