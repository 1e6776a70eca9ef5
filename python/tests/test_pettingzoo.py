"""PettingZoo's own laws."""

import pytest

import senet
from sheets import DICE, HIDDEN, LAW_GAMES, STUCK, STUCK_CHANCE

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

from senet.pettingzoo import aec, parallel  # noqa: E402

GAMES = [*LAW_GAMES, "dice"]


def game(name):
    return senet.Game.from_text(DICE, name="dice") if name == "dice" else senet.Game(name)


@pytest.mark.parametrize("name", GAMES)
def test_api_test_passes(name):
    api_test(aec(game(name), max_steps=300), num_cycles=100)


@pytest.mark.parametrize("name", GAMES)
def test_seed_test_passes(name):
    seed_test(lambda: aec(game(name), max_steps=100), num_cycles=30)


@pytest.mark.parametrize("name", GAMES)
def test_parallel_api_test_passes(name):
    parallel_api_test(parallel(game(name), max_steps=300), num_cycles=100)


@pytest.mark.parametrize("name", GAMES)
def test_parallel_seed_test_passes(name):
    """This law draws actions without the mask."""
    parallel_seed_test(lambda: parallel(game(name), max_steps=100, illegal="random"), num_cycles=30)


def test_simultaneous_agents_are_asked_one_after_another():
    env = aec("rock-paper-scissors")
    env.reset(seed=1)
    first, state = env.agent_selection, env.table.state
    env.step(env.observe(first)["action_mask"].argmax())
    assert env.agent_selection != first and env.table.state == state


def test_illegal_action_raises():
    env = aec("tic-tac-toe")
    env.reset()
    for action in (env.table.game.actions.index("noop"), -1, 10**9):
        with pytest.raises(senet.IllegalMoveError, match=str(action)):
            env.step(action)


def test_actions_that_are_no_integers_are_refused():
    env = aec("tic-tac-toe")
    env.reset()
    for action in (0.5, None, "0"):
        with pytest.raises(TypeError, match="game.actions"):
            env.step(action)


def test_every_agent_with_a_choice_must_act_and_nobody_else():
    env = parallel("rock-paper-scissors")
    env.reset(seed=1)
    one, other = env.agents
    for actions in ({}, {one: 0}, {one: 0, other: 0, "stranger": 0}):
        with pytest.raises(senet.SenetError) as caught:
            env.step(actions)
        assert one in caught.value.help and env.agents == [one, other]
    turns = parallel("tic-tac-toe")
    turns.reset(seed=1)
    mover = turns.agents[turns.table.state.mover]
    turns.step({mover: turns.table.state.legal_actions()[0]})
    assert turns.agents[turns.table.state.mover] != mover, "who waits need not act"


def test_hidden_information_is_refused():
    for make in (aec, parallel):
        with pytest.raises(senet.SenetError, match="do not see everything"):
            make(senet.Game.from_text(HIDDEN))


@pytest.mark.parametrize("illegal", ["raise", "random"])
def test_roles_without_a_move_are_an_error_of_the_rules(illegal):
    env = aec(senet.Game.from_text(STUCK), illegal=illegal)
    env.reset()
    env.step(env.observe(env.agent_selection)["action_mask"].argmax())
    wait = env.table.game.actions.index("wait")
    for _ in range(2):
        with pytest.raises(senet.RulesError, match="o has no legal move") as caught:
            env.step(wait)
        assert caught.value.help
    both = parallel(senet.Game.from_text(STUCK), illegal=illegal)
    both.reset()
    both.step({"x": 0, "o": 0})
    with pytest.raises(senet.RulesError, match="o has no legal move"):
        both.step({"x": wait, "o": wait} if illegal == "random" else {"x": wait})


def test_chance_without_a_move_is_an_error_of_the_rules():
    env = parallel(senet.Game.from_text(STUCK_CHANCE))
    env.reset()
    with pytest.raises(senet.RulesError, match="random has no legal move"):
        for action in (0, 1):
            env.step({"x": action})
