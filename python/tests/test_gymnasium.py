"""Gymnasium's own laws."""

import numpy as np
import pytest

import senet
from sheets import DICE, HIDDEN, LATE_ROLE, LAW_GAMES, STUCK, UNEVEN

gym = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from senet.gymnasium import GameEnv, GameVectorEnv  # noqa: E402

IN_TURN = [name for name in LAW_GAMES if name not in {"rock-paper-scissors", "prisoners-dilemma", "tron", "bidding-tic-tac-toe"}]


@pytest.mark.parametrize("name", LAW_GAMES)
def test_check_env_passes(name):
    check_env(GameEnv(name, illegal="lose", max_steps=200), skip_render_check=True)
    last = len(senet.Game(name).roles) - 1
    check_env(GameEnv(name, role=last, illegal="lose", max_steps=200), skip_render_check=True)


def test_check_env_passes_with_chance():
    check_env(GameEnv(senet.Game.from_text(DICE), illegal="lose"), skip_render_check=True)


@pytest.mark.parametrize("name", IN_TURN)
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_vector_env_keeps_its_spaces(name, autoreset):
    env = GameVectorEnv(name, 17, seed=1, autoreset=autoreset, max_steps=60)
    assert isinstance(env, gym.vector.VectorEnv)
    observation, info = env.reset(seed=3)
    ends = 0
    for _ in range(70):
        assert observation in env.observation_space
        actions = env.sample().astype(np.int64)
        assert actions in env.action_space
        observation, reward, terminated, truncated, info = env.step(actions)
        assert reward.shape == terminated.shape == truncated.shape == (17,)
        assert info["action_mask"].any(axis=1).all()
        ends += int((terminated | truncated).sum())
        if autoreset == "disabled" and (terminated | truncated).all():
            observation, info = env.reset(options={"reset_mask": terminated | truncated})
    assert ends > 0


@pytest.mark.parametrize("name", ["queens-6", "buttons-and-lights"])
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_vector_env_agrees_with_the_one_of_gymnasium(name, autoreset):
    """Gymnasium's `SyncVectorEnv` of single environments shows the same, step for step and mode for mode."""
    ours = GameVectorEnv(name, 9, seed=1, autoreset=autoreset, max_steps=5)
    mode = ours.metadata["autoreset_mode"]
    single = [lambda: GameEnv(name, max_steps=5)] * 9
    theirs = gym.vector.SyncVectorEnv(single, autoreset_mode=mode)
    assert theirs.single_observation_space == ours.single_observation_space
    assert theirs.single_action_space == ours.single_action_space
    (seen, info), (expected, told) = ours.reset(seed=2), theirs.reset(seed=2)
    ends = 0
    for _ in range(40):
        assert (seen == expected).all()
        # A lane that is over accepts every action; an environment that was truncated still shows what was legal.
        going = info["current_player"] >= 0
        assert (info["action_mask"][going] == told["action_mask"][going]).all()
        actions = ours.sample()
        seen, *ended, info = ours.step(actions)
        expected, *right, told = theirs.step(actions)
        assert all((one == other).all() for one, other in zip(ended, right, strict=True))
        over = ended[1] | ended[2]
        ends += int(over.sum())
        if autoreset == "same_step" and over.any():
            assert (info["final_obs"][over] == np.stack(told["final_obs"][over])).all()
            assert (info["_final_obs"] == told["_final_obs"]).all()
        if autoreset == "disabled" and over.any():
            seen, info = ours.reset(options={"reset_mask": over})
            expected, told = theirs.reset(options={"reset_mask": over})
    assert ends > 9


def test_statistics_wrapper_counts_episodes():
    env = gym.wrappers.vector.RecordEpisodeStatistics(GameVectorEnv("tic-tac-toe", 64, seed=1))
    env.reset(seed=1)
    for _ in range(40):
        env.step(env.unwrapped.sample())
    assert 5 <= np.mean(list(env.length_queue)) <= 9


def test_same_seed_gives_the_same_matches():
    runs = []
    for _ in range(2):
        env = GameVectorEnv("connect-four", 32, seed=5)
        env.reset(seed=5)
        runs.append([env.step(env.sample())[0] for _ in range(30)])
    assert (np.array(runs[0]) == np.array(runs[1])).all()


def test_actions_that_are_no_integers_are_refused():
    env = GameEnv("connect-four")
    env.reset(seed=1)
    for action in (2.7, None, np.float32(1)):
        with pytest.raises(TypeError, match="game.actions"):
            env.step(action)
    env.step(np.array(3))


def test_illegal_action_raises_by_default():
    env = GameEnv("tic-tac-toe")
    env.reset(seed=1)
    for action in (env.game.actions.index("noop"), -1, 10**9):
        with pytest.raises(senet.IllegalMoveError, match=str(action)) as caught:
            env.step(np.int64(action))
        assert caught.value.help
    env.step(np.int64(env.action_masks().argmax()))


def test_role_that_no_player_can_take_is_refused():
    dice = senet.Game.from_text(DICE)
    for game, role in (("tic-tac-toe", 2), ("tic-tac-toe", -1), ("tic-tac-toe", "z"), (dice, "random"), (dice, 1)):
        with pytest.raises(senet.SenetError, match="no role") as caught:
            GameEnv(game, role=role)
        assert caught.value.help


def test_match_that_ends_before_the_first_turn_is_over_with_the_first_step():
    game = senet.Game.from_text(LATE_ROLE)
    env = GameEnv(game, role="late")
    env.reset(seed=1)
    assert env.state.terminal and env.step(np.int64(0))[1:4] == (1.0, True, False)
    with pytest.raises(senet.IllegalMoveError):
        env.step(np.int64(0))


def test_hidden_information_is_refused():
    hidden = senet.Game.from_text(HIDDEN)
    for make in (GameEnv, GameVectorEnv):
        with pytest.raises(senet.SenetError, match="do not see everything"):
            make(hidden)


def test_other_roles_without_a_move_are_an_error_of_the_rules():
    env = GameEnv(senet.Game.from_text(STUCK))
    env.reset()
    with pytest.raises(senet.RulesError, match="o has no legal move") as caught:
        for _ in range(2):
            env.step(env.action_masks().argmax())
    assert caught.value.help


@pytest.mark.parametrize("count", [2, 32])
def test_rewards_after_an_error_of_the_rules_go_to_the_role_that_acted(count):
    game = senet.Game.from_text(UNEVEN)
    bad, good, act = (game.actions.index(name) for name in ("bad", "good", "act"))
    env = GameVectorEnv(game, count, autoreset="disabled")
    env.reset()
    with pytest.raises(senet.RulesError, match="no goal value"):
        env.step([bad] + [good] * (count - 1))
    _, own, terminated, _, info = env.step([act] * count)
    assert terminated.all() and info["rewards"][1].tolist() == [-1, 1]
    assert own.tolist() == [0.0] + [1.0] * (count - 1)
