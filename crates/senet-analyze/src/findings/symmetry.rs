//! Symmetries: permutations of facts, moves and roles that preserve the rules and the initial state, and their effect
//! on boards.

use super::Context;
use super::finding::{Basis, BoardSymmetry, Finding, FindingKind, RelationArguments};
use super::grid::{Cells, moves};
use senet_graph::{Symmetries, TooHard};
use senet_ground::{GroundOptions, Grounded, ground};
use senet_structure::Board;

/// Maximum number of instances of the sheet's own rules. Beyond it the split rules are used, which may be less
/// symmetric.
const MOST_INSTANCES: usize = 100_000;

/// Finds the symmetries of the game. If the search fails, the reason is noted.
pub fn find(context: &mut Context) -> Vec<Finding> {
    let plain = unsplit(context);
    let grounded = plain.as_ref().unwrap_or(context.index.grounded);
    match all(context, grounded) {
        Ok(found) => found,
        Err(reason) => {
            let reason = format!("the search for symmetries did not finish: {reason}");
            context.skipped.push(reason);
            Vec::new()
        }
    }
}

/// The game with the instances of the sheet's own rules.
fn unsplit(context: &Context) -> Option<Grounded> {
    let mut limits = context.limits.clone();
    limits.rules = limits.rules.min(MOST_INSTANCES);
    let how = GroundOptions {
        limits,
        condense: false,
        ..GroundOptions::default()
    };
    ground(context.description, &how).ok()
}

fn all(context: &Context, grounded: &Grounded) -> Result<Vec<Finding>, TooHard> {
    let deadline = &context.deadline;
    let symmetries = Symmetries::of(grounded, &[], deadline)?;
    if symmetries.generators.is_empty() {
        return Ok(Vec::new());
    }
    let roles = exchanged(grounded, &symmetries);
    let mut found = Vec::new();
    for board in &context.structure.boards {
        if let Some(board) = on_board(context, grounded, board, &symmetries)? {
            found.push(finding(&symmetries, Some(board), roles.clone()));
        }
    }
    if found.is_empty() {
        found.push(finding(&symmetries, None, roles));
    }
    Ok(found)
}

/// Groups of interchangeable roles.
fn exchanged(grounded: &Grounded, symmetries: &Symmetries) -> Vec<Vec<String>> {
    let mut groups: Vec<u32> = (0..grounded.roles.len() as u32).collect();
    for &(from, to) in symmetries.generators.iter().flat_map(|g| &g.roles) {
        let (keep, drop) = (groups[from as usize], groups[to as usize]);
        groups
            .iter_mut()
            .filter(|group| **group == drop)
            .for_each(|group| *group = keep);
    }
    let members = |group: u32| {
        let roles = grounded.roles.iter().zip(&groups);
        let own = roles.filter(|(_, other)| **other == group);
        own.map(|(&role, _)| grounded.text(role))
            .collect::<Vec<_>>()
    };
    let groups = (0..groups.len() as u32).map(members);
    groups.filter(|roles| roles.len() > 1).collect()
}

/// The effect of the symmetries on the cells of a board; `None` if they move no cell or separate facts of a cell.
fn on_board(
    context: &Context,
    grounded: &Grounded,
    board: &Board,
    symmetries: &Symmetries,
) -> Result<Option<BoardSymmetry>, TooHard> {
    let cells = Cells::of(grounded, board);
    let maps = symmetries
        .generators
        .iter()
        .map(|generator| cells.map(generator));
    let Some(maps) = maps.collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    if maps.iter().all(|map| {
        map.iter()
            .enumerate()
            .all(|(from, &to)| from == to as usize)
    }) {
        return Ok(None);
    }
    let marks: Vec<u32> = cells
        .of_fluent
        .iter()
        .map(|cell| cell.map_or(0, |c| c + 1))
        .collect();
    let still = Symmetries::of(grounded, &marks, &context.deadline)?;
    let (Some(all), Some(still)) = (symmetries.size, still.size) else {
        return Ok(None);
    };
    let places = RelationArguments {
        relation: context.word(board.fluent),
        arity: board.arity,
        positions: board.coordinates.iter().map(|c| c.index + 1).collect(),
    };
    Ok(Some(BoardSymmetry {
        places,
        size: u64::try_from(all / still).unwrap_or(u64::MAX),
        moves: moves(&cells, &maps),
    }))
}

fn finding(
    symmetries: &Symmetries,
    board: Option<BoardSymmetry>,
    roles: Vec<Vec<String>>,
) -> Finding {
    let size = match symmetries.size {
        Some(size) => size.to_string(),
        None => "more than 2^128".to_string(),
    };
    let mut text = match &board {
        Some(BoardSymmetry {
            places,
            size,
            moves,
        }) if *size == 8 && moves.len() == 7 => {
            format!(
                "Rotations and reflections of the board {}: 8.",
                places.relation
            )
        }
        Some(BoardSymmetry {
            places,
            size,
            moves,
        }) if !moves.is_empty() => format!(
            "The board {} has {size} symmetries, among them: {}.",
            places.relation,
            moves.join(", ")
        ),
        Some(BoardSymmetry { places, size, .. }) => {
            format!(
                "The cells of {} can be exchanged in {size} ways.",
                places.relation
            )
        }
        None => format!("Facts and moves can be exchanged in {size} ways."),
    };
    for group in &roles {
        text += &format!(" Roles that can be exchanged: {}.", group.join(", "));
    }
    Finding {
        what: FindingKind::Symmetry { size, board, roles },
        basis: Basis::Rules,
        text,
    }
}
