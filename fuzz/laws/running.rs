//! Laws of play: whatever the rules, no reasoner panics or runs away, and those that answer agree.

use senet_engine::{BackEnd, LoadOptions, Loaded, QueryLimits, StopSignal, load};
use senet_gdl::Sheet;
use senet_trace::{CompareError, compare};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays the rules with all reasoners that take them, in lock-step, and panics where they disagree.
pub fn hold_for(text: &str) {
    let sheet = Sheet::read(text);
    let games: Vec<_> = BackEnd::ALL
        .iter()
        .filter_map(|&back_end| game(&sheet, back_end))
        .collect();
    for other in games.iter().skip(1) {
        match compare(&*games[0].game, &*other.game, 1, 2, 8) {
            Ok(_) | Err(CompareError::Stopped(_)) => {}
            Err(CompareError::Differs(difference)) => panic!(
                "{} and {} disagree: {difference}\n{text}",
                games[0].back_end, other.back_end
            ),
        }
    }
}

/// The rules with one reasoner; nothing if they are wrong or too large for it.
fn game(sheet: &Sheet, back_end: BackEnd) -> Option<Loaded> {
    let options = LoadOptions {
        back_end: Some(back_end),
        limits: QueryLimits {
            facts: 50_000,
            stop: stop_after(200_000),
        },
        ground: senet_ground::Limits {
            rules: 100_000,
            bytes: 256 << 20,
            stop: stop_after(100_000),
        },
        ..LoadOptions::default()
    };
    load(sheet, &options).ok()
}

/// A signal that stops at the n-th question, so that a run depends on the rules alone and not on a clock.
fn stop_after(questions: u64) -> StopSignal {
    let asked = AtomicU64::new(0);
    Arc::new(move || asked.fetch_add(1, Ordering::Relaxed) >= questions)
}
