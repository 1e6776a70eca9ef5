//! Random sequences of nearly consecutive states, and what random matches from their last states came to.

use fastrand::Rng;
use senet_engine::{Game, MoveId, PlayoutRequest, PlayoutTally, State, Stopped};
use senet_search::Budget;

/// States of a sequence, if the match is long enough.
const LENGTH: usize = 4;
/// Joint moves from one state of a sequence to the next, at most.
const MAX_DISTANCE: u32 = 3;
/// A random match is left after so many joint moves.
const MAX_MOVES: u32 = 2_000;

/// Nearly consecutive states of a random match.
pub struct Sequence {
    /// The states, none of them terminal.
    pub states: Vec<State>,
    /// For each role, the mean goal of random matches from the last state, between 0 and 1.
    pub scores: Vec<f64>,
}

/// How outcomes are found.
#[derive(Clone, Copy)]
pub struct Outcomes {
    /// Random matches from the last state of each sequence.
    pub matches: u32,
    /// Threads that play them.
    pub threads: usize,
}

/// Plays so many random matches and takes a sequence from each, starting at any of its states with equal chance. Matches in which the
/// rules leave a role without moves or goals are left out.
pub fn sequences(
    game: &dyn Game,
    count: usize,
    outcomes: Outcomes,
    rng: &mut Rng,
    budget: &Budget,
) -> Result<Vec<Sequence>, Stopped> {
    let kept = walks(game, count, rng, budget)?;
    let last = |states: &Vec<State>| states.last().cloned();
    let starts: Vec<State> = kept.iter().filter_map(last).collect();
    let request = PlayoutRequest {
        threads: outcomes.threads,
        ..PlayoutRequest::new(&starts, outcomes.matches, rng.u64(..))
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

/// A random match while it is played.
struct Walk {
    state: State,
    kept: Vec<State>,
    /// When the next state is kept.
    due: u32,
}

impl Walk {
    /// Keeps the state if it begins a new sequence or is the next of the old one. After so many moves each state so far has had the
    /// same chance to be the beginning.
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

/// The states of a sequence from each of so many random matches.
fn walks(
    game: &dyn Game,
    count: usize,
    rng: &mut Rng,
    budget: &Budget,
) -> Result<Vec<Vec<State>>, Stopped> {
    let start = Walk {
        state: game.initial()?,
        kept: Vec::new(),
        due: 0,
    };
    let mut active: Vec<Walk> = Vec::new();
    active.resize_with(count, || Walk {
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

/// Takes out the matches that are over.
fn retire(game: &dyn Game, active: &mut Vec<Walk>, done: &mut Vec<Walk>) -> Result<(), Stopped> {
    let states: Vec<State> = active.iter().map(|walk| walk.state.clone()).collect();
    let mut over = game.terminal_in(&states)?.into_iter();
    done.extend(active.extract_if(.., |_| over.next().unwrap_or(false)));
    Ok(())
}

/// Makes a random joint move in every match; leaves out those in which a role has none.
fn step(game: &dyn Game, active: &mut Vec<Walk>, rng: &mut Rng) -> Result<(), Stopped> {
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
