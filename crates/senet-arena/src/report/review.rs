//! The results of a tournament, with names.

use super::repeats::{Repeat, repeats};
use super::tables::{self, CrossEntry, Key, RatingLine, Sum};
use super::warnings::warnings;
use crate::ratings::{FitError, RatedResult, Ratings, rate};
use crate::store::{Stored, Tournament};
use crate::tournament::{Form, Standing, TournamentPlan, ladder_order, match_count};
use serde::Serialize;

/// The results of a tournament so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// The name of the tournament.
    pub name: String,
    /// The form of the tournament.
    pub form: Form,
    /// When the tournament was created: milliseconds since 1970.
    pub created: u64,
    /// The games.
    pub games: Vec<ReviewedGame>,
    /// The players.
    pub players: Vec<String>,
    /// The number of rounds.
    pub rounds: usize,
    /// The seed of every random choice.
    pub seed: u64,
    /// Random joint moves before the players take over.
    pub opening: usize,
    /// Seconds before the first move.
    pub start_clock: f64,
    /// Seconds for each move.
    pub play_clock: f64,
    /// `wall`, or `cpu` for the CPU time of the player's thread.
    pub clock: &'static str,
    /// The limit on simulations for each move.
    pub simulations: Option<u64>,
    /// How many matches are done.
    pub progress: TournamentProgress,
    /// The players by rating, the strongest first in each component.
    pub ratings: Vec<RatedPlayer>,
    /// The values of the seats.
    pub seats: Vec<RatedSeat>,
    /// The draw rates of the games.
    pub draws: Vec<GameDraws>,
    /// The ratings by each game alone, if there are several games.
    pub by_game: Vec<GameRatings>,
    /// Wins, draws and losses: overall, by game, and by seat.
    pub tables: Vec<RatingLine>,
    /// The cross table.
    pub cross: Vec<CrossEntry>,
    /// The order of a ladder, from the top.
    pub ladder: Option<Vec<String>>,
    /// Matches that repeat an earlier one move by move.
    pub repeats: Vec<Repeat>,
    /// The number of late or illegal moves of each player.
    pub substituted: Vec<(String, usize)>,
    /// Why matches failed; each reason once.
    pub failures: Vec<String>,
    /// The damaged matches, each with its number and the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<DamagedMatch>,
    /// Warnings about the numbers.
    pub warnings: Vec<String>,
}

/// A damaged match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DamagedMatch {
    /// The number in the tournament.
    pub number: usize,
    /// The fault of the stored row.
    pub reason: String,
}

/// A game of the tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReviewedGame {
    /// The name of the game.
    pub name: String,
    /// The roles except chance.
    pub roles: Vec<String>,
    /// How many roles think at the same time.
    pub thinking: usize,
}

/// The progress of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TournamentProgress {
    /// All matches.
    pub planned: usize,
    /// Finished matches.
    pub done: usize,
    /// Failed matches.
    pub failed: usize,
    /// Matches whose stored rows are damaged.
    #[serde(skip_serializing_if = "is_zero")]
    pub damaged: usize,
    /// True if no match is left.
    pub complete: bool,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A player's rating and results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatedPlayer {
    /// The player.
    pub player: String,
    /// Elo points above the mean of the component.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The component, counted from 1. Players of different components cannot be compared.
    pub component: usize,
}

/// The value of a seat on the Elo scale.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatedSeat {
    /// The game.
    pub game: String,
    /// The role.
    pub role: String,
    /// Elo points above the mean of the seats.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The draw rate of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameDraws {
    /// The game.
    pub game: String,
    /// The share of draws.
    pub share: f64,
}

/// Ratings by one game alone.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameRatings {
    /// The game.
    pub game: String,
    /// The players by rating.
    pub ratings: Vec<RatedPlayer>,
}

/// Computes the results of a tournament.
pub fn review(tournament: &Tournament, matches: &[Stored]) -> Result<Review, FitError> {
    let plan = &tournament.plan;
    let outcomes: Vec<_> = matches.iter().filter_map(outcome).collect();
    let rated = rate(plan.players.len(), &plan.seats(), &outcomes)?;
    let mut review = Review {
        name: plan.name.clone(),
        form: plan.form,
        created: tournament.created,
        games: game_heads(plan),
        players: plan.players.clone(),
        rounds: plan.rounds,
        seed: plan.seed,
        opening: plan.opening,
        start_clock: plan.start_clock,
        play_clock: plan.play_clock,
        clock: if plan.cpu_clock { "cpu" } else { "wall" },
        simulations: plan.simulations,
        progress: progress(plan, matches),
        ratings: named(plan, &rated),
        seats: seat_values(plan, &rated),
        draws: draw_rates(plan, &rated),
        by_game: by_game(plan, &outcomes)?,
        tables: lines(plan, &outcomes),
        cross: cross(plan, &outcomes),
        ladder: ladder(plan, matches),
        repeats: repeats(tournament, matches),
        substituted: substituted(plan, matches),
        failures: failures(matches),
        damaged: damaged(matches),
        warnings: Vec::new(),
    };
    review.warnings = warnings(&review);
    Ok(review)
}

fn outcome(stored: &Stored) -> Option<RatedResult> {
    let goals = stored.goals.clone()?;
    Some(RatedResult {
        game: stored.game,
        players: stored.seats.clone(),
        goals,
    })
}

fn game_heads(plan: &TournamentPlan) -> Vec<ReviewedGame> {
    let head = |game: &crate::tournament::PlannedGame| ReviewedGame {
        name: game.name.clone(),
        roles: game.roles.clone(),
        thinking: game.thinking,
    };
    plan.games.iter().map(head).collect()
}

fn progress(plan: &TournamentPlan, matches: &[Stored]) -> TournamentProgress {
    let count = |status: &str| matches.iter().filter(|m| m.status == status).count();
    let (planned, done, failed) = (match_count(plan), count("done"), count("failed"));
    let damaged = count("damaged");
    TournamentProgress {
        planned,
        done,
        failed,
        damaged,
        complete: done + failed + damaged == planned,
    }
}

fn named(plan: &TournamentPlan, ratings: &Ratings) -> Vec<RatedPlayer> {
    let mut components: Vec<_> = ratings.players.iter().map(|r| r.component).collect();
    components.dedup();
    let rated = |r: &crate::ratings::Rating| RatedPlayer {
        player: plan.players[r.player].clone(),
        elo: r.elo,
        low: r.low,
        high: r.high,
        component: components
            .iter()
            .position(|&c| c == r.component)
            .unwrap_or(0)
            + 1,
    };
    ratings.players.iter().map(rated).collect()
}

fn seat_values(plan: &TournamentPlan, ratings: &Ratings) -> Vec<RatedSeat> {
    let seat = |s: &crate::ratings::SeatValue| RatedSeat {
        game: plan.games[s.game].name.clone(),
        role: plan.games[s.game].roles[s.seat].clone(),
        elo: s.elo,
        low: s.low,
        high: s.high,
    };
    ratings.seats.iter().map(seat).collect()
}

fn draw_rates(plan: &TournamentPlan, ratings: &Ratings) -> Vec<GameDraws> {
    let draws = |d: &crate::ratings::DrawRate| GameDraws {
        game: plan.games[d.game].name.clone(),
        share: d.share,
    };
    ratings.draws.iter().map(draws).collect()
}

/// Rates the players in each game alone, if there are several games.
fn by_game(plan: &TournamentPlan, outcomes: &[RatedResult]) -> Result<Vec<GameRatings>, FitError> {
    let mut all = Vec::new();
    let several = plan.games.len() > 1;
    for (game, planned) in plan.games.iter().enumerate().filter(|_| several) {
        let own = outcomes.iter().filter(|outcome| outcome.game == game);
        let own: Vec<_> = own
            .map(|o| RatedResult {
                game: 0,
                ..o.clone()
            })
            .collect();
        let rated = rate(plan.players.len(), &[planned.roles.len()], &own)?;
        if !rated.players.is_empty() {
            all.push(GameRatings {
                game: planned.name.clone(),
                ratings: named(plan, &rated),
            });
        }
    }
    Ok(all)
}

fn lines(plan: &TournamentPlan, outcomes: &[RatedResult]) -> Vec<RatingLine> {
    let line = |((game, seat, player), sum): (Key, Sum)| {
        let planned = game.map(|game| &plan.games[game]);
        RatingLine {
            game: planned.map(|planned| planned.name.clone()),
            role: planned
                .zip(seat)
                .map(|(planned, seat)| planned.roles[seat].clone()),
            player: plan.players[player].clone(),
            seats: sum.seats,
            score: sum.score,
            share: sum.score.share(),
            mean_goal: sum.goals as f64 / sum.seats.max(1) as f64,
        }
    };
    tables::sums(outcomes).into_iter().map(line).collect()
}

fn cross(plan: &TournamentPlan, outcomes: &[RatedResult]) -> Vec<CrossEntry> {
    let entry = |((player, other), score): ((usize, usize), _)| CrossEntry {
        player: plan.players[player].clone(),
        opponent: plan.players[other].clone(),
        score,
    };
    tables::cross(outcomes).into_iter().map(entry).collect()
}

/// The order after all complete rounds.
fn ladder(plan: &TournamentPlan, matches: &[Stored]) -> Option<Vec<String>> {
    let open = matches
        .iter()
        .filter(|m| m.status == "open" || m.status == "claimed");
    let rounds = open.map(|m| m.round).min();
    let rounds = rounds.or_else(|| matches.iter().map(|m| m.round + 1).max());
    let standings: Vec<_> = matches.iter().map(Standing::of).collect();
    let order = ladder_order(plan, rounds.unwrap_or(0), &standings);
    let names = order.iter().map(|&player| plan.players[player].clone());
    (plan.form == Form::Ladder).then(|| names.collect())
}

fn substituted(plan: &TournamentPlan, matches: &[Stored]) -> Vec<(String, usize)> {
    let mut counts = vec![0; plan.players.len()];
    for stored in matches {
        let moves = stored.substituted.iter().flatten();
        for (&player, count) in stored.seats.iter().zip(moves) {
            counts[player] += count;
        }
    }
    plan.players.iter().cloned().zip(counts).collect()
}

fn damaged(matches: &[Stored]) -> Vec<DamagedMatch> {
    let damaged = matches.iter().filter_map(|stored| {
        let reason = stored.damage.clone()?;
        let number = stored.number;
        Some(DamagedMatch { number, reason })
    });
    damaged.collect()
}

fn failures(matches: &[Stored]) -> Vec<String> {
    let mut reasons: Vec<_> = matches.iter().filter_map(|m| m.error.clone()).collect();
    reasons.sort();
    reasons.dedup();
    reasons
}
