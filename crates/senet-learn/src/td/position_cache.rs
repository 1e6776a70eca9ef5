//! A cache of positions: the role to move in a state, and the successors.

use rustc_hash::FxHashMap;
use senet_engine::{Game, Goal, MoveId, RoleId, State, Stopped};
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of cached positions. The cache is cleared when it is full. A position takes a few hundred bytes.
const REMEMBERED: usize = 1 << 18;

/// The reason why a game cannot be learned by temporal differences.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TdError {
    /// The game contains chance.
    #[error(
        "the game contains chance (the role `random`), so a move does not determine the next state"
    )]
    Chance,
    /// Several roles choose in the same state.
    #[error("`{0}` and `{1}` choose at the same time, so neither knows the state after its move")]
    Simultaneous(String, String),
    /// A role has no legal move before the end.
    #[error("`{0}` has no legal move in a state that is not terminal")]
    NoMove(String),
    /// A role does not have exactly one goal at the end.
    #[error("`{0}` does not have exactly one goal value at the end of a match: {1}")]
    NoGoal(String, String),
    /// A match exceeds the maximum length.
    #[error("a match did not end within {0} steps")]
    Endless(usize),
    /// The game returned an error.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

/// A state with its successors.
pub enum TdPosition {
    /// A terminal state with the goals by role.
    End(Vec<f32>),
    /// A state in which no role has a choice, with its successor.
    Forced(State),
    /// A state in which one role chooses.
    Turn(TdTurn),
}

/// A state in which one role chooses.
pub struct TdTurn {
    /// The role to move.
    pub role: RoleId,
    /// The moves of the role.
    pub moves: Vec<MoveId>,
    /// The afterstate of each move.
    pub after: Vec<State>,
    /// The goals of the role in the afterstates, computed on demand.
    goals: OnceCell<Vec<f32>>,
}

/// The cached positions of a game.
pub struct PositionCache {
    game: Arc<dyn Game>,
    known: FxHashMap<State, Rc<TdPosition>>,
}

impl PositionCache {
    /// An empty cache. Rejects games with chance. Simultaneous moves are rejected when they occur.
    pub fn new(game: Arc<dyn Game>) -> Result<PositionCache, TdError> {
        match game.roles().iter().any(|role| role == "random") {
            true => Err(TdError::Chance),
            false => Ok(PositionCache {
                game,
                known: FxHashMap::default(),
            }),
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    /// The position of a state.
    pub fn at(&mut self, state: &State) -> Result<Rc<TdPosition>, TdError> {
        if let Some(position) = self.known.get(state) {
            return Ok(position.clone());
        }
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        let position = Rc::new(position(&*self.game, state)?);
        self.known.insert(state.clone(), position.clone());
        Ok(position)
    }
}

impl TdTurn {
    /// The goals of the role in the afterstates. A missing or ambiguous goal counts as 0.
    pub fn goals(&self, game: &dyn Game) -> Result<&[f32], Stopped> {
        if self.goals.get().is_none() {
            let goal = |state| game.goal(state, self.role);
            let goals = self.after.iter().map(|state| goal(state).map(number));
            let goals = goals.collect::<Result<_, _>>()?;
            return Ok(self.goals.get_or_init(|| goals));
        }
        Ok(self.goals.get().map_or(&[], Vec::as_slice))
    }
}

fn number(goal: Goal) -> f32 {
    goal.value().map_or(0.0, |value| value as f32)
}

fn position(game: &dyn Game, state: &State) -> Result<TdPosition, TdError> {
    if game.is_terminal(state)? {
        return Ok(TdPosition::End(end(game, state)?));
    }
    let (mut joint, mut choice) = (Vec::new(), None);
    for (role, name) in game.roles().iter().enumerate() {
        let moves = game.legal(state, role)?;
        let Some(&first) = moves.first() else {
            return Err(TdError::NoMove(name.clone()));
        };
        joint.push(first);
        if moves.len() > 1 {
            choice = match choice {
                None => Some((role, moves)),
                Some((other, _)) => {
                    let other = game.roles()[other].clone();
                    return Err(TdError::Simultaneous(other, name.clone()));
                }
            };
        }
    }
    Ok(match choice {
        None => TdPosition::Forced(game.next(state, &joint)?),
        Some((role, moves)) => TdPosition::Turn(turn(game, state, joint, role, moves)?),
    })
}

fn turn(
    game: &dyn Game,
    state: &State,
    mut joint: Vec<MoveId>,
    role: RoleId,
    moves: Vec<MoveId>,
) -> Result<TdTurn, Stopped> {
    let mut after = Vec::with_capacity(moves.len());
    for &id in &moves {
        joint[role] = id;
        after.push(game.next(state, &joint)?);
    }
    Ok(TdTurn {
        role,
        moves,
        after,
        goals: OnceCell::new(),
    })
}

fn end(game: &dyn Game, state: &State) -> Result<Vec<f32>, TdError> {
    let mut goals = Vec::new();
    for (role, name) in game.roles().iter().enumerate() {
        match game.goal(state, role)? {
            Goal::Value(value) => goals.push(value as f32),
            Goal::Invalid(texts) => {
                let all = texts.join(", ");
                let all = if all.is_empty() { "none" } else { &all };
                return Err(TdError::NoGoal(name.clone(), all.to_string()));
            }
        }
    }
    Ok(goals)
}
