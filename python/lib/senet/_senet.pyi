"""The native part of Senet."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._drawing import Drawing
from ._progress import Progress

__version__: str

class Game:
    """The rules of a game, ready to be played."""

    def __init__(
        self, name_or_path: str | PathLike[str], *, seconds: float = 60.0, memory_limit: int = ...
    ) -> None: ...
    @classmethod
    def from_text(
        cls, gdl: str, *, name: str = "game", seconds: float = 60.0, memory_limit: int = ...
    ) -> Game: ...
    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def roles(self) -> tuple[str, ...]: ...
    @property
    def actions(self) -> tuple[str, ...]: ...
    @property
    def fluents(self) -> tuple[str, ...]: ...
    @property
    def back_end(self) -> str: ...
    @property
    def chance_role(self) -> int | None: ...
    @property
    def hides_information(self) -> bool: ...
    def initial(self) -> State: ...
    def state(self, facts: Sequence[str]) -> State: ...
    def playouts(
        self, n: int, *, start: State | None = None, seed: int = 0, threads: int = 1, progress: Progress = None
    ) -> Playouts: ...
    def search(
        self,
        state: State | None = None,
        *,
        player: str = "uct",
        role: int | str | None = None,
        seconds: float = 1.0,
        start_clock: float = 0.0,
        simulations: int | None = None,
        nodes: int | None = None,
        seed: int = 0,
    ) -> Analysis: ...
    def boards(self, *, seconds: float = 8.0, seed: int = 1) -> list[Board]: ...
    def draw(self, state: State | None = None) -> Drawing: ...
    def recognise(self, *, seconds: float = 60.0) -> Recognition | None: ...
    def evaluation(self, *, seconds: float = 5.0, seed: int = 0, sequences: int | None = None) -> Evaluation: ...
    def match(
        self, *players: str, start_clock: float = 1.0, play_clock: float = 1.0, seed: int = 0
    ) -> MatchResult: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class State:
    """A state of a game: a position of a match."""

    @property
    def game(self) -> Game: ...
    @property
    def terminal(self) -> bool: ...
    @property
    def facts(self) -> list[str]: ...
    @property
    def goals(self) -> tuple[int, ...] | None: ...
    @property
    def mover(self) -> int | None: ...
    @property
    def choosers(self) -> tuple[int, ...]: ...
    @property
    def observation(self) -> NDArray[np.uint8]: ...
    def legal(self, role: int | str | None = None) -> list[str]: ...
    def legal_actions(self, role: int | str | None = None) -> list[int]: ...
    def mask(self, role: int | str | None = None) -> NDArray[np.bool_]: ...
    def play(self, *moves: str | int) -> State: ...
    def percepts(self, role: int | str, moves: Sequence[str]) -> list[str]: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Playouts:
    """The result of random matches."""

    matches: int
    steps: int
    stuck: int
    mean_goals: list[float | None]
    mean_length: float

class Problem:
    """A problem of a rule sheet."""

    code: str
    severity: str
    line: int
    column: int
    span: tuple[int, int]
    message: str
    help: str

class Analysis:
    """The result of a search."""

    role: int
    best: str
    values: list[float]
    proven: bool
    moves: list[MoveAnalysis]
    line: list[list[str]]
    simulations: int
    nodes: int
    depth: int
    stop: str
    notes: list[str]

class MoveAnalysis:
    """The evaluation of one move."""

    text: str
    visits: int
    values: list[float]
    proven: bool

class Evaluation:
    """An evaluation function: call it with a state."""

    @property
    def features(self) -> list[Feature]: ...
    def __call__(self, state: State) -> list[float]: ...

class Feature:
    """A pattern of facts and its weight."""

    pattern: str
    weights: list[float | None]

class Board:
    """A board of a game."""

    relation: str
    arity: int
    positions: list[int]
    basis: str

class Mapping:
    """A mapping of the words of one game to those of another."""

    pairs: list[tuple[str, str, float]]
    distance: float

class Recognition:
    """The known game that a rule sheet is, or is a variant of."""

    game: str
    changes: list[str]
    mapping: list[tuple[str, str]]

class MatchResult:
    """A match that was played to its end."""

    goals: list[int]
    moves: list[list[str]]
    record: str

class Rating:
    """The rating of a player."""

    player: str
    elo: float
    low: float
    high: float

class TournamentResult:
    """The result of a tournament."""

    ratings: list[Rating]
    matches: int
    warnings: list[str]

def check(text: str) -> list[Problem]: ...
def fmt(text: str, *, to: str | None = None) -> str: ...
def scramble(
    text: str, *, seed: int = 0, rename: bool = True, shuffle: bool = True, integers: bool = False
) -> tuple[str, dict[str, str]]: ...
def map(source: Game, target: Game, *, seconds: float = 60.0, seed: int = 1) -> Mapping: ...
def library() -> list[str]: ...
def players() -> dict[str, str]: ...
def tournament(
    games: Sequence[Game],
    players: Sequence[str],
    *,
    rounds: int = 1,
    start_clock: float = 1.0,
    play_clock: float = 0.1,
    simulations: int | None = None,
    seed: int = 0,
    folder: str | PathLike[str] | None = None,
    name: str = "tournament",
    progress: Progress = None,
) -> TournamentResult: ...

class Stop:
    """Ends the long calls of other threads."""

    def __init__(self) -> None: ...
    def follow(self) -> None: ...
    def set(self) -> None: ...

Fixture = tuple[int, int, list[int], int, int]
Played = tuple[list[int] | None, str | None, str | None, list[int], int, int]

class TournamentStore:
    """The database of a tournament whose matches are played elsewhere."""

    def __init__(
        self,
        folder: str | PathLike[str],
        name: str,
        games: Sequence[Game],
        players: Sequence[str],
        rounds: int,
        start_clock: float,
        play_clock: float,
        simulations: int | None,
        seed: int,
    ) -> None: ...
    def claim(self) -> list[Fixture]: ...
    def finish(self, number: int, played: Played) -> None: ...
    def results(self) -> list[tuple[int, list[int], list[int] | None, str | None]]: ...
    def rate(self) -> TournamentResult: ...

def play_fixture(
    game: Game,
    fixture: Fixture,
    *,
    name: str,
    players: Sequence[str],
    start_clock: float,
    play_clock: float,
    simulations: int | None,
    seed: int,
) -> Played: ...

class LaneEnv:
    """Lanes with arrays of NumPy."""

    def __init__(
        self,
        game: Game,
        lanes: int | None,
        seed: int,
        threads: int,
        autoreset: str,
        max_steps: int | None,
        joint: bool,
        reward: str,
        observation: str,
        mask: str,
        final_obs: bool,
        copy: bool,
        kind: str | None,
        memory: int,
    ) -> None: ...
    @property
    def lanes(self) -> int: ...
    @property
    def kind(self) -> Literal["avx512", "avx2", "portable", "single"]: ...
    def reset(self, seed: int | None, chosen: NDArray[np.bool_] | None) -> tuple[Any, ...]: ...
    def step_movers(self, actions: NDArray[np.int32]) -> tuple[Any, ...]: ...
    def step_joint(self, actions: NDArray[np.int32]) -> tuple[Any, ...]: ...
    def sample(self) -> NDArray[np.int32]: ...
    def states(self) -> list[State]: ...
