"""Tournaments, self-play and experiments on one machine or on a Ray cluster.

All work is split into tasks that depend on their seed alone. The result depends neither on the number of workers nor
on lost nodes. Without a cluster, the tasks run on threads of this process. After `ray.init()`, they run on the cluster.

>>> import senet.ray
>>> table = senet.ray.self_play("tic-tac-toe", 1000, seed=1)
>>> table.num_rows
1000
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from inspect import isfunction
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._errors import LimitError, SenetError
from ._progress import Progress, reporter
from ._senet import Game, TournamentResult, TournamentStore, play_fixture
from ._tasks import run, spread_seed, uses_ray
from ._turns import load
from ._untyped import untyped
from ._vector_env import LaneKind, Step, VectorEnv

if TYPE_CHECKING:
    from ._senet import Fixture, Played

pa = untyped("pyarrow")
pq = untyped("pyarrow.parquet")
Table = Any
"""A table of Arrow."""

Policy = Callable[[Step, np.random.Generator], NDArray[Any]]
"""Chooses an action for each lane of a step."""

_LANES = 512
"""Matches that a task of self-play plays."""


def tournament(
    games: Sequence[Game],
    players: Sequence[str],
    *,
    rounds: int = 1,
    start_clock: float = 1.0,
    play_clock: float = 0.1,
    simulations: int | None = None,
    seed: int = 0,
    folder: str | Path | None = None,
    name: str = "tournament",
    use_ray: bool | None = None,
    workers: int | None = None,
    progress: Progress = None,
) -> TournamentResult:
    """Like `senet.tournament`, with one task for each match.

    Results go into the same database. An interrupted tournament continues when it is called again. With `simulations`, the
    seed decides every match if the clocks leave time for them. Players that learn before the match, such as `best` and
    `descent`, still depend on the start clock.
    """
    with TemporaryDirectory() as scratch:
        store = TournamentStore(
            folder or scratch, name, games, players, rounds, start_clock, play_clock, simulations, seed
        )
        play = partial(
            _play, games=games, name=name, players=players, start_clock=start_clock, play_clock=play_clock,
            simulations=simulations, seed=seed,
        )  # fmt: skip
        fixtures = store.claim()
        report = reporter(progress, "matches")
        with closing(run(play, fixtures, use_ray=uses_ray(use_ray), workers=workers)) as results:
            for done, (fixture, played) in enumerate(results, start=1):
                store.finish(fixture[0], played)
                report(done, len(fixtures))
        return store.rate()


def _play(fixture: Fixture, *, games: Sequence[Game], **options: Any) -> Played:
    return play_fixture(games[fixture[1]], fixture, **options)


@dataclass(frozen=True)
class _SelfPlay:
    """The settings of self-play that all tasks share."""

    game: Game
    seed: int
    max_steps: int
    kind: LaneKind
    policy: Policy | None
    policy_name: str
    """Says which policy made the positions of a folder; empty without a folder."""


def self_play(
    game: Game | str,
    positions: int,
    *,
    policy: Policy | None = None,
    policy_name: str | None = None,
    seed: int = 0,
    max_steps: int = 1000,
    folder: str | Path | None = None,
    use_ray: bool | None = None,
    workers: int | None = None,
    progress: Progress = None,
) -> Table:
    """Plays matches and returns their positions as an Arrow table.

    Columns: `match`, `step`, `mover`, `action`, `facts` (packed 64-bit words, the order of `Game.fluents`) and `rewards` of
    all roles at the end of the match. Matches that reach `max_steps` are left out. Without a policy, moves are random.

    With a folder, every task writes a Parquet file, and an interrupted call continues. The policy must depend on its
    arguments alone; it gets a random generator that the seed decides. Where it gives -1, a legal action is drawn.

    A folder has the positions of one policy. A function of a module is known by its name. Any other policy needs a
    `policy_name`, and a new one whenever the policy changes, for example after training.
    """
    if positions < 1:
        raise ValueError(f"`positions` is {positions}, but must be 1 or more")
    loaded = load(game)
    name = "" if folder is None else "random" if policy is None else _name_of("policy", policy, policy_name)
    setup = _SelfPlay(loaded, seed, max_steps, VectorEnv(loaded, _LANES).kind, policy, name)
    shards = _Shards(None if folder is None else Path(folder), _fingerprint(setup))
    report = reporter(progress, "positions")
    work = partial(_play_shard, setup=setup)
    with closing(run(work, shards.missing(), use_ray=uses_ray(use_ray), workers=workers)) as results:
        while shards.rows < positions:
            number, table = next(results)
            shards.add(number, table)
            if shards.is_hopeless:
                raise LimitError(f"no match of {loaded.name} ended within {max_steps} steps", help="raise `max_steps`")
            report(min(shards.done, positions), positions)
    return shards.table(positions)


def _name_of(what: str, function: Callable[..., Any], given: str | None) -> str:
    """The name under which results are stored. A function that only its values tell from others needs one from the caller."""
    if given:
        return given
    name = getattr(function, "__qualname__", "")
    if isfunction(function) and name.isidentifier():
        return f"{function.__module__}.{name}"
    raise SenetError(
        f"the {what} {function!r} has no name that tells it from others, so results in a folder could be mixed",
        help=f"give `{what}_name`, and another one whenever the {what} changes; or pass a function of a module",
    )


def _fingerprint(setup: _SelfPlay) -> str:
    rules = hashlib.sha256(setup.game.text.encode()).hexdigest()[:16]
    return f"{setup.game.name} {rules} seed {setup.seed} steps {setup.max_steps} {setup.kind} {setup.policy_name}"


class _Shards:
    """The tables of all tasks: in memory, or in the files of a folder."""

    def __init__(self, folder: Path | None, fingerprint: str) -> None:
        self._folder = folder
        self._tables: dict[int, Table] = {}
        self._sizes: dict[int, int] = {}
        self._first_missing = 0
        self.done = 0
        """The rows of all tables."""
        self.rows = 0
        """The rows before the first missing table, so that the order of results does not matter."""
        if folder is not None:
            self._open(folder, fingerprint)

    def _open(self, folder: Path, fingerprint: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        note = folder / "self-play.txt"
        if note.exists() and note.read_text() != fingerprint:
            raise ValueError(f"{folder} has other positions ({note.read_text()}): choose another folder")
        note.write_text(fingerprint)
        for file in folder.glob("positions-*.parquet"):
            self._count(int(file.stem.split("-")[1]), pq.read_metadata(file).num_rows)

    @property
    def is_hopeless(self) -> bool:
        """True if the first task gave no position. Its matches come first in every result."""
        return self._sizes.get(0) == 0

    def missing(self) -> Iterator[int]:
        return (number for number in count() if number not in self._sizes)

    def add(self, number: int, table: Table) -> None:
        if self._folder is None:
            self._tables[number] = table
        else:
            file = self._file(self._folder, number)
            part = file.with_suffix(".part")
            pq.write_table(table, part)
            part.replace(file)
        self._count(number, table.num_rows)

    def table(self, positions: int) -> Table:
        read = (self._read(number) for number in range(self._first_missing))
        return pa.concat_tables(read).slice(0, positions).combine_chunks()

    def _count(self, number: int, rows: int) -> None:
        self._sizes[number] = rows
        self.done += rows
        while self._first_missing in self._sizes:
            self.rows += self._sizes[self._first_missing]
            self._first_missing += 1

    def _read(self, number: int) -> Table:
        return self._tables[number] if self._folder is None else pq.read_table(self._file(self._folder, number))

    @staticmethod
    def _file(folder: Path, number: int) -> Path:
        return folder / f"positions-{number:06}.parquet"


def _play_shard(number: int, *, setup: _SelfPlay) -> Table:
    """Plays as many matches as there are lanes, to their ends."""
    seed = spread_seed(setup.seed, number)
    env = VectorEnv(
        setup.game, _LANES, seed=seed, autoreset="disabled", observation="packed", max_steps=setup.max_steps,
        mask="none" if setup.policy is None else "bytes", kind=setup.kind,
    )  # fmt: skip
    random = np.random.default_rng(seed)
    rewards = np.zeros((_LANES, env.roles), np.float32)
    lanes: list[NDArray[Any]] = []
    movers: list[NDArray[Any]] = []
    actions: list[NDArray[Any]] = []
    facts: list[NDArray[Any]] = []
    step = env.reset()
    while True:
        active = np.flatnonzero(step.info["current_player"] >= 0)
        if len(active) == 0:
            break
        chosen = env.sample() if setup.policy is None else _ask(setup.policy, step, env, random)
        lanes.append(active)
        movers.append(step.info["current_player"][active])
        actions.append(chosen[active])
        facts.append(step.obs[active])
        step = env.step(chosen)
        rewards += step.rewards
    return _table(number, rewards, ~step.truncated, lanes, movers, actions, facts)


def _ask(policy: Policy, step: Step, env: VectorEnv, random: np.random.Generator) -> NDArray[np.int32]:
    """The actions of a policy. Where it gives -1, an action is drawn, so that the table has the action that was played."""
    chosen = np.asarray(policy(step, random))
    if chosen.dtype.kind not in "iu":
        raise TypeError(f"the policy gives actions of dtype {chosen.dtype}, but they are integers: positions in `game.actions`")
    if chosen.shape != (env.lanes,):
        raise ValueError(f"the policy gives actions of shape {chosen.shape}, but needs ({env.lanes},): one for each lane")
    chosen = np.clip(chosen, -1, np.iinfo(np.int32).max).astype(np.int32)
    return np.where(chosen < 0, env.sample(), chosen) if (chosen < 0).any() else chosen


def _table(
    number: int,
    rewards: NDArray[np.float32],
    complete: NDArray[np.bool_],
    lanes: list[NDArray[Any]],
    movers: list[NDArray[Any]],
    actions: list[NDArray[Any]],
    facts: list[NDArray[Any]],
) -> Table:
    lane = np.concatenate(lanes)
    steps = np.concatenate([np.full(len(part), at, np.int32) for at, part in enumerate(lanes)])
    order = np.lexsort((steps, lane))
    order = order[complete[lane[order]]]
    lane = lane[order]
    words = np.concatenate(facts)[order]
    return pa.table(
        {
            "match": lane + np.int64(number * _LANES),
            "step": steps[order],
            "mover": np.concatenate(movers)[order],
            "action": np.concatenate(actions)[order],
            "facts": pa.FixedSizeListArray.from_arrays(pa.array(words.reshape(-1)), words.shape[1]),
            "rewards": pa.FixedSizeListArray.from_arrays(pa.array(rewards[lane].reshape(-1)), rewards.shape[1]),
        }
    )


def lab(
    trial: Callable[[int], Any],
    trials: int,
    *,
    trial_name: str | None = None,
    seed: int = 0,
    folder: str | Path | None = None,
    name: str = "lab",
    use_ray: bool | None = None,
    workers: int | None = None,
    progress: Progress = None,
) -> list[Any]:
    """Runs an experiment: calls `trial(seed)` with a seed of its own for each trial, and returns the results in order.

    Results must be JSON values. With a folder, they go into the SQLite database `NAME.db`, and an interrupted experiment
    continues. A trial that is a function of a module is known by its name; any other needs a `trial_name`.

    Ctrl-C ends the running trials at their next call of Senet. Trials that make none run to their ends.

    >>> import senet.ray
    >>> senet.ray.lab(lambda seed: seed % 2, 3, seed=1)
    [1, 1, 1]
    """
    known_as = "" if folder is None else _name_of("trial", trial, trial_name)
    with TemporaryDirectory() as scratch:
        file = Path(folder or scratch) / f"{name}.db"
        file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(file)) as base:
            known = _known_trials(base, known_as, seed)
            open_trials = [number for number in range(trials) if number not in known]
            work = partial(_trial, trial=trial, seed=seed)
            report = reporter(progress, "trials")
            with closing(run(work, open_trials, use_ray=uses_ray(use_ray), workers=workers)) as results:
                for number, result in results:
                    with base:
                        row = (known_as, str(seed), number, json.dumps(result))
                        base.execute("INSERT INTO results VALUES (?, ?, ?, ?)", row)
                    known[number] = result
                    report(len(known), trials)
    return [known[number] for number in range(trials)]


def _known_trials(base: sqlite3.Connection, name: str, seed: int) -> dict[int, Any]:
    base.execute(
        "CREATE TABLE IF NOT EXISTS results "
        "(trial TEXT, seed TEXT, number INTEGER, result TEXT, PRIMARY KEY (trial, seed, number))"
    )
    rows = base.execute("SELECT number, result FROM results WHERE trial = ? AND seed = ?", (name, str(seed)))
    return {number: json.loads(result) for number, result in rows}


def _trial(number: int, *, trial: Callable[[int], Any], seed: int) -> Any:
    return trial(spread_seed(seed, number))
