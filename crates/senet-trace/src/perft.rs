//! Perft: the number of legal joint-move sequences of each length. Two sheets of the same game have the same counts.

use senet_engine::legal_moves;
use senet_engine::{Game, MoveId, State, Stopped};
use std::collections::HashMap;

/// The counts up to a limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// `counts[d]` is the number of legal joint-move sequences of length `d + 1` from the initial state.
    pub counts: Vec<u64>,
    /// The reason why there are fewer counts than requested, if so.
    pub stopped: Option<String>,
}

/// Counts the legal sequences of up to `depth` joint moves. A sequence ends at a terminal state.
///
/// A state reached by several sequences is expanded once and counted once per sequence. `node_limit` limits the number of played
/// joint moves. The count of the last depth needs no moves.
///
/// If the limits of the game end the work, the counts so far are the result.
pub fn perft(game: &dyn Game, depth: usize, node_limit: u64) -> Result<Perft, Stopped> {
    let mut counts = Vec::new();
    match count(game, depth, node_limit, &mut counts) {
        Ok(reason) => Ok(Perft {
            counts,
            stopped: reason,
        }),
        Err(stopped) if counts.is_empty() => Err(stopped),
        Err(stopped) => Ok(Perft {
            counts,
            stopped: Some(stopped.to_string()),
        }),
    }
}

/// Counts level by level. Returns the reason if it stops early.
fn count(
    game: &dyn Game,
    depth: usize,
    node_limit: u64,
    counts: &mut Vec<u64>,
) -> Result<Option<String>, Stopped> {
    let mut layer = HashMap::from([(game.initial()?, 1u64)]);
    let mut played = 0;
    for level in 1..=depth {
        let expanded = expand(game, &layer)?;
        let Some(count) = total(&expanded) else {
            let reason = format!("the count at depth {level} exceeds 64 bits");
            return Ok(Some(reason));
        };
        counts.push(count);
        let here = expanded
            .iter()
            .map(ExpandedState::joint_moves)
            .fold(0, u64::saturating_add);
        if level == depth || here == 0 {
            continue;
        }
        played = here.saturating_add(played);
        if played > node_limit {
            let reason = format!("depth {} needs more than {node_limit} moves", level + 1);
            return Ok(Some(reason));
        }
        layer = successors(game, &expanded)?;
    }
    Ok(None)
}

/// A non-terminal state, the number of sequences that reach it, and its legal moves.
struct ExpandedState<'a> {
    state: &'a State,
    sequences: u64,
    legal: Vec<Vec<MoveId>>,
}

impl ExpandedState<'_> {
    fn joint_moves(&self) -> u64 {
        let counts = self.legal.iter().map(|moves| moves.len() as u64);
        counts.fold(1, u64::saturating_mul)
    }
}

/// Expands the non-terminal states of a layer.
fn expand<'a>(
    game: &dyn Game,
    layer: &'a HashMap<State, u64>,
) -> Result<Vec<ExpandedState<'a>>, Stopped> {
    let mut expanded = Vec::new();
    for (state, &sequences) in layer {
        if !game.is_terminal(state)? {
            let legal = legal_moves(game, state)?;
            expanded.push(ExpandedState {
                state,
                sequences,
                legal,
            });
        }
    }
    Ok(expanded)
}

fn total(expanded: &[ExpandedState]) -> Option<u64> {
    expanded.iter().try_fold(0u64, |sum, state| {
        sum.checked_add(state.sequences.checked_mul(state.joint_moves())?)
    })
}

fn successors(game: &dyn Game, expanded: &[ExpandedState]) -> Result<HashMap<State, u64>, Stopped> {
    let mut layer = HashMap::new();
    for state in expanded {
        for index in 0..state.joint_moves() {
            let next = game.next(state.state, &nth_joint(&state.legal, index))?;
            *layer.entry(next).or_insert(0) += state.sequences;
        }
    }
    Ok(layer)
}

/// Returns the joint move with this number. The move of the last role changes fastest.
fn nth_joint(legal: &[Vec<MoveId>], mut index: u64) -> Vec<MoveId> {
    let mut joint = Vec::with_capacity(legal.len());
    for moves in legal.iter().rev() {
        let count = moves.len() as u64;
        joint.push(moves[(index % count) as usize]);
        index /= count;
    }
    joint.reverse();
    joint
}
