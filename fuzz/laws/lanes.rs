//! Laws of lanes: whatever the rules, hundreds of states at once get the answers of the judge, and random matches are those of the
//! rules.

use senet_engine::{
    BackEnd, Game, GoalSums, LoadOptions, PlayoutRequest, PlayoutTally, QueryLimits, State,
    StopSignal, Stopped, Width, load, play_one_by_one,
};
use senet_gdl::Sheet;
use senet_trace::{CompareError, compare_in_batches};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Matches that are longer are not compared.
const LONG: u32 = 60;
/// Matches played one by one; eight times as many are played in lanes.
const MATCHES: u32 = 192;

/// Compiles the rules for all widths that the processor has, and panics where an answer is wrong.
pub fn hold_for(text: &str) {
    let sheet = Sheet::read(text);
    let Some(circuit) = game(&sheet, BackEnd::Circuit, None) else {
        return;
    };
    let judge = game(&sheet, BackEnd::Reference, None);
    for width in Width::ALL.into_iter().filter(|width| width.is_available()) {
        let Some(lanes) = game(&sheet, BackEnd::Lanes, Some(width)) else {
            continue;
        };
        let name = width.name();
        for judge in [Some(&circuit), judge.as_ref()].into_iter().flatten() {
            match compare_in_batches(&*lanes, &**judge, 1, 70, 8) {
                Ok(_) | Err(CompareError::Stopped(_)) => {}
                Err(CompareError::Differs(difference)) => panic!("{name}: {difference}\n{text}"),
            }
        }
        for outcome in [
            single_steps(&*lanes, &*circuit),
            same_means(&*lanes, &*circuit),
        ] {
            match outcome {
                Ok(()) | Err(Problem::Stopped) => {}
                Err(Problem::Wrong(what)) => panic!("{name}: {what}\n{text}"),
            }
        }
    }
}

/// A game behind a pointer.
type Boxed = Box<dyn Game>;

enum Problem {
    Stopped,
    Wrong(String),
}

impl From<Stopped> for Problem {
    fn from(stopped: Stopped) -> Problem {
        match stopped {
            Stopped::Misuse(what) => Problem::Wrong(what),
            _ => Problem::Stopped,
        }
    }
}

fn demand(holds: bool, what: impl Fn() -> String) -> Result<(), Problem> {
    if holds {
        return Ok(());
    }
    Err(Problem::Wrong(what()))
}

/// Matches that are stopped after one move are where the move leads.
fn single_steps(lanes: &dyn Game, circuit: &dyn Game) -> Result<(), Problem> {
    let starts = [circuit.initial()?];
    let request = PlayoutRequest {
        depth_limit: Some(1),
        details: true,
        ..PlayoutRequest::new(&starts, 40, 1)
    };
    let played = lanes.playouts(&request)?;
    let over = circuit.is_terminal(&starts[0])?;
    for one in &played.matches {
        let Some(first) = &one.first else {
            let legal = (0..circuit.roles().len()).map(|role| circuit.legal(&starts[0], role));
            let legal: Vec<_> = legal.collect::<Result<_, _>>()?;
            let stuck = legal.iter().any(Vec::is_empty);
            demand(over || stuck, || "no move was made".into())?;
            continue;
        };
        demand(!over, || "a move was made after the end".into())?;
        for (role, id) in first.iter().enumerate() {
            let legal = circuit.legal(&starts[0], role)?.contains(id);
            demand(legal, || format!("role {role} made an illegal move"))?;
        }
        let next = circuit.next(&starts[0], first)?;
        let ended = circuit.is_terminal(&next)?;
        let expected: Option<&State> = (!ended).then_some(&next);
        demand(one.cut_at.as_ref() == expected, || {
            format!("after {first:?} the match is not where it should be")
        })?;
    }
    Ok(())
}

/// Matches in lanes have the means of matches played one by one.
fn same_means(lanes: &dyn Game, circuit: &dyn Game) -> Result<(), Problem> {
    let starts = [circuit.initial()?];
    let truth = PlayoutRequest {
        depth_limit: Some(LONG),
        ..PlayoutRequest::new(&starts, MATCHES, 2)
    };
    let truth = play_one_by_one(circuit, &truth)?.tallies.swap_remove(0);
    if truth.cut > 0 {
        return Ok(());
    }
    let request = PlayoutRequest {
        squared_lengths: true,
        ..PlayoutRequest::new(&starts, 8 * MATCHES, 3)
    };
    let found = lanes.playouts(&request)?.tallies.swap_remove(0);
    let all = |t: &PlayoutTally| t.matches() as f64;
    let lengths = |t: &PlayoutTally| [all(t), t.steps as f64, t.squared_lengths as f64];
    check_means("the lengths", lengths(&found), lengths(&truth))?;
    let stuck = |t: &PlayoutTally| [all(t), t.stuck as f64, t.stuck as f64];
    check_means("stuck matches", stuck(&found), stuck(&truth))?;
    for role in 0..truth.goals.len() {
        let valid = |t: &PlayoutTally| {
            [
                all(t),
                t.goals[role].valid as f64,
                t.goals[role].valid as f64,
            ]
        };
        check_means("valid goals", valid(&found), valid(&truth))?;
        let (found, truth) = (&found.goals[role], &truth.goals[role]);
        let sums = |g: &GoalSums| [g.valid as f64, g.sum as f64, g.squares as f64];
        check_means("the goals", sums(found), sums(truth))?;
    }
    Ok(())
}

/// Counts, sums and sums of squares of two samples: the means must be within eight standard errors.
fn check_means(what: &str, found: [f64; 3], truth: [f64; 3]) -> Result<(), Problem> {
    let [count, sum, squares] = [0, 1, 2].map(|at| found[at] + truth[at]);
    if found[0] == 0.0 || truth[0] == 0.0 {
        return Ok(());
    }
    let variance = (squares / count - (sum / count).powi(2)).max(0.0);
    let error = (variance * (1.0 / found[0] + 1.0 / truth[0])).sqrt();
    let difference = (found[1] / found[0] - truth[1] / truth[0]).abs();
    // Huge goals are summed with rounding.
    let rounding = 1e-6 * (1.0 + sum.abs() / count);
    demand(difference <= 8.0 * error + rounding, || {
        format!("{what}: {found:?} in lanes, {truth:?} one by one")
    })
}

/// The rules with one reasoner; nothing if they are wrong or too large for it.
fn game(sheet: &Sheet, back_end: BackEnd, width: Option<Width>) -> Option<Boxed> {
    let options = LoadOptions {
        back_end: Some(back_end),
        width,
        limits: QueryLimits {
            facts: 20_000,
            stop: stop_after(if back_end == BackEnd::Lanes {
                40
            } else {
                50_000
            }),
        },
        ground: senet_ground::Limits {
            rules: 20_000,
            bytes: 256 << 20,
            stop: stop_after(100_000),
        },
        ..LoadOptions::default()
    };
    let loaded = load(sheet, &options).ok()?;
    Some(loaded.game)
}

/// A signal that stops at the n-th question, so that a run depends on the rules alone and not on a clock.
fn stop_after(questions: u64) -> StopSignal {
    let asked = AtomicU64::new(0);
    Arc::new(move || asked.fetch_add(1, Ordering::Relaxed) >= questions)
}
