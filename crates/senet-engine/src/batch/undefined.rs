//! Matches without a result: a role has no legal move before the end, or not exactly one goal at the end.
//!
//! The rules of such a game are faulty. A missing goal does not count as 0. Code that computes means or results checks
//! for it here and reports it to the user.

use super::{PlayoutRequest, PlayoutResults, PlayoutTally};
use crate::{Game, Goal, RoleId, State, Stopped, spread_seed};
use std::fmt;

/// A fault of the rules that leaves a match without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndefinedResult {
    /// The role.
    pub role: String,
    /// The missing move or goal.
    pub lack: Lack,
    /// The facts of the state in which the result is missing.
    pub state: Vec<String>,
}

/// The missing part of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lack {
    /// A legal move in a state that is not terminal.
    LegalMove,
    /// A single integer as goal in a terminal state. Contains the goals that the rules give.
    Goal(Vec<String>),
}

/// The reason why random matches have no averages.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayoutError {
    /// A limit was exceeded.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A match has no result.
    #[error("{0}")]
    Undefined(UndefinedResult),
    /// Some matches have no result, but the repetitions that search for such a match found none.
    #[error(
        "in {0} of {1} matches a role has no legal move before the end, or not exactly one goal"
    )]
    Rare(u64, u64),
}

impl UndefinedResult {
    /// Returns the first role that lacks a legal move or a goal in a state; `None` if no role does.
    ///
    /// ```
    /// use senet_engine::{LoadOptions, UndefinedResult, load};
    /// use senet_gdl::Sheet;
    ///
    /// let sheet = Sheet::read("(role you) (init on) (legal you go) terminal (goal you win)");
    /// let game = load(&sheet, &LoadOptions::default())?.game;
    /// let found = UndefinedResult::of(&*game, &game.initial()?)?.unwrap();
    /// assert_eq!(
    ///     found.to_string(),
    ///     "the rules give you the goal win, which is not an integer, in the terminal state: on"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<G: Game + ?Sized>(
        game: &G,
        state: &State,
    ) -> Result<Option<UndefinedResult>, Stopped> {
        let terminal = game.is_terminal(state)?;
        for (role, name) in game.roles().iter().enumerate() {
            if !terminal {
                if game.legal(state, role)?.is_empty() {
                    return Ok(Some(UndefinedResult::no_move(game, state, role)));
                }
                continue;
            }
            match game.goal(state, role)? {
                Goal::Value(_) => {}
                Goal::Invalid(texts) if texts.is_empty() && is_chance(name) => {}
                Goal::Invalid(texts) => {
                    return Ok(Some(UndefinedResult {
                        role: name.clone(),
                        lack: Lack::Goal(texts),
                        state: game.fluents(state),
                    }));
                }
            }
        }
        Ok(None)
    }

    /// The fault of a role without a legal move in a state that is not terminal.
    pub fn no_move<G: Game + ?Sized>(game: &G, state: &State, role: RoleId) -> UndefinedResult {
        UndefinedResult {
            role: game.roles()[role].clone(),
            lack: Lack::LegalMove,
            state: game.fluents(state),
        }
    }

    /// Returns the same fault with other words, such as the original names of scrambled rules.
    pub fn in_words(self, translate: impl Fn(&str) -> String) -> UndefinedResult {
        let all = |texts: Vec<String>| texts.iter().map(|text| translate(text)).collect();
        UndefinedResult {
            role: translate(&self.role),
            lack: match self.lack {
                Lack::LegalMove => Lack::LegalMove,
                Lack::Goal(texts) => Lack::Goal(all(texts)),
            },
            state: all(self.state),
        }
    }
}

/// The goals of all roles in a terminal state. Chance needs no goal; without one it gets 0.
pub fn final_goals<G: Game + ?Sized>(
    game: &G,
    state: &State,
) -> Result<Result<Vec<i32>, UndefinedResult>, Stopped> {
    if let Some(undefined) = UndefinedResult::of(game, state)? {
        return Ok(Err(undefined));
    }
    let roles = 0..game.roles().len();
    let goals = roles.map(|role| Ok(game.goal(state, role)?.value().unwrap_or(0)));
    Ok(Ok(goals.collect::<Result<_, Stopped>>()?))
}

/// Returns true for the role `random`, which plays by chance and needs no goal.
fn is_chance(role: &str) -> bool {
    role == "random"
}

/// The number of times that a request is repeated to find a match without a result. The first repetition keeps the seed.
const ATTEMPTS: u64 = 8;

/// Plays random matches; fails if one of them has no result.
pub fn defined_playouts<G: Game + ?Sized>(
    game: &G,
    request: &PlayoutRequest,
) -> Result<PlayoutResults, PlayoutError> {
    let results = game.playouts(request)?;
    let tallies = results.tallies.iter();
    let undefined: u64 = tallies.map(|tally| tally.undefined(game.roles())).sum();
    if undefined == 0 {
        return Ok(results);
    }
    for attempt in 0..ATTEMPTS {
        let seed = match attempt {
            0 => request.seed,
            _ => spread_seed(request.seed, attempt),
        };
        let again = PlayoutRequest {
            seed,
            details: true,
            ..*request
        };
        for played in game.playouts(&again)?.matches {
            if let Some(found) = UndefinedResult::of(game, &played.last)? {
                return Err(PlayoutError::Undefined(found));
            }
        }
    }
    let matches = results.tallies.iter().map(PlayoutTally::matches).sum();
    Err(PlayoutError::Rare(undefined, matches))
}

impl PlayoutTally {
    /// The number of matches without a result: a role had no legal move, or not exactly one goal at the end.
    pub fn undefined(&self, roles: &[String]) -> u64 {
        let goals = self.goals.iter().zip(roles);
        let needed = goals.filter(|(_, role)| !is_chance(role));
        let missing = needed.map(|(goals, _)| self.ended - goals.valid);
        self.stuck + missing.max().unwrap_or(0)
    }
}

impl fmt::Display for UndefinedResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let UndefinedResult { role, lack, state } = self;
        let state = shortened(state);
        match lack {
            Lack::LegalMove => write!(
                f,
                "the rules give {role} no legal move in a state that is not terminal: {state}"
            ),
            Lack::Goal(texts) => {
                let goals = match &texts[..] {
                    [] => "no goal".to_string(),
                    [only] => format!("the goal {}, which is not an integer,", cut(only)),
                    all => format!("several goals ({})", shortened(all)),
                };
                write!(
                    f,
                    "the rules give {role} {goals} in the terminal state: {state}"
                )
            }
        }
    }
}

/// The maximum number of characters of a list in a message.
const MAX_CHARS: usize = 300;

fn shortened(texts: &[String]) -> String {
    let mut shown = String::new();
    for (at, text) in texts.iter().enumerate() {
        if shown.chars().count() + text.chars().count() > MAX_CHARS && at > 0 {
            return format!("{shown} and {} more", texts.len() - at);
        }
        if at > 0 {
            shown += " ";
        }
        shown += &cut(text);
    }
    match shown.is_empty() {
        true => "no fact holds".to_string(),
        false => shown,
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
