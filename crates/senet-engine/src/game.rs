//! The interface to the rules of a game, common to all back ends.

use crate::batch::{
    Children, MoveLists, PlayoutRequest, PlayoutResults, check_joints, children_by_two_queries,
    play_one_by_one,
};
use crate::{Circuit, JointMove, MoveId, RoleId, State, Stopped};

/// The rules of one game, ready to be played.
///
/// All back ends give the same answers in the same order. Fluents and moves are ordered by their
/// text (lower case, single spaces; see [`Game::fluents`] and [`Game::move_name`]). Ids are small
/// integers that are only valid within one `Game`.
///
/// The limits that the game was built with may stop any method. Back ends whose work is bounded
/// never stop.
///
/// ```
/// use senet_engine::{Game, LoadOptions, load};
/// use senet_gdl::Sheet;
///
/// let sheet = Sheet::read(
///     "(role you) (init (points 0)) (legal you take) (legal you leave)
///      (<= (next (points 100)) (does you take))
///      (<= (next (points 0)) (does you leave))
///      (<= (next done) (true (points ?p)))
///      (<= terminal (true done))
///      (<= (goal you ?p) (true (points ?p)))",
/// );
/// let game = load(&sheet, &LoadOptions::default())?.game;
/// let mut state = game.initial()?;
/// while !game.is_terminal(&state)? {
///     let joint = [game.find_move(0, "take").unwrap()];
///     state = game.next(&state, &joint)?;
/// }
/// assert_eq!(game.fluents(&state), ["(points 100)", "done"]);
/// assert_eq!(game.goal(&state, 0)?.value(), Some(100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Send + Sync {
    /// The names of the roles, in the order of the rules. Joint moves use the same order.
    fn roles(&self) -> &[String];

    /// The state in which every match starts.
    fn initial(&self) -> Result<State, Stopped>;

    /// Returns true if the match is over in this state.
    fn is_terminal(&self, state: &State) -> Result<bool, Stopped>;

    /// The legal moves of a role, ordered by text. Terminal states are allowed; their list may be
    /// empty.
    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped>;

    /// The state that follows a joint move.
    fn next(&self, state: &State, joint: &JointMove) -> Result<State, Stopped>;

    /// The goal value of a role in this state, or the invalid values that the rules give.
    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped>;

    /// The percepts of a role (GDL-II's `sees`) when the joint move is made in the state, as sorted
    /// texts.
    fn sees(&self, state: &State, joint: &JointMove, role: RoleId) -> Result<Vec<String>, Stopped>;

    /// The fluents that hold in a state as sorted texts (lower case, without `true`).
    fn fluents(&self, state: &State) -> Vec<String>;

    /// The text of a move, in lower case.
    fn move_name(&self, role: RoleId, id: MoveId) -> String;

    /// The move of a role with this text (lower case, single spaces), or `None` if it is unknown. A
    /// back end that discovers moves during play knows at least the moves that it has returned.
    fn find_move(&self, role: RoleId, text: &str) -> Option<MoveId>;

    /// The state in which exactly these fluents hold (texts as in [`Game::fluents`]), or `None` if
    /// a fluent is unknown.
    fn find_state(&self, fluents: &[String]) -> Option<State>;

    /// The texts of all fluents in bit order, for back ends whose states have one bit per fluent.
    /// `None` for back ends whose states are lists of ids ([`State::ids`]) assigned during play.
    fn fluent_names(&self) -> Option<&[String]> {
        None
    }

    /// The circuit that answers single queries, for back ends that work on grounded rules.
    /// [`crate::VectorEnv`] compiles its programs from it.
    fn circuit(&self) -> Option<&Circuit> {
        None
    }

    /// Per state, true if the match is over.
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

    /// The next state for each state and its joint move. `joints` stores the joint moves one after
    /// another.
    fn next_of(&self, states: &[State], joints: &[MoveId]) -> Result<Vec<State>, Stopped> {
        let roles = self.roles().len();
        check_joints(joints, states.len(), roles)?;
        let joints = joints.chunks(roles.max(1));
        let pairs = states.iter().zip(joints);
        pairs
            .map(|(state, joint)| self.next(state, joint))
            .collect()
    }

    /// The children of some states, and which of them are terminal. `from[i]` is the index of the
    /// parent of child `i`. `joints` stores the joint moves one after another.
    fn children_of(
        &self,
        states: &[State],
        from: &[u32],
        joints: &[MoveId],
    ) -> Result<Children, Stopped> {
        children_by_two_queries(self, states, from, joints)
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
    fn playouts(&self, request: &PlayoutRequest) -> Result<PlayoutResults, Stopped> {
        play_one_by_one(self, request)
    }
}

/// The goal of a role in a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Exactly one integer. Valid games keep it between 0 and 100.
    Value(i32),
    /// No value, several values, or a value that is not an integer. Contains all derived values as
    /// sorted texts.
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

    /// Makes a goal from the texts of all goal values derived for a role.
    pub fn from_texts(mut texts: Vec<String>) -> Goal {
        texts.sort();
        texts.dedup();
        match texts.as_slice() {
            [only] => only.parse().map_or(Goal::Invalid(texts), Goal::Value),
            _ => Goal::Invalid(texts),
        }
    }
}
