//! What a tournament has come to, as it is sent.

use crate::account::Account;
use crate::failure::Failure;
use crate::records::RecordRow;
use senet_arena::report::{Review, review};
use senet_arena::store::{Stored, Summary, Tournament};
use senet_arena::tournament::match_count;
use serde::Serialize;
use utoipa::ToSchema;

/// So many of the latest matches are told.
const RECENT: usize = 20;

/// A tournament in short.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema, Debug)]
pub struct TournamentRow {
    /// What it is called.
    pub name: String,
    /// What it is doing.
    pub status: TournamentStatus,
    /// How many matches have ended.
    pub played: usize,
    /// How many there will be.
    pub matches: usize,
}

/// What a tournament is doing.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum TournamentStatus {
    /// It is being played.
    Running,
    /// It was stopped and can go on.
    Stopped,
    /// All matches have ended.
    Finished,
}

impl TournamentRow {
    /// What a list says of a tournament.
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

/// All about a tournament.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct TournamentPage {
    /// What it is called.
    pub name: String,
    /// The games.
    pub games: Vec<String>,
    /// The players.
    pub players: Vec<String>,
    /// What it is doing.
    pub status: TournamentStatus,
    /// How many matches have ended.
    pub played: usize,
    /// How many there will be.
    pub matches: usize,
    /// Seconds for each move.
    pub seconds: f64,
    /// Where random choices come from.
    pub seed: u64,
    /// The matches that are being played.
    pub running: Vec<RunningMatch>,
    /// How strong the players are, the strongest first.
    pub ratings: Vec<RatedPlayer>,
    /// What to know before believing a number.
    pub warnings: Vec<String>,
    /// The latest matches, the latest first.
    pub recent: Vec<RecordRow>,
}

/// A match that is being played.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct RunningMatch {
    /// The game.
    pub game: String,
    /// Who plays.
    pub players: Vec<String>,
    /// How many joint moves were made.
    pub step: usize,
}

/// How strong a player is.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct RatedPlayer {
    /// The player.
    pub player: String,
    /// Elo points above the mean; nothing for those who met nobody.
    pub rating: Option<f64>,
    /// The lower end of the 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Seats that it had in matches that have ended.
    pub matches: usize,
    /// The share of wins, half of the draws included.
    pub score: Option<f64>,
    /// The mean goal.
    pub mean_goal: Option<f64>,
}

/// All about a tournament, from its matches.
pub fn page(
    tournament: &Tournament,
    matches: &[Stored],
    row: TournamentRow,
    live: &[Account],
    trouble: Option<String>,
) -> Result<TournamentPage, Failure> {
    let plan = &tournament.plan;
    let review = review(tournament, matches)
        .map_err(|error| Failure::broken(format!("the ratings: {error}")))?;
    let stopped = trouble.map(|why| format!("It was given up: {why}."));
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

fn running(account: &Account) -> RunningMatch {
    RunningMatch {
        game: account.game.rules.name.clone(),
        players: account.seats.iter().map(|seat| seat.name.clone()).collect(),
        step: account.moves.len(),
    }
}

/// The rated players in the order of the review, then those who are not rated.
fn ratings(review: &Review) -> Vec<RatedPlayer> {
    let rated = review.ratings.iter().map(|rating| rating.player.clone());
    let rated: Vec<String> = rated.collect();
    let others = review.players.iter().filter(|name| !rated.contains(name));
    let all = rated.iter().chain(others);
    all.map(|name| {
        let rating = review.ratings.iter().find(|rating| rating.player == *name);
        let overall = |line: &&senet_arena::report::Line| {
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
