"""Shared by the adapters: the roles that act in a state, and the games that adapters refuse."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

from ._errors import IllegalMoveError, RulesError, SenetError
from ._senet import Game, State


def load(game: Game | str) -> Game:
    """The game, loaded from the library if a name is given."""
    return game if isinstance(game, Game) else Game(game)


def find_role(game: Game, role: int | str) -> int:
    """The number of a role that a player can take, given by number or name."""
    free = {name: number for number, name in enumerate(game.roles) if number != game.chance_role}
    number = free.get(role, -1) if isinstance(role, str) else role
    if number not in free.values():
        raise SenetError(f"{game.name} has no role {role!r} for a player", help=f"choose one of {', '.join(free)}")
    return number


def action_number(action: Any) -> int:
    """The number of an action. Floats are refused, because cutting off digits would play another action."""
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(f"action {action!r} is not an integer: actions are positions in `game.actions`") from None


def illegal_action(game: Game, agent: str, action: int) -> IllegalMoveError:
    """The error for an action that is not legal, or not an action at all."""
    known = 0 <= action < len(game.actions)
    text = f"action {action} `{game.actions[action]}`" if known else f"action {action}"
    return IllegalMoveError(f"{text} is not legal for {agent} here", help="choose an action whose mask is true")


def refuse_hidden_information(game: Game, adapter: str) -> None:
    """Raises an error for games in which roles do not see everything: an observation would reveal the state."""
    if game.hides_information:
        raise SenetError(
            f"{adapter} shows whole states, but roles of {game.name} do not see everything",
            help="play it with `Game.match`, which gives every player only what it may see",
        )


def acting_roles(state: State) -> tuple[int, ...]:
    """The roles that are asked: those with a choice, or else the mover. Chance is not asked; empty if only chance moves."""
    chance = state.game.chance_role
    choosers = tuple(role for role in state.choosers if role != chance)
    if choosers:
        return choosers
    if state.choosers or state.mover is None or state.mover == chance:
        return ()
    return (state.mover,)


def some_legal_actions(state: State, role: int) -> list[int]:
    """The legal actions of a role. Rules that leave a role none before the end are an error, because the match cannot go on."""
    legal = state.legal_actions(role)
    if not legal and not state.terminal:
        raise RulesError(
            f"{state.game.roles[role]} has no legal move in a state that is not terminal",
            help="the rules break the standard: check them by playing random matches",
        )
    return legal


def complete(state: State, chosen: Mapping[int, int], draw: Mapping[int, int]) -> State:
    """The next state: chosen actions, drawn actions of chance, and the only moves of all other roles."""
    joint = [
        chosen[role] if role in chosen else draw[role] if role in draw else some_legal_actions(state, role)[0]
        for role in range(len(state.game.roles))
    ]
    return state.play(*joint)


def rewards(state: State) -> list[float]:
    """The goals at the end of a match, from -1 to 1."""
    goals = state.goals
    return [0.0] * len(state.game.roles) if goals is None else [goal / 50 - 1 for goal in goals]
