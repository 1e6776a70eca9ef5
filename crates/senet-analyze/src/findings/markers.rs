//! The contents of boards: markers and pieces.

use super::Context;
use super::finding::{Basis, Finding, FindingKind};
use senet_structure::{Board, Marker};

/// Finds the contents of each board.
pub fn find(context: &Context) -> Vec<Finding> {
    let boards = context.structure.boards.iter();
    boards.flat_map(|board| on(context, board)).collect()
}

fn on(context: &Context, board: &Board) -> Vec<Finding> {
    let relation = context.word(board.fluent);
    let name = |marker: &Marker| {
        let words: Vec<String> = marker.contents.iter().map(|&c| context.word(c)).collect();
        words.join(" ")
    };
    let named = board
        .markers
        .iter()
        .filter(|marker| !marker.contents.is_empty());
    let (pieces, markers): (Vec<&Marker>, Vec<&Marker>) = named.partition(|m| m.is_piece);
    let mut found = Vec::new();
    if !markers.is_empty() {
        let markers: Vec<(String, usize)> = markers.iter().map(|m| (name(m), m.count)).collect();
        let each = markers.iter().map(|(name, count)| match count {
            0 => name.clone(),
            count => format!("{name} ({count} at first)"),
        });
        let text = format!(
            "On {relation} stand {}.",
            each.collect::<Vec<_>>().join(", ")
        );
        let what = FindingKind::Markers {
            relation: relation.clone(),
            markers,
        };
        found.push(Finding {
            what,
            basis: Basis::Rules,
            text,
        });
    }
    if !pieces.is_empty() {
        let pieces: Vec<String> = pieces.into_iter().map(name).collect();
        let text = format!(
            "Pieces on {relation}, each on one cell at a time: {}.",
            pieces.join(", ")
        );
        let what = FindingKind::Pieces { relation, pieces };
        found.push(Finding {
            what,
            basis: Basis::Rules,
            text,
        });
    }
    found
}
