//! Positions to play from: a state of another match at this server.

use super::actor::TableActor;
use super::table_request::RuleSource;
use crate::failure::Failure;
use senet_arena::{Match, TurnRecord};
use serde::Deserialize;
use utoipa::ToSchema;

/// A state of another match: `{"table": ID, "step": 12}` or `{"record": ID, "step": 12}`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The table of the match.
    #[serde(default)]
    pub table: Option<String>,
    /// The record of the match, instead of its table.
    #[serde(default)]
    pub record: Option<String>,
    /// The number of joint moves before the state.
    pub step: usize,
}

/// The joint moves of a match up to a state.
pub fn turns_of(game: &Match, step: usize) -> Result<Vec<TurnRecord>, Failure> {
    let steps = game.steps();
    if step > steps {
        return Err(Failure::not_found(format!(
            "the match has {steps} moves, not {step}"
        )));
    }
    Ok((0..step)
        .filter_map(|step| game.turn_record(step))
        .collect())
}

impl TableActor {
    /// The rules and the joint moves up to a state, unless some of them are hidden.
    pub fn origin(&self, step: usize) -> Result<(RuleSource, Vec<TurnRecord>), Failure> {
        self.refuse_if_hidden()?;
        self.refuse_if_guests_play("playing from here")?;
        let source = RuleSource {
            name: self.open.game.clone(),
            title: self.open.title.clone(),
            rules: self.open.rules.as_str().into(),
        };
        Ok((source, turns_of(&self.game, step)?))
    }
}
