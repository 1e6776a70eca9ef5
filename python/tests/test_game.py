"""Games, states and errors."""

import copy
import pickle

import numpy as np
import pytest

import senet
from sheets import DICE, ENDLESS_TERMS, HIDDEN, LAW_GAMES, NO_GOAL


def test_library_game_has_roles_actions_and_fluents():
    game = senet.Game("tic-tac-toe")
    assert game.roles == ("x", "o")
    assert "(mark a 1)" in game.actions and "(marked a 1 x)" in game.fluents
    assert len(senet.library()) > 50


def test_rules_from_file(tmp_path):
    file = tmp_path / "own.kif"
    file.write_text(senet.Game("nim").text)
    assert senet.Game(file).name == "own"
    assert senet.Game(str(file)) == senet.Game("nim")


def test_state_plays_joint_moves_and_single_moves():
    state = senet.Game("tic-tac-toe").initial()
    joint = state.play("(mark b 2)", "noop")
    assert joint == state.play("(mark b 2)")
    assert joint == state.play(state.game.actions.index("(mark b 2)"))
    assert joint.mover == 1 and joint.legal("o") == joint.legal(1)
    assert joint.mask().sum() == 8 and joint.observation.sum() == len(joint.facts)


def test_states_are_hashable_picklable_and_copyable():
    state = senet.Game("connect-four").initial().play(0)
    for twin in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert twin == state and hash(twin) == hash(state)
    assert state != state.game.initial()
    assert {state: 1}[state.game.state(state.facts)] == 1


@pytest.mark.parametrize("name", LAW_GAMES)
def test_random_matches_end_with_goals(name):
    game = senet.Game(name)
    random = np.random.default_rng(1)
    state = game.initial()
    while not state.terminal:
        assert state.goals is None
        joint = [int(random.choice(state.legal_actions(role))) for role in range(len(game.roles))]
        state = state.play(*joint)
    assert state.goals is not None and len(state.goals) == len(game.roles)
    assert state.mover is None and state.legal() == [] and state.mask().all()


def test_forced_mover_is_the_role_whose_move_matters():
    """In the last move of tic-tac-toe no role has a choice: x still moves, o waits."""
    state = senet.Game("tic-tac-toe").initial()
    for action in ["a 1", "a 2", "a 3", "b 1", "b 3", "b 2", "c 1", "c 3"]:
        state = state.play(f"(mark {action})")
    assert state.choosers == () and state.mover == 0 and state.legal() == ["(mark c 2)"]


def test_playouts_do_not_depend_on_threads():
    game = senet.Game("connect-four")
    one, two = (game.playouts(200_000, seed=5, threads=threads) for threads in (1, 2))
    assert one.mean_goals == two.mean_goals and one.steps == two.steps
    assert game.playouts(1000, seed=6).mean_goals != game.playouts(1000, seed=7).mean_goals


def test_playouts_do_not_depend_on_measured_times():
    """Small requests go to another back end, which draws other moves. The size from which on must not come from a clock."""
    rules = senet.Game("checkers").text
    first, second = (senet.Game.from_text(rules) for _ in range(2))
    for n in range(1, 40):
        one, other = (game.playouts(n, seed=n) for game in (first, second))
        assert (one.steps, one.mean_goals) == (other.steps, other.mean_goals), n


def test_progress_is_called():
    seen = []
    senet.Game("nim").playouts(200_000, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (200_000, 200_000) and len(seen) > 1


def test_search_reports_moves_and_values():
    game = senet.Game("tic-tac-toe")
    analysis = game.search(player="uct", simulations=2000, seconds=20, seed=1)
    assert analysis.best in game.initial().legal("x")
    assert {move.text for move in analysis.moves} == set(game.initial().legal("x"))
    with pytest.raises(senet.PlayerError, match="kinds|player"):
        game.search(player="nobody")


def test_picture_is_svg_and_text():
    state = senet.Game("tic-tac-toe").initial()
    assert state._repr_svg_().startswith("<svg")
    assert state.game.draw(state)._repr_svg_() == state.svg()
    assert len(str(state)) > 10


def test_map_and_recognise_ignore_names():
    game = senet.Game("tic-tac-toe")
    text, names = senet.scramble(game.text, seed=2)
    other = senet.Game.from_text(text)
    pairs = {old: new for old, new, _ in senet.map(game, other).pairs}
    right = sum(pairs.get(old, "").lower() == new.lower() for old, new in names.items())
    assert right > len(names) / 2
    found = other.recognise()
    assert found is not None and found.game == "tic-tac-toe" and found.changes == []


def test_boards_of_rules():
    boards = senet.Game("connect-four").boards(seconds=30)
    assert any(board.relation == "disc" and board.positions == [1, 2] for board in boards)


def test_evaluation_learns():
    game = senet.Game("connect-four")
    evaluation = game.evaluation(seconds=20, seed=1, sequences=200)
    assert len(evaluation(game.initial())) == 2 and evaluation.features
    with pytest.raises(senet.SenetError, match="another game"):
        evaluation(senet.Game("nim").initial())


def test_tournament_rates_players_and_continues(tmp_path):
    games = [senet.Game("tic-tac-toe")]
    first = senet.tournament(games, ["random", "uct"], rounds=2, simulations=30, seed=3, folder=tmp_path)
    again = senet.tournament(games, ["random", "uct"], rounds=2, simulations=30, seed=3, folder=tmp_path)
    assert first.matches == 4 and [r.elo for r in first.ratings] == [r.elo for r in again.ratings]


def test_match_plays_to_the_end():
    result = senet.Game("tic-tac-toe").match("random", "random", start_clock=0.1, play_clock=0.1, seed=1)
    assert sum(result.goals) == 100 and '"moves"' in result.record


# Bad input: an exception with place and help, and everything works afterwards.


def test_unknown_game_names_similar_ones():
    with pytest.raises(senet.UnknownGameError) as caught:
        senet.Game("tic-tac-to")
    assert "tic-tac-toe" in caught.value.help


def test_broken_rules_have_code_place_and_help():
    with pytest.raises(senet.RulesError) as caught:
        senet.Game.from_text("(role x)\n(legal x ?what)")
    error = caught.value
    assert error.code and error.code.startswith("E") and error.line == 2 and error.help
    assert pickle.loads(pickle.dumps(error)).code == error.code


def test_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(senet.SheetFileError) as caught:
        senet.Game(tmp_path / "none.kif")
    assert isinstance(caught.value, OSError)


def test_illegal_moves_are_explained():
    state = senet.Game("tic-tac-toe").initial()
    for moves in (["(mark z 9)"], [10_000], [-1], ["noop", "noop"], ["noop"] * 3, []):
        with pytest.raises(senet.IllegalMoveError) as caught:
            state.play(*moves)
        assert caught.value.help
    with pytest.raises(TypeError, match="text or an action"):
        state.play(1.5)
    for role in ("z", 2, -1, 10**30, 1.5, b"x"):
        with pytest.raises(IndexError, match="one of x, o"):
            state.legal(role)


def test_undefined_goal_is_an_error_and_not_zero():
    state = senet.Game.from_text(NO_GOAL).initial()
    assert state.play("a").goals == (100,)
    with pytest.raises(senet.RulesError, match="goal"):
        _ = state.play("b").goals


def test_game_that_does_not_ground_plays_by_text():
    game = senet.Game.from_text(ENDLESS_TERMS)
    assert game.back_end == "interpreter"
    assert game.initial().play("go").play("halt").goals == (50,)
    with pytest.raises(senet.LimitError, match="ground") as caught:
        _ = game.actions
    assert caught.value.help


def test_rules_over_the_memory_limit_are_refused_and_the_game_loads_afterwards():
    with pytest.raises(senet.LimitError, match="memory") as caught:
        senet.Game("chess", memory_limit=100_000)
    assert caught.value.help
    with pytest.raises(ValueError, match="seconds"):
        senet.Game("nim", seconds=-1)
    assert senet.Game("nim").roles


def test_game_without_time_to_ground_is_played_by_a_slower_back_end():
    game = senet.Game.from_text(senet.Game("chess").text, seconds=0)
    assert game.back_end == "interpreter" and len(game.initial().legal(0)) == 20


def test_too_many_threads_are_refused():
    with pytest.raises(senet.LimitError, match="1000000000 threads") as caught:
        senet.Game("nim").playouts(1000, threads=10**9)
    assert caught.value.help


def test_map_without_time_says_so():
    game = senet.Game("chess")
    with pytest.raises(senet.LimitError, match="time"):
        senet.map(game, game, seconds=0)


def test_state_of_another_game_is_refused():
    other = senet.Game("nim").initial()
    for call in (senet.Game("tic-tac-toe").search, senet.Game("tic-tac-toe").draw):
        with pytest.raises(senet.SenetError, match="another game"):
            call(other)


def test_states_of_an_equal_game_are_states_of_this_game():
    game = senet.Game("nim")
    state = pickle.loads(pickle.dumps(game.initial().play(0)))
    assert game.search(state, seconds=0.1).best in state.legal()
    assert game.playouts(10, start=state).matches == 10
    assert len(game.draw(state)) > 0
    evaluation = game.evaluation(seconds=5, seed=1, sequences=20)
    assert evaluation(state) == evaluation(game.state(state.facts))


def test_pickled_games_keep_their_limits():
    limited = senet.Game.from_text(senet.Game("chess").text, seconds=0)
    assert limited.back_end == pickle.loads(pickle.dumps(limited)).back_end == "interpreter"
    function, arguments = senet.Game.from_text(senet.Game("nim").text, memory_limit=10**8).__reduce__()
    assert arguments[2:] == (60.0, 10**8) and function(*arguments) == senet.Game("nim")


def test_chance_and_hidden_information_are_known():
    assert senet.Game.from_text(DICE).chance_role == 1
    assert senet.Game.from_text(HIDDEN).hides_information
    state = senet.Game.from_text(HIDDEN).initial()
    assert state.percepts("you", ["wait", "(roll 2)"]) == ["rolled"]


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("-inf")])
def test_times_that_are_no_times_are_refused(seconds):
    game = senet.Game("tic-tac-toe")
    calls = [
        lambda: senet.Game("nim", seconds=seconds),
        lambda: game.search(seconds=seconds),
        lambda: game.search(start_clock=seconds),
        lambda: game.boards(seconds=seconds),
        lambda: game.recognise(seconds=seconds),
        lambda: game.evaluation(seconds=seconds),
        lambda: senet.map(game, game, seconds=seconds),
        lambda: game.match("random", play_clock=seconds),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="number of seconds"):
            call()


def test_players_that_learn_use_the_start_clock():
    game = senet.Game("tic-tac-toe")
    learned = game.search(player="descent", start_clock=1, seconds=0.2, seed=1)
    assert learned.best in game.initial().legal() and learned.notes
