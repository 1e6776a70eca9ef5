"""Odd and hostile callers: an exception or a right answer, never a crash, and everything works afterwards."""

import copy
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import senet
from senet import VectorEnv
from sheets import ENDLESS, ENDLESS_UNGROUNDED, SLOW

LANES = 70


class Evil:
    """An array that cannot be read."""

    def __array__(self, *args, **kwargs):
        raise RuntimeError("evil")


@pytest.mark.parametrize(
    "actions",
    [
        np.full(LANES, -1, np.int8),
        np.full(LANES, -1, np.int64),
        np.full(LANES, -(2**63), np.int64),
        np.full(LANES, -1, ">i4"),
        np.full((LANES, 2), -1, np.int32)[:, 0],
        np.full((2, LANES), -1, np.int32).T,
        np.full(LANES, -1, np.int32)[::-1],
        np.broadcast_to(np.int32(-1), (LANES,)),
        np.frombuffer(b"\xff" * (4 * LANES + 1), np.uint8)[1:].view(np.int32),
        [-1] * LANES,
    ],
    ids=["int8", "int64", "int64 min", "big endian", "strided", "Fortran", "reversed", "broadcast", "unaligned", "list"],
)
def test_integers_in_any_layout_are_actions(actions):
    assert VectorEnv("tic-tac-toe", LANES, seed=1).step(actions).obs.shape == (LANES, 20)


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(LANES, bool),
        np.full(LANES, np.nan),
        np.zeros(LANES, complex),
        np.zeros(LANES, "M8[s]"),
        np.array([0] * LANES, object),
        ["0"] * LANES,
        [None] * LANES,
        [2**70] * LANES,
        [[1], [1, 2]],
        3,
        [],
        np.zeros((LANES, 3), int),
        np.zeros((LANES, 2, 1), int),
        np.full(LANES, 2**64 - 1, np.uint64),
        np.full(LANES, 2**31 - 1, np.int32),
        Evil(),
    ],
    ids=lambda value: type(value).__name__ + str(getattr(value, "dtype", "")),
)
def test_other_actions_are_refused_and_nothing_moves(actions):
    env = VectorEnv("tic-tac-toe", LANES, seed=1)
    before = env.states()
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        env.step(actions)
    assert env.states() == before
    env.step(env.sample())


def test_memory_of_arrays_cannot_be_freed_under_the_environment():
    env = VectorEnv("tic-tac-toe", LANES, copy=False)
    owner = env.reset().obs
    while isinstance(owner, np.ndarray):
        with pytest.raises(ValueError, match="own"):
            owner.resize((1,), refcheck=False)
        owner = owner.base
    env.step(None)


def test_arrays_that_are_kept_are_never_written_again():
    env = VectorEnv("tic-tac-toe", LANES, seed=1)
    kept = [env.step(None).obs for _ in range(40)]
    copies = [array.copy() for array in kept]
    for _ in range(20):
        env.step(None)
    assert all((one == other).all() for one, other in zip(kept, copies, strict=True))


def test_results_cannot_be_constructed_or_changed():
    state = senet.Game("nim").initial()
    for kind in (senet.State, senet.Playouts, senet.Analysis, senet.Board, senet.Rating):
        with pytest.raises(TypeError):
            kind()
    with pytest.raises(AttributeError):
        state.terminal = True


def test_states_and_games_compare_with_anything():
    one, other = senet.Game("nim").initial(), senet.Game("tic-tac-toe").initial()
    assert one != other and one != 3 and one is not None and one.game != "nim"
    assert {one, other, one.game, other.game, 3} > {3}
    with pytest.raises(TypeError):
        _ = one < other


def test_damaged_pickles_raise_or_give_a_state():
    whole = pickle.dumps(senet.Game("tic-tac-toe").initial())
    random = np.random.default_rng(1)
    facts = whole.index(b"(control")
    for _ in range(200):
        damaged = bytearray(whole)
        # The place of the rules and the facts: what comes before names modules, which pickle itself imports.
        damaged[random.integers(whole.index(b"(role"), len(whole) - 1)] = int(random.integers(32, 127))
        try:
            state = pickle.loads(bytes(damaged))
        except Exception:
            continue
        assert isinstance(state, senet.State) and isinstance(state.terminal, bool)
    assert facts > 0


def test_impossible_states_are_answered():
    game = senet.Game("tic-tac-toe")
    for facts in ([], game.fluents):
        state = game.state(list(facts))
        assert isinstance(state.terminal, bool) and len(game.draw(state)) > 0 and str(state)
        for call in (lambda: game.search(state, seconds=0.1), lambda: game.playouts(10, start=state), lambda: state.goals):
            try:
                call()
            except senet.SenetError as error:
                assert error.help


def test_threads_of_python_share_games_and_states():
    game, wrong = senet.Game("connect-four"), []
    state = game.initial()

    def work(seed):
        try:
            for number in range(20):
                assert state.play(number % 7).mask().sum() == 7
                assert game.playouts(200, seed=seed).matches == 200
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert wrong == []


def steps_of_child(env, seen):
    seen.put([int(env.step(None).obs.sum()) for _ in range(5)])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_environment_with_threads_works_in_a_forked_process():
    env, twin = (VectorEnv("tic-tac-toe", 2048, seed=1, threads=2) for _ in range(2))
    for one in (env, twin):
        one.step(None)
    forked = multiprocessing.get_context("fork")
    seen = forked.Queue()
    child = forked.Process(target=steps_of_child, args=(env, seen))
    child.start()
    try:
        assert seen.get(timeout=60) == [int(twin.step(None).obs.sum()) for _ in range(5)]
    finally:
        child.kill()
        child.join()
    env.step(None)


def test_environments_cannot_be_copied_but_say_so():
    env = VectorEnv("nim", 4)
    for call in (copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="LaneEnv|VectorEnv"):
            call(env)


@pytest.mark.parametrize(
    "options", [dict(threads=10**9), dict(lanes=10**9), dict(kind="single", lanes=2**62), dict(memory_limit=0)]
)
def test_impossible_environments_have_help(options):
    with pytest.raises(senet.SenetError) as caught:
        VectorEnv("nim", **{"lanes": 4, **options})
    assert caught.value.help


@pytest.mark.parametrize("name", ["lanes", "seed", "threads", "max_steps", "memory_limit"])
def test_numbers_that_are_no_integers_are_named(name):
    for value in (1.0, "1", [1]):
        with pytest.raises(TypeError, match=f"`{name}` .* integer"):
            VectorEnv("nim", **{name: value})


def test_lanes_to_reset_are_a_mask_in_any_layout():
    env = VectorEnv("tic-tac-toe", LANES, seed=1)
    step = env.step(None)
    every_third = np.zeros(3 * LANES, bool)
    every_third[::9] = True
    step = env.reset(lanes=every_third[::3])
    new = (step.obs == senet.Game("tic-tac-toe").initial().observation).all(axis=1)
    assert (new == every_third[::3]).all()


def test_more_roles_than_a_byte_numbers_are_refused():
    roles = " ".join(f"(role r{number})" for number in range(200))
    rules = f"""{roles} (init on) (<= (legal ?r a) (role ?r)) (legal r0 b) (<= (next off) (does r0 b))
        (<= (next on) (does r0 a)) (<= terminal (true off)) (<= (goal ?r 50) (role ?r))"""
    game = senet.Game.from_text(rules)
    with pytest.raises(senet.LimitError, match="200 roles") as caught:
        VectorEnv(game, 4)
    assert caught.value.help and game.initial().play("b").goals == (50,) * 200


LONG_CALLS = [
    "game.playouts(4_000_000_000)",
    "game.playouts(4_000_000_000, threads=2)",
    "senet.Game.from_text(ENDLESS).playouts(1)",
    "senet.Game.from_text(ENDLESS).playouts(100_000, threads=2)",
    "senet.Game.from_text(UNGROUNDED).playouts(1)",
    "game.search(seconds=60)",
    "game.search(player='minimax', seconds=60)",
    "game.match('uct', play_clock=60)",
    "game.boards(seconds=600)",
    "game.evaluation(seconds=60, sequences=10**9)",
    "senet.map(big, big, seconds=600)",
    "big.recognise(seconds=600)",
    "senet.tournament([game], ['uct', 'greedy'], rounds=100, play_clock=60)",
    "senet.Game.from_text(SLOW)",
    "[env.step(None) for _ in iter(int, 1)]",
]

LONG_TASKS = [
    "senet.ray.tournament([big], ['uct', 'random'], rounds=2, play_clock=60, workers=2)",
    "senet.ray.tournament([game], ['uct', 'random'], play_clock=60, workers=2, progress=lambda done, total: time.sleep(60))",
    "senet.ray.self_play(big, 10**9, policy=lambda step, random: -np.ones(512, int), workers=2)",
    "senet.ray.lab(lambda seed: game.search(seconds=60).best, 4, workers=2)",
    "senet.ray.lab(lambda seed: senet.ray.lab(lambda seed: game.search(seconds=60).best, 4, workers=1), 2, workers=1)",
]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("call", LONG_TASKS)
def test_ctrl_c_ends_tasks_on_threads(call):
    pytest.importorskip("pyarrow")
    check_ctrl_c(f"import senet.ray, time; import numpy as np; game.playouts(1); {call}", 1.5)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("call", LONG_CALLS)
def test_ctrl_c_ends_long_calls(call):
    check_ctrl_c(call, 0.3)


def check_ctrl_c(call, seconds):
    """Interrupts a call after some seconds. It must end long before its own end."""
    # Processes that a shell starts in the background ignore SIGINT, unless they ask for it.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "import senet; game = senet.Game('connect-four'); big = senet.Game('chess'); env = senet.VectorEnv(game, 65536, threads=2);"
        f"SLOW, ENDLESS, UNGROUNDED = {(SLOW, ENDLESS, ENDLESS_UNGROUNDED)!r}; print('ready', flush=True); {call}; print('done')"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"ready\n"
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    try:
        output, errors = process.communicate(timeout=30)
    finally:
        process.kill()
    assert b"KeyboardInterrupt" in errors or output == b"done\n", errors
