//! Laws of scrambling on all public sheets.

use crate::common::{meaning, public_sheets};
use senet_gdl::{Notation, ScrambleOptions, Sheet, scramble, write};

/// Returns the rules of a description as sorted lines with sorted words, to compare them without regard to order.
fn unordered(description: &senet_gdl::Description) -> Vec<String> {
    let mut words: Vec<String> = meaning(description)
        .iter()
        .map(|rule| {
            let mut words: Vec<_> = rule
                .split([' ', '(', ')'])
                .filter(|w| !w.is_empty())
                .collect();
            words.sort();
            words.join(" ")
        })
        .collect();
    words.sort();
    words
}

#[test]
fn inverse_renaming_restores_public_sheets() {
    let all = ScrambleOptions {
        rename_integers: true,
        ..ScrambleOptions::default()
    };
    for (seed, (name, text)) in (0..).zip(public_sheets()) {
        let original = Sheet::read(text).description;
        let scrambled = scramble(&original, seed, &all);
        let written = write(&scrambled.description, Notation::Prefix);
        let back = scrambled.renaming.inverse().translate(&written);
        let back = Sheet::read(back).description;
        assert_eq!(unordered(&back), unordered(&original), "{name}");
        let roles = |d: &senet_gdl::Description| -> Vec<String> {
            d.roles()
                .iter()
                .map(|r| d.symbols.key(*r).to_owned())
                .collect()
        };
        assert_eq!(roles(&back), roles(&original), "{name}");
        for (old, new) in scrambled.renaming.pairs() {
            assert_eq!(old.starts_with('?'), new.starts_with('?'), "{name}");
        }
    }
}
