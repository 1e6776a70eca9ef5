//! Random matches: what to play, what came out, and the plain way to play them.

use crate::{Game, MoveId, RoleId, State, Stopped, spread_seed};
use fastrand::Rng;

/// Random matches to be played.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutRequest<'a> {
    /// Where the matches start.
    pub starts: &'a [State],
    /// How many matches from each start. All of them are played to their end, however long they are: stopping early
    /// would favour short matches.
    pub each: u32,
    /// The same seed gives the same matches on the same back end.
    pub seed: u64,
    /// How moves are chosen.
    pub policy: Policy<'a>,
    /// Stop a match after so many joint moves and report its state.
    pub depth_limit: Option<u32>,
    /// Whether [`Tally::squared_lengths`] is wanted; the fastest back end leaves it out otherwise.
    pub squared_lengths: bool,
    /// Whether to report every match by itself.
    pub details: bool,
    /// How many threads may work on it.
    pub threads: usize,
}

impl<'a> PlayoutRequest<'a> {
    /// Uniform matches to the end, on one thread, without details.
    pub fn new(starts: &'a [State], each: u32, seed: u64) -> PlayoutRequest<'a> {
        PlayoutRequest {
            starts,
            each,
            seed,
            policy: Policy::Uniform,
            depth_limit: None,
            squared_lengths: false,
            details: false,
            threads: 1,
        }
    }
}

/// How moves are chosen in random matches.
#[derive(Clone, Copy, Debug)]
pub enum Policy<'a> {
    /// Every legal move is equally likely.
    Uniform,
    /// A legal move is chosen with a probability proportional to its weight; uniformly where all weights are zero.
    Weighted(&'a MoveWeights),
}

/// A weight for each move of each role; moves without an entry weigh 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveWeights {
    /// Per role, by the number of the move.
    pub weights: Vec<Vec<u8>>,
}

impl MoveWeights {
    /// The weight of a move.
    pub fn of(&self, role: RoleId, id: MoveId) -> u8 {
        let weights = self.weights.get(role);
        *weights.and_then(|w| w.get(id.0 as usize)).unwrap_or(&1)
    }
}

/// What came out of random matches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Playouts {
    /// For each start, the sums over its matches.
    pub tallies: Vec<Tally>,
    /// Every match, those of a start next to each other, if they were asked for.
    pub matches: Vec<Match>,
}

/// Sums over the matches from one start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Matches that ended.
    pub ended: u64,
    /// Matches stopped by the depth limit.
    pub cut: u64,
    /// Matches in which a role had no legal move before the end: the rules are not playable there.
    pub stuck: u64,
    /// Joint moves made in all matches.
    pub steps: u64,
    /// Sum of the squares of the lengths of all matches, if it was asked for.
    pub squared_lengths: u64,
    /// Per role, over the matches that ended.
    pub goals: Vec<GoalSums>,
}

/// The goals of one role over the matches that ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoalSums {
    /// Matches with exactly one goal value; only these are summed.
    pub valid: u64,
    /// Sum of the values.
    pub sum: i64,
    /// Sum of their squares.
    pub squares: u64,
}

impl GoalSums {
    /// Adds so many matches with the same value. Goals are at most 100 in valid rules; those of other rules may be so great
    /// that their squares only count as very large.
    pub fn add(&mut self, value: i32, matches: u64) {
        let value = i64::from(value);
        self.valid += matches;
        self.sum += value * matches as i64;
        let squares = value.unsigned_abs().pow(2).saturating_mul(matches);
        self.squares = self.squares.saturating_add(squares);
    }

    /// The mean value, if any match had one.
    pub fn mean(&self) -> Option<f64> {
        (self.valid > 0).then(|| self.sum as f64 / self.valid as f64)
    }
}

impl Tally {
    /// No matches, for so many roles.
    pub fn new(roles: usize) -> Tally {
        Tally {
            goals: vec![GoalSums::default(); roles],
            ..Tally::default()
        }
    }

    /// All matches, however they came to an end.
    pub fn matches(&self) -> u64 {
        self.ended + self.cut + self.stuck
    }

    /// Adds the sums of other matches.
    pub fn merge(&mut self, other: &Tally) {
        self.ended += other.ended;
        self.cut += other.cut;
        self.stuck += other.stuck;
        self.steps += other.steps;
        self.squared_lengths += other.squared_lengths;
        for (own, other) in self.goals.iter_mut().zip(&other.goals) {
            own.valid += other.valid;
            own.sum += other.sum;
            own.squares = own.squares.saturating_add(other.squares);
        }
    }
}

/// One random match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// Joint moves made.
    pub length: u32,
    /// The first joint move, if one was made.
    pub first: Option<Box<[MoveId]>>,
    /// The state in which the match was stopped before its end.
    pub cut_at: Option<State>,
}

/// Plays the matches one after the other by asking single questions.
pub fn one_by_one<G: Game + ?Sized>(
    game: &G,
    request: &PlayoutRequest,
) -> Result<Playouts, Stopped> {
    // Whoever plays several requests may count seeds up.
    let mut rng = Rng::with_seed(spread_seed(request.seed, 0));
    let mut out = Playouts::default();
    for start in request.starts {
        let mut tally = Tally::new(game.roles().len());
        for _ in 0..request.each {
            let played = play(game, start, request, &mut rng, &mut tally)?;
            if request.details {
                out.matches.push(played);
            }
        }
        out.tallies.push(tally);
    }
    Ok(out)
}

fn play<G: Game + ?Sized>(
    game: &G,
    start: &State,
    request: &PlayoutRequest,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<Match, Stopped> {
    let mut state = start.clone();
    let mut first = None;
    let mut length = 0;
    let mut cut_at = None;
    loop {
        if game.is_terminal(&state)? {
            tally.ended += 1;
            add_goals(game, &state, tally)?;
            break;
        }
        if Some(length) == request.depth_limit {
            tally.cut += 1;
            cut_at = Some(state);
            break;
        }
        let Some(joint) = choose(game, &state, &request.policy, rng)? else {
            tally.stuck += 1;
            cut_at = Some(state);
            break;
        };
        state = game.next(&state, &joint)?;
        first.get_or_insert(joint);
        length += 1;
    }
    tally.steps += u64::from(length);
    tally.squared_lengths += u64::from(length).pow(2);
    Ok(Match {
        length,
        first,
        cut_at,
    })
}

fn add_goals<G: Game + ?Sized>(game: &G, state: &State, tally: &mut Tally) -> Result<(), Stopped> {
    for (role, sums) in tally.goals.iter_mut().enumerate() {
        if let Some(value) = game.goal(state, role)?.value() {
            sums.add(value, 1);
        }
    }
    Ok(())
}

/// A random joint move; `None` if a role has no legal move.
fn choose<G: Game + ?Sized>(
    game: &G,
    state: &State,
    policy: &Policy,
    rng: &mut Rng,
) -> Result<Option<Box<[MoveId]>>, Stopped> {
    let mut joint = Vec::with_capacity(game.roles().len());
    for role in 0..game.roles().len() {
        let legal = game.legal(state, role)?;
        match pick(&legal, role, policy, rng) {
            Some(chosen) => joint.push(chosen),
            None => return Ok(None),
        }
    }
    Ok(Some(joint.into_boxed_slice()))
}

fn pick(legal: &[MoveId], role: RoleId, policy: &Policy, rng: &mut Rng) -> Option<MoveId> {
    let weight = |id: MoveId| match policy {
        Policy::Uniform => 1,
        Policy::Weighted(weights) => u64::from(weights.of(role, id)),
    };
    let total: u64 = legal.iter().map(|&id| weight(id)).sum();
    if total == 0 {
        return rng.choice(legal).copied();
    }
    let mut rest = rng.u64(0..total);
    legal.iter().copied().find(|&id| {
        let found = rest < weight(id);
        rest = rest.wrapping_sub(weight(id));
        found
    })
}
