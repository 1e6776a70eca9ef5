//! Random sequences of nearly consecutive states, scored by playouts from their last state.

use fastrand::Rng;
use senet_engine::{Game, MoveId, PlayoutRequest, PlayoutTally, State, Stopped};
use senet_search::Budget;

/// The maximum number of states per sequence.
const LENGTH: usize = 4;
/// The maximum number of joint moves between two states of a sequence.
const MAX_DISTANCE: u32 = 3;
/// A random match is cut off after this many joint moves.
const MAX_MOVES: u32 = 2_000;

/// Nearly consecutive states of a random match.
pub struct Sequence {
    /// The states. None of them is terminal.
    pub states: Vec<State>,
    /// The mean goal of each role in playouts from the last state, between 0 and 1.
    pub scores: Vec<f64>,
}

/// The playouts that score sequences.
#[derive(Clone, Copy)]
pub struct ScoringOptions {
    /// The number of playouts from the last state of each sequence.
    pub playouts: u32,
    /// The number of playout threads.
    pub threads: usize,
}

/// Plays `count` random matches and takes a sequence from each. Every state of a match is equally likely to start the
/// sequence. Matches in which a role has no move or no goal are skipped.
pub fn sequences(
    game: &dyn Game,
    count: usize,
    scoring: ScoringOptions,
    rng: &mut Rng,
    budget: &Budget,
) -> Result<Vec<Sequence>, Stopped> {
    let kept = walks(game, count, rng, budget)?;
    let last = |states: &Vec<State>| states.last().cloned();
    let starts: Vec<State> = kept.iter().filter_map(last).collect();
    let request = PlayoutRequest {
        threads: scoring.threads,
        ..PlayoutRequest::new(&starts, scoring.playouts, rng.u64(..))
    };
    let played = game.playouts(&request)?;
    let pairs = kept.into_iter().zip(&played.tallies);
    Ok(pairs
        .filter_map(|(states, tally)| {
            let scores = scores(tally)?;
            Some(Sequence { states, scores })
        })
        .collect())
}

fn scores(tally: &PlayoutTally) -> Option<Vec<f64>> {
    let score = |mean: f64| (mean / 100.0).clamp(0.0, 1.0);
    let goals = tally.goals.iter();
    goals.map(|goal| goal.mean().map(score)).collect()
}

/// A random match in progress.
struct RandomWalk {
    state: State,
    kept: Vec<State>,
    /// The number of moves at which the next state is kept.
    due: u32,
}

impl RandomWalk {
    /// Keeps the state if it starts a new sequence, or is due as the next state of the current one. By reservoir sampling,
    /// each state so far is equally likely to be the start.
    fn keep(&mut self, moves: u32, rng: &mut Rng) {
        let begins = rng.u32(..=moves) == 0;
        if begins {
            self.kept.clear();
        }
        if begins || (moves == self.due && self.kept.len() < LENGTH) {
            self.kept.push(self.state.clone());
            self.due = moves + rng.u32(1..=MAX_DISTANCE);
        }
    }
}

/// The states of one sequence from each of `count` random matches.
fn walks(
    game: &dyn Game,
    count: usize,
    rng: &mut Rng,
    budget: &Budget,
) -> Result<Vec<Vec<State>>, Stopped> {
    let start = RandomWalk {
        state: game.initial()?,
        kept: Vec::new(),
        due: 0,
    };
    let mut active: Vec<RandomWalk> = Vec::new();
    active.resize_with(count, || RandomWalk {
        state: start.state.clone(),
        kept: Vec::new(),
        due: 0,
    });
    let mut done = Vec::with_capacity(count);
    for moves in 0..MAX_MOVES {
        if budget.is_over() {
            return Err(Stopped::Signalled);
        }
        retire(game, &mut active, &mut done)?;
        if active.is_empty() {
            break;
        }
        active.iter_mut().for_each(|walk| walk.keep(moves, rng));
        step(game, &mut active, rng)?;
    }
    done.extend(active);
    let kept = done.into_iter().map(|walk| walk.kept);
    Ok(kept.filter(|kept| !kept.is_empty()).collect())
}

/// Removes the matches that have ended.
fn retire(
    game: &dyn Game,
    active: &mut Vec<RandomWalk>,
    done: &mut Vec<RandomWalk>,
) -> Result<(), Stopped> {
    let states: Vec<State> = active.iter().map(|walk| walk.state.clone()).collect();
    let mut over = game.terminal_in(&states)?.into_iter();
    done.extend(active.extract_if(.., |_| over.next().unwrap_or(false)));
    Ok(())
}

/// Plays a random joint move in every match. Drops matches in which a role has no move.
fn step(game: &dyn Game, active: &mut Vec<RandomWalk>, rng: &mut Rng) -> Result<(), Stopped> {
    let states: Vec<State> = active.iter().map(|walk| walk.state.clone()).collect();
    let legal = game.legal_in(&states)?;
    let roles = game.roles().len();
    let mut joints: Vec<MoveId> = Vec::with_capacity(states.len() * roles);
    let mut moving = Vec::with_capacity(states.len());
    for (at, walk) in std::mem::take(active).into_iter().enumerate() {
        let choices = (0..roles).map(|role| rng.choice(legal.of(at, role)).copied());
        if let Some(joint) = choices.collect::<Option<Vec<MoveId>>>() {
            joints.extend(joint);
            moving.push(walk);
        }
    }
    let states: Vec<State> = moving.iter().map(|walk| walk.state.clone()).collect();
    let next = game.next_of(&states, &joints)?;
    for (walk, next) in moving.iter_mut().zip(next) {
        walk.state = next;
    }
    *active = moving;
    Ok(())
}
