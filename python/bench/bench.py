"""Environment steps per second of CPU time: Senet beside pgx and OpenSpiel, in one run.

All use one thread, except where two are compared with one. pgx and OpenSpiel are measured if they are installed. They draw
moves in the native call that makes them, as `step(None)` does. OpenSpiel's C++ rollouts are counted as playouts times their
mean length: it has no vector environment in C++.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import time
from collections.abc import Callable

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import senet

GAMES = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "breakthrough": "breakthrough",
    "othello": "othello",
    "chess": "chess",
}
NOT_IN_PGX = {"breakthrough"}


def rate(
    work: Callable[[], int], seconds: float, windows: int = 5, clock: Callable[[], float] = time.process_time
) -> float:
    """The highest rate of some windows: millions of units of work per second of the clock."""
    work()
    best = 0.0
    for _ in range(windows):
        done, begin = 0, clock()
        while (spent := clock() - begin) < seconds:
            done += work()
        best = max(best, done / spent)
    return best / 1e6


def vector(name: str, seconds: float, lanes: int | None = None, **options: object) -> tuple[float, senet.VectorEnv]:
    env = senet.VectorEnv(name, lanes, seed=1, **options)  # type: ignore[arg-type]

    def work() -> int:
        env.step(env.sample())
        return env.lanes

    return rate(work, seconds), env


def gain_of_threads(name: str, seconds: float, lanes: int | None) -> float:
    """How many times as many steps two threads make as one by the clock. Windows alternate, so that other work disturbs both."""
    best = {1: 0.0, 2: 0.0}
    envs = {threads: senet.VectorEnv(name, lanes, seed=1, threads=threads) for threads in best}
    for _ in range(5):
        for threads, env in envs.items():
            steps = rate(lambda env=env: len(env.step(env.sample()).obs), seconds, windows=1, clock=time.perf_counter)
            best[threads] = max(best[threads], steps)
    return best[2] / best[1]


def state_loop(name: str, seconds: float) -> float:
    """One state in a Python loop, with mask and observation."""
    game, dice = senet.Game(name), random.Random(1)

    def work() -> int:
        state, steps = game.initial(), 0
        while not state.terminal:
            state.mask(), state.observation
            state = state.play(dice.choice(state.legal_actions()))
            steps += 1
        return steps

    return rate(work, seconds)


def spiel_loop(name: str, seconds: float) -> float:
    """OpenSpiel's state in a Python loop, with mask and tensor."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.legal_actions_mask(), state.observation_tensor(state.current_player())
            state.apply_action(dice.choice(state.legal_actions()))
            steps += 1
        return steps

    return rate(work, seconds)


def spiel_rollouts(name: str, seconds: float, length: float) -> float:
    """OpenSpiel's rollouts in C++, near the root."""
    import pyspiel

    each, simulations = 20 if name == "chess" else 250, 4
    evaluator = pyspiel.RandomRolloutEvaluator(each, 1)
    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 1, False)
    start = game.new_initial_state()

    def work() -> int:
        bot.step(start)
        # The first simulation plays from the root, the others from children of the root.
        return int(each * (simulations * length - (simulations - 1)))

    return rate(work, seconds)


def pgx_steps(name: str, seconds: float, batch: int = 4096) -> float:
    """pgx with sampled actions and automatic resets."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)
    length = 10 if name == "chess" else 50

    def one(carried, _):  # noqa: ANN001, ANN202
        state, key = carried
        key, choice, reset = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choice, logits, axis=-1)
        state = jax.vmap(step)(state, action, jax.random.split(reset, batch))
        return (state, key), (state.terminated.sum(), state.observation.sum())

    many = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=length))
    carried = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)]

    def work() -> int:
        (carried[0], carried[1]), seen = many(*carried)
        jax.block_until_ready(seen)
        return length * batch

    return rate(work, seconds, windows=2)


def has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def row(name: str, seconds: float) -> dict[str, float]:
    """All figures of one game, in millions of steps per second of CPU time."""
    length = senet.Game(name).playouts(2000, seed=1).mean_length
    figures: dict[str, float] = {}
    figures["VectorEnv, default lanes"], env = vector(name, seconds)
    figures["VectorEnv, 4096 lanes"], _ = vector(name, seconds, 4096)
    figures["VectorEnv, packed"], _ = vector(name, seconds, observation="packed", mask="packed")
    figures["VectorEnv, step(None)"] = rate(lambda: len(env.step(None).terminated), seconds)
    figures["threads: 2 beside 1, default lanes"] = gain_of_threads(name, seconds, None)
    figures["threads: 2 beside 1, 8 times the lanes"] = gain_of_threads(name, seconds, 8 * env.lanes)
    if has("pgx") and name not in NOT_IN_PGX:
        figures["pgx, batch 4096"] = pgx_steps(GAMES[name], seconds)
    if has("pyspiel"):
        figures["OpenSpiel, C++ rollouts"] = spiel_rollouts(GAMES[name], seconds, length)
    figures["State loop, mask and observation"] = state_loop(name, seconds)
    if has("pyspiel"):
        figures["OpenSpiel loop, mask and tensor"] = spiel_loop(GAMES[name], seconds)
    peers = [figures[peer] for peer in ("pgx, batch 4096", "OpenSpiel, C++ rollouts") if peer in figures]
    if peers:
        figures["times the fastest peer, sample and step"] = figures["VectorEnv, default lanes"] / max(peers)
        figures["times the fastest peer, step(None)"] = figures["VectorEnv, step(None)"] / max(peers)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of a window")
    given = parser.parse_args()
    print("millions of steps per CPU-second, one thread")
    for name in given.games:
        print(f"\n{name} ({senet.VectorEnv(name).lanes} lanes by default, {senet.VectorEnv(name).kind})")
        for what, figure in row(name, given.seconds).items():
            print(f"  {what:40} {figure:10.4g}", flush=True)


if __name__ == "__main__":
    main()
