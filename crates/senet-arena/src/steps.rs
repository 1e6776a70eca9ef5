//! A match step by step: what the rules are asked, who is asked, what chance does.
//!
//! [`crate::play`] is the loop that plays a whole match. Whoever goes another way, forth and back, with people at the board, puts together the same steps.

use crate::{Outcome, Rules, Turn};
use senet_engine::{MoveId, State, Stopped};
use senet_search::{Budget, is_watching};
use std::time::{SystemTime, UNIX_EPOCH};

pub use crate::chance::{Purpose, draw};
pub use crate::judge::{Verdict, checked};
pub use crate::kif::term as read_move;
pub use crate::seat::{Answer, Letter, Limit, News, Occupant, Proposal, STACK_BYTES, Seat};
pub use crate::story::{Seated, Story, of_match};
pub use crate::table::in_process;
pub use crate::thinker::by_name;

/// Longer than this the rules themselves may not take for the questions of one turn.
const RULES_PATIENCE: f64 = 120.0;

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// Asks the rules something, with patience that has an end. Whoever watches a budget already has patience of its own.
pub fn watched<T>(question: impl FnOnce() -> Result<T, Stopped>) -> Result<T, Stopped> {
    let budget = Budget::seconds(RULES_PATIENCE);
    let _watch = (!is_watching()).then(|| budget.watch());
    question()
}

/// The legal moves of all roles; the rules' own fault if one has none.
pub fn legal(rules: &Rules, state: &State) -> Result<Vec<Vec<MoveId>>, Stopped> {
    let roles = 0..rules.game.roles().len();
    roles.map(|role| rules.game.legal(state, role)).collect()
}

/// The end by the rules: every role must have one goal.
pub fn goals(rules: &Rules, state: &State) -> Result<Outcome, Stopped> {
    let roles = 0..rules.game.roles().len();
    let goals: Vec<_> = watched(|| roles.map(|role| rules.game.goal(state, role)).collect())?;
    let without = goals.iter().position(|goal| goal.value().is_none());
    Ok(match without {
        None => Outcome::Completed(goals.iter().filter_map(|goal| goal.value()).collect()),
        Some(role) => Outcome::Aborted(format!(
            "the rules: {} has no single goal value at the end",
            rules.role_names()[role]
        )),
    })
}

/// What a role is told.
pub fn news(role: usize, step: usize, state: &State, last: Option<&Turn>) -> News {
    News {
        step,
        state: state.clone(),
        last: last.map(|turn| turn.joint.clone()),
        own: last.map(|turn| Some(turn.joint[role])),
        percepts: last
            .and_then(|turn| turn.percepts.get(role).cloned())
            .unwrap_or_default(),
    }
}

/// Makes the joint move that was decided on.
pub fn made(
    rules: &Rules,
    state: &State,
    step: usize,
    legal: Vec<Vec<MoveId>>,
    verdict: Verdict,
) -> Result<Turn, Stopped> {
    let joint = verdict.joint;
    let roles = match rules.hides {
        true => 0..joint.len(),
        false => 0..0,
    };
    let percepts = watched(|| {
        roles
            .map(|role| rules.game.sees(state, &joint, role))
            .collect()
    })?;
    Ok(Turn {
        step,
        moves: rules.move_texts(&joint),
        choices: legal.iter().map(Vec::len).collect(),
        troubles: verdict.troubles,
        reports: verdict.reports,
        thinking: verdict.thinking,
        percepts,
        next: watched(|| rules.game.next(state, &joint))?,
        time: now_ms(),
        joint,
    })
}
