//! What quick matches say about the players that were tried.

/// The number of standard errors by which a player must be above an even score.
const CLEAR: f64 = 1.0;
/// A player that is so far below is tried no more.
const HOPELESS: f64 = 1.5;

/// The score of a player against `uct`.
#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    /// The name of the player.
    pub name: &'static str,
    sum: f64,
    matches: u32,
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

    /// Adds a match: 1 is a win and 0 a loss.
    pub fn add(&mut self, score: f64) {
        self.sum += score;
        self.matches += 1;
    }

    /// How far the score is above an even one, in standard errors of an even match.
    fn errors_above_even(&self) -> f64 {
        let matches = f64::from(self.matches.max(1));
        (self.sum - 0.5 * matches) / (0.25 * matches).sqrt()
    }

    /// True if further matches are a waste of time.
    pub fn is_hopeless(&self) -> bool {
        self.matches >= 2 && self.errors_above_even() <= -HOPELESS
    }
}

/// The scores of all players that were tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The scores.
    pub scores: Vec<Score>,
    /// The matches and states that the network learned from.
    pub learned: String,
}

impl Verdict {
    /// The player to take, if one is clearly better than `uct`.
    pub fn winner(&self) -> Option<&'static str> {
        let clear = self
            .scores
            .iter()
            .filter(|score| score.errors_above_even() > CLEAR);
        let best = clear.max_by(|a, b| a.errors_above_even().total_cmp(&b.errors_above_even()));
        best.map(|score| score.name)
    }

    /// The reason for the choice.
    pub fn reason(&self) -> String {
        let scores = self.scores.iter().map(|score| {
            let (name, sum, matches) = (score.name, score.sum, score.matches);
            format!("`{name}` scored {sum:.1} of {matches}")
        });
        let scores = scores.collect::<Vec<_>>().join(", ");
        let played = format!("in quick matches against uct, {scores} ({})", self.learned);
        match self.winner() {
            Some(winner) => format!("plays as `{winner}`: {played}"),
            None => played,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(results: &[(&'static str, f64, u32)], winner: Option<&str>) {
        let scores = results
            .iter()
            .map(|&(name, sum, matches)| Score { name, sum, matches });
        let verdict = Verdict {
            scores: scores.collect(),
            learned: String::new(),
        };
        assert_eq!(verdict.winner(), winner);
    }

    #[test]
    fn only_clear_winners_replace_uct() {
        check(&[("descent", 8.0, 8), ("guct", 6.0, 8)], Some("descent"));
        check(&[("descent", 0.0, 2), ("guct", 7.0, 8)], Some("guct"));
        check(&[("descent", 5.0, 8), ("guct", 4.0, 8)], None);
        check(&[("descent", 0.0, 0), ("guct", 0.0, 0)], None);
    }

    #[test]
    fn clear_loser_is_tried_no_more() {
        let mut score = Score::new("descent");
        score.add(0.0);
        assert!(!score.is_hopeless());
        score.add(0.0);
        score.add(0.0);
        assert!(score.is_hopeless());
    }
}
