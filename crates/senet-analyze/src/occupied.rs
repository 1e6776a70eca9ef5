//! Boards that list only occupied cells: some arguments of a relation determine the others, but not every cell occurs.

use crate::family::{Family, Kind};
use crate::projection::{Projection, Space};

/// The families whose projection determines all other arguments, smallest projections only. `holds` marks the families
/// that held in all visited states.
pub fn keys(space: &Space, families: &[Family], holds: &[bool]) -> Vec<usize> {
    let is_key = |f: usize| families[f].kind == Kind::One && !families[f].is_partial && holds[f];
    let numbers = || (0..families.len()).filter(|&f| is_key(f));
    let smallest = |f: &usize| {
        let own = &families[*f].projection;
        !numbers().any(|other| is_smaller(&families[other].projection, own))
    };
    let is_board = |f: &usize| {
        let projection = &families[*f].projection;
        !projection.positions.is_empty() && space.relations[projection.relation].arity > 1
    };
    numbers().filter(smallest).filter(is_board).collect()
}

fn is_smaller(part: &Projection, whole: &Projection) -> bool {
    let within = part
        .positions
        .iter()
        .all(|position| whole.positions.contains(position));
    part.relation == whole.relation && part.positions.len() < whole.positions.len() && within
}
