//! Games with one role: the line that `nested` found, or `uct` if that plays better.

use super::quick_match::play;
use super::{Selection, seat};
use crate::{Budget, Player, Setting};
use senet_engine::Stopped;

/// The share of the start clock for `nested`.
const NESTED_SHARE: f64 = 0.6;
/// The share of the start clock for a quick match of `uct`.
const MATCH_SHARE: f64 = 0.3;
/// The number of moves that a quick match should have time for.
const MOVES: f64 = 60.0;

/// Compares both players.
pub fn select(setting: &Setting, budget: &Budget) -> Result<Selection, Stopped> {
    let mut nested = seat("nested", setting.clone())?;
    let report = nested.prepare(&budget.part(NESTED_SHARE))?;
    let promised = report.value(0).unwrap_or(0.0);
    if report.proven {
        return Ok(take("nested", nested, "it has the best line, with proof"));
    }
    let game = &*setting.game;
    let part = budget.part(MATCH_SHARE);
    let mut players = [seat("uct", setting.clone())?];
    let played = play(game, game.initial()?, &mut players, &part, 1.0 / MOVES)?;
    let [uct] = players;
    let reached = played.map_or(0.0, |goals| goals[0]);
    let compared = format!("`nested` found a line to {promised:.0}, `uct` reached {reached:.0}");
    Ok(match reached > promised {
        true => take("uct", uct, &compared),
        false => take("nested", nested, &compared),
    })
}

fn take(name: &str, player: Box<dyn Player>, reason: &str) -> Selection {
    Selection {
        player,
        reason: format!("plays as `{name}`: {reason}"),
    }
}
