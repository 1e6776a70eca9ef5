//! The results of the players in the order of their ratings, for all forms of the report.

use super::{RatedPlayer, RatingLine, Review, WinCount, whole};

/// A player's results beside its rating. The rating is `–` if the player has none.
pub struct RankedResult<'a> {
    /// The results.
    pub line: &'a RatingLine,
    /// The rating as text.
    pub elo: String,
    /// The 95 % interval of the rating as text.
    pub interval: String,
}

impl Review {
    /// Returns the results of one game or overall, best rating first.
    pub fn ranked_results(
        &self,
        game: Option<&str>,
        ratings: &[RatedPlayer],
    ) -> Vec<RankedResult<'_>> {
        let lines = self.tables.iter();
        let own = lines.filter(|line| line.game.as_deref() == game && line.role.is_none());
        let place = |line: &RatingLine| ratings.iter().position(|r| r.player == line.player);
        let mut placed: Vec<_> = own.map(|line| (place(line), line)).collect();
        placed.sort_by_key(|(place, _)| place.unwrap_or(usize::MAX));
        let standing = |(place, line): (Option<usize>, _)| {
            let rating = place.map(|place| &ratings[place]);
            let interval = |r: &RatedPlayer| format!("{} to {}", whole(r.low), whole(r.high));
            RankedResult {
                line,
                elo: rating.map_or("–".to_string(), |r| whole(r.elo)),
                interval: rating.map_or("–".to_string(), interval),
            }
        };
        placed.into_iter().map(standing).collect()
    }

    /// Returns the results by role of a game.
    pub fn seat_lines(&self, game: &str) -> Vec<&RatingLine> {
        let is_seat =
            |line: &&RatingLine| line.game.as_deref() == Some(game) && line.role.is_some();
        self.tables.iter().filter(is_seat).collect()
    }

    /// Returns the score of a player against another.
    pub fn cross_score(&self, player: &str, opponent: &str) -> Option<&WinCount> {
        let mut entries = self.cross.iter();
        let entry = entries.find(|entry| entry.player == player && entry.opponent == opponent);
        entry.map(|entry| &entry.score)
    }
}
