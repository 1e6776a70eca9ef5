//! What states are worth to us, as integers: zero windows need a next smaller number.

use senet_engine::Goal;

/// Millionths of a goal point.
pub type Score = i32;

/// One goal point.
pub const POINT: Score = 1_000_000;
/// The worst goal.
pub const WORST: Score = 0;
/// The best goal.
pub const BEST: Score = 100 * POINT;

/// Guesses lie on a grid of a tenth of a point, so that searches with zero windows come to an end soon.
const GRID: Score = POINT / 10;
/// The worst guess, above any certain loss.
const WORST_GUESS: Score = POINT / 2;
/// The best guess, below any certain win.
const BEST_GUESS: Score = BEST - WORST_GUESS;

/// A goal as a score. Goals outside of 0 to 100, which valid rules do not have, count as the nearest; where the rules do not give exactly one
/// value, the role gets nothing.
pub fn of_goal(goal: &Goal) -> Score {
    goal.value().unwrap_or(0).clamp(0, 100) * POINT
}

/// A guess between 0 and 1 as a score. It is never as good as a win nor as bad as a loss.
pub fn of_guess(guess: f64) -> Score {
    let steps = (guess.clamp(0.0, 1.0) * f64::from(BEST / GRID)).round();
    (steps as Score * GRID).clamp(WORST_GUESS, BEST_GUESS)
}

/// A score in goal points.
pub fn points(score: Score) -> f64 {
    f64::from(score) / f64::from(POINT)
}

/// The mean of scores, to the nearest millionth.
pub fn mean(sum: i64, count: usize) -> Score {
    let count = count.max(1) as i64;
    ((2 * sum + count) / (2 * count)) as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_stay_between_loss_and_win() {
        assert!(of_guess(0.0) > of_goal(&Goal::Value(0)));
        assert!(of_guess(f64::INFINITY) < of_goal(&Goal::Value(100)));
        assert_eq!(of_guess(0.5), of_goal(&Goal::Value(50)));
        assert_eq!(of_guess(0.12345), 12_300_000);
    }

    #[test]
    fn odd_goals_count_as_the_nearest() {
        assert_eq!(of_goal(&Goal::Value(-7)), WORST);
        assert_eq!(of_goal(&Goal::Value(700)), BEST);
        assert_eq!(of_goal(&Goal::Invalid(Vec::new())), WORST);
    }

    #[test]
    fn means_are_rounded() {
        assert_eq!(mean(10, 4), 3);
        assert_eq!(mean(9, 4), 2);
        assert_eq!(mean(0, 0), 0);
    }
}
