//! Laws of lanes: for all rules, a batch of states gets the same answers as single states in other back ends, and playouts follow
//! the rules.

use senet_engine::{
    BackEnd, Deadline, Game, GoalSums, LoadOptions, PlayoutRequest, PlayoutTally, QueryLimits,
    Stopped, Width, load, play_one_by_one,
};
use senet_gdl::Sheet;
use senet_trace::{CompareError, compare_in_batches};
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum length of compared playouts.
const MAX_LENGTH: u32 = 60;
/// The number of playouts one by one. Lanes play eight times as many.
const MATCHES: u32 = 192;

/// Compiles the rules for all widths of the processor. Panics if an answer is wrong.
pub fn check_laws(text: &str) {
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
            check_single_moves(&*lanes, &*circuit),
            compare_means(&*lanes, &*circuit),
        ] {
            match outcome {
                Ok(()) | Err(Failure::Stopped) => {}
                Err(Failure::Wrong(what)) => panic!("{name}: {what}\n{text}"),
            }
        }
    }
}

/// Why a check ended early.
enum Failure {
    /// A limit was reached.
    Stopped,
    /// A law is violated.
    Wrong(String),
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        match stopped {
            Stopped::Misuse(what) => Failure::Wrong(what),
            _ => Failure::Stopped,
        }
    }
}

/// Fails with a message unless the condition holds.
fn ensure(holds: bool, what: impl Fn() -> String) -> Result<(), Failure> {
    if holds {
        return Ok(());
    }
    Err(Failure::Wrong(what()))
}

/// A playout that is cut after one move ends in the successor state of a legal move.
fn check_single_moves(lanes: &dyn Game, circuit: &dyn Game) -> Result<(), Failure> {
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
            ensure(over || stuck, || "no move was played".into())?;
            continue;
        };
        ensure(!over, || "a move was played in a terminal state".into())?;
        for (role, id) in first.iter().enumerate() {
            let legal = circuit.legal(&starts[0], role)?.contains(id);
            ensure(legal, || format!("role {role} played an illegal move"))?;
        }
        let next = circuit.next(&starts[0], first)?;
        let ended = circuit.is_terminal(&next)?;
        ensure(one.last == next && one.is_cut != ended, || {
            format!("after {first:?} the playout is in the wrong state")
        })?;
    }
    Ok(())
}

/// Playouts in lanes have the same means as playouts one by one.
fn compare_means(lanes: &dyn Game, circuit: &dyn Game) -> Result<(), Failure> {
    let starts = [circuit.initial()?];
    let one_by_one_request = PlayoutRequest {
        depth_limit: Some(MAX_LENGTH),
        ..PlayoutRequest::new(&starts, MATCHES, 2)
    };
    let expected = play_one_by_one(circuit, &one_by_one_request)?
        .tallies
        .swap_remove(0);
    if expected.cut > 0 {
        return Ok(());
    }
    let request = PlayoutRequest {
        squared_lengths: true,
        ..PlayoutRequest::new(&starts, 8 * MATCHES, 3)
    };
    let found = lanes.playouts(&request)?.tallies.swap_remove(0);
    let all = |t: &PlayoutTally| t.matches() as f64;
    let lengths = |t: &PlayoutTally| [all(t), t.steps as f64, t.squared_lengths as f64];
    check_means("the lengths", lengths(&found), lengths(&expected))?;
    let stuck = |t: &PlayoutTally| [all(t), t.stuck as f64, t.stuck as f64];
    check_means("stuck matches", stuck(&found), stuck(&expected))?;
    for role in 0..expected.goals.len() {
        let valid = |t: &PlayoutTally| {
            [
                all(t),
                t.goals[role].valid as f64,
                t.goals[role].valid as f64,
            ]
        };
        check_means("valid goals", valid(&found), valid(&expected))?;
        let (found, expected) = (&found.goals[role], &expected.goals[role]);
        let sums = |g: &GoalSums| [g.valid as f64, g.sum as f64, g.squares as f64];
        check_means("the goals", sums(found), sums(expected))?;
    }
    Ok(())
}

/// Compares the means of two samples, given as count, sum and sum of squares. They may differ by eight standard errors.
fn check_means(what: &str, found: [f64; 3], expected: [f64; 3]) -> Result<(), Failure> {
    let [count, sum, squares] = [0, 1, 2].map(|at| found[at] + expected[at]);
    if found[0] == 0.0 || expected[0] == 0.0 {
        return Ok(());
    }
    let variance = (squares / count - (sum / count).powi(2)).max(0.0);
    let error = (variance * (1.0 / found[0] + 1.0 / expected[0])).sqrt();
    let difference = (found[1] / found[0] - expected[1] / expected[0]).abs();
    // Sums of huge goals are rounded.
    let rounding = 1e-6 * (1.0 + sum.abs() / count);
    ensure(difference <= 8.0 * error + rounding, || {
        format!("{what}: {found:?} in lanes, {expected:?} one by one")
    })
}

/// Loads the rules with one back end; `None` if they are not playable or too large.
fn game(sheet: &Sheet, back_end: BackEnd, width: Option<Width>) -> Option<Box<dyn Game>> {
    let options = LoadOptions {
        force: true,
        back_end: Some(back_end),
        width,
        limits: QueryLimits {
            facts: 20_000,
            deadline: deadline_after(if back_end == BackEnd::Lanes {
                40
            } else {
                50_000
            }),
        },
        ground: senet_ground::Limits {
            rules: 20_000,
            bytes: 256 << 20,
            deadline: deadline_after(100_000),
            ..senet_ground::Limits::default()
        },
        ..LoadOptions::default()
    };
    let loaded = load(sheet, &options).ok()?;
    Some(loaded.game)
}

/// Returns a deadline that is over at the n-th query. Unlike a clock, it makes runs reproducible.
fn deadline_after(queries: u64) -> Deadline {
    let count = AtomicU64::new(0);
    Deadline::when(move || count.fetch_add(1, Ordering::Relaxed) >= queries)
}
