//! A game: rules that are ready to be played.

use crate::arena::{MatchResult, play_match};
use crate::errors::{of_error, of_error_in, of_stopped, plain};
use crate::evaluation::{Evaluation, learn};
use crate::interrupt::interruptible;
use crate::playouts::{Playouts, play_randomly};
use crate::progress::Progress;
use crate::search::{Analysis, Limits, analyse};
use crate::seconds::duration;
use crate::state::{RoleArg, State};
use crate::structure::{Board, Recognition, find_boards, recognise};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use senet_arena::{LoadPlan, Rules};
use senet_engine::{ActionSpace, Deadline, MemoryBudget, State as EngineState};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// What all objects of a game share.
pub struct GameData {
    /// The game.
    pub game: senet::Game,
    /// The role whose moves are drawn.
    pub chance: Option<usize>,
    /// The limits of loading, so that a copy in another process has the same back end.
    limits: LoadLimits,
    actions: OnceLock<Option<ActionSpace>>,
}

/// What loading may take.
#[derive(Clone, Copy)]
struct LoadLimits {
    /// The time of grounding.
    seconds: f64,
    /// The memory.
    bytes: usize,
}

impl GameData {
    /// The parts of the game.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The engine.
    pub fn engine(&self) -> &Arc<dyn senet_engine::Game> {
        &self.game.rules().game
    }

    /// The actions, if the rules ground.
    pub fn actions(&self) -> PyResult<&ActionSpace> {
        let space = self
            .actions
            .get_or_init(|| self.engine().circuit().map(ActionSpace::of));
        space.as_ref().ok_or_else(|| {
            let help = "use the texts of moves: `legal` and `play` work for every game";
            plain(
                "LimitError",
                "the rules do not ground, so their moves have no numbers",
                help,
            )
        })
    }

    /// The numbers of all roles.
    pub fn roles(&self) -> std::ops::Range<usize> {
        0..self.game.roles().len()
    }
}

/// How a game is pickled: a function, and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (String, String, f64, usize));

/// The rules of a game, ready to be played.
///
/// `Game("connect-four")` loads a game of the library, `Game("rules.kif")` a file, `Game.from_text` a text. Rules that need more
/// than `seconds` or `memory_limit` bytes to be grounded are run by a slower back end; if that needs more, too, loading fails.
///
/// >>> from senet import Game
/// >>> game = Game("tic-tac-toe")
/// >>> game.roles
/// ('x', 'o')
/// >>> len(game.actions), len(game.fluents)
/// (10, 20)
/// >>> game.initial().legal("x")[:2]
/// ['(mark a 1)', '(mark a 2)']
#[pyclass(frozen, module = "senet")]
pub struct Game {
    /// What all objects of the game share.
    pub data: Arc<GameData>,
}

impl Game {
    fn of(
        loaded: Result<senet::Game, senet::Error>,
        text: &str,
        limits: LoadLimits,
    ) -> PyResult<Game> {
        let game = loaded.map_err(|error| of_error_in(&error, text))?;
        Ok(Game {
            data: Arc::new(GameData {
                chance: senet_search::chance_role(&*game.rules().game),
                game,
                limits,
                actions: OnceLock::new(),
            }),
        })
    }

    /// Prepares rules; Ctrl-C ends the work. After `seconds`, a back end is used that does not ground.
    fn load(py: Python, name: &str, text: &str, limits: LoadLimits) -> PyResult<Game> {
        let deadline = Deadline::never();
        let plan = LoadPlan {
            time: duration("seconds", limits.seconds)?,
            bytes: limits.bytes,
            deadline: deadline.clone(),
            measured: false,
            ..LoadPlan::default()
        };
        let work = || senet::Game::from_planned_text(name, text, &plan);
        let loaded = interruptible(py, || deadline.cancel(), work)?;
        Game::of(loaded, text, limits)
    }

    /// The state to start from: the given one or the initial one.
    fn start(&self, state: Option<&State>) -> PyResult<EngineState> {
        match state {
            None => self.data.engine().initial().map_err(of_stopped),
            Some(state) => state.raw_in(&self.data),
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name_or_path, *, seconds = 60.0, memory_limit = MemoryBudget::DEFAULT_LIMIT))]
    fn new(py: Python, name_or_path: PathBuf, seconds: f64, memory_limit: usize) -> PyResult<Game> {
        let limits = LoadLimits {
            seconds,
            bytes: memory_limit,
        };
        let name = name_or_path.to_string_lossy().into_owned();
        let looks_like_file = name_or_path.extension().is_some() || name.contains(['/', '\\']);
        if let Some(found) = senet_library::find(&name) {
            return Game::load(py, &name, found.rules, limits);
        }
        if !looks_like_file {
            return Game::of(senet::Game::library(&name), "", limits);
        }
        let read = std::fs::read_to_string(&name_or_path);
        let text = read.map_err(|source| {
            of_error(&senet::Error::File {
                path: name_or_path.clone(),
                source,
            })
        })?;
        let stem = name_or_path.file_stem().unwrap_or_default();
        Game::load(py, &stem.to_string_lossy(), &text, limits)
    }

    /// Reads a rule sheet from a text, in prefix or infix notation.
    ///
    /// >>> from senet import Game, RulesError
    /// >>> try:
    /// ...     Game.from_text("(role x) (legal x ?what)")
    /// ... except RulesError as error:
    /// ...     print(error.code, error.line)  # doctest: +ELLIPSIS
    /// E... 1
    #[classmethod]
    #[pyo3(signature = (gdl, *, name = "game", seconds = 60.0, memory_limit = MemoryBudget::DEFAULT_LIMIT))]
    fn from_text(
        _: &Bound<PyType>,
        py: Python,
        gdl: &str,
        name: &str,
        seconds: f64,
        memory_limit: usize,
    ) -> PyResult<Game> {
        let limits = LoadLimits {
            seconds,
            bytes: memory_limit,
        };
        Game::load(py, name, gdl, limits)
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> &str {
        self.data.game.name()
    }

    /// The text of the rules.
    #[getter]
    fn text(&self) -> &str {
        self.data.game.text()
    }

    /// The names of the roles. Their order is the order of joint moves, goals and rewards.
    #[getter]
    fn roles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.data.game.roles())
    }

    /// The texts of all moves of all roles, sorted. An action is the position of a text.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.data.actions()?.names())
    }

    /// The facts that may hold in some state, in the order of observations.
    #[getter]
    fn fluents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.data.actions()?;
        PyTuple::new(py, self.data.engine().fluent_names().unwrap_or_default())
    }

    /// How the rules are run: `lanes`, `circuit` or `interpreter`.
    #[getter]
    fn back_end(&self) -> &'static str {
        self.data.rules().back_end.name()
    }

    /// The role whose moves are drawn (the GDL-II keyword `random`), if there is one.
    #[getter]
    fn chance_role(&self) -> Option<usize> {
        self.data.chance
    }

    /// True if roles do not see everything (GDL-II's `sees`).
    #[getter]
    fn hides_information(&self) -> bool {
        self.data.rules().hides
    }

    /// The state in which every match starts.
    fn initial(&self) -> PyResult<State> {
        State::new(self.data.clone(), self.start(None)?)
    }

    /// The state in which exactly these facts hold.
    ///
    /// >>> from senet import Game
    /// >>> game = Game("tic-tac-toe")
    /// >>> game.state(game.initial().facts) == game.initial()
    /// True
    fn state(&self, facts: Vec<String>) -> PyResult<State> {
        let found = self.data.engine().find_state(&facts).ok_or_else(|| {
            let help = "use the texts of `fluents`, in lower case with single spaces";
            plain("SenetError", "a fact is unknown in this game", help)
        })?;
        State::new(self.data.clone(), found)
    }

    /// Plays random matches from a state: every legal move is equally likely. The seed decides them on a given vector width,
    /// whatever the number of threads.
    ///
    /// >>> from senet import Game
    /// >>> result = Game("tic-tac-toe").playouts(10_000, seed=1)
    /// >>> result.matches, result.mean_goals[0] > result.mean_goals[1]
    /// (10000, True)
    #[pyo3(signature = (n, *, start = None, seed = 0, threads = 1, progress = None))]
    fn playouts(
        &self,
        py: Python,
        n: u32,
        start: Option<&State>,
        seed: u64,
        threads: usize,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Playouts> {
        let start = self.start(start)?;
        let progress = Progress::of(progress, "playouts")?;
        play_randomly(py, &self.data, start, n, seed, threads, &progress)
    }

    /// Searches for the best move of a role, the mover by default.
    ///
    /// `senet.players()` lists the players. Some of them, such as `best` and `descent`, learn during `start_clock`, before the search.
    ///
    /// >>> from senet import Game
    /// >>> analysis = Game("tic-tac-toe").search(player="minimax", seconds=5)
    /// >>> analysis.values, analysis.proven
    /// ([50.0, 50.0], True)
    #[pyo3(signature = (state = None, *, player = "uct", role = None, seconds = 1.0, start_clock = 0.0, simulations = None, nodes = None, seed = 0))]
    #[allow(clippy::too_many_arguments)]
    fn search(
        &self,
        py: Python,
        state: Option<&State>,
        player: &str,
        role: Option<RoleArg>,
        seconds: f64,
        start_clock: f64,
        simulations: Option<u64>,
        nodes: Option<u64>,
        seed: u64,
    ) -> PyResult<Analysis> {
        let state = State::new(self.data.clone(), self.start(state)?)?;
        let role = state.role_or_mover(role)?;
        state.require_moves(role)?;
        let limits = Limits {
            time: duration("seconds", seconds)?,
            start: duration("start_clock", start_clock)?,
            simulations: simulations.unwrap_or(u64::MAX),
            nodes: nodes.unwrap_or(u64::MAX),
        };
        analyse(py, &self.data, &state.raw, role, player, &limits, seed)
    }

    /// Finds the boards of the game and says how each is known. Stops after this number of seconds.
    ///
    /// >>> from senet import Game
    /// >>> [str(board) for board in Game("tic-tac-toe").boards(seconds=20)]
    /// ['marked/3 at 1 2: occupied']
    #[pyo3(signature = (*, seconds = 8.0, seed = 1))]
    fn boards(&self, py: Python, seconds: f64, seed: u64) -> PyResult<Vec<Board>> {
        find_boards(py, self.data.game.text(), seconds, seed)
    }

    /// Draws a state as an SVG picture; notebooks show it.
    ///
    /// >>> from senet import Game
    /// >>> Game("tic-tac-toe").draw().startswith("<svg")
    /// True
    #[pyo3(signature = (state = None))]
    fn draw<'py>(&self, py: Python<'py>, state: Option<&State>) -> PyResult<Bound<'py, PyAny>> {
        let state = State::new(self.data.clone(), self.start(state)?)?;
        let svg = state.draw(py)?;
        py.import("senet._drawing")?
            .getattr("Drawing")?
            .call1((svg,))
    }

    /// Finds the library game that these rules are, or are a variant of.
    ///
    /// >>> from senet import Game, scramble
    /// >>> mystery, _ = scramble(Game("tic-tac-toe").text, seed=1)
    /// >>> found = Game.from_text(mystery).recognise()
    /// >>> found.game, found.changes
    /// ('tic-tac-toe', [])
    #[pyo3(signature = (*, seconds = 60.0))]
    fn recognise(&self, py: Python, seconds: f64) -> PyResult<Option<Recognition>> {
        recognise(py, self.data.game.text(), seconds)
    }

    /// Learns an evaluation function from random matches.
    ///
    /// >>> from senet import Game
    /// >>> game = Game("tic-tac-toe")
    /// >>> values = game.evaluation(seconds=10, seed=1, sequences=200)(game.initial())
    /// >>> all(0 <= value <= 100 for value in values)
    /// True
    #[pyo3(signature = (*, seconds = 5.0, seed = 0, sequences = None))]
    fn evaluation(
        &self,
        py: Python,
        seconds: f64,
        seed: u64,
        sequences: Option<usize>,
    ) -> PyResult<Evaluation> {
        learn(py, &self.data, seconds, seed, sequences)
    }

    /// Plays a match between players, one for each role or one for all, under clocks in seconds.
    ///
    /// >>> from senet import Game
    /// >>> result = Game("tic-tac-toe").match("random", "greedy", play_clock=0.1, seed=1)
    /// >>> len(result.goals)
    /// 2
    #[pyo3(name = "match", signature = (*players, start_clock = 1.0, play_clock = 1.0, seed = 0))]
    fn play(
        &self,
        py: Python,
        players: Vec<String>,
        start_clock: f64,
        play_clock: f64,
        seed: u64,
    ) -> PyResult<MatchResult> {
        play_match(py, &self.data, &players, start_clock, play_clock, seed)
    }

    fn __repr__(&self) -> String {
        let (name, roles) = (self.data.game.name(), self.data.game.roles().join(", "));
        format!("<Game {name}: {roles}>")
    }

    fn __eq__(&self, other: &Game) -> bool {
        Arc::ptr_eq(&self.data, &other.data) || self.data.game.text() == other.data.game.text()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.data.game.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let load = py.import("senet._pickles")?.getattr("load_game")?;
        let (game, limits) = (&self.data.game, self.data.limits);
        let (name, text) = (game.name().to_string(), game.text().to_string());
        Ok((load, (name, text, limits.seconds, limits.bytes)))
    }

    fn __copy__(&self) -> Game {
        Game {
            data: self.data.clone(),
        }
    }

    fn __deepcopy__(&self, _memo: &Bound<PyAny>) -> Game {
        self.__copy__()
    }
}

/// The names of the games in the library.
///
/// >>> import senet
/// >>> "connect-four" in senet.library()
/// True
#[pyfunction]
pub fn library() -> Vec<&'static str> {
    senet::Game::library_names().collect()
}
