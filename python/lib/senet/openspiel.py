"""Games for the Python algorithms of OpenSpiel.

`load` makes a game of OpenSpiel. Chance becomes chance nodes, simultaneous moves become simultaneous nodes. Games with
hidden information are refused.

>>> import senet.openspiel
>>> game = senet.openspiel.load("tic-tac-toe")
>>> state = game.new_initial_state()
>>> len(state.legal_actions()), state.current_player()
(9, 0)
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ._errors import SenetError
from ._senet import Game, State
from ._turns import acting_roles, complete, refuse_hidden_information, rewards
from ._turns import load as load_game
from ._untyped import untyped

pyspiel = untyped("pyspiel")

_TRIED_MATCHES = 20
_registered: dict[tuple[str, str], str] = {}


def load(
    game: Game | str, *, simultaneous: bool | None = None, zero_sum: bool = False, max_length: int = 10_000
) -> Any:
    """The game for OpenSpiel.

    `simultaneous=None` plays random matches to find out whether roles move at the same time. `zero_sum=True` promises that
    the goals of two roles always add up to 100, which some algorithms need.
    """
    loaded = load_game(game)
    refuse_hidden_information(loaded, "OpenSpiel's adapter")
    if simultaneous is None:
        simultaneous = _moves_at_once(loaded, max_length)
    return pyspiel.load_game(_register(loaded, simultaneous, zero_sum, max_length))


def _moves_at_once(game: Game, max_length: int) -> bool:
    """True if several roles have a choice in some state of a few random matches."""
    random = np.random.default_rng(0)
    for _ in range(_TRIED_MATCHES):
        state = game.initial()
        for _ in range(max_length):
            if state.terminal:
                break
            if len(acting_roles(state)) > 1:
                return True
            drawn = {role: int(random.choice(state.legal_actions(role))) for role in state.choosers}
            state = complete(state, drawn, {})
    return False


def _register(game: Game, simultaneous: bool, zero_sum: bool, max_length: int) -> str:
    """Registers the game with OpenSpiel once, and returns its name there."""
    key = (game.text, f"{simultaneous} {zero_sum} {max_length}")
    if key in _registered:
        return _registered[key]
    short_name = f"senet_{re.sub(r'[^a-zA-Z0-9]', '_', game.name)}_{len(_registered)}"
    kind = pyspiel.GameType
    chance = game.chance_role
    players = len(game.roles) - (chance is not None)
    game_type = pyspiel.GameType(
        short_name=short_name,
        long_name=game.name,
        dynamics=kind.Dynamics.SIMULTANEOUS if simultaneous else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC if chance is None else kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=len(game.actions),
        max_chance_outcomes=0 if chance is None else len(game.actions),
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        **({"utility_sum": 0.0} if zero_sum else {}),
        max_game_length=max_length,
    )
    pyspiel.register_game(game_type, _game_class(game, game_type, game_info))
    _registered[key] = short_name
    return short_name


def _game_class(game: Game, game_type: Any, game_info: Any) -> type:
    """OpenSpiel makes games from classes, so every game gets one."""
    roles = [role for role in range(len(game.roles)) if role != game.chance_role]
    simultaneous = game_type.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS

    class SpielState(pyspiel.State):
        """A state, and the actions that wait for chance."""

        def __init__(self, spiel_game: Any) -> None:
            pyspiel.State.__init__(self, spiel_game)
            self.state: State = game.initial()
            self.chosen: dict[int, int] | None = None
            self._look()

        def current_player(self) -> int:
            if self.state.terminal:
                return int(pyspiel.PlayerId.TERMINAL)
            if self.chosen is not None:
                return int(pyspiel.PlayerId.CHANCE)
            acting = acting_roles(self.state)
            return roles.index(acting[0]) if len(acting) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

        def _legal_actions(self, player: int) -> list[int]:
            return self.state.legal_actions(roles[player])

        def chance_outcomes(self) -> list[tuple[int, float]]:
            legal = self.state.legal_actions(game.chance_role)
            return [(action, 1.0 / len(legal)) for action in legal]

        def _apply_action(self, action: int) -> None:
            if self.chosen is not None:
                assert game.chance_role is not None
                self._advance({**self.chosen, game.chance_role: action})
            else:
                self._choose({acting_roles(self.state)[0]: action})

        def _apply_actions(self, actions: list[int]) -> None:
            self._choose(dict(zip(roles, actions, strict=True)))

        def _choose(self, chosen: dict[int, int]) -> None:
            if game.chance_role in self.state.choosers:
                self.chosen = chosen
            else:
                self._advance(chosen)

        def _advance(self, chosen: dict[int, int]) -> None:
            self.state = complete(self.state, chosen, {})
            self.chosen = None
            self._look()

        def _look(self) -> None:
            """Where only chance moves, a chance node follows at once."""
            acting = () if self.state.terminal else acting_roles(self.state)
            if len(acting) > 1 and not simultaneous:
                names = " and ".join(game.roles[role] for role in acting)
                raise SenetError(f"{names} move at the same time", help="load the game with `simultaneous=True`")
            if not self.state.terminal and not acting:
                self.chosen = {}

        def _action_to_string(self, player: int, action: int) -> str:
            return game.actions[action]

        def is_terminal(self) -> bool:
            return self.state.terminal

        def returns(self) -> list[float]:
            values = rewards(self.state)
            return [values[role] for role in roles]

        def __str__(self) -> str:
            return " ".join(self.state.facts)

    class Observer:
        """The facts as a tensor."""

        def __init__(self, params: Any) -> None:
            if params:
                raise ValueError(f"observation parameters are not supported: {params}")
            self.tensor = np.zeros(len(game.fluents), np.float32)
            self.dict = {"observation": self.tensor}

        def set_from(self, state: Any, player: int) -> None:
            self.tensor[:] = state.state.observation

        def string_from(self, state: Any, player: int) -> str:
            return str(state)

    class SpielGame(pyspiel.Game):
        """The game."""

        def __init__(self, params: Any = None) -> None:
            pyspiel.Game.__init__(self, game_type, game_info, params or {})

        def new_initial_state(self) -> Any:
            return SpielState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return Observer(params)

    return SpielGame
