"""The vector environment: laws, agreement with single states, bad input."""

import threading

import numpy as np
import pytest

import senet
from senet import VectorEnv
from sheets import DICE, ENDLESS_TERMS, LAW_GAMES, NO_GOAL

SIMULTANEOUS = {"rock-paper-scissors", "prisoners-dilemma", "tron", "bidding-tic-tac-toe"}


def masks(game, state, joint):
    roles = range(len(game.roles)) if joint else [state.mover]
    rows = np.array([state.mask(role) for role in roles])
    return rows if joint else rows[0]


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize("kind", [None, "single"])
@pytest.mark.parametrize("name", LAW_GAMES)
def test_lanes_agree_with_single_states(name, kind, autoreset):
    game, joint = senet.Game(name), name in SIMULTANEOUS
    env = VectorEnv(game, 20, seed=3, autoreset=autoreset, kind=kind, joint=joint, final_obs=True, max_steps=30)
    step, states, counts = env.reset(), [game.initial() for _ in range(20)], [0] * 20
    over = [False] * 20
    for _ in range(45):
        assert step.info["action_mask"].reshape(20, -1).any(axis=1).all(), "no mask is all false"
        actions = env.sample()
        step = env.step(actions)
        for lane, state in enumerate(states):
            if over[lane]:
                assert (step.rewards[lane] == 0).all()
                if autoreset == "next_step":
                    states[lane], counts[lane], over[lane] = game.initial(), 0, False
                continue
            state = state.play(*np.atleast_1d(actions[lane]).tolist())
            counts[lane] += 1
            assert step.terminated[lane] == state.terminal
            assert step.truncated[lane] == (not state.terminal and counts[lane] == 30)
            goals = state.goals or [50] * len(game.roles)
            assert step.rewards[lane].tolist() == pytest.approx([goal / 50 - 1 for goal in goals])
            assert (step.info["final_obs"][lane] == state.observation).all()
            over[lane] = bool(step.terminated[lane] or step.truncated[lane])
            if over[lane] and autoreset == "same_step":
                state, counts[lane], over[lane] = game.initial(), 0, False
            states[lane] = state
        for lane, state in enumerate(states):
            assert (step.obs[lane] == state.observation).all()
            if over[lane]:
                assert step.info["current_player"][lane] == -1 and step.info["action_mask"][lane].all()
            else:
                assert step.info["current_player"][lane] == state.mover
                assert (step.info["action_mask"][lane] == masks(game, state, joint)).all()
    assert env.states() == states


def test_threads_do_not_change_anything():
    envs = [VectorEnv("connect-four", 1500, seed=9, threads=threads) for threads in (1, 2, 3)]
    for _ in range(60):
        steps = [env.step(env.sample()) for env in envs]
        for step in steps[1:]:
            assert (step.obs == steps[0].obs).all() and (step.rewards == steps[0].rewards).all()


def test_seed_decides_all_choices():
    runs = []
    for seed in (4, 4, 5):
        env = VectorEnv("tic-tac-toe", 100, seed=1)
        env.reset(seed=seed)
        runs.append(np.array([env.step(None).obs for _ in range(20)]))
    assert (runs[0] == runs[1]).all() and (runs[0] != runs[2]).any()


def test_packed_rows_have_the_same_bits():
    plain, packed = (VectorEnv("othello", 70, seed=2, observation=form, mask=form) for form in ("bytes", "packed"))
    for _ in range(20):
        one, other = plain.step(plain.sample()), packed.step(packed.sample())
        for bytes_, words in ((one.obs, other.obs), (one.info["action_mask"], other.info["action_mask"])):
            bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
            assert (bits[:, : bytes_.shape[1]] == bytes_).all()


def test_results_of_earlier_steps_stay():
    env = VectorEnv("tic-tac-toe", 64, seed=1)
    first = env.reset()
    row, before = first.obs[3:5], first.obs.copy()
    del first
    for _ in range(20):
        env.step(None)
    assert (row == before[3:5]).all()


def test_arrays_are_reused_when_free_and_always_without_copies():
    env = VectorEnv("tic-tac-toe", 64, seed=1)
    seen = {env.step(None).obs.ctypes.data for _ in range(50)}
    assert len(seen) <= 2
    shared = VectorEnv("tic-tac-toe", 64, seed=1, copy=False)
    assert shared.reset().obs is shared.step(None).obs


def test_arrays_are_aligned():
    step = VectorEnv("connect-four", 100).reset()
    assert all(array.ctypes.data % 64 == 0 for array in (step.obs, step.rewards, step.info["action_mask"]))


def test_othello_passes_have_a_mask():
    env = VectorEnv("othello", 512, seed=1)
    passes = 0
    for _ in range(200):
        step = env.step(None)
        assert step.info["action_mask"].any(axis=1).all()
        passes += int((~step.info["choosers"].any(axis=1)).sum())
    assert passes > 0


def test_chance_is_drawn():
    game = senet.Game.from_text(DICE)
    env = VectorEnv(game, 600, seed=1)
    step = env.reset()
    assert (step.info["current_player"] == 1).all(), "only chance moves at first"
    step = env.step(None)
    rolled = step.obs[:, [game.fluents.index(f"(rolled {face})") for face in (1, 2, 3)]].mean(axis=0)
    assert (abs(rolled - 1 / 3) < 0.1).all()
    step = env.step(np.full(600, game.actions.index("(guess 2)")))
    assert abs((step.rewards[:, 0] == 1).mean() - 1 / 3) < 0.1


# Bad input: an exception with help, and the environment works afterwards.


def test_illegal_action_changes_nothing():
    env = VectorEnv("tic-tac-toe", 70, seed=1)
    env.reset()
    actions = env.sample()
    actions[65] = env.game.actions.index("noop")
    before = env.states()
    for bad in (env.game.actions.index("noop"), 10**6):
        actions[65] = bad
        with pytest.raises(senet.IllegalMoveError, match="lane 65") as caught:
            env.step(actions)
        assert "mask" in caught.value.help and env.states() == before
    env.step(env.sample())


def test_wrong_dtype_and_shape_are_refused():
    env = VectorEnv("tic-tac-toe", 8)
    with pytest.raises(TypeError, match="float64"):
        env.step(np.zeros(8))
    with pytest.raises(ValueError, match=r"\(9,\)"):
        env.step(np.zeros(9, np.int32))
    with pytest.raises(senet.SenetError, match="bool"):
        env.reset(lanes=np.zeros(8))
    with pytest.raises(ValueError, match="same_step"):
        VectorEnv("tic-tac-toe", 8, autoreset="sometimes")  # type: ignore[arg-type]
    env.step(env.sample())


def test_simultaneous_choices_need_joint_actions():
    env = VectorEnv("rock-paper-scissors", 4)
    with pytest.raises(senet.IllegalMoveError, match="at the same time"):
        env.step(np.zeros(4, np.int32))
    env.step(np.full((4, 2), -1))


def test_undefined_goals_are_an_error():
    for kind in ("portable", "single"):
        env = VectorEnv(senet.Game.from_text(NO_GOAL), 40, kind=kind)
        actions = np.zeros(40, np.int64)
        assert (env.step(actions).rewards == 1).all()
        actions[33] = 1
        with pytest.raises(senet.RulesError, match="lane 33.*no goal value"):
            env.step(actions)
        env.step(np.zeros(40, np.int64))


@pytest.mark.parametrize("name", ["queens-6", "tic-tac-toe"])
def test_joint_masks_have_a_row_for_each_role(name):
    game = senet.Game(name)
    for kind in (None, "single"):
        env = VectorEnv(game, 32, joint=True, kind=kind)
        assert env.reset().info["action_mask"].shape == (32, len(game.roles), len(game.actions))
        assert env.step(env.sample()).info["action_mask"].shape == (32, len(game.roles), len(game.actions))


def test_lanes_beyond_all_memory_are_refused():
    for lanes in (2**64 - 1, 2**62):
        with pytest.raises(senet.LimitError, match="limit"):
            VectorEnv("nim", lanes, memory_limit=2**64 - 1)
    VectorEnv("othello", 512, memory_limit=512 * 400)
    with pytest.raises(senet.LimitError, match="limit of"):
        VectorEnv("othello", 512, memory_limit=512 * 400, final_obs=True)


def test_limits_are_named():
    with pytest.raises(senet.LimitError, match="limit of 1000"):
        VectorEnv("othello", 100_000, memory_limit=1000)
    with pytest.raises(senet.LimitError, match="ground"):
        VectorEnv(senet.Game.from_text(ENDLESS_TERMS), 4)
    with pytest.raises(senet.LimitError, match="limit"):
        VectorEnv("nim", 2**60)
    with pytest.raises(senet.SenetError, match="cannot start 1000000000 threads") as caught:
        VectorEnv("nim", 4, threads=10**9)
    assert caught.value.help
    numbers = dict(lanes=(0, -1, 2**64), seed=(-1, 2**64), threads=(0, -1), max_steps=(0, -1, 2**32), memory_limit=(-1,))
    for name, values in numbers.items():
        for value in values:
            with pytest.raises(ValueError, match=f"`{name}` is {value}, but must be"):
                VectorEnv("nim", **{"lanes": 4, name: value})
    for bad in (dict(lanes=1.5), dict(seed="1"), dict(max_steps=2.0)):
        with pytest.raises(TypeError, match="integer"):
            VectorEnv("nim", **{"lanes": 4, **bad})
    for bad in (dict(kind="wide"), dict(reward="high"), dict(observation="text"), dict(mask=3)):
        with pytest.raises((ValueError, TypeError)):
            VectorEnv("nim", 4, **bad)


def test_two_threads_of_python_cannot_break_an_environment():
    env = VectorEnv("connect-four", 2048, seed=1)
    wrong = []

    def work():
        for _ in range(30):
            try:
                step = env.step(None)
                assert step.info["action_mask"].any(axis=1).all()
            except RuntimeError:
                pass  # another thread is stepping
            except Exception as error:
                wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert wrong == []
    env.step(env.sample())
