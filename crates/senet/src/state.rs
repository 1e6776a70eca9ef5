//! A state of a match, and its moves.

use crate::{Error, Game, Playouts};
use senet_draw::{Fact, Picture};
use senet_engine::{Goal, MoveId, State as EngineState, Stopped};
use std::fmt;
use std::sync::Arc;

/// A state of a game: a position of a match. Cloning is cheap.
///
/// ```
/// let game = senet::Game::library("tic-tac-toe")?;
/// let state = game.initial().play_text(&["(mark b 2)", "noop"])?;
/// assert!(state.facts().contains(&"(marked b 2 x)".to_string()));
/// assert_eq!(state.active_roles(), [1]);
/// # Ok::<(), senet::Error>(())
/// ```
#[derive(Clone)]
pub struct State {
    game: Game,
    position: Arc<Position>,
}

/// The answers of the rules about a state.
pub(crate) struct Position {
    raw: EngineState,
    is_terminal: bool,
    /// The legal moves of each role; none in a terminal state.
    legal: Vec<Vec<Move>>,
    /// The goals of a terminal state.
    goals: Vec<Goal>,
}

/// A legal move of a role.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    role: usize,
    id: MoveId,
    text: Arc<str>,
}

impl Move {
    /// The number of the role that makes it.
    pub fn role(&self) -> usize {
        self.role
    }

    /// The move as text, as the rules write it, in lower case.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn id(&self) -> MoveId {
        self.id
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Position {
    /// Asks the rules about a state.
    pub(crate) fn of(game: &dyn senet_engine::Game, raw: EngineState) -> Result<Position, Stopped> {
        let roles = 0..game.roles().len();
        let is_terminal = game.is_terminal(&raw)?;
        let (mut legal, mut goals) = (Vec::new(), Vec::new());
        for role in roles {
            match is_terminal {
                true => {
                    goals.push(game.goal(&raw, role)?);
                    legal.push(Vec::new());
                }
                false => legal.push(moves(game, &raw, role)?),
            }
        }
        Ok(Position {
            raw,
            is_terminal,
            legal,
            goals,
        })
    }
}

fn moves(
    game: &dyn senet_engine::Game,
    state: &EngineState,
    role: usize,
) -> Result<Vec<Move>, Stopped> {
    let ids = game.legal(state, role)?;
    let named = ids.into_iter().map(|id| Move {
        role,
        id,
        text: game.move_name(role, id).into(),
    });
    Ok(named.collect())
}

impl State {
    pub(crate) fn new(game: Game, position: Arc<Position>) -> State {
        State { game, position }
    }

    /// A state that the engine made, for bindings to other languages.
    #[doc(hidden)]
    pub fn at(game: Game, raw: EngineState) -> Result<State, Error> {
        let position = Position::of(&*game.rules().game, raw)?;
        Ok(State::new(game, Arc::new(position)))
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// True if the match is over.
    pub fn is_terminal(&self) -> bool {
        self.position.is_terminal
    }

    /// The legal moves of a role, in the order of their texts. There are none once the match is over.
    ///
    /// # Panics
    /// If the game has no role of this number.
    pub fn legal_moves(&self, role: usize) -> &[Move] {
        &self.position.legal[role]
    }

    /// The roles that have a choice: more than one legal move.
    pub fn active_roles(&self) -> Vec<usize> {
        let roles = 0..self.position.legal.len();
        roles
            .filter(|&role| self.position.legal[role].len() > 1)
            .collect()
    }

    /// The state that follows when every role makes its move. The order of the moves does not matter.
    pub fn play(&self, joint: &[Move]) -> Result<State, Error> {
        let mut in_order: Vec<&Move> = joint.iter().collect();
        in_order.sort_by_key(|m| m.role);
        let texts: Vec<&str> = in_order.iter().map(|m| m.text()).collect();
        self.play_text(&texts)
    }

    /// Like [`State::play`], with moves as text, one for each role in the order of [`Game::roles`].
    pub fn play_text(&self, joint: &[&str]) -> Result<State, Error> {
        if self.is_terminal() {
            return Err(Error::Over);
        }
        let legal = &self.position.legal;
        if joint.len() != legal.len() {
            return Err(Error::JointMove {
                expected: legal.len(),
                found: joint.len(),
            });
        }
        let found = joint.iter().enumerate();
        let found = found.map(|(role, text)| self.find(role, text).map(Move::id));
        let ids = found.collect::<Result<Vec<MoveId>, Error>>()?;
        let next = self.game.rules().game.next(&self.position.raw, &ids)?;
        State::at(self.game.clone(), next)
    }

    /// The legal move of a role with this text.
    pub fn find(&self, role: usize, text: &str) -> Result<&Move, Error> {
        let wanted = text.trim().to_lowercase();
        let legal = self.position.legal.get(role).into_iter().flatten();
        let mut found = legal.filter(|m| *m.text == *wanted);
        found.next().ok_or_else(|| Error::IllegalMove {
            role: self.game.roles().get(role).cloned().unwrap_or_default(),
            text: text.to_string(),
        })
    }

    /// The goal values of all roles at the end of the match, 0 to 100 in valid games. `None` while the match goes on, or if
    /// the rules do not give every role exactly one value.
    pub fn goals(&self) -> Option<Vec<i32>> {
        if !self.is_terminal() {
            return None;
        }
        self.position.goals.iter().map(Goal::value).collect()
    }

    /// The facts of the state as text, sorted.
    pub fn facts(&self) -> Vec<String> {
        self.game.rules().game.fluents(&self.position.raw)
    }

    /// Random matches from this state.
    pub fn playouts(&self, matches: u32) -> Playouts {
        Playouts::new(self.clone(), matches)
    }

    /// The state as an SVG picture, with the boards that the rules contain.
    pub fn svg(&self) -> String {
        senet_draw::svg(&self.picture())
    }

    /// The state as a picture made of text.
    pub fn ascii(&self) -> String {
        senet_draw::text(&self.picture())
    }

    fn picture(&self) -> Picture {
        let plan = self.game.plan();
        let facts: Vec<Fact> = self.facts().iter().map(|fact| Fact::read(fact)).collect();
        let of_role = |moves: &Vec<Move>| moves.iter().map(|m| m.text.to_string()).collect();
        let legal: Vec<Vec<String>> = match self.is_terminal() {
            true => Vec::new(),
            false => self.position.legal.iter().map(of_role).collect(),
        };
        let picture = Picture::of(plan, &facts, None).with_buttons(plan, &legal, None);
        match self.is_terminal() {
            true => picture.ended(),
            false => picture,
        }
    }

    pub(crate) fn raw(&self) -> &EngineState {
        &self.position.raw
    }
}

impl PartialEq for State {
    /// Two states of the same game are equal if the same facts hold.
    fn eq(&self, other: &State) -> bool {
        std::ptr::eq(self.game.rules(), other.game.rules()) && self.raw() == other.raw()
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.facts()).finish()
    }
}
