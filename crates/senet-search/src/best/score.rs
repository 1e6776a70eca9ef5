//! The score of a candidate in quick matches.

/// A candidate at or below this score gets no more matches. The unit is standard errors above an even score.
const HOPELESS: f64 = -1.5;
/// A score that is this many standard errors from an even one needs no more matches.
const DECIDED: f64 = 2.6;

/// The score of a player against another.
#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    /// The name of the player.
    pub name: &'static str,
    /// The sum of the results: a win is 1, a draw 1/2.
    pub sum: f64,
    /// The number of matches.
    pub matches: u32,
}

impl Score {
    /// A score without matches.
    pub fn new(name: &'static str) -> Score {
        Score {
            name,
            sum: 0.0,
            matches: 0,
        }
    }

    /// Adds the results of matches: 1 is a win and 0 a loss.
    pub fn extend(&mut self, results: &[f64]) {
        self.sum += results.iter().sum::<f64>();
        self.matches += results.len() as u32;
    }

    /// How far the score is above an even one, in standard errors of an even match.
    pub fn errors_above_even(&self) -> f64 {
        let matches = f64::from(self.matches.max(1));
        (self.sum - 0.5 * matches) / (0.25 * matches).sqrt()
    }

    /// True if further matches are a waste of time, because the player loses.
    pub fn is_hopeless(&self) -> bool {
        self.errors_above_even() <= HOPELESS
    }

    /// True if further matches would hardly change the winner.
    pub fn is_decided(&self) -> bool {
        self.errors_above_even().abs() >= DECIDED
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Score { name, sum, matches } = self;
        write!(f, "`{name}` scored {sum} of {matches}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_loser_gets_no_more_matches() {
        let mut score = Score::new("descent");
        score.extend(&[0.0, 0.0]);
        assert!(!score.is_hopeless());
        score.extend(&[0.0, 0.0]);
        assert!(score.is_hopeless() && !score.is_decided());
    }

    #[test]
    fn clear_winner_needs_no_more_matches() {
        let mut score = Score::new("descent");
        score.extend(&[1.0; 6]);
        assert!(!score.is_decided());
        score.extend(&[1.0; 2]);
        assert!(score.is_decided());
    }
}
