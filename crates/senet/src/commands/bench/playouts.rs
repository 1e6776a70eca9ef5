//! Random matches from the initial state.

use super::row::{Row, Scaling};
use super::timing::{Measured, Schedule, measure};
use crate::cli::MAX_STEPS;
use crate::clock::{thread_cpu_seconds, wall_seconds};
use senet_engine::{Game, PlayoutRequest, State, StopSignal, Stopped, Tally};
use senet_trace::ByRole;
use std::ops::ControlFlow;

/// Plays one request after the other, each with a seed of its own, and remembers what stopped it.
struct Player<'a> {
    game: &'a dyn Game,
    start: State,
    seed: u64,
    threads: usize,
    stop: &'a StopSignal,
    stopped: Option<Stopped>,
    tally: Tally,
}

impl<'a> Player<'a> {
    fn new(game: &'a dyn Game, seed: u64, stop: &'a StopSignal) -> Result<Player<'a>, Stopped> {
        Ok(Player {
            game,
            start: game.initial()?,
            seed,
            threads: 1,
            stop,
            stopped: None,
            tally: Tally::new(game.roles().len()),
        })
    }

    /// Plays so many matches. Matches that do not end are cut short: rules may know no end.
    fn play(&mut self, quota: u32) -> ControlFlow<(), u64> {
        if (self.stop)() {
            self.stopped = Some(Stopped::Signalled);
            return ControlFlow::Break(());
        }
        self.seed = self.seed.wrapping_add(1);
        let request = PlayoutRequest {
            depth_limit: Some(MAX_STEPS as u32),
            threads: self.threads,
            ..PlayoutRequest::new(std::slice::from_ref(&self.start), quota, self.seed)
        };
        match self.game.playouts(&request) {
            Ok(played) => {
                let tallies = played.tallies.iter();
                tallies.for_each(|tally| self.tally.merge(tally));
                ControlFlow::Continue(u64::from(quota))
            }
            Err(stopped) => {
                self.stopped = Some(stopped);
                ControlFlow::Break(())
            }
        }
    }
}

/// Fills a row with matches by processor time.
pub fn fill(
    row: &mut Row,
    game: &dyn Game,
    schedule: Schedule,
    seed: u64,
    stop: &StopSignal,
) -> Result<(), Stopped> {
    let mut player = Player::new(game, seed, stop)?;
    let measured = measure(schedule, thread_cpu_seconds, |quota| player.play(quota));
    let tally = &player.tally;
    let matches = tally.matches();
    if matches > 0 {
        let length = tally.steps as f64 / matches as f64;
        row.mean_length = Some(length);
        row.steps_per_s = measured.rate().map(|rate| rate * length);
        row.mean_goals = mean_goals(game.roles(), tally);
    }
    row.playouts = Some(matches);
    row.playouts_per_s = measured.rate();
    row.spread = measured.spread();
    row.repetitions = measured.repetitions();
    row.cpu_s = measured.seconds();
    row.problem = told(&player, &measured);
    Ok(())
}

/// The mean goals over the matches that ended, if every role has any.
fn mean_goals(roles: &[String], tally: &Tally) -> Option<ByRole<f64>> {
    let means: Option<Vec<f64>> = tally.goals.iter().map(|sums| sums.mean()).collect();
    Some(ByRole::new(roles, means?))
}

fn told(player: &Player, measured: &Measured) -> Option<String> {
    let tally = &player.tally;
    let cut = (tally.cut > 0).then(|| {
        let (cut, all) = (tally.cut, tally.matches());
        format!("{cut} of {all} matches were cut short after {MAX_STEPS} moves")
    });
    let stuck = (tally.stuck > 0).then(|| {
        let (stuck, all) = (tally.stuck, tally.matches());
        format!("in {stuck} of {all} matches a role had no legal move")
    });
    let stopped = player.stopped.as_ref().map(|stopped| {
        let count = measured.repetitions();
        format!("{stopped}, after {count} repetitions")
    });
    let all: Vec<_> = [stopped, cut, stuck].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Measures by the clock on the wall what several threads make of the same matches.
pub fn scaling(
    game: &dyn Game,
    threads: usize,
    schedule: Schedule,
    seed: u64,
    stop: &StopSignal,
) -> Result<Option<Scaling>, Stopped> {
    let wall = |threads| -> Result<Option<f64>, Stopped> {
        let mut player = Player::new(game, seed, stop)?;
        player.threads = threads;
        Ok(measure(schedule, wall_seconds, |quota| player.play(quota)).rate())
    };
    let (one, all) = (wall(1)?, wall(threads)?);
    Ok(one.zip(all).map(|(one, all)| Scaling {
        threads,
        wall_playouts_per_s_one_thread: one,
        wall_playouts_per_s: all,
        ratio: all / one,
    }))
}
