//! Measures playouts from the initial state.

use super::row::{BenchRow, Scaling};
use super::timing::{Measured, Schedule, measure};
use senet_console::{
    MAX_STEPS,
    clock::{thread_cpu_seconds, wall_seconds},
};
use senet_engine::{
    BackEnd, Deadline, Game, Loaded, MATCHES_PER_LANE, PlayoutError, PlayoutRequest, PlayoutTally,
    State, Stopped, spread_seed,
};
use senet_trace::{ByRole, PlayoutEnd, match_rng, playout};
use std::ops::ControlFlow;

/// The playouts to run.
pub struct Matches<'a> {
    game: &'a dyn Game,
    start: State,
    /// Playouts stop after this number of moves, because some rules never terminate.
    depth_limit: Option<u32>,
    seed: u64,
    deadline: &'a Deadline,
    /// The number of playouts that run in lock-step.
    lanes: u32,
}

/// Threads share a request in pieces. Each thread gets the same number of pieces, at least this many.
const PIECES_PER_THREAD: u32 = 4;

/// Number of rounds in which one thread and several threads alternate.
const SCALING_ROUNDS: usize = 5;

/// Number of trial playouts that decide whether the game terminates.
const TRIED: u64 = 64;

impl<'a> Matches<'a> {
    /// Prepares the playouts of a game. Lanes are fastest without a move limit.
    /// They run without one if all trial playouts terminate. The deadline still limits the time.
    pub fn new(
        loaded: &'a Loaded,
        seed: u64,
        schedule: Schedule,
        deadline: &'a Deadline,
    ) -> Result<Matches<'a>, Stopped> {
        let game = &*loaded.game;
        let free = loaded.back_end == BackEnd::Lanes && all_end(game, seed, schedule)?;
        let code = loaded.counts.as_ref().and_then(|c| c.code.as_ref());
        Ok(Matches {
            game,
            start: game.initial()?,
            depth_limit: (!free).then_some(MAX_STEPS as u32),
            seed,
            deadline,
            lanes: code.map_or(0, |code| code.lanes as u32),
        })
    }

    /// Raises the quotas so that they fill the lanes of every thread.
    /// Each thread gets at least one piece of a request, which shortens the wait for the last playouts.
    fn schedule(&self, schedule: Schedule, threads: usize) -> Schedule {
        let pieces = match threads {
            1 => 1,
            _ => PIECES_PER_THREAD * threads as u32,
        };
        let least = self.lanes * MATCHES_PER_LANE * pieces;
        Schedule {
            least: least.max(1),
            ..schedule
        }
    }
}

/// Tells whether all trial playouts terminate within a tenth of the time.
fn all_end(game: &dyn Game, seed: u64, schedule: Schedule) -> Result<bool, Stopped> {
    let start = thread_cpu_seconds();
    for number in 0..TRIED {
        match playout(game, &mut match_rng(seed, number), MAX_STEPS) {
            Ok(played) if played.end == PlayoutEnd::CutShort => return Ok(false),
            Err(PlayoutError::Stopped(stopped)) => return Err(stopped),
            // A match without a result terminates, too. The row reports how many there are.
            Ok(_) | Err(_) => {}
        }
        if thread_cpu_seconds() - start > schedule.seconds / 10.0 {
            break;
        }
    }
    Ok(true)
}

/// Runs one request after another, each with its own seed, and keeps the reason of a stop.
struct Player<'a> {
    matches: &'a Matches<'a>,
    threads: usize,
    requests: u64,
    stopped: Option<Stopped>,
    tally: PlayoutTally,
}

impl<'a> Player<'a> {
    fn new(matches: &'a Matches<'a>, threads: usize) -> Player<'a> {
        Player {
            matches,
            threads,
            requests: 0,
            stopped: None,
            tally: PlayoutTally::new(matches.game.roles().len()),
        }
    }

    /// Plays `quota` matches.
    fn play(&mut self, quota: u32) -> ControlFlow<(), u64> {
        match self.try_play(quota) {
            Ok(()) => ControlFlow::Continue(u64::from(quota)),
            Err(stopped) => {
                self.stopped = Some(stopped);
                ControlFlow::Break(())
            }
        }
    }

    fn try_play(&mut self, quota: u32) -> Result<(), Stopped> {
        let matches = self.matches;
        if matches.deadline.is_over() {
            return Err(Stopped::Signalled);
        }
        self.requests += 1;
        let seed = spread_seed(matches.seed, self.requests);
        let request = PlayoutRequest {
            depth_limit: matches.depth_limit,
            threads: self.threads,
            ..PlayoutRequest::new(std::slice::from_ref(&matches.start), quota, seed)
        };
        let played = matches.game.playouts(&request)?;
        let tallies = played.tallies.iter();
        tallies.for_each(|tally| self.tally.merge(tally));
        Ok(())
    }
}

/// Fills a row with playouts measured in CPU time.
pub fn fill(row: &mut BenchRow, matches: &Matches, schedule: Schedule) {
    let mut player = Player::new(matches, 1);
    let schedule = matches.schedule(schedule, 1);
    let measured = measure(schedule, thread_cpu_seconds, |quota| player.play(quota));
    let tally = &player.tally;
    let count = tally.matches();
    if count > 0 {
        let length = tally.steps as f64 / count as f64;
        row.mean_length = Some(length);
        row.steps_per_s = measured.rate().map(|rate| rate * length);
        row.mean_goals = mean_goals(matches.game.roles(), tally);
    }
    row.playouts = Some(count);
    row.playouts_per_s = measured.rate();
    row.spread = measured.spread();
    row.repetitions = measured.repetitions();
    row.cpu_s = measured.seconds();
    row.problem = told(&player, &measured);
}

/// The mean goals over completed playouts; `None` if a match has no result, or a role no goal.
fn mean_goals(roles: &[String], tally: &PlayoutTally) -> Option<ByRole<f64>> {
    if tally.undefined(roles) > 0 {
        return None;
    }
    let means: Option<Vec<f64>> = tally.goals.iter().map(|sums| sums.mean()).collect();
    Some(ByRole::new(roles, means?))
}

fn told(player: &Player, measured: &Measured) -> Option<String> {
    let tally = &player.tally;
    let all = tally.matches();
    let cut = (tally.cut > 0).then(|| {
        format!(
            "{} of {all} matches were cut short after {MAX_STEPS} moves",
            tally.cut
        )
    });
    let stuck = (tally.stuck > 0).then(|| {
        format!(
            "in {} of {all} matches a role had no legal move",
            tally.stuck
        )
    });
    let stopped = player.stopped.as_ref().map(|stopped| {
        let count = measured.repetitions();
        format!("{stopped}, after {count} repetitions")
    });
    let undefined = tally.undefined(player.matches.game.roles()) - tally.stuck;
    let undefined = (undefined > 0)
        .then(|| format!("in {undefined} of {all} matches a role did not have exactly one goal"));
    let all: Vec<_> = [stopped, cut, stuck, undefined]
        .into_iter()
        .flatten()
        .collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Measures the wall-clock speed-up of several threads. One thread and several threads alternate.
/// The median ratio counts, because other load on the machine changes from second to second.
pub fn scaling(matches: &Matches, threads: usize, schedule: Schedule) -> Option<Scaling> {
    let wall = |threads| {
        let mut player = Player::new(matches, threads);
        let schedule = Schedule {
            seconds: schedule.seconds / SCALING_ROUNDS as f64,
            // One large request, because threads wait for each other at the end of each request.
            repetitions: 1,
            ..matches.schedule(schedule, threads)
        };
        measure(schedule, wall_seconds, |quota| player.play(quota)).rate()
    };
    let round = |_| {
        let (one, all) = (wall(1)?, wall(threads)?);
        Some(Scaling {
            threads,
            wall_playouts_per_s_one_thread: one,
            wall_playouts_per_s: all,
            ratio: all / one,
        })
    };
    let mut rounds: Vec<_> = (0..SCALING_ROUNDS).map(round).collect::<Option<_>>()?;
    rounds.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    Some(rounds.swap_remove(SCALING_ROUNDS / 2))
}
