//! Piece configuration: the same markers on other cells in the initial state.

use super::Transformation;
use super::number_of_markers::has_contents;
use super::rule_edits::text;
use crate::{Board, Coordinate, GroundFact, Structure, declared_facts};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Deadline, Description, Symbol, Term};
use std::collections::BTreeSet;

/// The number of markers of a board that are moved, each in its own variant.
const MOVED: usize = 3;

/// Proposes new configurations for each board: mirrored along one coordinate, with two markers swapped, and with one
/// marker on a free cell nearby. If the rule sheet has `base`, all facts must be declared there.
pub(super) fn proposals(
    description: &Description,
    structure: &Structure,
    deadline: &Deadline,
) -> Vec<Transformation> {
    let declared = declared_facts(description, deadline);
    let (Some(initial), Ok(declared)) = (&structure.initial, declared) else {
        return Vec::new();
    };
    let words = |fact: &GroundFact| text(&fact.term(), &description.symbols);
    let declared = declared.map(|d| d.iter().map(words).collect::<FxHashSet<String>>());
    let is_declared =
        |fact: &GroundFact| declared.as_ref().is_none_or(|d| d.contains(&words(fact)));
    let mut found = Vec::new();
    for board in &structure.boards {
        if deadline.is_over() {
            break;
        }
        let here: Vec<&GroundFact> = initial
            .iter()
            .filter(|f| (f.name, f.args.len()) == (board.fluent, board.arity))
            .collect();
        let mirrored = board.coordinates.iter().filter(|c| c.order.is_some());
        let mirrored = mirrored.map(|c| mirror(&here, c));
        let mut states: Vec<Vec<GroundFact>> = mirrored.collect();
        states.extend(exchange(&here, board));
        let markers = board.markers.iter().filter(|m| m.count > 0).take(MOVED);
        states.extend(markers.filter_map(|m| step(&here, board, &m.contents, &is_declared)));
        for after in states.iter().filter(|s| s.iter().all(is_declared)) {
            found.extend(change(description, board, &here, after));
        }
    }
    found
}

fn change(
    description: &Description,
    board: &Board,
    before: &[&GroundFact],
    after: &[GroundFact],
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

/// Mirrors all facts along one coordinate.
fn mirror(facts: &[&GroundFact], coordinate: &Coordinate) -> Vec<GroundFact> {
    let row = coordinate.values.iter().copied();
    let image: FxHashMap<Symbol, Symbol> = row.clone().zip(row.rev()).collect();
    let mirrored = |fact: &&GroundFact| {
        let mut fact = (*fact).clone();
        if let Term::Constant(word, _) = &mut fact.args[coordinate.index] {
            *word = *image.get(word).unwrap_or(word);
        }
        fact
    };
    facts.iter().map(mirrored).collect()
}

/// Swaps the contents of two cells: two pieces, or otherwise the first two different markers.
fn exchange(facts: &[&GroundFact], board: &Board) -> Option<Vec<GroundFact>> {
    let is_piece = |fact: &GroundFact| {
        let mut pieces = board.markers.iter().filter(|m| m.is_piece);
        pieces.any(|m| has_contents(fact, board, &m.contents))
    };
    let differ = |a: &GroundFact, b: &GroundFact| {
        let mut contents = board.contents.iter();
        contents.any(|&at| !a.args[at].same(&b.args[at]))
    };
    let pair = |pieces_only: bool| {
        let fits = |at: &usize| !pieces_only || is_piece(facts[*at]);
        let places: Vec<usize> = (0..facts.len()).filter(fits).collect();
        let (&first, rest) = places.split_first()?;
        let other = rest.iter().find(|&&at| differ(facts[first], facts[at]));
        other.map(|&second| (first, second))
    };
    let (first, second) = pair(true).or_else(|| pair(false))?;
    let mut after: Vec<GroundFact> = facts.iter().map(|&f| f.clone()).collect();
    for &at in &board.contents {
        let word = after[first].args[at].clone();
        after[first].args[at] = std::mem::replace(&mut after[second].args[at], word);
    }
    Some(after)
}

/// Moves one marker to a free cell nearby.
fn step(
    facts: &[&GroundFact],
    board: &Board,
    contents: &[Symbol],
    is_declared: &impl Fn(&GroundFact) -> bool,
) -> Option<Vec<GroundFact>> {
    let is_free = |fact: &GroundFact| {
        let same_cell = |other: &&GroundFact| {
            let mut coordinates = board.coordinates.iter();
            coordinates.all(|c| other.args[c.index].same(&fact.args[c.index]))
        };
        is_declared(fact) && !facts.iter().any(same_cell)
    };
    let mut moved = (0..facts.len()).rev().filter_map(|at| {
        let fact = facts[at];
        let mut near = neighbours(fact, board).into_iter();
        let new = has_contents(fact, board, contents).then(|| near.find(is_free));
        Some((at, new.flatten()?))
    });
    let (at, new) = moved.next()?;
    let mut after: Vec<GroundFact> = facts.iter().map(|&f| f.clone()).collect();
    after[at] = new;
    Some(after)
}

/// Moves a fact by one step and then by two steps along each ordered coordinate.
fn neighbours(fact: &GroundFact, board: &Board) -> Vec<GroundFact> {
    let mut found = Vec::new();
    for by in [1, -1, 2, -2] {
        for coordinate in board.coordinates.iter().filter(|c| c.order.is_some()) {
            let mut fact = fact.clone();
            let Term::Constant(word, _) = &mut fact.args[coordinate.index] else {
                continue;
            };
            let row = &coordinate.values;
            let place = row.iter().position(|v| v == word);
            let new = place.and_then(|p| row.get(p.checked_add_signed(by)?));
            if let Some(new) = new {
                *word = *new;
                found.push(fact);
            }
        }
    }
    found
}
