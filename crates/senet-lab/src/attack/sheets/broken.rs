//! Text that is damaged: characters, bytes, parentheses, words of known games.

use super::growth::SMALL_GAME;
use fastrand::Rng;
use senet_gdl::{TokenKind, tokens};
use senet_library::games;

/// Largest known game that is damaged; larger ones only cost time.
const LARGEST_GAME: usize = 20_000;

/// Parentheses that do not match, by the thousand.
pub fn unbalanced(rng: &mut Rng) -> String {
    let count = 1 << rng.usize(1..19);
    match rng.usize(0..4) {
        0 => "(".repeat(count),
        1 => ")".repeat(count),
        2 => format!("{SMALL_GAME}{}", "(<= (p x) ".repeat(count / 8)),
        _ => format!("{}{SMALL_GAME}{}", "(".repeat(count), ")".repeat(count)),
    }
}

/// Comments of a megabyte, or no text but comments.
pub fn huge_comment(rng: &mut Rng) -> String {
    let line = ["; ", ";;;;", "; (role a) ", "; \u{2028}é"][rng.usize(..4)];
    let end = ["\n", "\r\n", "", "\r"][rng.usize(..4)];
    let many = format!("{line}{end}").repeat(1 << rng.usize(4..17));
    if rng.bool() {
        many
    } else {
        format!("{many}\n{SMALL_GAME}")
    }
}

/// A known game with some words changed, moved or removed.
pub fn mutated_game(rng: &mut Rng) -> String {
    let rules = some_game(rng);
    let is_word = |kind| !matches!(kind, TokenKind::Space | TokenKind::Comment);
    let words = tokens(rules).filter(|token| is_word(token.kind));
    let mut words: Vec<&str> = words.map(|token| token.span.of(rules)).collect();
    for _ in 0..rng.usize(1..12) {
        let (one, two) = (rng.usize(..words.len()), rng.usize(..words.len()));
        match rng.usize(0..4) {
            0 => words[one] = words[two],
            1 => words.swap(one, two),
            2 if words.len() > 2 => drop(words.remove(one)),
            _ => words.insert(one, words[two]),
        }
    }
    words.join(" ")
}

fn some_game(rng: &mut Rng) -> &'static str {
    let small = games()
        .iter()
        .filter(|game| game.rules.len() <= LARGEST_GAME);
    let small: Vec<_> = small.collect();
    small[rng.usize(..small.len())].rules
}

/// A known game with some characters replaced by others that have a meaning in GDL.
pub fn shuffled_characters(rng: &mut Rng) -> String {
    let mut characters: Vec<char> = some_game(rng).chars().collect();
    let strange = [
        '(', ')', '?', ';', ' ', '\n', '<', '=', '\u{0}', '\u{feff}', '\u{a0}', '"', 'é',
    ];
    for _ in 0..rng.usize(1..30) {
        let place = rng.usize(..characters.len());
        characters[place] = strange[rng.usize(..strange.len())];
    }
    characters.into_iter().collect()
}

/// A known game with damaged bytes, which are often not valid text.
pub fn damaged_bytes(rng: &mut Rng) -> Vec<u8> {
    let mut bytes = some_game(rng).as_bytes().to_vec();
    for _ in 0..rng.usize(1..50) {
        let place = rng.usize(..bytes.len());
        bytes[place] = rng.u8(..);
    }
    bytes.truncate(rng.usize(1..=bytes.len()));
    bytes
}

/// Bytes without any form.
pub fn random_bytes(rng: &mut Rng) -> Vec<u8> {
    let count = 1 << rng.usize(0..18);
    (0..count).map(|_| rng.u8(..)).collect()
}
