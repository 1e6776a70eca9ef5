//! Number of markers: fewer markers on a board in the initial state.

use super::Transformation;
use super::rule_edits::text;
use crate::{Board, GroundFact, Structure};
use senet_gdl::{Description, Term};

/// Proposes to remove a marker of one kind that is on several cells, or one marker of each such kind.
pub(super) fn proposals(description: &Description, structure: &Structure) -> Vec<Transformation> {
    let Some(initial) = &structure.initial else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for board in &structure.boards {
        let name = description.symbols.spelling(board.fluent).to_owned();
        let several = board.markers.iter().filter(|m| m.count > 1);
        let last = |marker: &crate::Marker| {
            let mut here = initial
                .iter()
                .filter(|f| has_contents(f, board, &marker.contents));
            here.next_back()
                .map(|f| text(&f.term(), &description.symbols))
        };
        let gone: Vec<String> = several.filter_map(last).collect();
        let with = |removed: Vec<String>| Transformation::NumberOfMarkers {
            board: name.clone(),
            removed,
            added: Vec::new(),
        };
        found.extend(gone.iter().map(|fact| with(vec![fact.clone()])));
        if gone.len() > 1 {
            found.push(with(gone));
        }
    }
    found
}

/// Returns true if a fact puts this marker on this board.
pub(super) fn has_contents(
    fact: &GroundFact,
    board: &Board,
    contents: &[senet_gdl::Symbol],
) -> bool {
    (fact.name, fact.args.len()) == (board.fluent, board.arity)
        && board
            .contents
            .iter()
            .zip(contents)
            .all(|(&at, &word)| matches!(fact.args[at], Term::Constant(found, _) if found == word))
}
