"""OpenSpiel's own laws."""

import numpy as np
import pytest

import senet
from sheets import DICE, HIDDEN, LAW_GAMES

pyspiel = pytest.importorskip("pyspiel")

import senet.openspiel  # noqa: E402

pytestmark = pytest.mark.heavy
GAMES = [*LAW_GAMES, "dice"]


def load(name):
    return senet.openspiel.load(senet.Game.from_text(DICE, name="dice") if name == "dice" else name)


@pytest.mark.parametrize("name", GAMES)
def test_random_sim_test_passes(name):
    pyspiel.random_sim_test(load(name), num_sims=2, serialize=True, verbose=False)


def played(game, seed):
    """The whole course of a random match, as text."""
    random, state, lines = np.random.default_rng(seed), game.new_initial_state(), []
    while not state.is_terminal():
        lines.append(f"{state} {state.current_player()}")
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(int(random.choice([action for action, _ in outcomes])))
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(game.num_players())]
            state.apply_actions([int(random.choice(own)) if own else 0 for own in legal])
        else:
            lines.append(str([state.action_to_string(action) for action in state.legal_actions()]))
            state.apply_action(int(random.choice(state.legal_actions())))
    return [*lines, str(state), str(state.returns())]


@pytest.mark.parametrize("name", GAMES)
def test_playthroughs_are_equal_over_two_runs(name):
    assert played(load(name), 3) == played(load(name), 3)


def test_generated_playthroughs_are_equal():
    from open_spiel.python.algorithms import generate_playthrough

    for name in ("tic-tac-toe", "connect-four", "connect-four-3p"):
        short = load(name).get_type().short_name
        one, other = (generate_playthrough.playthrough(short, None, seed=5) for _ in range(2))
        assert one == other and len(one) > 1000


def test_algorithm_of_openspiel_wins():
    from open_spiel.python.algorithms import mcts

    game = senet.openspiel.load("tic-tac-toe", zero_sum=True)
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 200, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    total = 0.0
    for seed in range(4):
        state, other = game.new_initial_state(), np.random.default_rng(seed)
        while not state.is_terminal():
            mine = state.current_player() == 0
            state.apply_action(bot.step(state) if mine else int(other.choice(state.legal_actions())))
        total += state.returns()[0]
    assert total >= 2


def test_names_of_files_become_names_of_openspiel():
    game = senet.Game.from_text(senet.Game("nim").text, name="my game (1), new")
    assert senet.openspiel.load(game).new_initial_state().legal_actions()


def test_roles_that_move_at_once_in_a_game_loaded_in_turn_are_an_error():
    with pytest.raises(senet.SenetError, match="same time") as caught:
        senet.openspiel.load("rock-paper-scissors", simultaneous=False).new_initial_state()
    assert "simultaneous=True" in caught.value.help


def test_hidden_information_is_refused():
    with pytest.raises(senet.SenetError, match="do not see everything"):
        senet.openspiel.load(senet.Game.from_text(HIDDEN))
