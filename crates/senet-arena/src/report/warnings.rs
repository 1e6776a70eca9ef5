//! Warnings for readers of the numbers.

use super::{Repeat, Review};

/// Warnings, as sentences.
pub fn warnings(review: &Review) -> Vec<String> {
    let mut warnings = Vec::new();
    warnings.extend(failed(review));
    warnings.extend(damaged(review));
    warnings.extend(apart(review));
    warnings.extend(repeated(&review.repeats, review.opening));
    warnings.extend(substituted(review));
    warnings.extend(unrated(review));
    warnings
}

fn failed(review: &Review) -> Option<String> {
    let failed = review.progress.failed;
    (failed > 0).then(|| {
        let reason = review.failures.first().map_or("", String::as_str);
        let matches = match failed {
            1 => "1 match failed and does not count".to_string(),
            _ => format!("{failed} matches failed and do not count"),
        };
        format!(
            "{matches}; the first reason: {reason}. \
             `senet tournament resume {} --retry-failed` plays failed matches again.",
            review.name
        )
    })
}

fn damaged(review: &Review) -> Option<String> {
    let first = review.damaged.first()?;
    let rows: Vec<_> = review
        .damaged
        .iter()
        .map(|m| m.number.to_string())
        .collect();
    let matches = match review.damaged.len() {
        1 => "1 match is damaged in the database and does not count".to_string(),
        count => format!("{count} matches are damaged in the database and do not count"),
    };
    Some(format!(
        "{matches}: number {}; match {}: {}. `senet tournament resume {} --retry-failed` plays damaged matches again.",
        rows.join(", "),
        first.number,
        first.reason,
        review.name
    ))
}

fn apart(review: &Review) -> Option<String> {
    let first = review.ratings.first()?.component;
    let apart = review
        .ratings
        .iter()
        .any(|rating| rating.component != first);
    apart.then(|| {
        "Not all players are connected by matches: compare ratings only within a component, \
         each of which has a mean of 0."
            .to_string()
    })
}

/// A warning if at least half of the matches repeat another. In short games a few repeats happen by chance.
fn repeated(repeats: &[Repeat], opening: usize) -> Option<String> {
    let much: Vec<_> = repeats
        .iter()
        .filter(|r| r.different * 2 <= r.matches)
        .collect();
    let worst = much.iter().max_by_key(|r| r.matches - r.different)?;
    let lost: usize = much.iter().map(|r| r.matches - r.different).sum();
    let help = match opening {
        0 => "Use --opening N for random openings, or players that play at random.",
        _ => "Use more random moves as the opening, or players that play at random.",
    };
    Some(format!(
        "{lost} matches repeat an earlier one of the same players move by move (most of all {} at {}: {} different {} in {} matches): \
         they add no evidence, and the intervals are too narrow. {help}",
        worst.players.join(" against "),
        worst.game,
        worst.different,
        if worst.different == 1 {
            "game"
        } else {
            "games"
        },
        worst.matches
    ))
}

fn substituted(review: &Review) -> Option<String> {
    let mut late: Vec<_> = review.substituted.iter().filter(|s| s.1 > 0).collect();
    late.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let told: Vec<_> = late
        .iter()
        .map(|(player, count)| format!("{player} {count}"))
        .collect();
    (!told.is_empty()).then(|| {
        format!(
            "Late or illegal moves were replaced by random ones: {}.",
            told.join(", ")
        )
    })
}

fn unrated(review: &Review) -> Option<String> {
    let nobody = review.progress.done > 0 && review.ratings.is_empty();
    nobody.then(|| {
        "There are no ratings, because no two players met in a match. Compare games with one role by their mean goals."
            .to_string()
    })
}
