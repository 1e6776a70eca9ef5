//! Fluents that connect two neighbouring places: lines between dots, and walls between squares.

use crate::evidence::Evidence;
use senet_gdl::Symbol;
use senet_structure::{Board, Coordinate};

/// The ends of an edge: the coordinates of its first and second place.
pub type Ends<'a> = ([&'a Coordinate; 2], [&'a Coordinate; 2]);

/// Returns the two places that a fluent with four coordinates connects, if they are neighbours in all possible facts.
pub fn ends<'a>(
    board: &'a Board,
    evidence: &Evidence,
    word: &impl Fn(Symbol) -> String,
) -> Option<Ends<'a>> {
    let [a, b, c, d] = &board.coordinates[..] else {
        return None;
    };
    let ways = [([a, b], [c, d]), ([a, c], [b, d])];
    ways.into_iter().find(|(from, to)| {
        let same = (0..2).all(|axis| from[axis].class == to[axis].class);
        same && are_neighbours(board, evidence, (*from, *to), word)
    })
}

fn are_neighbours(
    board: &Board,
    evidence: &Evidence,
    (from, to): Ends,
    word: &impl Fn(Symbol) -> String,
) -> bool {
    let axis = |at: usize| -> Vec<String> {
        let longer = match from[at].values.len() >= to[at].values.len() {
            true => from[at],
            false => to[at],
        };
        longer.values.iter().map(|&value| word(value)).collect()
    };
    let axes = [axis(0), axis(1)];
    let name = word(board.fluent);
    let facts = evidence.possible.iter();
    let mut facts = facts
        .filter(|fact| fact.name == name && fact.args.len() == board.arity)
        .peekable();
    let step = |fact: &crate::Fact, at: usize| {
        let place = |c: &Coordinate| axes[at].iter().position(|w| *w == fact.args[c.index]);
        Some(place(from[at])?.abs_diff(place(to[at])?))
    };
    // Hexagons have neighbours across corners too.
    let mut straight = facts.peek().is_none();
    let near = facts.all(|fact| match (step(fact, 0), step(fact, 1)) {
        (Some(0), Some(1)) | (Some(1), Some(0)) => {
            straight = true;
            true
        }
        (Some(1), Some(1)) => true,
        _ => false,
    });
    near && straight && !evidence.possible.is_empty()
}
