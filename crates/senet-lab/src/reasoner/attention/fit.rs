//! Trains an attention network for a number of steps, or for as many as fit into some CPU time.

use senet_console::{Failure, clock};
use senet_gdl::OutOfTime;
use senet_neural::{GatGame, GatOptions, GatReasoner, GatTraining};
use serde::Serialize;

/// Validation states of each game for the loss curve.
const CURVE_STATES: usize = 8;
/// Validation states of each game for the thresholds.
const THRESHOLD_STATES: usize = 40;
/// Points of a loss curve; short runs have fewer.
const POINTS: usize = 40;
/// Steps that are timed before the number of steps is planned.
const TIMED_STEPS: usize = 3;

/// When training ends.
#[derive(Clone, Copy, Debug)]
pub enum Schedule {
    /// After this many steps.
    Steps(usize),
    /// When this much CPU time of all threads is used.
    CpuSeconds(f64),
}

/// A trained network, and how its training went.
pub struct Fitted {
    /// The network.
    pub reasoner: GatReasoner,
    /// The numbers of the training.
    pub record: TrainingRecord,
}

/// The numbers of a training run.
#[derive(Clone, Debug, Serialize)]
pub struct TrainingRecord {
    /// The number of steps.
    pub steps: usize,
    /// The number of passes through the examples.
    pub epochs: f64,
    /// CPU seconds of all threads, with validation.
    pub cpu_s: f64,
    /// CPU seconds of all threads, without validation.
    pub steps_cpu_s: f64,
    /// Wall-clock seconds, without validation.
    pub steps_wall_s: f64,
    /// The number of steps, the training loss and the validation loss, at regular intervals.
    pub curve: Vec<(usize, f32, f32)>,
}

impl TrainingRecord {
    /// Milliseconds of a step: CPU time of all threads, and wall-clock time.
    pub fn step_ms(&self) -> [f64; 2] {
        [self.steps_cpu_s, self.steps_wall_s].map(|time| 1e3 * time / self.steps.max(1) as f64)
    }
}

/// Trains a network. Calls `tell` after each step with the steps that are done and planned, and the loss.
pub fn fit(
    games: &[&GatGame],
    options: &GatOptions,
    schedule: Schedule,
    tell: &mut dyn FnMut(usize, usize, f32),
) -> Result<Fitted, Failure> {
    check(games)?;
    let start = clock::process_cpu_seconds();
    let used = || clock::process_cpu_seconds() - start;
    let batch = options.batch.max(1);
    let mut training = GatTraining::new(games, options.clone());
    if let Schedule::Steps(steps) = schedule {
        training.set_steps(steps);
    }
    let mut curve = Vec::new();
    let (mut steps_cpu_s, mut steps_wall_s) = (0.0, 0.0);
    loop {
        let (planned, done) = training.steps();
        if done >= planned {
            break;
        }
        let before = (used(), clock::wall_seconds());
        let loss = training.step().map_err(out_of_time)?;
        if !loss.is_finite() {
            return Err(diverged(done + 1));
        }
        steps_cpu_s += used() - before.0;
        steps_wall_s += clock::wall_seconds() - before.1;
        if let Schedule::CpuSeconds(seconds) = schedule {
            training.set_steps(planned_steps(seconds, used(), done + 1));
        }
        tell(done + 1, training.steps().0, loss);
        if (done + 1) % curve_interval(training.steps().0, games.len(), batch) == 0 {
            let validation = training.validation_loss(CURVE_STATES);
            curve.push((done + 1, loss, validation.map_err(out_of_time)?));
        }
    }
    let examples: usize = games.iter().map(|game| 2 * game.training.len()).sum();
    let steps = training.steps().1;
    let record = TrainingRecord {
        steps,
        epochs: (steps * batch) as f64 / examples.max(1) as f64,
        cpu_s: used(),
        steps_cpu_s,
        steps_wall_s,
        curve,
    };
    if !training.is_finite() {
        return Err(diverged(steps));
    }
    let reasoner = training.finish(THRESHOLD_STATES).map_err(out_of_time)?;
    Ok(Fitted { reasoner, record })
}

fn out_of_time(_: OutOfTime) -> Failure {
    Failure::out_of_time("training")
}

/// A file with numbers that are not finite could be written, but never opened.
fn diverged(step: usize) -> Failure {
    let message = format!("training diverged at step {step}: the loss or a weight is not finite");
    Failure::new(message).help("lower --learning-rate")
}

/// Steps between two points of the curve. A point costs no more than a third of the steps before it, which pass forward and backward.
fn curve_interval(planned: usize, games: usize, batch: usize) -> usize {
    let passes = 2 * CURVE_STATES * games;
    (planned / POINTS).max(passes.div_ceil(batch)).max(1)
}

/// The number of steps that fit, from the mean time of those so far.
fn planned_steps(seconds: f64, used: f64, done: usize) -> usize {
    let fitting = (seconds * done as f64 / used.max(1e-9)) as usize;
    match done < TIMED_STEPS {
        true => fitting.max(done + 1),
        false => fitting.max(done),
    }
}

/// Every game needs rows to learn from, and rows of other states to choose thresholds with.
fn check(games: &[&GatGame]) -> Result<(), Failure> {
    if games.is_empty() {
        return Err(Failure::new("there is no game to train on").help("give --games"));
    }
    games.iter().try_for_each(|game| check_one(game))
}

fn check_one(game: &GatGame) -> Result<(), Failure> {
    let reason = match (game.training.is_empty(), game.validation.is_empty()) {
        (false, false) => return Ok(()),
        (true, _) => "random matches gave no state with moves",
        (false, true) => "random matches gave too few states with moves for validation",
    };
    Err(Failure::new(format!("{}: {reason}", game.irg.name))
        .help("choose another game, or raise --rows or the time limit"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reasoner::attention::game::sample::prepared;

    fn fitted(rules: &str, learning_rate: f32) -> Result<Fitted, Failure> {
        let options = GatOptions {
            learning_rate,
            ..GatOptions::default()
        };
        let game = prepared(rules).game;
        fit(&[&game], &options, Schedule::Steps(2), &mut |_, _, _| {})
    }

    fn message(failure: Result<Fitted, Failure>) -> String {
        match failure {
            Err(Failure::Told { message, .. }) => message,
            Err(other) => panic!("{other:?}"),
            Ok(_) => panic!("the training succeeded"),
        }
    }

    #[test]
    fn thresholds_need_states_for_validation() {
        let single =
            "(role you) (init on) (legal you wait) (legal you rest) (<= (next on) (true on))
            (<= terminal (not (true on))) (goal you 50)";
        assert!(message(fitted(single, 3e-3)).contains("validation"));
    }

    #[test]
    fn a_training_that_diverges_gives_no_network() {
        let walk = "(role you) (init (at 1)) (up 1 2) (up 2 3) (legal you go) (legal you jump)
            (<= (next (at ?y)) (true (at ?x)) (up ?x ?y)) (<= terminal (true (at 3))) (goal you 50)";
        assert!(fitted(walk, 3e-3).is_ok());
        assert!(message(fitted(walk, f32::INFINITY)).contains("diverged"));
    }

    #[test]
    fn short_runs_have_fewer_points() {
        assert_eq!(curve_interval(4000, 1, 8), 100);
        assert_eq!(curve_interval(40, 1, 8), 2);
        assert_eq!(curve_interval(40, 4, 8), 8);
    }

    #[test]
    fn steps_are_planned_from_the_mean_time() {
        assert_eq!(planned_steps(10.0, 1.0, 10), 100);
        // The time is used up: the step that was made is the last one.
        assert_eq!(planned_steps(10.0, 20.0, 10), 10);
        // After one slow step, a second one is timed.
        assert_eq!(planned_steps(10.0, 20.0, 1), 2);
    }
}
