//! Counts the legal joint-move sequences of each length: two sheets of the same game must have the same counts.

use crate::random::legal_moves;
use senet_engine::{Game, MoveId, State, Stopped};
use std::collections::HashMap;

/// The counts, as far as the limit allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// `counts[d]` is the number of legal joint-move sequences of length `d + 1` from the initial state.
    pub counts: Vec<u64>,
    /// Why there are fewer counts than asked for, if so.
    pub stopped: Option<String>,
}

/// Counts the sequences of up to `depth` joint moves. A sequence ends where the match does.
///
/// States that are reached in several ways are expanded once and counted as often as they are reached. `node_limit` bounds
/// the joint moves that are made; the count of the last depth needs no move to be made.
pub fn perft(game: &dyn Game, depth: usize, node_limit: u64) -> Result<Perft, Stopped> {
    let mut layer = HashMap::from([(game.initial()?, 1u64)]);
    let mut counts = Vec::new();
    let mut made = 0;
    for level in 1..=depth {
        let choices = expand(game, &layer)?;
        let Some(count) = total(&choices) else {
            return Ok(cut(
                counts,
                format!("the count at depth {level} passes 64 bits"),
            ));
        };
        counts.push(count);
        let here = choices
            .iter()
            .map(Choice::joints)
            .fold(0, u64::saturating_add);
        if level == depth || here == 0 {
            continue;
        }
        made = here.saturating_add(made);
        if made > node_limit {
            let reason = format!("depth {} needs more than {node_limit} moves", level + 1);
            return Ok(cut(counts, reason));
        }
        layer = successors(game, &choices)?;
    }
    Ok(Perft {
        counts,
        stopped: None,
    })
}

fn cut(counts: Vec<u64>, reason: String) -> Perft {
    Perft {
        counts,
        stopped: Some(reason),
    }
}

/// A state, in how many ways it is reached, and what may be done in it.
struct Choice<'a> {
    state: &'a State,
    ways: u64,
    legal: Vec<Vec<MoveId>>,
}

impl Choice<'_> {
    fn joints(&self) -> u64 {
        let counts = self.legal.iter().map(|moves| moves.len() as u64);
        counts.fold(1, u64::saturating_mul)
    }
}

/// The states of a layer in which the match goes on.
fn expand<'a>(game: &dyn Game, layer: &'a HashMap<State, u64>) -> Result<Vec<Choice<'a>>, Stopped> {
    let mut choices = Vec::new();
    for (state, &ways) in layer {
        if !game.is_terminal(state)? {
            let legal = legal_moves(game, state)?;
            choices.push(Choice { state, ways, legal });
        }
    }
    Ok(choices)
}

fn total(choices: &[Choice]) -> Option<u64> {
    choices.iter().try_fold(0u64, |sum, choice| {
        sum.checked_add(choice.ways.checked_mul(choice.joints())?)
    })
}

fn successors(game: &dyn Game, choices: &[Choice]) -> Result<HashMap<State, u64>, Stopped> {
    let mut layer = HashMap::new();
    for choice in choices {
        for index in 0..choice.joints() {
            let next = game.next(choice.state, &nth_joint(&choice.legal, index))?;
            *layer.entry(next).or_insert(0) += choice.ways;
        }
    }
    Ok(layer)
}

/// The joint move with this number, the moves of the last role changing fastest.
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
