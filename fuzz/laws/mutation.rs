//! Sheets that are almost right: a small library game with some of its words changed, moved or left out.

use senet_gdl::{TokenKind, tokens};
use senet_library::games;

/// Larger sheets leave the fuzzer no time to try many changes.
const MAX_BYTES: usize = 6_000;

/// Makes a sheet out of bytes: the first chooses the game, and each group of four makes one change.
pub fn sheet_from(bytes: &[u8]) -> Option<String> {
    let small: Vec<_> = games()
        .iter()
        .filter(|game| game.rules.len() <= MAX_BYTES)
        .collect();
    let (first, changes) = bytes.split_first()?;
    let rules = small.get(usize::from(*first) % small.len().max(1))?.rules;
    let counts = |kind| !matches!(kind, TokenKind::Space | TokenKind::Comment);
    let mut words: Vec<&str> = tokens(rules)
        .filter(|token| counts(token.kind))
        .map(|token| token.span.of(rules))
        .collect();
    for change in changes.chunks_exact(4).take(16) {
        apply(change, &mut words);
    }
    Some(words.join(" "))
}

fn apply(change: &[u8], words: &mut Vec<&str>) {
    if words.len() < 2 {
        return;
    }
    let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % words.len();
    let other = (place + usize::from(change[2]) + 1) % words.len();
    match change[3] % 4 {
        0 => words[place] = words[other],
        1 => words.swap(place, other),
        2 => drop(words.remove(place)),
        _ => words.insert(place, words[other]),
    }
}
