//! Replays records.

use super::unusable;
use crate::decisive::decisive_places;
use crate::failure::Failure;
use crate::loading::Playable;
use crate::notes::{notes_of, reported_values};
use crate::spectator_match::{SpectatorMatch, seats, title};
use crate::view::{Status, TroubleView};
use senet_arena::{Match, MatchRecord};
use senet_gdl::Deadline;
use senet_search::Budget;
use std::sync::Arc;
use std::time::Duration;

/// The time limit for the notes about the moves.
const NOTES: Duration = Duration::from_secs(5);

/// Verifies a record by the rules within a time limit, and returns the match to look at.
pub fn replayed(
    id: &str,
    record: &MatchRecord,
    game: Arc<Playable>,
    time: Duration,
) -> Result<SpectatorMatch, Failure> {
    let _watch = Budget::seconds(time.as_secs_f64()).watch();
    let replayed = Match::replay(&game.rules, record);
    let replayed = replayed.map_err(|error| unusable(error.to_string()))?;
    let players = players(record, &game);
    let human = record.is_player_human.clone().unwrap_or_default();
    let goals = record.goal_values.clone();
    let decisive = goals
        .as_ref()
        .map(|goals| decisive_places(&game.boards, &game.rules, replayed.state(), goals));
    Ok(SpectatorMatch {
        notes: notes_of(&replayed, &game.boards, &Deadline::never().within(NOTES)),
        values: reported_values(&replayed),
        decisive: decisive.unwrap_or_default(),
        id: id.to_string(),
        title: title(&game.rules.name, &players),
        seats: seats(&game, &players, &human, seconds(record)),
        status: Status::Over,
        reason: record.own.reason.clone(),
        states: replayed.states().cloned().collect(),
        moves: replayed
            .turns()
            .iter()
            .map(|turn| turn.moves.clone())
            .collect(),
        goals,
        troubles: troubles(record, &game),
        seed: record.own.seed.unwrap_or_default(),
        game,
    })
}

/// The names of the players, which records may lack.
fn players(record: &MatchRecord, game: &Playable) -> Vec<String> {
    let roles = game.rules.game.roles().len();
    let named = record.player_names_from_host.clone();
    let named = named.filter(|names| names.len() == roles);
    named.unwrap_or_else(|| vec!["somebody".to_string(); roles])
}

/// Seconds for each move.
fn seconds(record: &MatchRecord) -> f64 {
    let own = record.own.clocks.as_ref();
    own.map_or(record.play_clock as f64, |clocks| clocks.play_ms / 1e3)
}

fn troubles(record: &MatchRecord, game: &Playable) -> Vec<TroubleView> {
    let roles = game.rules.role_names();
    let told = record.own.substituted.iter().filter_map(|substituted| {
        Some(TroubleView {
            step: substituted.step,
            role: roles.iter().position(|role| *role == substituted.role)?,
            why: substituted.why.clone(),
        })
    });
    told.collect()
}
