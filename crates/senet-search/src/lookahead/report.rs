//! What a search found out, as data for people.

use super::alphabeta::{MOST_DEPTH, Search};
use super::halt::Halt;
use super::line::follow;
use super::outcome::{Entry, Outcome};
use super::root::{Root, RootMove};
use super::score::{BEST, Score, points};
use super::table::Key;
use crate::{MoveReport, Report, Stop};
use senet_engine::MoveId;

/// The report of a search that has ended in this way.
pub fn report(search: &Search, root: &Root, ended: &Result<(), Halt>) -> Report {
    let mut notes = Vec::new();
    let outcome = root.outcome;
    let stop = match ended {
        Err(halt) => {
            let (stop, note) = search.scout.meter.reason(halt);
            notes.extend(note);
            stop
        }
        Ok(()) => finished(outcome, &mut notes),
    };
    let value = root.choice().outcome.or(outcome).map(|found| found.value);
    let proven = outcome.is_some_and(|outcome| outcome.is_proven());
    if let Some(bounds) = outcome.filter(|outcome| !outcome.is_proven()) {
        notes.extend(bounds_note(&bounds));
    }
    if search.met_simultaneous {
        notes.push("where moves are simultaneous, the others are taken to know ours".to_string());
    }
    Report {
        stop,
        simulations: search.scout.meter.simulations,
        nodes: search.scout.meter.nodes,
        depth: u32::from(root.depth),
        values: value.map_or(Vec::new(), |value| of_all(search, value)),
        proven,
        moves: root
            .moves
            .iter()
            .map(|root_move| of_move(search, root_move))
            .collect(),
        line: line(search, root),
        notes,
        ..Report::default()
    }
}

/// What a search has found out while it goes on.
pub fn so_far(search: &Search, root: &Root) -> Report {
    Report {
        stop: Stop::Done,
        notes: Vec::new(),
        ..report(search, root, &Ok(()))
    }
}

fn line(search: &Search, root: &Root) -> Vec<Box<[MoveId]>> {
    let (node, choice) = (&root.frame.node, root.choice());
    let first = node.joints.number(choice.own, choice.reply, 0);
    follow(&search.scout, node, first, |state, joints| {
        let entry = Entry::unpack(search.table.get(Key::of(state))?);
        let (own, reply) = (usize::from(entry.own), usize::from(entry.reply));
        let exists = own < joints.own && reply < joints.replies;
        exists.then(|| joints.number(own, reply, 0))
    })
}

/// Why there is nothing more to search.
fn finished(outcome: Option<Outcome>, notes: &mut Vec<String>) -> Stop {
    let Some(outcome) = outcome else {
        return Stop::Done;
    };
    if outcome.is_proven() {
        let value = points(outcome.at_least);
        notes.push(format!(
            "solved: we can force {value}, and the others can hold us to it"
        ));
        return Stop::Solved;
    }
    notes.push(match outcome.open {
        true => format!("no search looks more than {MOST_DEPTH} moves ahead"),
        false => "searched to all ends".to_string(),
    });
    Stop::Done
}

/// What can be forced although the value is not known.
fn bounds_note(outcome: &Outcome) -> Option<String> {
    let (low, high) = (points(outcome.at_least), points(outcome.at_most));
    match (outcome.at_least > 0, outcome.at_most < BEST) {
        (false, false) => None,
        (true, false) => Some(format!("we can force at least {low}")),
        (false, true) => Some(format!("the others can hold us to {high}")),
        (true, true) => Some(format!(
            "we can force at least {low}, and the others can hold us to {high}"
        )),
    }
}

fn of_move(search: &Search, root_move: &RootMove) -> MoveReport {
    let outcome = root_move.outcome;
    MoveReport {
        id: root_move.id,
        visits: root_move.nodes,
        values: outcome.map_or(Vec::new(), |found| of_all(search, found.value)),
        proven: outcome.is_some_and(|found| found.is_proven()),
    }
}

/// Goals of all roles: the others get what is left of the sum of all goals, each the same; chance gets nothing.
fn of_all(search: &Search, value: Score) -> Vec<f64> {
    let seats = search.scout.seats;
    let others = seats.others().count().max(1) as f64;
    let sum = search.goal_sum.unwrap_or(BEST);
    let rest = (points(sum) - points(value)) / others;
    let of = |role| match role {
        role if role == seats.own => points(value),
        role if Some(role) == seats.chance => 0.0,
        _ => rest,
    };
    (0..seats.roles).map(of).collect()
}
