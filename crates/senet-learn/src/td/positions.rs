//! Whose turn it is in a state and where that may lead, asked of the rules once and remembered.

use rustc_hash::FxHashMap;
use senet_engine::{Game, Goal, MoveId, RoleId, State, Stopped};
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// So many positions are remembered; then all are forgotten and asked for anew. A position takes some hundred bytes.
const REMEMBERED: usize = 1 << 18;

/// Why the values of a game cannot be learned in this way.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Chance has a hand in the game.
    #[error(
        "the game has chance in it (the role `random`), so a move does not decide which state follows"
    )]
    Chance,
    /// There is a state in which several roles choose at the same time.
    #[error(
        "`{0}` and `{1}` choose at the same time, so neither knows which state follows from its move"
    )]
    Simultaneous(String, String),
    /// A role cannot move before the end.
    #[error("`{0}` has no legal move in a state that is not terminal")]
    NoMove(String),
    /// The goals at an end are not one number each.
    #[error("`{0}` has no single goal value at the end of a match: {1}")]
    NoGoal(String, String),
    /// A match has no end in sight.
    #[error("a match has gone on for {0} steps and has no end")]
    Endless(usize),
    /// The rules could not be asked.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

/// What the rules say of a state.
pub enum Position {
    /// The match is over, with these goals by role.
    End(Vec<f32>),
    /// Nobody has a choice.
    Forced(State),
    /// One role chooses.
    Turn(Turn),
}

/// A state in which one role chooses.
pub struct Turn {
    /// Whose turn it is.
    pub role: RoleId,
    /// Its moves.
    pub moves: Vec<MoveId>,
    /// What follows from each.
    pub after: Vec<State>,
    /// The goals of the role in those states, for those who look at them.
    goals: OnceCell<Vec<f32>>,
}

/// The positions of a game.
pub struct Positions {
    game: Arc<dyn Game>,
    known: FxHashMap<State, Rc<Position>>,
}

impl Positions {
    /// Of a game; refuses games with chance. Moves at the same time are noticed where they are met.
    pub fn new(game: Arc<dyn Game>) -> Result<Positions, Unfit> {
        match game.roles().iter().any(|role| role == "random") {
            true => Err(Unfit::Chance),
            false => Ok(Positions {
                game,
                known: FxHashMap::default(),
            }),
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    /// What the rules say of a state.
    pub fn at(&mut self, state: &State) -> Result<Rc<Position>, Unfit> {
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

impl Turn {
    /// The goals of the role in the states that follow, as far as the rules give them; what is no number counts nothing.
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

fn position(game: &dyn Game, state: &State) -> Result<Position, Unfit> {
    if game.is_terminal(state)? {
        return Ok(Position::End(end(game, state)?));
    }
    let (mut joint, mut choice) = (Vec::new(), None);
    for (role, name) in game.roles().iter().enumerate() {
        let moves = game.legal(state, role)?;
        let Some(&first) = moves.first() else {
            return Err(Unfit::NoMove(name.clone()));
        };
        joint.push(first);
        if moves.len() > 1 {
            choice = match choice {
                None => Some((role, moves)),
                Some((other, _)) => {
                    let other = game.roles()[other].clone();
                    return Err(Unfit::Simultaneous(other, name.clone()));
                }
            };
        }
    }
    Ok(match choice {
        None => Position::Forced(game.next(state, &joint)?),
        Some((role, moves)) => Position::Turn(turn(game, state, joint, role, moves)?),
    })
}

fn turn(
    game: &dyn Game,
    state: &State,
    mut joint: Vec<MoveId>,
    role: RoleId,
    moves: Vec<MoveId>,
) -> Result<Turn, Stopped> {
    let mut after = Vec::with_capacity(moves.len());
    for &id in &moves {
        joint[role] = id;
        after.push(game.next(state, &joint)?);
    }
    Ok(Turn {
        role,
        moves,
        after,
        goals: OnceCell::new(),
    })
}

fn end(game: &dyn Game, state: &State) -> Result<Vec<f32>, Unfit> {
    let mut goals = Vec::new();
    for (role, name) in game.roles().iter().enumerate() {
        match game.goal(state, role)? {
            Goal::Value(value) => goals.push(value as f32),
            Goal::Invalid(texts) => {
                let all = texts.join(", ");
                let all = if all.is_empty() { "none" } else { &all };
                return Err(Unfit::NoGoal(name.clone(), all.to_string()));
            }
        }
    }
    Ok(goals)
}
