//! A state of a match.

use crate::arrays::filled;
use crate::errors::{of_error, of_stopped, plain};
use crate::game::{Game, GameData};
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use senet_engine::{Goal, MoveId, State as EngineState, find_mover};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A role by number or by name.
#[derive(FromPyObject)]
pub enum RoleArg {
    /// The number of the role.
    #[pyo3(transparent)]
    Number(usize),
    /// The name of the role.
    #[pyo3(transparent)]
    Name(String),
    /// Another type, which names no role.
    #[pyo3(transparent)]
    Other(Py<PyAny>),
}

impl std::fmt::Display for RoleArg {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            RoleArg::Number(number) => write!(f, "{number}"),
            RoleArg::Name(name) => write!(f, "`{name}`"),
            RoleArg::Other(other) => write!(f, "{other}"),
        }
    }
}

/// A move by action or by text.
#[derive(FromPyObject)]
enum MoveArg {
    #[pyo3(transparent)]
    Action(i64),
    #[pyo3(transparent)]
    Text(String),
}

/// The function that rebuilds a state, and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (Game, Vec<String>));

/// A state of a game: a position of a match. States are immutable, hashable and picklable.
///
/// >>> from senet import Game
/// >>> state = Game("tic-tac-toe").initial()
/// >>> state.mover, state.terminal
/// (0, False)
/// >>> state = state.play("(mark b 2)")         # o has one legal move and makes it
/// >>> state = state.play("noop", "(mark a 1)") # or name the moves of all roles
/// >>> "(marked b 2 x)" in state.facts
/// True
#[pyclass(frozen, module = "senet")]
pub struct State {
    data: Arc<GameData>,
    /// The state of the engine.
    pub raw: EngineState,
    terminal: bool,
    legal: OnceLock<Vec<Vec<MoveId>>>,
    mover: OnceLock<usize>,
}

impl State {
    /// A state that the engine made.
    pub fn new(data: Arc<GameData>, raw: EngineState) -> PyResult<State> {
        let terminal = data.engine().is_terminal(&raw).map_err(of_stopped)?;
        Ok(State {
            data,
            raw,
            terminal,
            legal: OnceLock::new(),
            mover: OnceLock::new(),
        })
    }

    /// The same state in a game with the same rules. The game may have been loaded again, for example from a pickle.
    pub fn raw_in(&self, data: &Arc<GameData>) -> PyResult<EngineState> {
        if self.is_of(data) {
            return Ok(self.raw.clone());
        }
        let is_equal = self.data.game.text() == data.game.text();
        let found = is_equal.then(|| data.engine().find_state(&self.facts()));
        found.flatten().ok_or_else(|| {
            let help = "pass a state of this game";
            plain("SenetError", "the state belongs to another game", help)
        })
    }

    fn is_of(&self, data: &Arc<GameData>) -> bool {
        Arc::ptr_eq(&self.data, data)
    }

    /// The legal moves of every role.
    fn all_legal(&self) -> PyResult<&Vec<Vec<MoveId>>> {
        if let Some(legal) = self.legal.get() {
            return Ok(legal);
        }
        let of_role = |role| match self.terminal {
            true => Ok(Vec::new()),
            false => self.data.engine().legal(&self.raw, role),
        };
        let legal = self
            .data
            .roles()
            .map(of_role)
            .collect::<Result<Vec<_>, _>>()
            .map_err(of_stopped)?;
        Ok(self.legal.get_or_init(|| legal))
    }

    fn role(&self, role: RoleArg) -> PyResult<usize> {
        let names = self.data.game.roles();
        let found = match &role {
            RoleArg::Number(number) => Some(*number).filter(|&number| number < names.len()),
            RoleArg::Name(name) => names.iter().position(|known| known == name),
            RoleArg::Other(_) => None,
        };
        found.ok_or_else(|| {
            let names = names.join(", ");
            let message = format!("there is no role {role}; a role is a number or one of {names}");
            PyIndexError::new_err(message)
        })
    }

    /// The given role, or the mover.
    pub fn role_or_mover(&self, role: Option<RoleArg>) -> PyResult<usize> {
        match role {
            Some(role) => self.role(role),
            None => self
                .find_mover()?
                .ok_or_else(|| of_error(&senet::Error::Over)),
        }
    }

    /// An error if the role has no legal move: a match never reaches such a state if the rules keep the standard.
    pub fn require_moves(&self, role: usize) -> PyResult<()> {
        if !self.all_legal()?[role].is_empty() {
            return Ok(());
        }
        if self.terminal {
            return Err(of_error(&senet::Error::Over));
        }
        let message = format!("{} has no legal move here", self.data.game.roles()[role]);
        let help =
            "check the facts of the state, or the rules: every role needs a move before the end";
        Err(plain("IllegalMoveError", message, help))
    }

    fn find_mover(&self) -> PyResult<Option<usize>> {
        if self.terminal {
            return Ok(None);
        }
        if let Some(&mover) = self.mover.get() {
            return Ok(Some(mover));
        }
        let actions = self.data.actions().ok();
        let is_idle = |role, id| actions.is_some_and(|actions| actions.is_idle(role, id));
        let mover = find_mover(self.all_legal()?, self.data.chance, is_idle);
        Ok(Some(*self.mover.get_or_init(|| mover)))
    }

    fn find_move(&self, role: usize, given: &MoveArg) -> PyResult<MoveId> {
        let found = match given {
            MoveArg::Action(action) => {
                let at = usize::try_from(*action).unwrap_or(usize::MAX);
                self.data.actions()?.find_move(role, at)
            }
            MoveArg::Text(text) => {
                let text = text.trim().to_lowercase();
                self.data.engine().find_move(role, &text)
            }
        };
        let legal = &self.all_legal()?[role];
        found
            .filter(|id| legal.contains(id))
            .ok_or_else(|| self.illegal(role, given))
    }

    fn illegal(&self, role: usize, given: &MoveArg) -> PyErr {
        let text = match given {
            MoveArg::Text(text) => text.clone(),
            MoveArg::Action(action) => {
                let names = self.data.actions().map(|actions| actions.names());
                let at = usize::try_from(*action).unwrap_or(usize::MAX);
                let name = names.ok().and_then(|names| names.get(at).cloned());
                name.unwrap_or_else(|| action.to_string())
            }
        };
        of_error(&senet::Error::IllegalMove {
            role: self.data.game.roles()[role].clone(),
            text,
        })
    }

    /// The joint move for one move of the mover; the others have one legal move.
    fn complete(&self, given: &MoveArg) -> PyResult<Vec<MoveId>> {
        let mover = self.role_or_mover(None)?;
        let legal = self.all_legal()?;
        let mut joint = Vec::with_capacity(legal.len());
        for (role, moves) in legal.iter().enumerate() {
            joint.push(match moves[..] {
                _ if role == mover => self.find_move(role, given)?,
                [only] => only,
                _ => {
                    let found = 1;
                    return Err(of_error(&senet::Error::JointMove {
                        expected: legal.len(),
                        found,
                    }));
                }
            });
        }
        Ok(joint)
    }

    /// The SVG picture.
    pub fn draw(&self, py: Python) -> PyResult<String> {
        py.detach(|| Ok(self.facade()?.svg()))
    }

    fn facade(&self) -> PyResult<senet::State> {
        senet::State::at(self.data.game.clone(), self.raw.clone()).map_err(|error| of_error(&error))
    }

    fn texts(&self, role: usize, moves: &[MoveId]) -> Vec<String> {
        moves
            .iter()
            .map(|&id| self.data.engine().move_name(role, id))
            .collect()
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game {
            data: self.data.clone(),
        }
    }

    /// True if the match is over.
    #[getter]
    fn terminal(&self) -> bool {
        self.terminal
    }

    /// The facts that hold, as sorted texts.
    #[getter]
    fn facts(&self) -> Vec<String> {
        self.data.engine().fluents(&self.raw)
    }

    /// The goal of each role at the end of the match, 0 to 100; `None` while it goes on.
    #[getter]
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        if !self.terminal {
            return Ok(None);
        }
        let mut goals = Vec::new();
        for role in self.data.roles() {
            match self
                .data
                .engine()
                .goal(&self.raw, role)
                .map_err(of_stopped)?
            {
                Goal::Value(value) => goals.push(value),
                Goal::Invalid(values) => {
                    let name = &self.data.game.roles()[role];
                    let message = format!(
                        "the match is over, but the rules give {name} the goals {values:?}"
                    );
                    return Err(plain(
                        "RulesError",
                        message,
                        "the rules must give every role exactly one goal",
                    ));
                }
            }
        }
        PyTuple::new(py, goals).map(Some)
    }

    /// The role that is to move: the first with a choice, or the first whose only move changes the state. `None` if the
    /// match is over.
    #[getter]
    fn mover(&self) -> PyResult<Option<usize>> {
        self.find_mover()
    }

    /// The roles that have more than one legal move.
    #[getter]
    fn choosers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let legal = self.all_legal()?;
        PyTuple::new(
            py,
            self.data
                .roles()
                .filter(|&role| legal[role].len() > 1)
                .collect::<Vec<_>>(),
        )
    }

    /// The legal moves of a role as texts; of the mover by default.
    #[pyo3(signature = (role = None))]
    fn legal(&self, role: Option<RoleArg>) -> PyResult<Vec<String>> {
        if role.is_none() && self.terminal {
            return Ok(Vec::new());
        }
        let role = self.role_or_mover(role)?;
        Ok(self.texts(role, &self.all_legal()?[role]))
    }

    /// The legal actions of a role, ascending; of the mover by default.
    #[pyo3(signature = (role = None))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        role: Option<RoleArg>,
    ) -> PyResult<Bound<'py, PyList>> {
        if role.is_none() && self.terminal {
            return Ok(PyList::empty(py));
        }
        let role = self.role_or_mover(role)?;
        let actions = self.data.actions()?;
        PyList::new(
            py,
            self.all_legal()?[role]
                .iter()
                .map(|&id| actions.action(role, id)),
        )
    }

    /// The legal actions of a role as a mask; of the mover by default. All true if the match is over.
    #[pyo3(signature = (role = None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        role: Option<RoleArg>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let actions = self.data.actions()?;
        if self.terminal {
            return filled(py, actions.len(), |mask| mask.fill(true));
        }
        let role = self.role_or_mover(role)?;
        let legal = &self.all_legal()?[role];
        filled(py, actions.len(), |mask| {
            for &id in legal {
                mask[actions.action(role, id) as usize] = true;
            }
        })
    }

    /// The facts as bytes, 0 or 1, in the order of `Game.fluents`.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.data.actions()?;
        let count = self.data.engine().fluent_names().unwrap_or_default().len();
        filled(py, count, |bytes: &mut [u8]| {
            for (word, chunk) in self.raw.words().iter().zip(bytes.chunks_mut(64)) {
                let bits = chunk.iter_mut().enumerate();
                bits.for_each(|(at, byte)| *byte = (word >> at & 1) as u8);
            }
        })
    }

    /// The state that follows. Give the moves of all roles, or the move of the mover if all others have one legal move. A
    /// move is a text or an action.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: &Bound<PyTuple>) -> PyResult<State> {
        if self.terminal {
            return Err(of_error(&senet::Error::Over));
        }
        let read = |given: Bound<PyAny>| {
            let wrong = |_| PyTypeError::new_err("a move is a text or an action (an integer)");
            given.extract::<MoveArg>().map_err(wrong)
        };
        let moves = moves.iter().map(read).collect::<PyResult<Vec<MoveArg>>>()?;
        let roles = self.data.roles().len();
        let joint = match &moves[..] {
            [one] if roles > 1 => self.complete(one)?,
            all if all.len() == roles => {
                let found = all
                    .iter()
                    .enumerate()
                    .map(|(role, given)| self.find_move(role, given));
                found.collect::<PyResult<Vec<MoveId>>>()?
            }
            other => {
                return Err(of_error(&senet::Error::JointMove {
                    expected: roles,
                    found: other.len(),
                }));
            }
        };
        let next = self
            .data
            .engine()
            .next(&self.raw, &joint)
            .map_err(of_stopped)?;
        State::new(self.data.clone(), next)
    }

    /// The percepts of a role when a joint move is made here (GDL-II's `sees`), as sorted texts.
    fn percepts(&self, role: RoleArg, moves: Vec<String>) -> PyResult<Vec<String>> {
        let role = self.role(role)?;
        if moves.len() != self.data.roles().len() {
            let expected = self.data.roles().len();
            return Err(of_error(&senet::Error::JointMove {
                expected,
                found: moves.len(),
            }));
        }
        let found = moves
            .into_iter()
            .enumerate()
            .map(|(role, text)| self.find_move(role, &MoveArg::Text(text)));
        let joint = found.collect::<PyResult<Vec<MoveId>>>()?;
        self.data
            .engine()
            .sees(&self.raw, &joint, role)
            .map_err(of_stopped)
    }

    /// The state as an SVG picture.
    fn svg(&self, py: Python) -> PyResult<String> {
        self.draw(py)
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        self.draw(py)
    }

    fn __str__(&self, py: Python) -> PyResult<String> {
        py.detach(|| Ok(self.facade()?.ascii()))
    }

    fn __repr__(&self) -> String {
        format!(
            "<State of {}: {}>",
            self.data.game.name(),
            self.facts().join(" ")
        )
    }

    fn __eq__(&self, other: &State) -> bool {
        let same = self.is_of(&other.data) || self.data.game.text() == other.data.game.text();
        same && match self.is_of(&other.data) {
            true => self.raw == other.raw,
            false => self.facts() == other.facts(),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.facts().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let load = py.import("senet._pickles")?.getattr("load_state")?;
        Ok((load, (self.game(), self.facts())))
    }

    fn __copy__(&self) -> State {
        State {
            data: self.data.clone(),
            raw: self.raw.clone(),
            terminal: self.terminal,
            legal: self.legal.clone(),
            mover: self.mover.clone(),
        }
    }

    fn __deepcopy__(&self, _memo: &Bound<PyAny>) -> State {
        self.__copy__()
    }
}
