"""Rebuilds games and states from pickles. Each process loads a game once."""

from __future__ import annotations

from functools import lru_cache

from ._senet import Game, State


@lru_cache(maxsize=64)
def load_game(name: str, text: str, seconds: float, memory_limit: int) -> Game:
    """The game with this name and these rules, loaded within the same limits."""
    return Game.from_text(text, name=name, seconds=seconds, memory_limit=memory_limit)


def load_state(game: Game, facts: list[str]) -> State:
    """The state of the game in which these facts hold."""
    return game.state(facts)
