//! Evaluates the states of a finished match, for the graph below its board. A player thinks about each state for a moment.

use crate::failure::Failure;
use crate::levels::HINT;
use crate::spectator_match::SpectatorMatch;
use senet_arena::Rules;
use senet_engine::{State, Stopped, final_goals};
use senet_search::{Budget, Player, PlayerName, Setting, player};
use serde::Serialize;
use utoipa::ToSchema;

/// The time in seconds for all states together, and the longest time for one.
const TIME: f64 = 6.0;
const LONGEST: f64 = 0.1;
/// At most this many states are evaluated; of longer matches, states at even distances.
const MOST_STATES: usize = 120;

/// The expected goals in the states of a match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EvaluationView {
    /// For each state, the expected goal of each role from 0 to 100; missing if the state was not evaluated.
    pub values: Vec<Option<Vec<f64>>>,
}

/// Evaluates the states of a match. `bytes` limits the memory.
pub fn evaluation_of(account: &SpectatorMatch, bytes: usize) -> Result<EvaluationView, Failure> {
    let rules = &account.game.rules;
    let mut thinker = thinker(rules, account.seed)?;
    let count = account.states.len();
    let stride = count.div_ceil(MOST_STATES).max(1);
    let seconds = (TIME / count.div_ceil(stride) as f64).min(LONGEST);
    let end = Budget::seconds(2.0 * TIME);
    let mut values = Vec::new();
    for (step, state) in account.states.iter().enumerate() {
        let is_chosen = step % stride == 0 || step + 1 == count;
        let budget = Budget::seconds(seconds).with_memory(bytes);
        values.push(match is_chosen && !end.is_over() {
            // A state that the rules cannot evaluate in time leaves a gap.
            true => value_of(rules, &mut *thinker, state, &budget)
                .ok()
                .flatten(),
            false => None,
        });
    }
    Ok(EvaluationView { values })
}

fn thinker(rules: &Rules, seed: u64) -> Result<Box<dyn Player>, Failure> {
    let name: PlayerName = HINT.player.parse().map_err(Failure::broken)?;
    let roles = rules.game.roles();
    let setting = Setting {
        game: rules.game.clone(),
        role: roles.iter().position(|role| role != "random").unwrap_or(0),
        seed,
        learn: None,
    };
    player(&name, setting).map_err(|error| {
        Failure::unprocessable(
            format!("this game cannot be evaluated: {error}"),
            "the graph needs a game that players can play",
        )
    })
}

fn value_of(
    rules: &Rules,
    thinker: &mut dyn Player,
    state: &State,
    budget: &Budget,
) -> Result<Option<Vec<f64>>, Stopped> {
    let game = &*rules.game;
    // The player returns in time by itself; this is for rules that do not.
    let _watch = Budget::seconds(2.0).watch();
    if game.is_terminal(state)? {
        let goals = final_goals(game, state)?.ok();
        return Ok(goals.map(|goals| goals.into_iter().map(f64::from).collect()));
    }
    let values = thinker.choose(state, budget)?.report.values;
    let is_whole = values.len() == game.roles().len();
    let is_finite = values.iter().all(|value| value.is_finite());
    Ok((is_whole && is_finite).then_some(values))
}
