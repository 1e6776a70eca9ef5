//! Hand-written programs, the upper bound for comparison.

use super::group::Group;
use super::row::BenchRow;
use super::timing::{Schedule, measure};
use senet_console::{Source, clock::thread_cpu_seconds};
use senet_engine::{Game, Stopped, spread_seed};
use senet_native::{PlayoutSums, Yardstick, yardstick};
use senet_trace::{ByRole, perft};
use std::ops::ControlFlow;

/// Depth of the perft comparison between the sheet and the program.
const DEPTH: usize = 3;

/// Returns the hand-written program for the game of this sheet. The name selects the program.
/// Perft counts then confirm the match, because a sheet can have any name.
pub fn program(source: &Source, game: &dyn Game) -> Result<Option<&'static Yardstick>, Stopped> {
    let Some(program) = yardstick(&source.name) else {
        return Ok(None);
    };
    let counts = perft(game, DEPTH, 1_000_000)?.counts;
    Ok((counts == (program.perft)(DEPTH)).then_some(program))
}

/// Measures the hand-written program.
pub fn row(
    source: &Source,
    roles: &[String],
    program: &Yardstick,
    schedule: Schedule,
    seed: u64,
) -> BenchRow {
    let mut sums = PlayoutSums::default();
    let mut requests = 0;
    let measured = measure(schedule, thread_cpu_seconds, |quota| {
        requests += 1;
        let played = (program.playouts)(u64::from(quota), spread_seed(seed, requests));
        sums.matches += played.matches;
        sums.steps += played.steps;
        sums.goals[0] += played.goals[0];
        sums.goals[1] += played.goals[1];
        ControlFlow::Continue(played.matches)
    });
    let matches = sums.matches as f64;
    let length = sums.steps as f64 / matches;
    let goals = sums.goals.map(|sum| sum as f64 / matches);
    BenchRow {
        back_end: Some("native".to_string()),
        reason: "a hand-written program".to_string(),
        playouts_per_s: measured.rate(),
        steps_per_s: measured.rate().map(|rate| rate * length),
        spread: measured.spread(),
        repetitions: measured.repetitions(),
        playouts: Some(sums.matches),
        mean_length: Some(length),
        mean_goals: Some(ByRole::new(roles, goals)),
        cpu_s: measured.seconds(),
        ..BenchRow::new(source, Group::Playouts)
    }
}
