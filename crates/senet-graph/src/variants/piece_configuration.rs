//! Piece configuration: the same things on other cells in the beginning.

use super::Transformation;
use super::edit::text;
use crate::structure::{Board, Fact, Structure};
use rustc_hash::FxHashMap;
use senet_gdl::{Description, Symbol, Term};
use std::collections::BTreeSet;

/// For each board the configurations that arise when two different things change places, and when all are seen in a mirror along one
/// coordinate.
pub(super) fn proposals(description: &Description, structure: &Structure) -> Vec<Transformation> {
    let Some(initial) = &structure.initial else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for board in &structure.boards {
        let here: Vec<&Fact> = initial
            .iter()
            .filter(|f| (f.name, f.args.len()) == (board.fluent, board.arity))
            .collect();
        let mirrored = board.coordinates.iter().filter(|c| c.order.is_some());
        let mut states: Vec<Vec<Fact>> = mirrored
            .map(|c| mirror(&here, c.index, &c.values))
            .collect();
        states.extend(exchange(&here, board));
        let changes = states.iter();
        found.extend(changes.filter_map(|after| change(description, board, &here, after)));
    }
    found
}

fn change(
    description: &Description,
    board: &Board,
    before: &[&Fact],
    after: &[Fact],
) -> Option<Transformation> {
    let symbols = &description.symbols;
    let old: BTreeSet<String> = before.iter().map(|f| text(&f.term(), symbols)).collect();
    let new: BTreeSet<String> = after.iter().map(|f| text(&f.term(), symbols)).collect();
    (old != new).then(|| Transformation::PieceConfiguration {
        board: symbols.spelling(board.fluent).into(),
        removed: old.difference(&new).cloned().collect(),
        added: new.difference(&old).cloned().collect(),
    })
}

/// All facts with one coordinate read from the other end.
fn mirror(facts: &[&Fact], index: usize, row: &[Symbol]) -> Vec<Fact> {
    let image: FxHashMap<Symbol, Symbol> =
        row.iter().copied().zip(row.iter().rev().copied()).collect();
    let mirrored = |fact: &&Fact| {
        let mut fact = (*fact).clone();
        if let Term::Constant(word, _) = &mut fact.args[index] {
            *word = *image.get(word).unwrap_or(word);
        }
        fact
    };
    facts.iter().map(mirrored).collect()
}

/// All facts after two have exchanged what stands on their cells: two pieces, or else the first two things that differ.
fn exchange(facts: &[&Fact], board: &Board) -> Option<Vec<Fact>> {
    let is_piece = |fact: &Fact| {
        let mut pieces = board.markers.iter().filter(|m| m.is_piece);
        pieces.any(|m| super::number_of_markers::shows(fact, board, &m.contents))
    };
    let differ = |a: &Fact, b: &Fact| {
        board
            .contents
            .iter()
            .any(|&at| !a.args[at].same(&b.args[at]))
    };
    let pair = |pieces_only: bool| {
        let fits = |at: &usize| !pieces_only || is_piece(facts[*at]);
        let places: Vec<usize> = (0..facts.len()).filter(fits).collect();
        let (&first, rest) = places.split_first()?;
        let other = rest.iter().find(|&&at| differ(facts[first], facts[at]));
        other.map(|&second| (first, second))
    };
    let (first, second) = pair(true).or_else(|| pair(false))?;
    let mut after: Vec<Fact> = facts.iter().map(|&f| f.clone()).collect();
    for &at in &board.contents {
        let word = after[first].args[at].clone();
        after[first].args[at] = std::mem::replace(&mut after[second].args[at], word);
    }
    Some(after)
}
