"""Many matches of one game at once."""

from __future__ import annotations

import operator
from typing import Any, Literal, NamedTuple, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import SenetError
from ._senet import Game, LaneEnv, State

Bits = NDArray[np.uint8] | NDArray[np.uint64]
Mask = NDArray[np.bool_] | NDArray[np.uint64]
Autoreset = Literal["next_step", "same_step", "disabled"]
Form = Literal["bytes", "packed", "none"]
RewardScale = Literal["signed", "unit", "goal"]
LaneKind = Literal["avx512", "avx2", "portable", "single"]

_MAX_WORD = 2**64 - 1


class Info(TypedDict):
    """The data of a step besides observation and rewards."""

    action_mask: Mask
    """Legal actions, `[L, A]` of the mover, or `[L, R, A]` of every role if `joint`. Never all false."""
    current_player: NDArray[np.int8]
    """The role whose action each lane awaits; -1 if its match is over."""
    choosers: NDArray[np.bool_]
    """`[L, R]`: the roles with more than one legal move."""
    final_obs: Bits
    """The observation before an autoreset in the same step; empty unless requested."""


class Step(NamedTuple):
    """The result of a step: arrays with one row for each of the L lanes."""

    obs: Bits
    """The facts of each state: bytes `[L, F]`, or packed words."""
    rewards: NDArray[np.float32]
    """`[L, R]`: the rewards of all roles."""
    terminated: NDArray[np.bool_]
    """The match is over by the rules."""
    truncated: NDArray[np.bool_]
    """The match was cut at the step limit."""
    info: Info


class VectorEnv:
    """Many matches of one game that are stepped together.

    Every lane is a match. `step` makes one joint move in each: give one action for each lane (that of the mover), or one
    for each lane and role. A negative action means a random legal one; `step(None)` makes random moves everywhere.

    `lanes=None` chooses a number that suits the caches of the threads. `autoreset` is one of Gymnasium's modes: `same_step` shows a new
    match at once (the last state is in `info["final_obs"]` if `final_obs=True`), `next_step` with the next step, and
    `disabled` leaves lanes at their end until `reset(lanes=...)`. `max_steps` truncates matches. `joint=True` gives masks
    for every role, as games with simultaneous moves need. Rewards come at the end of a match: `signed` maps goals 0 to 100
    to -1 to 1, `unit` to 0 to 1, `goal` leaves them. With `copy=False`, every step overwrites the same arrays.

    The seed decides all random choices, whatever the number of threads.

    >>> from senet import Game, VectorEnv
    >>> env = VectorEnv(Game("tic-tac-toe"), lanes=64, seed=1)
    >>> step = env.reset()
    >>> step.obs.shape, step.info["action_mask"].shape
    ((64, 20), (64, 10))
    >>> for _ in range(5):
    ...     step = env.step(env.sample())
    >>> bool(step.terminated.any())
    True
    """

    def __init__(
        self,
        game: Game | str,
        lanes: int | None = None,
        *,
        seed: int = 0,
        autoreset: Autoreset = "same_step",
        observation: Form = "bytes",
        mask: Form = "bytes",
        final_obs: bool = False,
        joint: bool = False,
        max_steps: int | None = None,
        reward: RewardScale = "signed",
        copy: bool = True,
        threads: int = 1,
        kind: LaneKind | None = None,
        memory_limit: int = 4 << 30,
    ) -> None:
        _check("lanes", lanes, 1, _MAX_WORD)
        _check("seed", seed, 0, _MAX_WORD)
        _check("threads", threads, 1, _MAX_WORD)
        _check("max_steps", max_steps, 1, 2**32 - 1)
        _check("memory_limit", memory_limit, 0, _MAX_WORD)
        self.game = game if isinstance(game, Game) else Game(game)
        self.joint = joint
        self.autoreset = autoreset
        self._env = LaneEnv(
            self.game, lanes, seed, threads, autoreset, max_steps, joint, reward, observation, mask, final_obs, copy,
            kind, memory_limit,
        )  # fmt: skip
        self.lanes = self._env.lanes
        self.roles = len(self.game.roles)
        self._random = np.full(self.lanes * (self.roles if joint else 1), -1, dtype=np.int32)

    @property
    def kind(self) -> LaneKind:
        """How lanes are stepped: `avx512`, `avx2`, `portable` or `single`."""
        return self._env.kind

    def reset(self, *, seed: int | None = None, lanes: ArrayLike | None = None) -> Step:
        """Starts new matches in all lanes, or in the lanes of a mask. A seed restarts the random numbers."""
        _check("seed", seed, 0, _MAX_WORD)
        chosen = None
        if lanes is not None:
            mask = np.asarray(lanes)
            if mask.dtype != np.bool_ or mask.shape != (self.lanes,):
                raise SenetError(
                    f"`lanes` has dtype {mask.dtype} and shape {mask.shape}",
                    help=f"pass a mask of dtype bool and shape ({self.lanes},)",
                )
            chosen = np.require(mask, requirements=["C", "ALIGNED"])
        return _step(self._env.reset(seed, chosen))

    def step(self, actions: ArrayLike | None) -> Step:
        """Makes one joint move in every lane. If an action is not legal, no lane moves."""
        given = self._random if actions is None else self._actions(actions)
        if given.ndim == 2 or (actions is None and self.joint):
            return _step(self._env.step_joint(given))
        return _step(self._env.step_movers(given))

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for the mover of each lane, `[L]`, or for each role, `[L, R]`, if `joint`."""
        actions = self._env.sample()
        return actions.reshape(self.lanes, self.roles) if self.joint else actions

    def states(self) -> list[State]:
        """The state of each lane."""
        return self._env.states()

    def _actions(self, actions: ArrayLike) -> NDArray[np.int32]:
        given: NDArray[Any] = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions have dtype {given.dtype}, but they are integers: positions in `game.actions`")
        if given.shape not in ((self.lanes,), (self.lanes, self.roles)):
            raise ValueError(
                f"actions have shape {given.shape}, but need ({self.lanes},) or ({self.lanes}, {self.roles})"
            )
        if given.dtype != np.int32:
            given = np.clip(given, -1, np.iinfo(np.int32).max).astype(np.int32)
        return np.require(given, requirements=["C", "ALIGNED"])

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.game.name}: {self.lanes} lanes, {self.kind}>"


def _check(name: str, value: int | None, least: int, most: int) -> None:
    """Refuses a number that the native part cannot take."""
    if value is None:
        return
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"`{name}` is {value!r}, but must be an integer") from None
    if not least <= number <= most:
        raise ValueError(f"`{name}` is {value}, but must be a number from {least} to {most}")


def _step(arrays: tuple[Any, ...]) -> Step:
    obs, rewards, terminated, truncated, mask, movers, choosers, final_obs = arrays
    info: Info = {"action_mask": mask, "current_player": movers, "choosers": choosers, "final_obs": final_obs}
    return Step(obs, rewards, terminated, truncated, info)
