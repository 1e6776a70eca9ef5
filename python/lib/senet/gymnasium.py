"""Games as environments of Gymnasium.

`GameEnv` is one role against opponents; `GameVectorEnv` steps many matches; in each, the role on turn acts.

>>> import senet.gymnasium
>>> env = senet.gymnasium.GameEnv("connect-four", role=0)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((128,), 7)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._errors import RulesError
from ._senet import Game, State
from ._turns import (
    acting_roles,
    action_number,
    complete,
    find_role,
    illegal_action,
    load,
    refuse_hidden_information,
    rewards,
    some_legal_actions,
)
from ._vector_env import Autoreset, RewardScale, Step, VectorEnv

Observation = NDArray[np.uint8]
Opponent = Callable[[State, int, np.random.Generator], int]
"""Chooses an action for a role in a state."""

_MODES = {
    "next_step": gym.vector.AutoresetMode.NEXT_STEP,
    "same_step": gym.vector.AutoresetMode.SAME_STEP,
    "disabled": gym.vector.AutoresetMode.DISABLED,
}


def random_opponent(state: State, role: int, rng: np.random.Generator) -> int:
    """Every legal action is equally likely."""
    legal = some_legal_actions(state, role)
    return legal[int(rng.integers(len(legal)))]


class GameEnv(gym.Env[Observation, np.int64]):
    """One role of a game; an opponent plays the others.

    The mask of legal actions is in `info["action_mask"]` and in `action_masks()`, where MaskablePPO looks for it. An illegal
    action raises an error, or loses the match if `illegal="lose"`. `max_steps` truncates.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        game: Game | str,
        role: int | str = 0,
        *,
        opponent: Opponent = random_opponent,
        illegal: Literal["raise", "lose"] = "raise",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = load(game)
        refuse_hidden_information(self.game, "Gymnasium's `Env`")
        self.role = find_role(self.game, role)
        self.opponent = opponent
        self.illegal = illegal
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, (len(self.game.fluents),), np.uint8)
        self.action_space = spaces.Discrete(len(self.game.actions))
        self.state = self.game.initial()
        self._steps = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.state = self.game.initial()
        self._steps = 0
        self._wait()
        return self.state.observation, self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        number = action_number(action)
        ended_before_first_turn = self.state.terminal and self._steps == 0
        if not ended_before_first_turn:
            if number not in self.state.legal_actions(self.role):
                if self.illegal == "raise" or self.state.terminal:
                    raise illegal_action(self.game, self.game.roles[self.role], number)
                return self.state.observation, -1.0, True, False, {**self._info(), "illegal": True}
            self._play({self.role: number})
            self._wait()
        self._steps += 1
        over = self.state.terminal
        truncated = not over and self.max_steps is not None and self._steps >= self.max_steps
        return self.state.observation, rewards(self.state)[self.role], over, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions; all true if the match is over."""
        return self.state.mask(self.role)

    def render(self) -> str | None:  # type: ignore[override]
        if self.render_mode == "svg":
            return self.state.svg()
        return str(self.state) if self.render_mode == "ansi" else None

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _wait(self) -> None:
        """Makes the moves of the other roles until this role must act."""
        while not self.state.terminal and self.role not in acting_roles(self.state):
            self._play({})

    def _play(self, chosen: dict[int, int]) -> None:
        others = [role for role in self.state.choosers if role not in chosen]
        chance = self.game.chance_role
        for role in others:
            choose = random_opponent if role == chance else self.opponent
            chosen[role] = choose(self.state, role, self.np_random)
        self.state = complete(self.state, chosen, {})


class GameVectorEnv(gym.vector.VectorEnv[Any, Any, Any]):
    """Many matches at once; the role on turn acts in each.

    The reward is that of the role that acted; the rewards of all roles are in `info["rewards"]`. Games with one role are
    environments in the plain sense, games with more are self-play. Sample legal actions with `sample()` or the mask.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 512,
        *,
        seed: int = 0,
        autoreset: Autoreset = "next_step",
        max_steps: int | None = None,
        reward: RewardScale = "signed",
        threads: int = 1,
    ) -> None:
        self.game = load(game)
        refuse_hidden_information(self.game, "Gymnasium's `VectorEnv`")
        self.env = VectorEnv(
            self.game, num_envs, seed=seed, autoreset=autoreset, max_steps=max_steps, reward=reward, threads=threads,
            final_obs=autoreset == "same_step",
        )  # fmt: skip
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": _MODES[autoreset]}
        self.single_observation_space = spaces.Box(0, 1, (len(self.game.fluents),), np.uint8)
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._movers = self.env.reset().info["current_player"]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # type: ignore[override]
        chosen = None if options is None else options.get("reset_mask")
        step = self.env.reset(seed=seed, lanes=chosen)
        self._movers = step.info["current_player"]
        return step.obs, self._info(step)

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        try:
            step = self.env.step(actions)
        except RulesError:
            # The lanes have moved, so other roles act in the next step.
            self._movers = self.env.reset(lanes=np.zeros(self.num_envs, np.bool_)).info["current_player"]
            raise
        own = step.rewards[self._rows, self._movers].astype(np.float64)
        own[self._movers < 0] = 0.0
        self._movers = step.info["current_player"]
        return step.obs, own, step.terminated, step.truncated, self._info(step)

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each match."""
        return self.env.sample()

    def _info(self, step: Step) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": step.info["action_mask"],
            "current_player": step.info["current_player"],
            "rewards": step.rewards,
        }
        if self.env.autoreset == "same_step":
            info["final_obs"] = step.info["final_obs"]
            info["_final_obs"] = step.terminated | step.truncated
        return info
