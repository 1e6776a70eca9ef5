//! The structure of library games does not depend on their words.

use senet_gdl::{Deadline, Description, ScrambleOptions, Sheet, Symbol, scramble};
use senet_structure::Structure;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the structure as a set of texts. `word` names the symbols.
fn found(description: &Description, word: &dyn Fn(Symbol) -> String) -> BTreeSet<String> {
    let structure = Structure::of(description, &Deadline::never()).unwrap();
    let words = |row: &[Symbol]| row.iter().map(|&s| word(s)).collect::<Vec<_>>();
    let mut lines = BTreeSet::new();
    for successor in &structure.successors {
        for chain in &successor.chains {
            let mut row = words(&chain.elements);
            if format!("{:?}", chain.end) == "Cyclic" {
                // A cycle has no first element, so start at the least word.
                let least = (0..row.len())
                    .min_by_key(|&at| row[at].clone())
                    .unwrap_or(0);
                row.rotate_left(least);
            }
            let back: Vec<_> = row.iter().rev().cloned().collect();
            let row = if successor.both_ways {
                row.min(back)
            } else {
                row
            };
            lines.insert(format!(
                "{} {row:?} {:?}",
                word(successor.relation),
                chain.end
            ));
        }
    }
    for c in &structure.counters {
        let limits: BTreeSet<_> = words(&c.limits).into_iter().collect();
        let (fluent, relation, start) = (word(c.fluent), word(c.relation), word(c.start));
        lines.insert(format!("{fluent} by {relation} from {start} to {limits:?}"));
    }
    for board in &structure.boards {
        let coordinates: Vec<_> = board
            .coordinates
            .iter()
            .map(|c| {
                (
                    c.index,
                    words(&c.values).into_iter().collect::<BTreeSet<_>>(),
                )
            })
            .collect();
        let markers: BTreeMap<_, _> = board
            .markers
            .iter()
            .map(|m| (words(&m.contents), (m.count, m.is_piece)))
            .collect();
        lines.insert(format!(
            "{} {coordinates:?} {markers:?}",
            word(board.fluent)
        ));
    }
    lines
}

#[test]
fn structure_is_invariant_under_scrambling() {
    for game in senet_library::games() {
        let original = Sheet::read(game.rules).description;
        let known = found(&original, &|s| original.symbols.spelling(s).into());
        for seed in 0..2 {
            let options = ScrambleOptions {
                rename_integers: true,
                ..ScrambleOptions::default()
            };
            let scrambled = scramble(&original, seed, &options);
            let back = scrambled.renaming.inverse();
            let symbols = &scrambled.description.symbols;
            let word = |s: Symbol| {
                let new = symbols.spelling(s);
                back.get(new).unwrap_or(new).to_owned()
            };
            assert_eq!(found(&scrambled.description, &word), known, "{}", game.name);
        }
    }
}
