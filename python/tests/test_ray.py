"""Seeded tasks: the result depends on nothing but the seed. The cluster test needs Ray."""

import functools
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import senet
from sheets import DICE

pytest.importorskip("pyarrow")
import senet.ray  # noqa: E402
from senet._senet import TournamentStore  # noqa: E402


def mean_goal(seed):
    return senet.Game("tic-tac-toe").playouts(100, seed=seed).mean_goals[0]


def test_self_play_does_not_depend_on_workers():
    one, three = (senet.ray.self_play("connect-four", 30_000, seed=4, workers=workers) for workers in (1, 3))
    assert one.equals(three) and one.num_rows == 30_000
    assert set(one.column_names) == {"match", "step", "mover", "action", "facts", "rewards"}


def test_self_play_positions_can_be_replayed():
    game = senet.Game("tic-tac-toe")
    check_replay(game, senet.ray.self_play(game, 2000, seed=2))


def check_replay(game, table):
    """Plays the actions of some matches again; they lead to the facts and the rewards of the table."""
    rows = [row for row in table.to_pylist() if row["match"] < 20]
    for number in range(20):
        state = game.initial()
        for row in (row for row in rows if row["match"] == number):
            facts = [name for at, name in enumerate(game.fluents) if row["facts"][at // 64] >> at % 64 & 1]
            assert facts == state.facts and row["mover"] == state.mover
            state = state.play(row["action"])
        assert state.terminal and row["rewards"] == [goal / 50 - 1 for goal in state.goals]


def test_self_play_continues_in_a_folder(tmp_path):
    whole = senet.ray.self_play("tic-tac-toe", 20_000, seed=3)
    senet.ray.self_play("tic-tac-toe", 5_000, seed=3, folder=tmp_path)
    assert senet.ray.self_play("tic-tac-toe", 20_000, seed=3, folder=tmp_path).equals(whole)
    with pytest.raises(ValueError, match="other positions"):
        senet.ray.self_play("tic-tac-toe", 10, seed=4, folder=tmp_path)


def test_folder_of_another_game_with_the_same_name_is_refused(tmp_path):
    first, other = (senet.Game.from_text(senet.Game(name).text, name="own") for name in ("tic-tac-toe", "nim"))
    senet.ray.self_play(first, 100, folder=tmp_path)
    with pytest.raises(ValueError, match="other positions"):
        senet.ray.self_play(other, 100, folder=tmp_path)


def test_matches_that_never_end_in_time_are_an_error(tmp_path):
    for _ in range(2):
        with pytest.raises(senet.LimitError, match="within 3 steps") as caught:
            senet.ray.self_play("tic-tac-toe", 100, max_steps=3, folder=tmp_path)
        assert "max_steps" in caught.value.help


def test_numbers_below_one_are_refused():
    for bad in (dict(positions=0), dict(positions=-1), dict(workers=0), dict(workers=-1)):
        with pytest.raises(ValueError, match="1 or more"):
            senet.ray.self_play("nim", **{"positions": 10, **bad})


def first_legal(number, step, random):
    return step.info["action_mask"].argmax(axis=1)


def first(step, random):
    return first_legal(0, step, random)


def test_folder_of_another_policy_is_refused(tmp_path):
    senet.ray.self_play("tic-tac-toe", 100, folder=tmp_path)
    for options in (dict(policy=first), dict(policy=functools.partial(first_legal, 1), policy_name="first")):
        with pytest.raises(ValueError, match="other positions"):
            senet.ray.self_play("tic-tac-toe", 100, folder=tmp_path, **options)


class Player:
    def __call__(self, step, random):
        return first_legal(0, step, random)

    def act(self, step, random):
        return first_legal(0, step, random)


@pytest.mark.parametrize(
    "policy",
    [lambda step, random: first_legal(0, step, random), functools.partial(first_legal, 1), Player(), Player().act],
    ids=["lambda", "partial", "instance", "method"],
)
def test_policy_without_a_name_of_its_own_needs_one_for_a_folder(policy, tmp_path):
    whole = senet.ray.self_play("tic-tac-toe", 100, policy=policy)
    with pytest.raises(senet.SenetError, match="has no name") as caught:
        senet.ray.self_play("tic-tac-toe", 100, policy=policy, folder=tmp_path)
    assert "policy_name" in caught.value.help and list(tmp_path.iterdir()) == []
    named = dict(policy=policy, policy_name="first", folder=tmp_path)
    for _ in range(2):
        assert senet.ray.self_play("tic-tac-toe", 100, **named).equals(whole)
    with pytest.raises(ValueError, match="other positions"):
        senet.ray.self_play("tic-tac-toe", 100, **{**named, "policy_name": "second"})


def drawn(step, random):
    return np.full(len(step.obs), -1)


@pytest.mark.parametrize("policy", [None, drawn])
def test_drawn_actions_are_recorded_as_played(policy):
    game = senet.Game.from_text(DICE)
    for row in senet.ray.self_play(game, 200, policy=policy, seed=2).to_pylist():
        facts = [name for at, name in enumerate(game.fluents) if row["facts"][at // 64] >> at % 64 & 1]
        assert row["action"] in game.state(facts).legal_actions(row["mover"])
    check_replay(game, senet.ray.self_play(game, 200, policy=policy, seed=2))


def test_actions_of_a_policy_are_integers_one_for_each_lane():
    with pytest.raises(TypeError, match="float64"):
        senet.ray.self_play("tic-tac-toe", 10, policy=lambda step, random: first(step, random) + 0.5)
    with pytest.raises(ValueError, match="one for each lane"):
        senet.ray.self_play("tic-tac-toe", 10, policy=lambda step, random: np.full((len(step.obs), 2), -1))


def test_progress_is_told():
    seen: list[tuple[int, int]] = []
    senet.ray.self_play("tic-tac-toe", 20_000, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (20_000, 20_000) and len(seen) > 1


def test_tournament_does_not_depend_on_workers(tmp_path):
    games, players = [senet.Game("tic-tac-toe"), senet.Game("nim")], ["random", "uct", "greedy"]
    results = []
    for workers in (1, 2):
        options = dict(rounds=1, simulations=2000, start_clock=60, play_clock=60, seed=1, workers=workers)
        rated = senet.ray.tournament(games, players, folder=tmp_path / str(workers), **options)
        results.append([(rating.player, rating.elo) for rating in rated.ratings])
    assert results[0] == results[1]


def mean_length(seed):
    return senet.Game("tic-tac-toe").playouts(100, seed=seed).mean_length


def test_lab_keeps_trials_apart(tmp_path):
    goals, lengths = (senet.ray.lab(trial, 3, seed=1, folder=tmp_path) for trial in (mean_goal, mean_length))
    assert lengths == senet.ray.lab(mean_length, 3, seed=1) != goals
    with pytest.raises(senet.SenetError, match="has no name") as caught:
        senet.ray.lab(lambda seed: 1, 3, seed=1, folder=tmp_path)
    assert "trial_name" in caught.value.help
    assert senet.ray.lab(lambda seed: 1, 3, seed=1, folder=tmp_path, trial_name="one") == [1, 1, 1]


def test_other_threads_go_on_while_the_store_works(tmp_path):
    """A large tournament takes long to store. The interpreter lock must be free meanwhile."""
    game = senet.Game("tic-tac-toe")
    options = (tmp_path, "cup", [game], ["random", "greedy"], 20_000, 1.0, 1.0, 10, 1)
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    def ticks_during(call):
        before = ticks
        return call(), ticks - before

    watcher = threading.Thread(target=tick)
    watcher.start()
    try:
        store, while_storing = ticks_during(lambda: TournamentStore(*options))
        fixtures, while_claiming = ticks_during(store.claim)
    finally:
        done.set()
        watcher.join()
    assert [fixture[0] for fixture in fixtures] == list(range(40_000))
    # A call that holds the lock lets the other thread run once at most.
    assert min(while_storing, while_claiming) >= 4


def test_lab_continues(tmp_path):
    first = senet.ray.lab(mean_goal, 3, seed=1, folder=tmp_path)
    assert senet.ray.lab(mean_goal, 6, seed=1, folder=tmp_path)[:3] == first
    assert senet.ray.lab(mean_goal, 3, seed=2, folder=tmp_path) != first


@pytest.mark.heavy
def test_lost_nodes_change_nothing():
    """In a process of its own: Ray reads the variables that keep it on loopback when it is imported."""
    pytest.importorskip("ray")
    program = Path(__file__).with_name("cluster.py")
    command = [sys.executable, str(program), "--positions", "120000", "--rounds", "4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("same results: True") == 2
