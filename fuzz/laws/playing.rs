//! Laws of play: for all rules, no back end panics or runs forever, and all back ends agree.

use senet_engine::{BackEnd, Deadline, LoadOptions, Loaded, QueryLimits, load};
use senet_gdl::Sheet;
use senet_trace::{CompareError, compare};
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays the rules with all back ends that load them, in lock-step. Panics if two of them disagree.
pub fn check_laws(text: &str) {
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

/// Loads the rules with one back end; `None` if they are not playable or too large.
fn game(sheet: &Sheet, back_end: BackEnd) -> Option<Loaded> {
    let options = LoadOptions {
        force: true,
        back_end: Some(back_end),
        limits: QueryLimits {
            facts: 50_000,
            deadline: deadline_after(200_000),
        },
        ground: senet_ground::Limits {
            rules: 100_000,
            bytes: 256 << 20,
            deadline: deadline_after(100_000),
            ..senet_ground::Limits::default()
        },
        ..LoadOptions::default()
    };
    load(sheet, &options).ok()
}

/// Returns a deadline that is over at the n-th query. Unlike a clock, it makes runs reproducible.
fn deadline_after(queries: u64) -> Deadline {
    let count = AtomicU64::new(0);
    Deadline::when(move || count.fetch_add(1, Ordering::Relaxed) >= queries)
}
