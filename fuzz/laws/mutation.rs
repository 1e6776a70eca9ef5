//! Almost valid sheets: small library games with some words changed, moved or removed.

use senet_gdl::{TokenKind, tokens};
use senet_library::games;

/// The maximum size of a sheet. Larger ones would slow down the fuzzer.
const MAX_BYTES: usize = 6_000;

/// Makes a sheet from bytes. The first byte selects the game, and each group of four bytes makes one change.
pub fn mutated_sheet(bytes: &[u8]) -> Option<String> {
    let small: Vec<_> = games()
        .iter()
        .filter(|game| game.rules.len() <= MAX_BYTES)
        .collect();
    let (first, changes) = bytes.split_first()?;
    let rules = small.get(usize::from(*first) % small.len().max(1))?.rules;
    let is_word = |kind| !matches!(kind, TokenKind::Space | TokenKind::Comment);
    let mut words: Vec<&str> = tokens(rules)
        .filter(|token| is_word(token.kind))
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
