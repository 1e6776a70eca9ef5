//! Values of states as integers. Null windows need a smallest difference.

use senet_engine::Goal;

/// Millionths of a goal point.
pub type Score = i32;

/// One goal point.
pub const POINT: Score = 1_000_000;
/// The worst goal.
pub const WORST: Score = 0;
/// The best goal.
pub const BEST: Score = 100 * POINT;

/// Heuristic values are multiples of a tenth of a point, so that null-window searches converge fast.
const GRID: Score = POINT / 10;
/// The lowest heuristic value, above any certain loss.
const WORST_GUESS: Score = POINT / 2;
/// The highest heuristic value, below any certain win.
const BEST_GUESS: Score = BEST - WORST_GUESS;

/// The score of a goal. Valid rules give one value from 0 to 100. Other values are clamped, and a missing or
/// ambiguous goal counts as 0.
pub fn goal_score(goal: &Goal) -> Score {
    goal.value().unwrap_or(0).clamp(0, 100) * POINT
}

/// The score of a heuristic value between 0 and 1. It lies strictly between a loss and a win.
pub fn heuristic_score(guess: f64) -> Score {
    let steps = (guess.clamp(0.0, 1.0) * f64::from(BEST / GRID)).round();
    (steps as Score * GRID).clamp(WORST_GUESS, BEST_GUESS)
}

/// A score in goal points.
pub fn points(score: Score) -> f64 {
    f64::from(score) / f64::from(POINT)
}

/// The mean of scores, rounded to the nearest millionth.
pub fn mean(sum: i64, count: usize) -> Score {
    let count = count.max(1) as i64;
    ((2 * sum + count) / (2 * count)) as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heuristic_scores_lie_between_loss_and_win() {
        assert!(heuristic_score(0.0) > goal_score(&Goal::Value(0)));
        assert!(heuristic_score(f64::INFINITY) < goal_score(&Goal::Value(100)));
        assert_eq!(heuristic_score(0.5), goal_score(&Goal::Value(50)));
        assert_eq!(heuristic_score(0.12345), 12_300_000);
    }

    #[test]
    fn invalid_goals_are_clamped() {
        assert_eq!(goal_score(&Goal::Value(-7)), WORST);
        assert_eq!(goal_score(&Goal::Value(700)), BEST);
        assert_eq!(goal_score(&Goal::Invalid(Vec::new())), WORST);
    }

    #[test]
    fn mean_rounds_to_nearest() {
        assert_eq!(mean(10, 4), 3);
        assert_eq!(mean(9, 4), 2);
        assert_eq!(mean(0, 0), 0);
    }
}
