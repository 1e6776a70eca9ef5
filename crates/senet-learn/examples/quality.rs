//! How good an evaluation function is: looks one move ahead with it against random play, and measures how fast it is.
//!
//! `cargo run --release -p senet-learn --example quality -- connect-four 2 50` learns for two seconds and plays 50 matches.

use fastrand::Rng;
use senet_engine::{Game, LoadOptions, MoveId, State, load};
use senet_gdl::Sheet;
use senet_learn::{Learned, Simulations};
use senet_search::{Budget, Clock, Evaluation, stop_signal};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let name = args.first().map_or("connect-four", |name| name);
    let seconds: f64 = args.get(1).map_or(Ok(2.0), |text| text.parse())?;
    let matches: u64 = args.get(2).map_or(Ok(50), |text| text.parse())?;
    let rules = senet_library::find(name).ok_or("no such game")?.rules;
    let mut options = LoadOptions::default();
    options.limits.stop = stop_signal();
    let loaded = load(&Sheet::read(rules), &options)?;
    let game: Arc<dyn Game> = loaded.game.into();
    let simulations = Simulations {
        matches_per_sequence: args.get(3).map_or(Ok(32), |text| text.parse())?,
        ..Simulations::new(Arc::new(loaded.description), game.clone())
    };
    let start = Instant::now();
    let budget = Budget::time(Clock::ThreadCpu, Duration::from_secs_f64(seconds));
    let learned = simulations.evaluation(&budget, 1)?;
    println!("{name}, {}: {}", loaded.back_end, learned.describe());
    println!(
        "  learned in {:.2?}, stopped: {}",
        start.elapsed(),
        learned.stop
    );
    for feature in learned.features.iter().take(8) {
        let measure = |m: &Option<senet_learn::evaluation::Measure>| {
            m.map_or("-".into(), |m| {
                format!(
                    "C {:.3} S {:.3} W {:.3} per fact {:.4}",
                    m.correlation, m.stability, m.weight, m.per_fact
                )
            })
        };
        let measures: Vec<String> = feature.measures.iter().map(measure).collect();
        println!("  {:<28} {}", feature.pattern, measures.join(" | "));
    }
    println!(
        "  {:.1} M evaluations a second",
        speed(&*game, &learned)? / 1e6
    );
    let mut rng = Rng::with_seed(7);
    let mut score = 0.0;
    for number in 0..matches {
        let seat = number as usize % game.roles().len();
        score += play(&*game, &learned, seat, &mut rng)?;
    }
    println!(
        "  one move ahead against random: mean goal {:.1} of {matches}",
        score / matches as f64
    );
    Ok(())
}

/// Evaluations a second, of the states of some random matches.
fn speed(game: &dyn Game, learned: &Learned) -> Result<f64, Box<dyn Error>> {
    let mut rng = Rng::with_seed(3);
    let mut states = vec![game.initial()?];
    while states.len() < 1_000 {
        let last = states.last().ok_or("no state")?.clone();
        let next = match game.is_terminal(&last)? {
            true => game.initial()?,
            false => game.next(&last, &random(game, &last, &mut rng)?)?,
        };
        states.push(next);
    }
    let mut values = Vec::new();
    let (budget, mut count) = (
        Budget::time(Clock::ThreadCpu, Duration::from_millis(300)),
        0.0,
    );
    while !budget.is_over() {
        values.clear();
        learned.evaluate(&states, &mut values);
        std::hint::black_box(&values);
        count += states.len() as f64;
    }
    Ok(count / budget.elapsed().as_secs_f64())
}

fn random(game: &dyn Game, state: &State, rng: &mut Rng) -> Result<Vec<MoveId>, Box<dyn Error>> {
    let role = |role| -> Result<MoveId, Box<dyn Error>> {
        Ok(*rng
            .choice(&game.legal(state, role)?)
            .ok_or("no legal move")?)
    };
    (0..game.roles().len()).map(role).collect()
}

/// One match of the evaluation in a seat against random play in the others.
fn play(
    game: &dyn Game,
    learned: &Learned,
    seat: usize,
    rng: &mut Rng,
) -> Result<f64, Box<dyn Error>> {
    let mut state = game.initial()?;
    while !game.is_terminal(&state)? {
        let mut joint = random(game, &state, rng)?;
        let mut best = (f64::MIN, joint[seat]);
        for id in game.legal(&state, seat)? {
            joint[seat] = id;
            let next = game.next(&state, &joint)?;
            let value = match game.is_terminal(&next)? {
                true => f64::from(game.goal(&next, seat)?.value().unwrap_or(0)) / 100.0,
                false => value(learned, &next, seat),
            } + rng.f64() * 1e-6;
            if value > best.0 {
                best = (value, id);
            }
        }
        joint[seat] = best.1;
        state = game.next(&state, &joint)?;
    }
    Ok(f64::from(game.goal(&state, seat)?.value().unwrap_or(0)))
}

fn value(learned: &Learned, state: &State, seat: usize) -> f64 {
    let mut values = Vec::new();
    learned.evaluate(std::slice::from_ref(state), &mut values);
    values[seat]
}
