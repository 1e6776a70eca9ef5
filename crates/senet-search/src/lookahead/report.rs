//! The report of an alpha-beta search.

use super::alphabeta::{AlphaBeta, MAX_DEPTH};
use super::meter::Abort;
use super::principal_variation::follow_table;
use super::root::{Root, RootMove};
use super::score::{BEST, Score, points};
use super::search_outcome::{SearchOutcome, TableEntry};
use super::transposition_table::StateKey;
use crate::{MoveReport, SearchReport, Stop};
use senet_engine::MoveId;

/// The report of a search that ended in this way.
pub fn report(search: &AlphaBeta, root: &Root, ended: &Result<(), Abort>) -> SearchReport {
    let mut notes = Vec::new();
    let outcome = root.outcome;
    let stop = match ended {
        Err(abort) => {
            let (stop, note) = search.context.meter.stop_reason(abort);
            notes.extend(note);
            stop
        }
        Ok(()) => finished(outcome, &mut notes),
    };
    let value = root
        .best_move()
        .outcome
        .or(outcome)
        .map(|found| found.value);
    let proven = outcome.is_some_and(|outcome| outcome.is_proven());
    if let Some(bounds) = outcome.filter(|outcome| !outcome.is_proven()) {
        notes.extend(bounds_note(&bounds));
    }
    if search.met_simultaneous {
        notes.push(
            "with simultaneous moves, the other roles are assumed to know our move".to_string(),
        );
    }
    SearchReport {
        stop,
        simulations: search.context.meter.simulations,
        nodes: search.context.meter.nodes,
        depth: u32::from(root.depth),
        values: value.map_or(Vec::new(), |value| all_goals(search, value)),
        proven,
        moves: root
            .moves
            .iter()
            .map(|root_move| move_report(search, root_move))
            .collect(),
        line: principal_variation(search, root),
        notes,
        ..SearchReport::default()
    }
}

/// An intermediate report of a running search.
pub fn progress_report(search: &AlphaBeta, root: &Root) -> SearchReport {
    SearchReport {
        stop: Stop::Done,
        notes: Vec::new(),
        ..report(search, root, &Ok(()))
    }
}

fn principal_variation(search: &AlphaBeta, root: &Root) -> Vec<Box<[MoveId]>> {
    let (node, best_move) = (&root.frame.node, root.best_move());
    let first = node.joints.number(best_move.own, best_move.reply, 0);
    follow_table(&search.context, node, first, |state, joints| {
        let entry = TableEntry::unpack(search.table.get(StateKey::of(state))?);
        let (own, reply) = (usize::from(entry.own), usize::from(entry.reply));
        let exists = own < joints.own && reply < joints.replies;
        exists.then(|| joints.number(own, reply, 0))
    })
}

/// The stop reason of a complete search, with a note.
fn finished(outcome: Option<SearchOutcome>, notes: &mut Vec<String>) -> Stop {
    let Some(outcome) = outcome else {
        return Stop::Done;
    };
    if outcome.is_proven() {
        let value = points(outcome.lower);
        notes.push(format!(
            "solved: we can force {value}, and the other roles can hold us to it"
        ));
        return Stop::Solved;
    }
    notes.push(match outcome.heuristic {
        true => format!("the maximum search depth of {MAX_DEPTH} moves is reached"),
        false => "searched to all terminal states".to_string(),
    });
    Stop::Done
}

/// A note about bounds that are proven although the value is not.
fn bounds_note(outcome: &SearchOutcome) -> Option<String> {
    let (low, high) = (points(outcome.lower), points(outcome.upper));
    match (outcome.lower > 0, outcome.upper < BEST) {
        (false, false) => None,
        (true, false) => Some(format!("we can force at least {low}")),
        (false, true) => Some(format!("the other roles can hold us to {high}")),
        (true, true) => Some(format!(
            "we can force at least {low}, and the other roles can hold us to {high}"
        )),
    }
}

fn move_report(search: &AlphaBeta, root_move: &RootMove) -> MoveReport {
    let outcome = root_move.outcome;
    MoveReport {
        id: root_move.id,
        visits: root_move.nodes,
        values: outcome.map_or(Vec::new(), |found| all_goals(search, found.value)),
        proven: outcome.is_some_and(|found| found.is_proven()),
    }
}

/// The goals of all roles. The other roles share the rest of the goal sum equally, and chance gets 0.
fn all_goals(search: &AlphaBeta, value: Score) -> Vec<f64> {
    let sides = search.context.sides;
    let others = sides.others().count().max(1) as f64;
    let sum = search.goal_sum.unwrap_or(BEST);
    let rest = (points(sum) - points(value)) / others;
    let of = |role| match role {
        role if role == sides.own => points(value),
        role if Some(role) == sides.chance => 0.0,
        _ => rest,
    };
    (0..sides.roles).map(of).collect()
}
