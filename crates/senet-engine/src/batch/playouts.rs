//! Random matches: the request, the results, and a plain implementation.

use crate::{Deadline, Game, MoveId, RoleId, State, Stopped, spread_seed};
use fastrand::Rng;

/// A request for random matches.
///
/// ```
/// use senet_engine::{Game, LoadOptions, PlayoutRequest, load};
/// use senet_gdl::Sheet;
///
/// let sheet = Sheet::read(
///     "(role you) (init (step 0)) (succ 0 1) (succ 1 2) (legal you wait)
///      (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
///      (<= terminal (true (step 2))) (goal you 50)",
/// );
/// let game = load(&sheet, &LoadOptions::default())?.game;
/// let start = game.initial()?;
/// let request = PlayoutRequest {
///     details: true,
///     ..PlayoutRequest::new(std::slice::from_ref(&start), 10, 7)
/// };
/// let results = game.playouts(&request)?;
/// assert_eq!(results.tallies[0].ended, 10);
/// assert_eq!(results.matches[0].length, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlayoutRequest<'a> {
    /// The states in which matches start.
    pub starts: &'a [State],
    /// Number of matches per start. Every match is played to its end, because stopping early would
    /// favour short matches.
    pub each: u32,
    /// The same seed gives the same matches on the same back end.
    pub seed: u64,
    /// The distribution of moves.
    pub policy: Policy<'a>,
    /// Stops a match after this number of joint moves and reports its state.
    pub depth_limit: Option<u32>,
    /// True to compute [`PlayoutTally::squared_lengths`]. The fastest back end skips it
    /// otherwise.
    pub squared_lengths: bool,
    /// True to report every match individually.
    pub details: bool,
    /// Maximum number of threads.
    pub threads: usize,
    /// Ends the request early, with [`Stopped::Signalled`]. A match may never end, and threads that
    /// help do not inherit what their caller watches.
    pub deadline: Option<&'a Deadline>,
}

impl<'a> PlayoutRequest<'a> {
    /// Uniformly random matches to the end, on one thread, without details.
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
            deadline: None,
        }
    }

    /// Fails if the deadline of the request or that of the game is over.
    pub(crate) fn check(&self, of_game: &Deadline) -> Result<(), Stopped> {
        match self.is_over() || of_game.is_over() {
            true => Err(Stopped::Signalled),
            false => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(Deadline::is_over)
    }
}

/// The distribution of moves in random matches.
#[derive(Clone, Copy, Debug)]
pub enum Policy<'a> {
    /// Every legal move is equally likely.
    Uniform,
    /// A move's probability is proportional to its weight. If all legal moves weigh zero, the
    /// choice is uniform.
    Weighted(&'a MoveWeights),
}

/// A weight for each move of each role. Moves without an entry have weight 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveWeights {
    /// Weights per role, indexed by move id.
    pub weights: Vec<Vec<u8>>,
}

impl MoveWeights {
    /// The weight of a move.
    pub fn of(&self, role: RoleId, id: MoveId) -> u8 {
        let weights = self.weights.get(role);
        *weights.and_then(|w| w.get(id.0 as usize)).unwrap_or(&1)
    }
}

/// The results of random matches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayoutResults {
    /// The sums over the matches of each start.
    pub tallies: Vec<PlayoutTally>,
    /// All matches, grouped by start, if details were requested.
    pub matches: Vec<PlayoutDetail>,
}

/// Sums over the matches from one start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayoutTally {
    /// Number of matches that reached a terminal state.
    pub ended: u64,
    /// Number of matches stopped by the depth limit.
    pub cut: u64,
    /// Number of matches that stopped because a role had no legal move before the end. The rules
    /// are not playable there.
    pub stuck: u64,
    /// Number of joint moves in all matches.
    pub steps: u64,
    /// Sum of the squared lengths of all matches, if requested.
    pub squared_lengths: u64,
    /// Goal sums per role, over the matches that reached a terminal state.
    pub goals: Vec<GoalSums>,
}

/// Sums of one role's goals over finished matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoalSums {
    /// Number of matches with exactly one goal value. Only these are summed.
    pub valid: u64,
    /// Sum of the values.
    pub sum: i64,
    /// Sum of the squared values.
    pub squares: u64,
}

impl GoalSums {
    /// Adds matches that all have the same value. Goals of invalid rules may be so large that the
    /// sum of squares saturates.
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

impl PlayoutTally {
    /// An empty tally for a number of roles.
    pub fn new(roles: usize) -> PlayoutTally {
        PlayoutTally {
            goals: vec![GoalSums::default(); roles],
            ..PlayoutTally::default()
        }
    }

    /// Number of all matches.
    pub fn matches(&self) -> u64 {
        self.ended + self.cut + self.stuck
    }

    /// Adds the sums of another tally.
    pub fn merge(&mut self, other: &PlayoutTally) {
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
pub struct PlayoutDetail {
    /// Number of joint moves.
    pub length: u32,
    /// The first joint move, if there was one.
    pub first: Option<Box<[MoveId]>>,
    /// The state in which the match stopped.
    pub last: State,
    /// True if the match stopped before its end.
    pub is_cut: bool,
}

/// Plays the matches one after another with single queries.
pub fn play_one_by_one<G: Game + ?Sized>(
    game: &G,
    request: &PlayoutRequest,
) -> Result<PlayoutResults, Stopped> {
    // Callers may use consecutive seeds for consecutive requests, which would give correlated
    // matches.
    let mut rng = Rng::with_seed(spread_seed(request.seed, 0));
    let mut out = PlayoutResults::default();
    for start in request.starts {
        let mut tally = PlayoutTally::new(game.roles().len());
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
    tally: &mut PlayoutTally,
) -> Result<PlayoutDetail, Stopped> {
    let mut state = start.clone();
    let mut first = None;
    let mut length = 0;
    let mut is_cut = true;
    loop {
        if request.is_over() {
            return Err(Stopped::Signalled);
        }
        if game.is_terminal(&state)? {
            tally.ended += 1;
            add_goals(game, &state, tally)?;
            is_cut = false;
            break;
        }
        if Some(length) == request.depth_limit {
            tally.cut += 1;
            break;
        }
        let Some(joint) = choose(game, &state, &request.policy, rng)? else {
            tally.stuck += 1;
            break;
        };
        state = game.next(&state, &joint)?;
        first.get_or_insert(joint);
        length += 1;
    }
    tally.steps += u64::from(length);
    tally.squared_lengths += u64::from(length).pow(2);
    Ok(PlayoutDetail {
        length,
        first,
        last: state,
        is_cut,
    })
}

fn add_goals<G: Game + ?Sized>(
    game: &G,
    state: &State,
    tally: &mut PlayoutTally,
) -> Result<(), Stopped> {
    for (role, sums) in tally.goals.iter_mut().enumerate() {
        if let Some(value) = game.goal(state, role)?.value() {
            sums.add(value, 1);
        }
    }
    Ok(())
}

/// Chooses a random joint move; `None` if a role has no legal move.
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
