//! The result of quick matches: which candidate replaces `uct`, and why.

use super::score::Score;

/// A candidate replaces `uct` if its score is more than this many standard errors above an even one.
const CLEAR: f64 = 1.0;

/// The scores of all candidates against `uct`, and of the best two against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The scores against `uct`.
    pub scores: Vec<Score>,
    /// The winner and the duel of the best two.
    duel: Option<(usize, String)>,
}

impl Verdict {
    /// A verdict with these scores.
    pub fn new(scores: Vec<Score>) -> Verdict {
        Verdict { scores, duel: None }
    }

    /// The candidates that get more matches against `uct`: all that are not hopeless. There are none once each of these is decided.
    pub fn open(&self) -> Vec<usize> {
        let alive = |at: &usize| !self.scores[*at].is_hopeless();
        let alive: Vec<usize> = (0..self.scores.len()).filter(alive).collect();
        match alive.iter().all(|&at| self.scores[at].is_decided()) {
            true => Vec::new(),
            false => alive,
        }
    }

    /// The candidates that are clearly better than `uct`, the best first.
    fn clear(&self) -> Vec<usize> {
        let errors = |at: usize| self.scores[at].errors_above_even();
        let mut clear: Vec<usize> = (0..self.scores.len())
            .filter(|&at| errors(at) > CLEAR)
            .collect();
        clear.sort_by(|&a, &b| errors(b).total_cmp(&errors(a)));
        clear
    }

    /// The best two, if both are clearly better than `uct`.
    pub fn finalists(&self) -> Vec<usize> {
        let mut clear = self.clear();
        clear.truncate(2);
        match clear.len() {
            2 => clear,
            _ => Vec::new(),
        }
    }

    /// Records the score of the first finalist against the second.
    pub fn decide(&mut self, first: usize, second: usize, duel: Score) {
        let winner = match duel.errors_above_even() >= 0.0 {
            true => first,
            false => second,
        };
        let text = format!("{duel} against `{}`", self.scores[second].name);
        self.duel = Some((winner, text));
    }

    /// The number of the candidate to take, if one is clearly better than `uct`.
    pub fn winner(&self) -> Option<usize> {
        match &self.duel {
            Some((winner, _)) => Some(*winner),
            None => self.clear().first().copied(),
        }
    }

    /// The results in words.
    pub fn reason(&self) -> String {
        let scores: Vec<String> = self.scores.iter().map(Score::to_string).collect();
        let mut text = format!("in quick matches against `uct`, {}", scores.join(", "));
        if let Some((_, duel)) = &self.duel {
            text += &format!("; {duel}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(results: &[(&'static str, f64, u32)]) -> Verdict {
        let score = |&(name, sum, matches)| Score { name, sum, matches };
        Verdict::new(results.iter().map(score).collect())
    }

    #[track_caller]
    fn check(results: &[(&'static str, f64, u32)], winner: Option<usize>) {
        assert_eq!(verdict(results).winner(), winner);
    }

    #[test]
    fn only_clear_winners_replace_uct() {
        check(&[("descent", 8.0, 8), ("guct", 6.0, 8)], Some(0));
        check(&[("descent", 0.0, 2), ("guct", 7.0, 8)], Some(1));
        check(&[("descent", 5.0, 8), ("guct", 4.0, 8)], None);
        check(&[("descent", 0.0, 0), ("guct", 0.0, 0)], None);
    }

    #[test]
    fn duel_decides_between_clear_winners() {
        let mut verdict = verdict(&[("descent", 8.0, 8), ("guct", 7.0, 8)]);
        assert_eq!(verdict.finalists(), [0, 1]);
        let (name, sum, matches) = ("descent", 1.0, 6);
        verdict.decide(0, 1, Score { name, sum, matches });
        assert_eq!(verdict.winner(), Some(1));
        assert!(
            verdict
                .reason()
                .ends_with("`descent` scored 1 of 6 against `guct`")
        );
    }

    #[test]
    fn losers_and_decided_winners_get_no_more_matches() {
        let all = verdict(&[("descent", 8.0, 8), ("guct", 0.0, 4)]);
        assert_eq!(all.open(), [0; 0]);
        let some = verdict(&[("descent", 8.0, 8), ("guct", 4.0, 8)]);
        assert_eq!(some.open(), [0, 1]);
    }
}
