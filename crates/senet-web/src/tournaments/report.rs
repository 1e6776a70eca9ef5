//! The results of a tournament, as they are sent.

use crate::failure::Failure;
use crate::records::RecordRow;
use crate::spectator_match::SpectatorMatch;
use senet_arena::report::{Review, review};
use senet_arena::store::{Stored, Summary, Tournament};
use senet_arena::tournament::match_count;
use serde::Serialize;
use utoipa::ToSchema;

/// The number of recent matches in an answer.
const RECENT: usize = 20;

/// A tournament in a list.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema, Debug)]
pub struct TournamentRow {
    /// The name.
    pub name: String,
    /// The status.
    pub status: TournamentStatus,
    /// The number of finished matches.
    pub played: usize,
    /// The number of all matches.
    pub matches: usize,
}

/// The status of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum TournamentStatus {
    /// Matches are running.
    Running,
    /// Stopped; it can continue.
    Stopped,
    /// All matches are finished.
    Finished,
}

impl TournamentRow {
    /// The row of a tournament.
    pub fn of(summary: &Summary, going_on: bool) -> TournamentRow {
        let plan = &summary.tournament.plan;
        let (played, matches) = (summary.done + summary.failed, match_count(plan));
        TournamentRow {
            name: plan.name.clone(),
            status: match (going_on, played >= matches) {
                (true, _) => TournamentStatus::Running,
                (false, true) => TournamentStatus::Finished,
                (false, false) => TournamentStatus::Stopped,
            },
            played,
            matches,
        }
    }
}

/// A tournament with its results.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct TournamentPage {
    /// The name.
    pub name: String,
    /// The games.
    pub games: Vec<String>,
    /// The players.
    pub players: Vec<String>,
    /// The status.
    pub status: TournamentStatus,
    /// The number of finished matches.
    pub played: usize,
    /// The number of all matches.
    pub matches: usize,
    /// Seconds for each move.
    pub seconds: f64,
    /// The seed of random choices.
    pub seed: u64,
    /// The running matches.
    pub running: Vec<RunningMatch>,
    /// The ratings, the strongest first.
    pub ratings: Vec<RatedPlayer>,
    /// Warnings about the numbers.
    pub warnings: Vec<String>,
    /// The latest matches, the latest first.
    pub recent: Vec<RecordRow>,
}

/// A running match.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct RunningMatch {
    /// The game.
    pub game: String,
    /// The players.
    pub players: Vec<String>,
    /// The number of joint moves made.
    pub step: usize,
}

/// The rating of a player.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct RatedPlayer {
    /// The player.
    pub player: String,
    /// Elo points above the mean; missing without opponents.
    pub rating: Option<f64>,
    /// The lower end of the 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The number of the player's seats in finished matches.
    pub matches: usize,
    /// The share of wins, with draws as half.
    pub score: Option<f64>,
    /// The mean goal.
    pub mean_goal: Option<f64>,
}

/// The page of a tournament, computed from its matches.
pub fn page(
    tournament: &Tournament,
    matches: &[Stored],
    row: TournamentRow,
    live: &[SpectatorMatch],
    trouble: Option<String>,
) -> Result<TournamentPage, Failure> {
    let plan = &tournament.plan;
    let review = review(tournament, matches)
        .map_err(|error| Failure::broken(format!("the ratings: {error}")))?;
    let stopped = trouble.map(|why| format!("It was aborted: {why}."));
    Ok(TournamentPage {
        name: row.name,
        games: plan.game_names(),
        players: plan.players.clone(),
        status: row.status,
        played: row.played,
        matches: row.matches,
        seconds: plan.play_clock,
        seed: plan.seed,
        running: live.iter().map(running).collect(),
        ratings: ratings(&review),
        warnings: stopped.into_iter().chain(review.warnings).collect(),
        recent: recent(tournament, matches),
    })
}

fn running(account: &SpectatorMatch) -> RunningMatch {
    RunningMatch {
        game: account.game.rules.name.clone(),
        players: account.seats.iter().map(|seat| seat.name.clone()).collect(),
        step: account.moves.len(),
    }
}

/// The rated players in the order of the review, then the others.
fn ratings(review: &Review) -> Vec<RatedPlayer> {
    let rated = review.ratings.iter().map(|rating| rating.player.clone());
    let rated: Vec<String> = rated.collect();
    let others = review.players.iter().filter(|name| !rated.contains(name));
    let all = rated.iter().chain(others);
    all.map(|name| {
        let rating = review.ratings.iter().find(|rating| rating.player == *name);
        let overall = |line: &&senet_arena::report::RatingLine| {
            line.player == *name && line.game.is_none() && line.role.is_none()
        };
        let line = review.tables.iter().find(overall);
        RatedPlayer {
            player: name.clone(),
            rating: rating.map(|rating| rating.elo),
            low: rating.map(|rating| rating.low),
            high: rating.map(|rating| rating.high),
            matches: line.map_or(0, |line| line.seats),
            score: line.and_then(|line| line.share),
            mean_goal: line.map(|line| line.mean_goal),
        }
    })
    .collect()
}

fn recent(tournament: &Tournament, matches: &[Stored]) -> Vec<RecordRow> {
    let mut ended: Vec<&Stored> = matches.iter().filter(|m| m.ended.is_some()).collect();
    ended.sort_by_key(|stored| std::cmp::Reverse((stored.ended, stored.number)));
    ended.truncate(RECENT);
    let plan = &tournament.plan;
    let row = |stored: &&Stored| {
        let game = plan.games.get(stored.game);
        let players = stored.seats.iter().filter_map(|&p| plan.players.get(p));
        RecordRow {
            id: format!("{}~{}", plan.name, stored.number),
            game: game.map_or_else(String::new, |game| game.name.clone()),
            roles: game.map_or_else(Vec::new, |game| game.roles.clone()),
            players: players.cloned().collect(),
            goals: stored.goals.clone(),
            started_ms: stored.started.unwrap_or_default(),
            moves: stored.moves.unwrap_or_default(),
            tournament: Some(plan.name.clone()),
            problem: stored.error.clone(),
        }
    };
    ended.iter().map(row).collect()
}
