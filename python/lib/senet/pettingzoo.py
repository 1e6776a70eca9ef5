"""Games as environments of PettingZoo.

`aec` asks one agent after another, `parallel` all agents at once. Both work for every game without hidden information:
agents that move at the same time are asked one after another by `aec`, and agents that wait have one legal action.

>>> import senet.pettingzoo
>>> env = senet.pettingzoo.aec("tic-tac-toe")
>>> env.reset(seed=1)
>>> env.agent_selection
'x'
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from ._errors import SenetError
from ._senet import Game, State
from ._turns import (
    acting_roles,
    action_number,
    complete,
    illegal_action,
    load,
    refuse_hidden_information,
    rewards,
    some_legal_actions,
)

Illegal = Literal["raise", "random"]
"""The effect of an illegal action: an error, or a random legal action in its place."""


def aec(
    game: Game | str, *, max_steps: int | None = None, illegal: Illegal = "raise", render_mode: str | None = None
) -> GameAEC:
    """The game as an AEC environment."""
    return GameAEC(_Table(load(game), max_steps, illegal), render_mode)


def parallel(
    game: Game | str, *, max_steps: int | None = None, illegal: Illegal = "raise", render_mode: str | None = None
) -> GameParallel:
    """The game as a parallel environment."""
    return GameParallel(_Table(load(game), max_steps, illegal), render_mode)


class _Table:
    """The common part of both forms: the agents, their spaces and the match."""

    def __init__(self, game: Game, max_steps: int | None, illegal: Illegal) -> None:
        refuse_hidden_information(game, "PettingZoo")
        self.game = game
        self.max_steps = max_steps
        self.illegal = illegal
        self.role_of = {name: role for role, name in enumerate(game.roles) if role != game.chance_role}
        observed = spaces.Box(0, 1, (len(game.fluents),), np.uint8)
        mask = spaces.Box(0, 1, (len(game.actions),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observed, "action_mask": mask}) for agent in self.role_of
        }
        self.action_spaces = {agent: spaces.Discrete(len(game.actions)) for agent in self.role_of}
        self.restart(None)

    def restart(self, seed: int | None) -> None:
        if seed is not None or not hasattr(self, "random"):
            self.random = np.random.default_rng(seed)
        self.state = self._after_chance(self.game.initial())
        self.steps = 0

    def judge(self, agent: str, action: Any) -> int:
        """The action, or the replacement of an illegal one."""
        role, number = self.role_of[agent], action_number(action)
        legal = some_legal_actions(self.state, role)
        if number in legal:
            return number
        if self.illegal == "raise":
            raise illegal_action(self.game, agent, number)
        return legal[int(self.random.integers(len(legal)))]

    def play(self, chosen: dict[int, int]) -> None:
        """Makes a joint move, and the moves of chance that follow. If the rules do not allow that, nothing changes."""
        self.state = self._after_chance(complete(self.state, chosen, self._draw(self.state)))
        self.steps += 1

    def observe(self, agent: str) -> dict[str, Any]:
        mask = self.state.mask(self.role_of[agent]).astype(np.int8)
        return {"observation": self.state.observation, "action_mask": mask}

    @property
    def truncated(self) -> bool:
        return not self.state.terminal and self.max_steps is not None and self.steps >= self.max_steps

    def rewards(self) -> dict[str, float]:
        values = rewards(self.state)
        return {agent: values[role] for agent, role in self.role_of.items()}

    def _draw(self, state: State) -> dict[int, int]:
        chance = self.game.chance_role
        if chance is None:
            return {}
        legal = some_legal_actions(state, chance)
        return {chance: legal[int(self.random.integers(len(legal)))]}

    def _after_chance(self, state: State) -> State:
        """The next state in which an agent acts."""
        while not state.terminal and not acting_roles(state):
            state = complete(state, {}, self._draw(state))
        return state


class GameAEC(AECEnv[str, Any, Any]):
    """A game whose agents are asked one after another."""

    metadata: dict[str, Any]

    def __init__(self, table: _Table, render_mode: str | None) -> None:
        super().__init__()
        self.metadata = {"name": f"{table.game.name}_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.table = table
        self.possible_agents = list(self.table.role_of)
        self._chosen: dict[int, int] = {}
        self._waiting: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.action_spaces[agent]

    def observe(self, agent: str) -> Any:
        return self.table.observe(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.restart(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = {**self._chosen, self.table.role_of[agent]: self.table.judge(agent, action)}
        waiting = self._waiting[1:]
        if not waiting:
            self.table.play(chosen)
        self._chosen, self._waiting = chosen, waiting
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if waiting:
            self.agent_selection = waiting[0]
        else:
            self._conclude(agent)
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.table.state.svg()
        return str(self.table.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to release."""

    def _conclude(self, last: str) -> None:
        """Shows the result of a joint move."""
        if self.table.state.terminal or self.table.truncated:
            self.rewards = self.table.rewards()
            self.terminations = dict.fromkeys(self.agents, self.table.state.terminal)
            self.truncations = dict.fromkeys(self.agents, self.table.truncated)
            at = self.agents.index(last)
            self.agent_selection = self.agents[(at + 1) % len(self.agents)]
        else:
            self._ask()

    def _ask(self) -> None:
        """Asks the agents that act in the new state."""
        roles = self.table.game.roles
        self._chosen = {}
        self._waiting = [roles[role] for role in acting_roles(self.table.state)]
        self.agent_selection = self._waiting[0] if self._waiting else self.agents[0]


class GameParallel(ParallelEnv[str, Any, Any]):
    """A game whose agents are all asked at once. An agent that waits has one legal action."""

    metadata: dict[str, Any]

    def __init__(self, table: _Table, render_mode: str | None) -> None:
        self.metadata = {"name": f"{table.game.name}_v0", "render_modes": ["ansi", "svg"]}
        self.render_mode = render_mode
        self.table = table
        self.possible_agents = list(self.table.role_of)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.table.restart(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        self._check_agents(actions)
        judged = {agent: self.table.judge(agent, action) for agent, action in actions.items()}
        self.table.play({self.table.role_of[agent]: action for agent, action in judged.items()})
        over, cut = self.table.state.terminal, self.table.truncated
        result = (
            self._observations(),
            self.table.rewards(),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
            {agent: dict[str, Any]() for agent in self.agents},
        )
        if over or cut:
            self.agents = []
        return result

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.table.state.svg()
        return str(self.table.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to release."""

    def _check_agents(self, actions: dict[str, Any]) -> None:
        """Refuses actions of strangers, and none from an agent with a choice."""
        strangers = [agent for agent in actions if agent not in self.agents]
        choosers = [agent for agent, role in self.table.role_of.items() if role in self.table.state.choosers]
        silent = [agent for agent in choosers if agent not in actions]
        if strangers or silent:
            wrong = f"{strangers[0]!r} is no agent" if strangers else f"the action of {silent[0]!r} is missing"
            raise SenetError(wrong, help=f"give one action for each agent: {', '.join(self.agents)}")

    def _observations(self) -> dict[str, Any]:
        return {agent: self.table.observe(agent) for agent in self.agents}
