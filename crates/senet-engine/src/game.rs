//! The one interface to the rules of a game, whatever reasons about them.

use crate::batch::{
    Children, MoveLists, PlayoutRequest, Playouts, check_joints, children_in_turn, one_by_one,
};
use crate::{Joint, MoveId, RoleId, State, Stopped};

/// The rules of one game, ready to be played.
///
/// All back ends give the same answers in the same order: fluents and moves are ordered by their text (lower case, single
/// spaces, [`Game::fluents`] and [`Game::move_name`]). Ids are small integers that mean something only within one `Game`.
///
/// Every method may be stopped by the limits that the game was built with; a back end whose work is bounded never is.
pub trait Game: Send + Sync {
    /// The names of the roles, in the order of the rules; the order of a joint move.
    fn roles(&self) -> &[String];

    /// The state in which every match starts.
    fn initial(&self) -> Result<State, Stopped>;

    /// Whether the match is over in this state.
    fn is_terminal(&self, state: &State) -> Result<bool, Stopped>;

    /// The legal moves of a role, in the order of their texts. Also asked of terminal states, where it may be empty.
    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped>;

    /// The state that follows when every role makes its move.
    fn next(&self, state: &State, joint: &Joint) -> Result<State, Stopped>;

    /// The goal value of a role in this state, or what stands in its place.
    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped>;

    /// What a role perceives (GDL-II's `sees`) when the joint move is made in the state: texts in order.
    fn sees(&self, state: &State, joint: &Joint, role: RoleId) -> Result<Vec<String>, Stopped>;

    /// The facts of a state as text (lower case, without `true`), sorted.
    fn fluents(&self, state: &State) -> Vec<String>;

    /// The text of a move, lower case.
    fn move_name(&self, role: RoleId, id: MoveId) -> String;

    /// The move of a role with this text (lower case, single spaces); `None` if no such move is known. A back end that
    /// finds moves as it goes knows at least the moves that it has given out.
    fn find_move(&self, role: RoleId, text: &str) -> Option<MoveId>;

    /// The state in which exactly these facts (texts as of [`Game::fluents`]) hold; `None` if one is unknown.
    fn find_state(&self, fluents: &[String]) -> Option<State>;

    /// The texts of all fluents by the number of their bit, for back ends whose states are a bit per fluent. `None` where
    /// states are rows of numbers ([`State::ids`]) that are given as facts are met.
    fn fluent_names(&self) -> Option<&[String]> {
        None
    }

    /// Whether the match is over, for many states.
    fn terminal_in(&self, states: &[State]) -> Result<Vec<bool>, Stopped> {
        states.iter().map(|state| self.is_terminal(state)).collect()
    }

    /// The legal moves of every role, for many states.
    fn legal_in(&self, states: &[State]) -> Result<MoveLists, Stopped> {
        let roles = self.roles().len();
        let mut lists = MoveLists::new(roles);
        for state in states {
            for role in 0..roles {
                lists.push(self.legal(state, role)?);
            }
        }
        Ok(lists)
    }

    /// The states that follow; the joint moves stand one after the other in `joints`.
    fn next_of(&self, states: &[State], joints: &[MoveId]) -> Result<Vec<State>, Stopped> {
        let roles = self.roles().len();
        check_joints(joints, states.len(), roles)?;
        let joints = joints.chunks(roles.max(1));
        let pairs = states.iter().zip(joints);
        pairs
            .map(|(state, joint)| self.next(state, joint))
            .collect()
    }

    /// The states that follow, and which of them are terminal. The parent of each is a number among the states; the joint moves stand one
    /// after the other.
    fn children_of(
        &self,
        states: &[State],
        from: &[u32],
        joints: &[MoveId],
    ) -> Result<Children, Stopped> {
        children_in_turn(self, states, from, joints)
    }

    /// The goals of all roles, state after state.
    fn goals_in(&self, states: &[State]) -> Result<Vec<Goal>, Stopped> {
        let roles = 0..self.roles().len();
        let pairs = states
            .iter()
            .flat_map(|state| roles.clone().map(move |role| (state, role)));
        pairs.map(|(state, role)| self.goal(state, role)).collect()
    }

    /// Plays random matches.
    fn playouts(&self, request: &PlayoutRequest) -> Result<Playouts, Stopped> {
        one_by_one(self, request)
    }
}

/// What the rules say of a role's goal in a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Exactly one integer; valid games keep it within 0 to 100.
    Value(i32),
    /// No value, several, or something that is no integer: all that was derived, as sorted text.
    Invalid(Vec<String>),
}

impl Goal {
    /// The value, if there is exactly one.
    pub fn value(&self) -> Option<i32> {
        match self {
            Goal::Value(value) => Some(*value),
            Goal::Invalid(_) => None,
        }
    }

    /// From the texts of all goal values derived for a role; sorts them.
    pub fn from_texts(mut texts: Vec<String>) -> Goal {
        texts.sort();
        texts.dedup();
        match texts.as_slice() {
            [only] => only.parse().map_or(Goal::Invalid(texts), Goal::Value),
            _ => Goal::Invalid(texts),
        }
    }
}
